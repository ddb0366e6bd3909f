// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cmath>
#include <cstdio>
#include <stdexcept>

#include "billiard_engine/fields.hpp"

namespace billiard {
namespace {

/// Ranges that depend on another field.
std::optional<FieldError> find_misfit(const Physics& p) noexcept {
  const FieldError rules[] = {
      {"cloth.contact_radius", p.cloth.contact_radius, 1e-9, 0.5 * p.ball.radius, "m",
       "at most half of ball.radius"},
      {"steps.contact", p.steps.contact, 1e-9, p.steps.free, "s", "at most steps.free"},
      {"cue.end_mass", p.cue.end_mass, 0.0, p.cue.mass, "kg", "at most cue.mass"},
      {"ball_ball.ambrosio_speed_high", p.ball_ball.ambrosio_speed_high,
       p.ball_ball.ambrosio_speed_low + 1e-9, 1.0, "m/s", "above ambrosio_speed_low"},
      {"ball_cushion.ambrosio_speed_high", p.ball_cushion.ambrosio_speed_high,
       p.ball_cushion.ambrosio_speed_low + 1e-9, 1.0, "m/s", "above ambrosio_speed_low"},
  };
  for (const FieldError& rule : rules) {
    if (!is_within(rule.value, rule.min, rule.max)) return rule;
  }
  return std::nullopt;
}

}  // namespace

bool is_within(double value, double min, double max) noexcept {
  return std::isfinite(value) && value >= min && value <= max;
}

std::optional<FieldError> find_error(const Physics& physics) noexcept {
  Physics copy = physics;
  for (const auto& field : physics_numbers()) {
    const double value = field.member(copy);
    if (!is_within(value, field.min, field.max)) {
      return FieldError{field.name, value, field.min, field.max, field.unit};
    }
  }
  for (const auto& field : physics_choices()) {
    const int last = static_cast<int>(field.allowed.size()) - 1;
    const int value = field.get(physics);
    if (value < 0 || value > last) {
      return FieldError{field.name, static_cast<double>(value), 0.0, static_cast<double>(last)};
    }
  }
  return find_misfit(physics);
}

std::string message(const FieldError& error) {
  std::array<char, 256> text{};
  std::snprintf(text.data(), text.size(), "%s is %.9g; allowed: %.9g to %.9g [%s]%s%s%s",
                error.field, error.value, error.min, error.max, error.unit,
                error.reason != nullptr ? " (" : "", error.reason != nullptr ? error.reason : "",
                error.reason != nullptr ? ")" : "");
  return text.data();
}

void validate(const Physics& physics) {
  if (const auto error = find_error(physics)) throw std::invalid_argument(message(*error));
}

}  // namespace billiard
