// SPDX-License-Identifier: Apache-2.0
#include "validate_request.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "billiard_engine/fields.hpp"
#include "billiard_engine/files/scenario.hpp"

namespace billiard {
namespace {

[[noreturn]] void fail(const std::string& message) { throw std::invalid_argument(message); }

void check_range(const char* field, double value, double min, double max, const char* unit) {
  if (is_within(value, min, max)) return;
  fail(fmt::format("{} is {:g}; allowed: {:g} to {:g} [{}]", field, value, min, max, unit));
}

int index_of(const PlanRequest& request, const std::string& id) {
  const auto found = std::find(request.ids.begin(), request.ids.end(), id);
  return found == request.ids.end() ? -1 : static_cast<int>(found - request.ids.begin());
}

void check_balls(const PlanRequest& request, const Table& table, const Physics& physics) {
  if (request.ids.size() != request.balls.size()) {
    fail(fmt::format("ids has {} entries; allowed: one per ball ({})", request.ids.size(),
                     request.balls.size()));
  }
  for (std::size_t i = 0; i < request.ids.size(); ++i) {
    if (index_of(request, request.ids[i]) != static_cast<int>(i)) {
      fail(fmt::format("ball id '{}' is given twice; allowed: unique ids", request.ids[i]));
    }
  }
  if (const auto error = check_layout(request.balls, table, physics)) {
    fail(describe(*error, {request.ids, request.balls}, table));
  }
}

/// The cue ball is no target: it is the one that is struck.
void check_target(const PlanRequest& request) {
  if (request.target.empty()) return;
  const int cue = Rules(request.game, request.ids).cue();
  const int target = index_of(request, request.target);
  if (target >= 0 && target != cue) return;
  std::vector<std::string> others = request.ids;
  if (cue >= 0) others.erase(others.begin() + cue);
  fail(fmt::format("target is '{}'; allowed: {}", request.target,
                   others.empty() ? "none" : fmt::format("{}", fmt::join(others, ", "))));
}

void check_on_cloth(const char* field, const Vec2<double>& p, const TableSpec& spec) {
  const bool inside = p.allFinite() && (spec.endless || (std::abs(p.x()) <= 0.5 * spec.length &&
                                                         std::abs(p.y()) <= 0.5 * spec.width));
  if (inside) return;
  fail(fmt::format("{} is {:g},{:g}; allowed: on the cloth of {:g} x {:g} m", field, p.x(), p.y(),
                   spec.length, spec.width));
}

bool moves(const Ball& ball) {
  return ball.in_play() && (!ball.velocity.isZero(0.0) || !ball.spin.isZero(0.0));
}

}  // namespace

void validate(const PlanRequest& request, const Table& table, const Physics& physics) {
  check_range("budget", request.budget, 0.001, 3600.0, "s");
  check_range("noise", request.noise, 0.0, 100.0, "-");
  check_range("position_sigma", request.position_sigma, 0.0, 0.02, "m");
  check_range("simulations", static_cast<double>(request.simulations), 0.0, 1e12, "-");
  check_balls(request, table, physics);
  check_target(request);
}

void validate(const ShapeRequest& request, const Table& table, const Physics& physics) {
  check_range("clearance", request.clearance, 0.0, 1.0, "m");
  check_range("tolerance", request.tolerance, 1e-6, 1.0, "m");
  check_range("budget", request.budget, 0.001, 3600.0, "s");
  const int count = static_cast<int>(request.balls.size());
  if (request.cue < 0 || request.cue >= count) {
    fail(fmt::format("cue is {}; allowed: 0 to {}", request.cue, count - 1));
  }
  if (const auto error = check_layout(request.balls, table, physics)) {
    Layout numbered{{}, request.balls};
    for (int i = 0; i < count; ++i) numbered.ids.push_back(fmt::to_string(i));
    fail(describe(*error, numbered, table));
  }
  for (const int ball : request.avoid) {
    if (ball < 0 || ball >= count || ball == request.cue) {
      fail(fmt::format("avoid has ball {}; allowed: one of the balls, not the cue ball", ball));
    }
  }
  check_on_cloth("to", request.target, table.spec);
  for (const Vec2<double>& point : request.through) check_on_cloth("through", point, table.spec);
  const Ball& cue = request.balls[static_cast<std::size_t>(request.cue)];
  if ((request.target - cue.position.head<2>()).norm() < physics.ball.radius) {
    fail("to is where the cue ball lies; allowed: at least a radius away");
  }
}

BallMask wanted_balls(const PlanRequest& request, const Rules& rules) {
  const BallMask allowed = rules.balls_to_pot(in_play(request.balls));
  if (request.target.empty()) return allowed;
  return allowed & mask_of(index_of(request, request.target));
}

std::string find_obstacle(const PlanRequest& request, const Rules& rules, const Table& table) {
  const BallMask playing = in_play(request.balls);
  if (table.pocket_count == 0) return "no shot because the table has no pockets";
  if (rules.cue() < 0) return "no shot because there is no cue ball (a ball with id 'cue')";
  if ((playing & mask_of(rules.cue())) == 0) {
    return "no shot because the cue ball is not on the table";
  }
  for (std::size_t i = 0; i < request.balls.size(); ++i) {
    if (moves(request.balls[i])) {
      return fmt::format("no shot because ball '{}' still moves", request.ids[i]);
    }
  }
  if ((playing & ~mask_of(rules.cue())) == 0) return "no shot because all balls are pocketed";
  if (rules.balls_on(playing) == 0) {
    return fmt::format("no shot because no ball on the table belongs to {}",
                       name(request.game.game));
  }
  if (!request.target.empty() && (playing & mask_of(index_of(request, request.target))) == 0) {
    return fmt::format("no shot because ball '{}' is not on the table", request.target);
  }
  if (wanted_balls(request, rules) == 0) {
    return fmt::format("no shot because the rules of {} do not allow ball '{}' now",
                       name(request.game.game), request.target);
  }
  return {};
}

}  // namespace billiard
