// SPDX-License-Identifier: Apache-2.0
#include "fit/adjustable_physics.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string_view>

#include "billiard_engine/fields.hpp"

namespace billiard {
namespace {

/// Nothing bounces back with all its speed, and laws turn singular there.
constexpr double kHighestRestitution = 0.995;
/// A file may say 0, of which there is no logarithm.
constexpr double kLowest = 1e-5;
/// The contact disc's radius as part of the ball's: validate() allows half.
constexpr double kWidestContact = 0.499;

}  // namespace

AdjustablePhysics::Number AdjustablePhysics::number(const char* field, double nudge) {
  for (const NumberField<Physics>& known : physics_numbers()) {
    if (std::string_view(known.name) != field) continue;
    const bool restitution = std::string_view(field).ends_with("restitution");
    return {field, nudge, std::max(known.min, kLowest),
            restitution ? kHighestRestitution : known.max, known.member};
  }
  throw std::logic_error(std::string("no such field: ") + field);
}

AdjustablePhysics::AdjustablePhysics(const Physics& first)
    : first_(first),
      numbers_{number("cloth.friction", 1e-3), number("cloth.contact_radius", 5e-3),
               number("cloth.rolling", 5e-3), number("ball_ball.restitution", 1e-3),
               number("ball_cushion.restitution", 1e-3)} {
  if (first.ball_ball.friction_law == FrictionLaw::kAlciatore) {
    numbers_.push_back(number("ball_ball.alciatore_offset", 1e-2));
    numbers_.push_back(number("ball_ball.alciatore_scale", 1e-2));
  } else {
    numbers_.push_back(number("ball_ball.friction", 5e-3));
  }
  if (first.ball_cushion.friction_law == FrictionLaw::kAlciatore) {
    numbers_.push_back(number("ball_cushion.alciatore_offset", 1e-2));
    numbers_.push_back(number("ball_cushion.alciatore_scale", 1e-2));
  } else {
    numbers_.push_back(number("ball_cushion.friction", 2e-3));
  }
  for (Number& n : numbers_) {
    if (std::string_view(n.field) == "cloth.contact_radius")
      n.max = kWidestContact * first.ball.radius;
  }
  first_values_.resize(static_cast<Eigen::Index>(numbers_.size()));
  for (Eigen::Index i = 0; i < size(); ++i) {
    first_values_[i] = std::log(std::clamp(at(i).member(first_), at(i).min, at(i).max));
  }
}

const char* AdjustablePhysics::name(Eigen::Index i) const { return at(i).field; }

AdjustablePhysics::Values AdjustablePhysics::limited(const Values& values) const {
  Values cut(size());
  for (Eigen::Index i = 0; i < size(); ++i) {
    const Number& n = at(i);
    cut[i] = std::clamp(values[i], std::log(n.min), std::log(n.max));
  }
  return cut;
}

Physics AdjustablePhysics::physics(const Values& values) const {
  Physics physics = first_;
  for (Eigen::Index i = 0; i < size(); ++i) {
    const Number& n = at(i);
    n.member(physics) = std::clamp(std::exp(values[i]), n.min, n.max);
  }
  return physics;
}

AdjustablePhysics::Values AdjustablePhysics::nudges(const Values& values) const {
  Values nudges(size());
  for (Eigen::Index i = 0; i < size(); ++i) {
    const Number& n = at(i);
    nudges[i] = values[i] + n.nudge > std::log(n.max) ? -n.nudge : n.nudge;
  }
  return nudges;
}

std::vector<Physics> AdjustablePhysics::nudged(const Values& values) const {
  const Values by = nudges(values);
  std::vector<Physics> list{physics(values)};
  for (Eigen::Index i = 0; i < size(); ++i) {
    Values moved = values;
    moved[i] += by[i];
    list.push_back(physics(moved));
  }
  return list;
}

}  // namespace billiard
