// SPDX-License-Identifier: Apache-2.0
#include "game/shot_line.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace billiard_nodes {
namespace {

std::string describe_call(const PlannedShot& plan) {
  if (plan.call.target.empty()) return plan.kind;
  return fmt::format("{} {} {}", plan.kind, plan.call.target, plan.call.pocket);
}

/// Tip offset in words: "0.20 up 0.10 right".
std::string describe_spin(const billiard::Shot& shot) {
  constexpr double kCentre = 0.005;  // [ball radii]
  std::string text;
  const auto add = [&](double offset, const char* plus, const char* minus) {
    if (std::abs(offset) < kCentre) return;
    text += fmt::format(" {:.2f} {}", std::abs(offset), offset > 0.0 ? plus : minus);
  };
  add(shot.offset_height, "up", "down");
  add(shot.offset_side, "right", "left");
  return text.empty() ? " centre" : text;
}

}  // namespace

std::string shot_line(const PlayedShot& played, const billiard::Shot& shot) {
  const Judgement& seen = played.judgement;
  std::string text =
      fmt::format("rack {} shot {:2}: {:<26} p {:.2f}  {:.1f} m/s{}: {}", played.rack,
                  played.number, describe_call(played.plan), played.plan.success_probability,
                  shot.speed, describe_spin(shot), seen.verdict.call);
  if (!seen.pocketed.empty()) text += fmt::format(" ({})", fmt::join(seen.pocketed, ", "));
  if (!seen.off_table.empty()) text += fmt::format(" (lost: {})", fmt::join(seen.off_table, ", "));
  return text;
}

}  // namespace billiard_nodes
