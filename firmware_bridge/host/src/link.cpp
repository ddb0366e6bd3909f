// SPDX-License-Identifier: Apache-2.0
#include "firmware_bridge/host/link.hpp"

#include <algorithm>
#include <cstring>

#include "firmware_bridge/protocol/interface_hash.hpp"

namespace firmware_bridge::host {

using protocol::Reply;

Link::Link(const LinkSettings& settings, std::uint32_t seed) noexcept
    : settings_(settings), random_(seed == 0 ? 1 : seed) {}

// --- session -----------------------------------------------------------------------------------

void Link::open(TimeMs now) noexcept {
  if (phase_ != LinkPhase::kClosed) close(now);
  greet(now);
}

void Link::close(TimeMs now) noexcept {
  lose_session(Failure::kLinkLost, now);
  phase_ = LinkPhase::kClosed;
  output_size_ = 0;
}

void Link::greet(TimeMs now) noexcept {
  phase_ = LinkPhase::kGreeting;
  random_ ^= random_ << 13U;  // xorshift32 (Marsaglia 2003): never 0
  random_ ^= random_ >> 17U;
  random_ ^= random_ << 5U;
  host_nonce_ = random_;
  session_ = 0;
  has_state_ = false;
  greeted_ = now;
  hello_size_ =
      encode(protocol::Hello{host_nonce_, protocol::kInterfaceHash, known_faults_}, hello_.data());
  send_line(hello_.data(), hello_size_);
}

void Link::lose_session(Failure why, TimeMs now) noexcept {
  session_ = 0;
  has_state_ = false;
  has_shot_ = false;
  if (!pending_.active || pending_.orphaned) return;
  if (pending_.kind == CommandKind::kFire) {
    pending_.orphaned = true;  // the next HELLO_REPLY tells whether it was carried out
  } else {
    conclude(Verdict::kFailed, Reply::kNone, why, now);
  }
}

void Link::handle(const protocol::Frame& frame, TimeMs now) noexcept {
  ++statistics_.received;
  const auto as = [&](auto message, auto&& then) {
    if (protocol::read_payload(frame.payload, message) == protocol::PayloadError::kNone) {
      then(message);
    } else {
      ++statistics_.malformed;
    }
  };
  if (frame.header.type == protocol::HelloReply::kInfo.type) {
    as(protocol::HelloReply{}, [&](const auto& m) { on(m, frame.header.version, now); });
  } else if (session_ == 0 || frame.header.session != session_) {
    ++statistics_.foreign_session;
  } else if (frame.header.type == protocol::State::kInfo.type) {
    as(protocol::State{}, [&](const auto& m) { on(m, now); });
  } else if (frame.header.type == protocol::Result::kInfo.type) {
    as(protocol::Result{}, [&](const auto& m) { on(m); });
  } else if (frame.header.type == protocol::Fault::kInfo.type) {
    as(protocol::Fault{}, [&](const auto& m) { on(m); });
  } else {
    ++statistics_.malformed;
  }
}

void Link::on(const protocol::HelloReply& reply, std::uint8_t version, TimeMs now) noexcept {
  const bool greeting = phase_ == LinkPhase::kGreeting || phase_ == LinkPhase::kMismatch;
  if (!greeting || reply.host_nonce != host_nonce_) return;  // an old or foreign answer
  const bool memory_kept = device_.boot_count == 0 || reply.boot_count >= device_.boot_count;
  if (reply.boot_count != device_.boot_count) known_faults_ = 0;
  device_ = reply;
  device_version_ = version;
  const bool fits = version == protocol::kProtocolVersion &&
                    reply.interface_hash == protocol::kInterfaceHash && reply.session != 0;
  if (!fits) {
    phase_ = LinkPhase::kMismatch;
    return;
  }
  phase_ = LinkPhase::kReady;
  session_ = reply.session;
  sequence_ = 0;
  nonce_ = 0;
  has_shot_ = false;
  heard_ = now;
  shot_id_ = std::max(shot_id_, reply.last_shot_id);
  ++statistics_.sessions;
  if (pending_.active) settle_fire(reply, memory_kept, now);
}

/// A FIRE of a lost session: the device's record tells whether its stroke was begun. The old
/// session's frames are void now, so it cannot begin any more.
void Link::settle_fire(const protocol::HelloReply& reply, bool memory_kept, TimeMs now) noexcept {
  if (reply.last_shot_id == pending_.shot_id) {
    conclude(Verdict::kConfirmed, Reply::kDone, Failure::kNone, now);
  } else {
    conclude(Verdict::kFailed, Reply::kNone,
             memory_kept ? Failure::kNewSession : Failure::kOutcomeUnknown, now);
  }
}

// --- commands ----------------------------------------------------------------------------------

Refusal Link::check_free() const noexcept {
  if (pending_.active) return Refusal::kBusy;
  return ready() ? Refusal::kNone : Refusal::kNotConnected;
}

const char* Link::find_out_of_range(const CueShot& shot) const noexcept {
  const protocol::Load load{
      1, 1, shot.speed, shot.azimuth, shot.elevation, shot.offset_right, shot.offset_up};
  if (const char* field = protocol::find_out_of_range(load)) return field;
  if (shot.speed < device_.min_speed || shot.speed > device_.max_speed) return "speed";
  if (shot.elevation > device_.max_elevation) return "elevation";
  const float offset = shot.offset_right * shot.offset_right + shot.offset_up * shot.offset_up;
  return offset > device_.max_offset * device_.max_offset ? "offset" : nullptr;
}

Refusal Link::load(const CueShot& shot, TimeMs now) noexcept {
  if (const Refusal refusal = check_free(); refusal != Refusal::kNone) return refusal;
  if (find_out_of_range(shot) != nullptr) return Refusal::kOutOfRange;
  shot_id_ = std::max(shot_id_, state_.last_shot_id) + 1;
  has_shot_ = true;
  const protocol::Load load{shot_id_,       ++nonce_,          shot.speed,    shot.azimuth,
                            shot.elevation, shot.offset_right, shot.offset_up};
  begin(CommandKind::kLoad, load, shot_id_, now);
  return Refusal::kNone;
}

Refusal Link::arm(std::uint16_t window_ms, TimeMs now) noexcept {
  if (const Refusal refusal = check_free(); refusal != Refusal::kNone) return refusal;
  if (!has_shot_) return Refusal::kNoShot;
  const protocol::Arm arm{shot_id_, nonce_, window_ms};
  const bool fits = protocol::find_out_of_range(arm) == nullptr;
  if (!fits || window_ms > device_.max_window_ms) return Refusal::kOutOfRange;
  begin(CommandKind::kArm, arm, shot_id_, now);
  return Refusal::kNone;
}

Refusal Link::fire(TimeMs now) noexcept {
  if (const Refusal refusal = check_free(); refusal != Refusal::kNone) return refusal;
  if (!has_shot_) return Refusal::kNoShot;
  // The newest device time is never ahead of the device's clock, so FIRE is void at the latest
  // `fire_validity` after that STATE came.
  const auto validity = static_cast<std::uint32_t>(settings_.fire_validity);
  pending_.expires_at_ms = state_.device_time_ms + validity;
  has_shot_ = false;  // one FIRE per shot, whatever becomes of it
  begin(CommandKind::kFire, protocol::Fire{shot_id_, nonce_, pending_.expires_at_ms}, shot_id_,
        now);
  return Refusal::kNone;
}

Refusal Link::disarm(bool clear, TimeMs now) noexcept {
  if (const Refusal refusal = check_free(); refusal != Refusal::kNone) return refusal;
  has_shot_ = false;
  begin(CommandKind::kDisarm, protocol::Disarm{clear ? std::uint8_t{1} : std::uint8_t{0}}, 0, now);
  return Refusal::kNone;
}

Refusal Link::stop(std::uint8_t reason, TimeMs now) noexcept {
  if (session_ == 0) return Refusal::kNotConnected;
  if (pending_.active) conclude(Verdict::kFailed, Reply::kNone, Failure::kSuperseded, now);
  has_shot_ = false;
  begin(CommandKind::kStop, protocol::Stop{reason}, 0, now);
  return Refusal::kNone;
}

template <class Message>
void Link::begin(CommandKind kind, const Message& message, std::uint32_t shot_id,
                 TimeMs now) noexcept {
  if (heartbeat_due_) send_heartbeat(now);  // the device wants a fresh one before a command
  pending_.active = true;
  pending_.orphaned = false;
  pending_.kind = kind;
  pending_.shot_id = shot_id;
  pending_.begun = now;
  pending_.sent = now;
  pending_.tries = 1;
  pending_.line_size = encode(message, pending_.line.data());
  pending_.sequence = sequence_;
  send_line(pending_.line.data(), pending_.line_size);
}

void Link::conclude(Verdict verdict, Reply reply, Failure failure, TimeMs now) noexcept {
  reports_.push({pending_.kind, verdict, reply, failure, pending_.shot_id, now - pending_.begun});
  pending_ = {};
}

// --- what the device says ------------------------------------------------------------------------

void Link::on(const protocol::State& state, TimeMs now) noexcept {
  // An older STATE that was overtaken on the way would turn time back.
  if (has_state_ && state.device_time_ms - state_.device_time_ms > 0x7FFFFFFFU) return;
  state_ = state;
  has_state_ = true;
  heard_ = now;
  heartbeat_due_ = true;
  if (!pending_.active || pending_.orphaned) return;
  const bool fire = pending_.kind == CommandKind::kFire;
  const bool answered = state.reply_sequence == pending_.sequence;
  if (answered || (fire && state.last_shot_id == pending_.shot_id)) {
    const Reply reply = answered ? state.reply : Reply::kDone;
    conclude(reply == Reply::kDone ? Verdict::kConfirmed : Verdict::kRefused, reply, Failure::kNone,
             now);
  } else if (fire && state.device_time_ms - pending_.expires_at_ms < 0x80000000U) {
    conclude(Verdict::kFailed, Reply::kNone, Failure::kExpired, now);
  }
}

void Link::on(const protocol::Result& result) noexcept {
  if (result.shot_id <= received_shot_id_) return;  // a repeat
  received_shot_id_ = result.shot_id;
  results_.push(result);
}

void Link::on(const protocol::Fault& fault) noexcept {
  // In order; a jump only over entries that the device itself no longer has.
  const bool overwritten = has_state_ && state_.fault_count > known_faults_ + 32;
  if (fault.index != known_faults_ && !(overwritten && fault.index > known_faults_)) return;
  known_faults_ = static_cast<std::uint16_t>(fault.index + 1);
  faults_.push(fault);
}

// --- time --------------------------------------------------------------------------------------

void Link::update(TimeMs now) noexcept {
  const bool greeting = phase_ == LinkPhase::kGreeting;
  const TimeMs period = greeting ? settings_.greeting_period : settings_.mismatch_period;
  if ((greeting || phase_ == LinkPhase::kMismatch) && now - greeted_ >= period) {
    greeted_ = now;
    ++statistics_.resent;
    send_line(hello_.data(), hello_size_);
  }
  if (phase_ == LinkPhase::kReady && now - heard_ > settings_.silence) {
    lose_session(Failure::kLinkLost, now);
    greet(now);
  }
  // One per call, however many STATEs had piled up: only the newest time is worth sending.
  const bool due = heartbeat_due_ || now - heartbeat_sent_ >= settings_.heartbeat_period;
  if (ready() && due) send_heartbeat(now);
  if (pending_.active) update_pending(now);
}

void Link::update_pending(TimeMs now) noexcept {
  if (pending_.orphaned) {
    if (now - pending_.begun > settings_.outcome_timeout) {
      conclude(Verdict::kFailed, Reply::kNone, Failure::kOutcomeUnknown, now);
    }
    return;
  }
  if (now - pending_.sent < settings_.retry_period) return;
  if (pending_.tries < settings_.max_tries) {
    ++pending_.tries;
    pending_.sent = now;
    ++statistics_.resent;
    send_line(pending_.line.data(), pending_.line_size);
  } else if (pending_.kind != CommandKind::kFire) {
    conclude(Verdict::kFailed, Reply::kNone, Failure::kNoAnswer, now);
  }
  // FIRE is settled by a STATE after its deadline, or by the loss of the session.
}

void Link::send_heartbeat(TimeMs now) noexcept {
  heartbeat_sent_ = now;
  heartbeat_due_ = false;
  std::array<std::uint8_t, protocol::kMaxLineSize> line;
  const std::size_t size = encode(
      protocol::Heartbeat{state_.device_time_ms, received_shot_id_, known_faults_}, line.data());
  send_line(line.data(), size);
}

template <class Message>
std::size_t Link::encode(const Message& message, std::uint8_t* line) noexcept {
  protocol::Header header;
  header.session = session_;
  header.sequence = ++sequence_;
  return protocol::encode_message(message, header, {line, protocol::kMaxLineSize});
}

void Link::send_line(const std::uint8_t* line, std::size_t size) noexcept {
  if (size > output_.size() - output_size_) {
    ++statistics_.dropped;
    return;
  }
  std::memcpy(output_.data() + output_size_, line, size);
  output_size_ += size;
  ++statistics_.sent;
}

std::size_t Link::take_output(protocol::ByteSpan out) noexcept {
  const std::size_t size = std::min(out.size, output_size_);
  if (size > 0) std::memcpy(out.data, output_.data(), size);
  std::memmove(output_.data(), output_.data() + size, output_size_ - size);
  output_size_ -= size;
  return size;
}

std::uint64_t Link::fingerprint() const noexcept {
  std::uint64_t hash = 1469598103934665603ULL;
  const auto add = [&hash](auto... values) {
    ((hash = (hash ^ static_cast<std::uint64_t>(values)) * 1099511628211ULL, hash ^= hash >> 29U),
     ...);
  };
  add(phase_, random_, host_nonce_, session_, sequence_, greeted_, has_state_, heard_,
      heartbeat_sent_, heartbeat_due_, shot_id_, nonce_, has_shot_, received_shot_id_,
      known_faults_, output_size_);
  add(state_.state, state_.device_time_ms, state_.reply_sequence, state_.reply, state_.shot_id,
      state_.last_shot_id, state_.fault_count, device_.boot_count, device_.session);
  add(pending_.active);
  if (pending_.active) {
    add(pending_.kind, pending_.sequence, pending_.shot_id, pending_.expires_at_ms, pending_.begun,
        pending_.sent, pending_.tries, pending_.orphaned);
  }
  return hash;
}

// --- names ---------------------------------------------------------------------------------------

const char* name_of(LinkPhase phase) noexcept {
  constexpr const char* kNames[] = {"closed", "greeting", "ready", "mismatch"};
  return kNames[static_cast<std::size_t>(phase)];
}

const char* name_of(CommandKind kind) noexcept {
  constexpr const char* kNames[] = {"LOAD", "ARM", "FIRE", "DISARM", "STOP"};
  return kNames[static_cast<std::size_t>(kind)];
}

const char* name_of(Failure failure) noexcept {
  constexpr const char* kNames[] = {"none",
                                    "no answer from the cue",
                                    "FIRE expired before the cue took it",
                                    "the link to the cue was lost",
                                    "the cue opened a new session",
                                    "overtaken by STOP",
                                    "contact lost, outcome unknown"};
  return kNames[static_cast<std::size_t>(failure)];
}

const char* name_of(Refusal refusal) noexcept {
  constexpr const char* kNames[] = {"none", "the cue is not connected",
                                    "another command is under way", "out of the cue's range",
                                    "no shot is loaded"};
  return kNames[static_cast<std::size_t>(refusal)];
}

}  // namespace firmware_bridge::host
