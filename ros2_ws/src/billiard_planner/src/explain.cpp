// SPDX-License-Identifier: Apache-2.0
#include "explain.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

namespace billiard {
namespace {

constexpr double kDegrees = 180.0 / std::numbers::pi;

std::string margins(const Choice& choice) {
  if (choice.aim_window <= 0.0) return {};
  return fmt::format(" It forgives {:.2f} degrees of aim to either side.",
                     kDegrees * choice.aim_window);
}

std::string chance(const Choice& best, const PlanRequest& request) {
  const double percent = 100.0 * best.success_probability;
  if (best.samples == 0) {
    return fmt::format(": about {:.1f} % by its margin (no time for disturbed shots).", percent);
  }
  if (request.noise == 0.0 && request.position_sigma == 0.0) {
    return best.success_probability > 0.0 ? ": a perfect cue makes it."
                                          : ": even a perfect cue does not succeed.";
  }
  return fmt::format(": {:.1f} % of {} disturbed shots succeeded.", percent, best.samples);
}

}  // namespace

std::string describe(const Choice& choice, const PlanRequest& request) {
  if (choice.call.target < 0) return name(choice.kind);
  return fmt::format("{} {} in {}", name(choice.kind),
                     request.ids[static_cast<std::size_t>(choice.call.target)],
                     name(static_cast<PocketId>(choice.call.pocket)));
}

std::string explain(const Plan& plan, const PlanRequest& request) {
  const Choice& best = plan.best;
  std::string text = describe(best, request) + chance(best, request);
  text += margins(best);
  if (best.kind == ShotKind::kSafety && best.success_probability == 0.0) {
    text += " It will be a foul: no stroke was found that keeps the rules.";
  } else if (best.kind == ShotKind::kSafety) {
    text += fmt::format(" It leaves the opponent a pot of about {:.0f} %.",
                        100.0 * best.next_probability);
  } else if (request.look_ahead && best.next_probability > 0.0) {
    text += fmt::format(" The next shot then has about {:.0f} %.", 100.0 * best.next_probability);
  }
  if (plan.alternatives.empty()) return text + " Nothing else was found.";
  const Choice& second = plan.alternatives.front();
  return text + fmt::format(" Next best is {} with {:.1f} % (value {:.3f} against {:.3f}).",
                            describe(second, request), 100.0 * second.success_probability,
                            second.value, best.value);
}

}  // namespace billiard
