// SPDX-License-Identifier: Apache-2.0
// What the supervisor tells: messages to the host, and its fingerprint.
#include "firmware_bridge/firmware/supervisor.hpp"

namespace firmware_bridge::firmware {

using protocol::CueState;

std::uint64_t Supervisor::fingerprint() const noexcept {
  std::uint64_t hash = 1469598103934665603ULL;
  const auto add = [&hash](auto... values) {
    ((hash = (hash ^ static_cast<std::uint64_t>(values)) * 1099511628211ULL, hash ^= hash >> 29U),
     ...);
  };
  add(record_.boot_count, record_.session_count, record_.last_shot_id, record_is_new_, state_,
      now_ms_, entered_ms_, session_, host_nonce_, command_sequence_, reply_, heard_, heard_ms_,
      highest_nonce_, has_shot_, window_ms_, noise_since_ms_, noise_frames_);
  add(shot_.shot_id, shot_.nonce, inputs_.estop, inputs_.drive.at_home, inputs_.drive.struck,
      inputs_.drive.stroke_done, inputs_.drive.fault);
  add(log_.count(), next_fault_, fault_sent_ms_, reply_due_, hello_reply_due_, state_sent_ms_,
      result_.shot_id, result_waits_, result_due_, result_sent_ms_);
  return hash;
}

bool Supervisor::take(protocol::HelloReply& reply) noexcept {
  if (!hello_reply_due_) return false;
  hello_reply_due_ = false;
  reply = hello_reply_;
  return true;
}

bool Supervisor::take(protocol::State& state) noexcept {
  const bool busy = shot_at_stake() || state_ == CueState::kRetracting;
  const std::uint32_t period = busy ? kBusyStatePeriodMs : kStatePeriodMs;
  if (session_ == 0 || (!reply_due_ && now_ms_ - state_sent_ms_ < period)) return false;
  reply_due_ = false;
  state_sent_ms_ = now_ms_;
  state = {state_,
           now_ms_,
           command_sequence_,
           reply_,
           has_shot_ ? shot_.shot_id : 0U,
           has_shot_ ? shot_.nonce : 0U,
           record_.last_shot_id,
           inputs_.drive.position,
           inputs_.drive.speed,
           inputs_.accepted_frames,
           inputs_.rejected_frames,
           log_.count(),
           inputs_.estop ? std::uint8_t{1} : std::uint8_t{0},
           inputs_.busiest_period_us};
  return true;
}

bool Supervisor::take(protocol::Result& result) noexcept {
  if (!result_waits_ || session_ == 0) return false;
  if (!result_due_ && now_ms_ - result_sent_ms_ < kResultPeriodMs) return false;
  result_due_ = false;
  result_sent_ms_ = now_ms_;
  result = result_;
  return true;
}

bool Supervisor::take(protocol::Fault& fault) noexcept {
  if (session_ == 0 || next_fault_ == log_.count()) return false;
  if (next_fault_ < log_.oldest()) next_fault_ = log_.oldest();
  fault_sent_ms_ = now_ms_;
  fault = log_.entry(next_fault_++);
  return true;
}

}  // namespace firmware_bridge::firmware
