// SPDX-License-Identifier: Apache-2.0
#include "firmware_bridge/firmware/supervisor.hpp"

#include "firmware_bridge/protocol/interface_hash.hpp"

namespace firmware_bridge::firmware {

using protocol::CueState;
using protocol::FaultCode;
using protocol::Outcome;
using protocol::Reply;

Supervisor::Supervisor(PersistentMemory& memory) noexcept {
  record_is_new_ = !memory.load(record_);
  ++record_.boot_count;
  if (!memory.save(record_)) fail(FaultCode::kPersistentMemory, 0.0F);
}

// --- session -----------------------------------------------------------------------------------

void Supervisor::handle(const protocol::Header& header, const protocol::Hello& hello,
                        PersistentMemory& memory) noexcept {
  const bool fits = header.version == protocol::kProtocolVersion &&
                    hello.interface_hash == protocol::kInterfaceHash;
  const bool repeated = session_ != 0 && hello.host_nonce == host_nonce_;
  if (!fits) {
    if (shot_at_stake()) disarm(FaultCode::kForeignVersion, static_cast<float>(header.version));
  } else if (!repeated) {
    start_session(hello, memory);
  }
  hello_reply_ = {hello.host_nonce,
                  protocol::kInterfaceHash,
                  kFirmwareVersion,
                  record_.boot_count,
                  fits ? session_ : 0U,
                  record_.last_shot_id,
                  kMinSpeed,
                  kMaxSpeed,
                  kMaxCueElevation,
                  kMaxOffset,
                  kMaxWindowMs,
                  kWatchdogMs,
                  log_.count()};
  hello_reply_due_ = true;
}

void Supervisor::start_session(const protocol::Hello& hello, PersistentMemory& memory) noexcept {
  if (shot_at_stake()) disarm(FaultCode::kNewSession, 0.0F);
  // Without a record the counter starts at the host's random number: a session of before the memory
  // was lost does not come back.
  if (record_is_new_) record_.session_count = hello.host_nonce;
  record_is_new_ = false;
  ++record_.session_count;
  if (record_.session_count == 0) ++record_.session_count;  // 0 means "no session"
  if (!memory.save(record_)) {
    fail(FaultCode::kPersistentMemory, 0.0F);
    session_ = 0;
    return;
  }
  session_ = record_.session_count;
  host_nonce_ = hello.host_nonce;
  command_sequence_ = 0;
  reply_ = Reply::kNone;
  heard_ = false;
  highest_nonce_ = 0;
  repeat_faults_from(hello.known_faults);
}

void Supervisor::repeat_faults_from(std::uint16_t index) noexcept {
  next_fault_ = index <= log_.count() ? index : std::uint16_t{0};
  if (next_fault_ < log_.oldest()) next_fault_ = log_.oldest();
}

void Supervisor::handle(const protocol::Header& header,
                        const protocol::Heartbeat& heartbeat) noexcept {
  if (header.session != session_ || session_ == 0) return;
  const std::uint32_t age = now_ms_ - heartbeat.device_time_ms;
  if (age > kWatchdogMs) return;  // too old, or from the future
  // An overtaken or repeated heartbeat tells nothing new, whatever its sequence number.
  const bool newer = !heard_ || heartbeat.device_time_ms - heard_ms_ < 0x80000000U;
  if (newer) heard_ms_ = heartbeat.device_time_ms;
  heard_ = true;
  if (result_waits_ && heartbeat.received_shot_id == result_.shot_id) result_waits_ = false;
  const bool all_sent = next_fault_ == log_.count();
  if (all_sent && heartbeat.known_faults != log_.count() &&
      now_ms_ - fault_sent_ms_ >= kResultPeriodMs) {
    repeat_faults_from(heartbeat.known_faults);
  }
}

bool Supervisor::host_is_fresh() const noexcept {
  return heard_ && now_ms_ - heard_ms_ <= kWatchdogMs;
}

// --- commands ----------------------------------------------------------------------------------

bool Supervisor::accept_command(const protocol::Header& header) noexcept {
  if (header.session != session_ || session_ == 0) return false;
  if (header.sequence == command_sequence_) reply_due_ = true;
  if (header.sequence <= command_sequence_) return false;
  command_sequence_ = header.sequence;
  return true;
}

void Supervisor::answer(Reply reply) noexcept {
  reply_ = reply;
  reply_due_ = true;
}

void Supervisor::refuse_out_of_range(const protocol::Header& header) noexcept {
  if (accept_command(header)) answer(Reply::kOutOfRange);
}

bool Supervisor::names_loaded_shot(std::uint32_t shot_id, std::uint32_t nonce) const noexcept {
  return has_shot_ && shot_id == shot_.shot_id && nonce == shot_.nonce;
}

Reply Supervisor::check(const protocol::Load& load) const noexcept {
  if (state_ != CueState::kIdle && state_ != CueState::kLoaded) return Reply::kWrongState;
  if (inputs_.estop) return Reply::kEstopPressed;
  if (!host_is_fresh()) return Reply::kHostSilent;
  if (load.shot_id <= record_.last_shot_id) return Reply::kShotIdUsed;
  if (load.nonce <= highest_nonce_) return Reply::kNonceReused;
  const float offset = load.offset_right * load.offset_right + load.offset_up * load.offset_up;
  const bool fits = load.speed >= kMinSpeed && load.speed <= kMaxSpeed && load.elevation >= 0.0F &&
                    load.elevation <= kMaxCueElevation && offset <= kMaxOffset * kMaxOffset;
  return fits ? Reply::kDone : Reply::kOutOfRange;  // NaN fits nothing
}

void Supervisor::handle(const protocol::Header& header, const protocol::Load& load) noexcept {
  if (!accept_command(header)) return;
  const Reply reply = check(load);
  if (reply == Reply::kDone) {
    shot_ = load;
    has_shot_ = true;
    highest_nonce_ = load.nonce;
    enter(CueState::kLoaded);
  }
  answer(reply);
}

Reply Supervisor::check(const protocol::Arm& arm) const noexcept {
  if (state_ != CueState::kLoaded) return Reply::kWrongState;
  if (!names_loaded_shot(arm.shot_id, arm.nonce)) return Reply::kWrongShot;
  if (inputs_.estop) return Reply::kEstopPressed;
  if (!host_is_fresh()) return Reply::kHostSilent;
  return arm.window_ms <= kMaxWindowMs ? Reply::kDone : Reply::kOutOfRange;
}

void Supervisor::handle(const protocol::Header& header, const protocol::Arm& arm) noexcept {
  if (!accept_command(header)) return;
  const Reply reply = check(arm);
  if (reply == Reply::kDone) {
    window_ms_ = arm.window_ms;
    enter(CueState::kArmed);
  }
  answer(reply);
}

Reply Supervisor::check(const protocol::Fire& fire) const noexcept {
  if (state_ != CueState::kArmed) return Reply::kWrongState;
  if (!names_loaded_shot(fire.shot_id, fire.nonce)) return Reply::kWrongShot;
  if (inputs_.estop) return Reply::kEstopPressed;
  if (!host_is_fresh()) return Reply::kHostSilent;
  // Time left until expiry; "negative" wraps to a huge number, and so does an absurd deadline.
  const std::uint32_t left = fire.expires_at_ms - now_ms_;
  return left > 0 && left <= kMaxWindowMs ? Reply::kDone : Reply::kExpired;
}

void Supervisor::handle(const protocol::Header& header, const protocol::Fire& fire,
                        PersistentMemory& memory) noexcept {
  if (!accept_command(header)) return;
  const Reply reply = check(fire);
  if (reply != Reply::kDone) return answer(reply);
  // The shot id is spent before anything moves: a reset from here on cannot stroke it again.
  record_.last_shot_id = fire.shot_id;
  if (!memory.save(record_)) {
    fail(FaultCode::kPersistentMemory, 0.0F);
    return answer(Reply::kWrongState);
  }
  enter(CueState::kStroking);
  answer(Reply::kDone);
}

void Supervisor::handle(const protocol::Header& header, const protocol::Disarm& disarm) noexcept {
  if (!accept_command(header)) return;
  const bool latched = state_ == CueState::kFault || state_ == CueState::kStopped;
  if (latched && disarm.clear == 0) return answer(Reply::kWrongState);
  if (latched && inputs_.estop) return answer(Reply::kEstopPressed);
  if (state_ == CueState::kStroking) finish_stroke(Outcome::kAborted);
  const bool moves = latched || state_ == CueState::kStroking || state_ == CueState::kArmed;
  forget_shot();
  if (moves) {
    enter(CueState::kRetracting);
  } else if (state_ == CueState::kLoaded) {
    enter(CueState::kIdle);
  }
  answer(Reply::kDone);
}

void Supervisor::handle(const protocol::Header& header, const protocol::Stop& command) noexcept {
  stop(FaultCode::kHostStop, static_cast<float>(command.reason));
  if (accept_command(header)) answer(Reply::kDone);
}

// --- state machine -----------------------------------------------------------------------------

void Supervisor::enter(CueState state) noexcept {
  state_ = state;
  entered_ms_ = now_ms_;
}

bool Supervisor::shot_at_stake() const noexcept {
  return state_ == CueState::kLoaded || state_ == CueState::kArmed || state_ == CueState::kStroking;
}

void Supervisor::forget_shot() noexcept {
  has_shot_ = false;
  shot_ = {};
  window_ms_ = 0;
}

void Supervisor::finish_stroke(Outcome outcome) noexcept {
  const DriveReport& drive = inputs_.drive;
  const bool struck =
      drive.struck && now_ms_ != entered_ms_;  // not a report from before the stroke
  result_ = {shot_.shot_id,
             shot_.nonce,
             struck ? Outcome::kStruck : outcome,
             shot_.speed,
             struck ? drive.impact_speed : 0.0F,
             drive.peak_current,
             static_cast<std::uint16_t>(now_ms_ - entered_ms_)};
  result_waits_ = true;
  result_due_ = true;
}

void Supervisor::disarm(FaultCode code, float detail) noexcept {
  log_.add(code, state_, now_ms_, detail);
  if (state_ == CueState::kStroking) finish_stroke(Outcome::kAborted);
  const bool powered = state_ == CueState::kStroking || state_ == CueState::kArmed;
  forget_shot();
  enter(powered ? CueState::kRetracting : CueState::kIdle);
}

void Supervisor::stop(FaultCode code, float detail) noexcept {
  if (state_ == CueState::kStopped) return;
  log_.add(code, state_, now_ms_, detail);
  if (state_ == CueState::kStroking) finish_stroke(Outcome::kAborted);
  forget_shot();
  enter(CueState::kStopped);
}

void Supervisor::fail(FaultCode code, float detail) noexcept {
  log_.add(code, state_, now_ms_, detail);
  if (state_ == CueState::kStroking) finish_stroke(Outcome::kFailed);
  forget_shot();
  enter(CueState::kFault);
}

void Supervisor::note_rejected(protocol::FrameError error, std::uint8_t version) noexcept {
  if (error == protocol::FrameError::kForeignVersion && shot_at_stake()) {
    return disarm(FaultCode::kForeignVersion, static_cast<float>(version));
  }
  if (now_ms_ - noise_since_ms_ > kNoiseWindowMs) {
    noise_since_ms_ = now_ms_;
    noise_frames_ = 0;
  }
  ++noise_frames_;
  if (noise_frames_ >= kNoiseLimit && shot_at_stake()) {
    disarm(FaultCode::kLineNoise, static_cast<float>(noise_frames_));
  }
}

void Supervisor::tick(const Inputs& inputs) noexcept {
  ++now_ms_;
  inputs_ = inputs;
  watch_estop();
  watch_host();
  watch_drive();
  follow_drive();
}

void Supervisor::watch_estop() noexcept {
  if (inputs_.estop) stop(FaultCode::kEstop, 0.0F);
}

void Supervisor::watch_host() noexcept {
  if (!shot_at_stake()) return;
  if (!host_is_fresh()) {
    disarm(FaultCode::kHostSilent, static_cast<float>(now_ms_ - heard_ms_));
  } else if (state_ == CueState::kArmed && now_ms_ - entered_ms_ >= window_ms_) {
    disarm(FaultCode::kWindowExpired, static_cast<float>(window_ms_));
  }
}

void Supervisor::watch_drive() noexcept {
  const DriveReport& drive = inputs_.drive;
  if (order().mode == DriveMode::kOff) return;
  if (drive.fault == DriveFault::kNotFollowing) {
    fail(FaultCode::kFollowingError, drive.fault_detail);
  } else if (drive.fault == DriveFault::kTooFast) {
    fail(FaultCode::kOverspeed, drive.fault_detail);
  } else if (state_ == CueState::kStroking && now_ms_ - entered_ms_ > kStrokeTimeoutMs) {
    fail(FaultCode::kStrokeTimeout, drive.position);
  } else if (order().mode == DriveMode::kRetract && now_ms_ - entered_ms_ > kHomingTimeoutMs) {
    fail(FaultCode::kHomingTimeout, drive.position);
  }
}

void Supervisor::follow_drive() noexcept {
  const DriveReport& drive = inputs_.drive;
  // In the first period of a state the report still speaks of the one before.
  if (now_ms_ - entered_ms_ < 2) return;
  const bool homing = state_ == CueState::kBoot || state_ == CueState::kRetracting;
  if (state_ == CueState::kStroking && drive.stroke_done) {
    finish_stroke(Outcome::kStruck);
    forget_shot();
    enter(CueState::kRetracting);
  } else if (homing && drive.at_home) {
    enter(CueState::kIdle);
  }
}

DriveOrder Supervisor::order() const noexcept {
  switch (state_) {
    case CueState::kBoot:
    case CueState::kRetracting:
      return {DriveMode::kRetract, 0.0F};
    case CueState::kArmed:
      return {DriveMode::kHold, 0.0F};
    case CueState::kStroking:
      return {DriveMode::kStroke, shot_.speed};
    case CueState::kIdle:
    case CueState::kLoaded:
    case CueState::kFault:
    case CueState::kStopped:
      break;
  }
  return {DriveMode::kOff, 0.0F};
}

}  // namespace firmware_bridge::firmware
