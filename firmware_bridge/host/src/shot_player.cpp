// SPDX-License-Identifier: Apache-2.0
#include "firmware_bridge/host/shot_player.hpp"

#include <cmath>
#include <cstdio>
#include <numbers>
#include <utility>

namespace firmware_bridge::host {
namespace {

std::string explain(const CommandReport& report) {
  const std::string command = name_of(report.kind);
  return report.verdict == Verdict::kRefused
             ? command + " refused by the cue: " + protocol::name_of(report.reply)
             : command + " failed: " + name_of(report.failure);
}

/// The first value of the shot that the cue does not allow, and what it allows.
std::string explain_range(const Link& link, const CueShot& shot) {
  const protocol::HelloReply& cue = link.device();
  const float turn = std::numbers::pi_v<float>, offset = cue.max_offset;
  const struct {
    std::string field;
    float value, least, most;
    const char* unit;
  } limits[] = {
      {"speed", shot.speed, cue.min_speed, cue.max_speed, "m/s"},
      {"azimuth", shot.azimuth, -turn, turn, "rad"},
      {"elevation", shot.elevation, 0.0F, cue.max_elevation, "rad"},
      {"offset_right", shot.offset_right, -offset, offset, "ball radii"},
      {"offset_up", shot.offset_up, -offset, offset, "ball radii"},
      {"offset", std::hypot(shot.offset_right, shot.offset_up), 0.0F, offset, "ball radii"}};
  const char* found = link.find_out_of_range(shot);
  for (const auto& limit : limits) {
    if (limit.field != found) continue;
    char text[96];
    std::snprintf(text, sizeof(text), " is %g %s; allowed by the cue: %g to %g %s",
                  static_cast<double>(limit.value), limit.unit, static_cast<double>(limit.least),
                  static_cast<double>(limit.most), limit.unit);
    return limit.field + text;
  }
  return name_of(Refusal::kOutOfRange);
}

}  // namespace

void ShotPlayer::begin(Link& link, const CueShot& shot, bool auto_arm, std::uint16_t window_ms,
                       TimeMs now) {
  shot_ = shot;
  auto_arm_ = auto_arm;
  window_ms_ = window_ms;
  phase_ = Phase::kLoading;
  const Refusal refusal = link.load(shot, now);
  if (refusal == Refusal::kNone) {
    shot_id_ = link.shot_id();
    return;
  }
  const bool outside = refusal == Refusal::kOutOfRange;
  finish(ShotOutcome::Kind::kRefused, outside ? explain_range(link, shot) : name_of(refusal));
}

std::string ShotPlayer::arm(Link& link, std::uint16_t window_ms, TimeMs now) {
  if (phase_ != Phase::kLoaded) return "no shot is loaded";
  window_ms_ = window_ms;
  start_arm(link, now);
  return phase_ == Phase::kArming ? std::string() : outcome_->reason;
}

void ShotPlayer::start_arm(Link& link, TimeMs now) {
  const Refusal refusal = link.arm(window_ms_, now);
  if (refusal == Refusal::kNone) {
    phase_ = Phase::kArming;
  } else {
    disarm_wanted_ = true;
    finish(ShotOutcome::Kind::kRefused, std::string("ARM not sent: ") + name_of(refusal));
  }
}

void ShotPlayer::abandon(const std::string& why) {
  // After FIRE the device's RESULT tells what happened.
  if (phase_ == Phase::kNone || phase_ == Phase::kFiring || phase_ == Phase::kWaiting) return;
  finish(ShotOutcome::Kind::kAborted, why);
}

void ShotPlayer::withdraw(const std::string& why) {
  if (!active()) return;
  abandon(why);
  disarm_wanted_ = disarm_wanted_ || !active();
}

void ShotPlayer::update(Link& link, TimeMs now) {
  CommandReport report;
  while (link.next(report)) on_report(link, report, now);
  protocol::Result result;
  while (link.next(result)) on_result(result);
  const bool held = phase_ == Phase::kLoaded;
  if (held && (!link.ready() || link.state().shot_id != shot_id_)) {
    finish(ShotOutcome::Kind::kAborted, "the cue has given the loaded shot up");
  }
  if (phase_ == Phase::kWaiting && now - fired_at_ > kResultTimeout) {
    disarm_wanted_ = true;
    finish(ShotOutcome::Kind::kAborted, "no result from the cue after FIRE");
  }
  if (disarm_wanted_ && link.ready() && !link.busy()) {
    disarm_wanted_ = link.disarm(false, now) != Refusal::kNone;
  }
}

void ShotPlayer::on_report(Link& link, const CommandReport& report, TimeMs now) {
  const bool mine = active() && report.shot_id == shot_id_;
  if (!mine) return;
  if (report.verdict != Verdict::kConfirmed) {
    disarm_wanted_ = report.kind != CommandKind::kLoad;
    const bool early = report.kind == CommandKind::kLoad;
    finish(early ? ShotOutcome::Kind::kRejected : ShotOutcome::Kind::kAborted, explain(report));
  } else if (phase_ == Phase::kLoading) {
    phase_ = Phase::kLoaded;
    if (auto_arm_) start_arm(link, now);
  } else if (phase_ == Phase::kArming) {
    phase_ = Phase::kFiring;
    const Refusal refusal = link.fire(now);
    if (refusal != Refusal::kNone) {
      disarm_wanted_ = true;
      finish(ShotOutcome::Kind::kAborted, std::string("FIRE not sent: ") + name_of(refusal));
    }
  } else if (phase_ == Phase::kFiring) {
    phase_ = Phase::kWaiting;
    fired_at_ = now;
  }
}

void ShotPlayer::on_result(const protocol::Result& result) {
  if (!active() || result.shot_id != shot_id_) return;
  if (result.outcome != protocol::Outcome::kStruck) {
    return finish(ShotOutcome::Kind::kAborted,
                  std::string("stroke ") + protocol::name_of(result.outcome) + " by the cue");
  }
  finish(ShotOutcome::Kind::kFired, "");
  outcome_->measured_speed = result.measured_speed;
  outcome_->peak_current = result.peak_current;
}

void ShotPlayer::finish(ShotOutcome::Kind kind, const std::string& reason) {
  phase_ = Phase::kNone;
  outcome_ = ShotOutcome{kind, reason, shot_.speed, 0.0F, 0.0F};
}

std::optional<ShotOutcome> ShotPlayer::take_outcome() {
  return std::exchange(outcome_, std::nullopt);
}

}  // namespace firmware_bridge::host
