// SPDX-License-Identifier: Apache-2.0
#include "desk.hpp"

namespace firmware_bridge::test {
namespace {

firmware::PlantParameters machine_near_home() {
  firmware::PlantParameters machine;
  machine.start_position = 0.0005F;
  return machine;
}

/// The device must be disarmed this long after the last sign of the host [ms].
constexpr std::int64_t kDisarmLimitMs = 200;

}  // namespace

Desk::Desk(std::uint64_t seed) : random(seed), board_(machine_near_home()) {
  cue_.emplace(board_);
  restart_host();
}

void Desk::restart_host() {
  if (link_ && link_->busy()) ++reported;  // died with its process
  link_.emplace(host::LinkSettings{}, static_cast<std::uint32_t>(random.next()));
  receiver_.restart();
  link_->open(now_);
}

void Desk::reset_device() {
  cue_.emplace(board_);
  board_.enable_drive(false);
  last_state_ = protocol::CueState::kBoot;
}

bool Desk::armed() const {
  return state() == protocol::CueState::kArmed || state() == protocol::CueState::kStroking;
}

void Desk::step() {
  ++now_;
  if (host_alive) run_host();
  run_device();
  watch();
  collect();
}

void Desk::run_host() {
  host_last_alive_ = now_;
  for (const char c : to_host_.receive(faults, now_)) {
    const auto status = receiver_.push(static_cast<std::uint8_t>(c));
    if (status == protocol::FrameReceiver::Status::kFrame) link_->handle(receiver_.frame(), now_);
  }
  link_->update(now_);
  std::uint8_t out[2048];
  const std::size_t size = link_->take_output({out, sizeof(out)});
  to_device_.send({reinterpret_cast<char*>(out), size}, faults, random, now_);
}

void Desk::run_device() {
  board_.to_device += to_device_.receive(faults, now_);
  cue_->tick();
  board_.advance();
  to_host_.send(std::move(board_.to_host), faults, random, now_);
  board_.to_host.clear();
}

void Desk::collect() {
  host::CommandReport report;
  while (link_->next(report)) {
    ++reported;
    last_report = report;
    const bool fire = report.kind == host::CommandKind::kFire;
    const bool undone = report.verdict != host::Verdict::kConfirmed;
    // Overtaken by STOP, a FIRE may be on its way still: STOP follows it.
    if (fire && undone && report.failure != host::Failure::kSuperseded) {
      given_up.insert(report.shot_id);
    }
    if (fire && report.verdict == host::Verdict::kConfirmed) {
      note(strokes.count(report.shot_id) == 1, "a confirmed FIRE has stroked");
    }
    const bool certain = undone && report.failure != host::Failure::kOutcomeUnknown &&
                         report.failure != host::Failure::kSuperseded;
    if (fire && certain) {
      note(strokes.count(report.shot_id) == 0, "a FIRE reported as not done has not stroked");
    }
  }
  protocol::Result result;
  while (link_->next(result)) {
    note(strokes.count(result.shot_id) == 1, "a result belongs to a stroke");
    results.push_back(result);
  }
  protocol::Fault fault;
  while (link_->next(fault)) faults_reported.push_back(fault);
}

void Desk::watch() {
  // A stroke that is aborted in its first period shows in the device's record only.
  const std::uint32_t last_shot = board_.record.last_shot_id;
  const bool entered =
      state() == protocol::CueState::kStroking && last_state_ != protocol::CueState::kStroking;
  const bool begun = entered || last_shot != last_shot_;
  last_shot_ = last_shot;
  if (begun) {
    const std::uint32_t shot = last_shot;
    note(++strokes[shot] == 1, "never two strokes for one shot id");
    note(fired.count(shot) == 1, "never a stroke that was not commanded");
    note(given_up.count(shot) == 0, "no stroke begins after its FIRE was reported failed");
  }
  last_state_ = state();
  const bool silent = now_ - host_last_alive_ > kDisarmLimitMs;
  note(!silent || !armed(), "disarmed within 200 ms of the host's death");
  watch_tip();
}

/// The protocol's view of a stroke may be flawless and the cue still hit twice: the tip itself must
/// go forward through the impact point at most once per shot id, ball or not.
void Desk::watch_tip() {
  const std::uint32_t passes = board_.plant().passes();
  if (passes != last_passes_) {
    note(strokes.count(last_shot_) == 1, "the tip passes the impact point only for a stroke");
    note(++passes_of_[last_shot_] == 1 && passes == last_passes_ + 1,
         "the tip passes the impact point once per shot id");
  }
  last_passes_ = passes;
}

void Desk::note(bool holds, const std::string& promise) {
  if (!holds && violation.empty()) {
    violation = promise + " (at " + std::to_string(now_) + " ms)";
  }
}

bool Desk::load(float speed) {
  const host::CueShot shot{speed, 0.1F, 0.05F, 0.1F, -0.1F};
  const bool ok = link_->load(shot, now_) == host::Refusal::kNone;
  taken += ok ? 1 : 0;
  return ok;
}

bool Desk::arm(std::uint16_t window_ms) {
  const bool ok = link_->arm(window_ms, now_) == host::Refusal::kNone;
  taken += ok ? 1 : 0;
  return ok;
}

bool Desk::fire() {
  const bool ok = link_->fire(now_) == host::Refusal::kNone;
  if (ok) fired.insert(link_->shot_id());
  if (ok) given_up.erase(link_->shot_id());  // a restarted host may use an id that never stroked
  taken += ok ? 1 : 0;
  return ok;
}

bool Desk::disarm(bool clear) {
  const bool ok = link_->disarm(clear, now_) == host::Refusal::kNone;
  taken += ok ? 1 : 0;
  return ok;
}

bool Desk::stop() {
  const bool ok = link_->stop(1, now_) == host::Refusal::kNone;
  taken += ok ? 1 : 0;
  return ok;
}

}  // namespace firmware_bridge::test
