// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <numbers>

#include "billiard_engine/fields.hpp"
#include "table/geometry.hpp"

namespace billiard {
namespace {

constexpr double kHalfPi = 0.5 * std::numbers::pi;
constexpr std::array kBallSets = {"pool", "snooker", "carom"};
constexpr std::array kNoYes = {"false", "true"};

#define NUMBER(path, unit, min, max, meaning)                                       \
  {                                                                                 \
#path, unit, min, max, meaning, [](TableSpec & t) -> double& { return t.path; } \
  }
#define POCKET(section)                                                                       \
  NUMBER(section.mouth, "m", 0.01, 1.0, "between the cushion tips, nose to nose"),            \
      NUMBER(section.jaw_angle, "rad", kHalfPi, 3.1, "between nose and jaw, in the rubber"),  \
      NUMBER(section.shelf, "m", 0.0, 0.5, "from the middle of the mouth to the hole's rim"), \
      NUMBER(section.radius, "m", 0.01, 0.5, "of the hole"),                                  \
      NUMBER(section.tip_radius, "m", 1e-4, 0.5, "rounding where nose and jaw meet")

const NumberField<TableSpec> kNumbers[] = {
    NUMBER(length, "m", 0.1, 20.0, "nose to nose along x"),
    NUMBER(width, "m", 0.1, 20.0, "nose to nose along y"),
    NUMBER(nose_height, "m", 1e-3, 1.0, "of the cushion nose above the cloth"),
    POCKET(corner),
    POCKET(side),
};
#undef POCKET
#undef NUMBER

const ChoiceField<TableSpec> kChoices[] = {
    {"pockets", kNoYes, "six pockets, or closed cushions all round",
     [](TableSpec& t, int i) { t.pockets = i != 0; },
     [](const TableSpec& t) { return t.pockets ? 1 : 0; }},
    {"balls", kBallSets, "the set of balls the table is played with",
     [](TableSpec& t, int i) { t.balls = static_cast<BallSet>(i); },
     [](const TableSpec& t) { return static_cast<int>(t.balls); }},
};

/// Names of one kind of pocket's fields, for messages.
struct PocketNames {
  const char* mouth;
  const char* jaw_angle;
  const char* radius;
  const char* tip_radius;
};
constexpr PocketNames kCornerNames{"corner.mouth", "corner.jaw_angle", "corner.radius",
                                   "corner.tip_radius"};
constexpr PocketNames kSideNames{"side.mouth", "side.jaw_angle", "side.radius", "side.tip_radius"};

/// A ball must reach the hole between the jaws, and must not get past the hole.
std::optional<FieldError> find_pocket_error(const PocketShape& shape, const Vec2<double>& jaw,
                                            double ball_radius, const PocketNames& names) noexcept {
  // `jaw` is the jaw's direction as (along the pocket's axis, towards it) per unit length.
  const double narrowing = jaw.y() / jaw.x();
  const double half_at_rim = 0.5 * shape.mouth - shape.shelf * narrowing;
  const double half_at_end = 0.5 * shape.mouth - (shape.shelf + shape.radius) * narrowing;
  if (half_at_rim < ball_radius) {
    return FieldError{names.mouth, shape.mouth, shape.mouth + 2.0 * (ball_radius - half_at_rim),
                      1.0,         "m",         "a ball must pass between the jaws"};
  }
  if (half_at_end <= 0.0) {
    const double longest = 0.5 * shape.mouth / narrowing - shape.shelf;
    return FieldError{names.radius, shape.radius, 0.01, longest, "m", "the jaws must not cross"};
  }
  const double widest = std::max(half_at_rim - ball_radius, half_at_end);
  if (shape.radius < widest) {
    return FieldError{names.radius, shape.radius, widest,
                      0.5,          "m",          "a ball must not get past the hole"};
  }
  const double jaw_length = (shape.shelf + shape.radius) / jaw.x();
  if (tip_setback(shape) >= jaw_length) {
    const double largest = shape.tip_radius * jaw_length / tip_setback(shape);
    return FieldError{
        names.tip_radius, shape.tip_radius, 1e-4, largest, "m", "the rounding must end on the jaw"};
  }
  return std::nullopt;
}

std::optional<FieldError> find_pockets_error(const TableSpec& spec, double ball_radius) noexcept {
  const JawDirection corner = jaw_direction(spec.corner.jaw_angle);
  const JawDirection side = jaw_direction(spec.side.jaw_angle);
  // The corner's axis is 45° to the nose, the side's 90°. A jaw may open or close by at most ~45°.
  const Vec2<double> in_corner{(corner.along + corner.out) * kInvSqrt2,
                               (corner.along - corner.out) * kInvSqrt2};
  const Vec2<double> in_side{side.out, side.along};
  constexpr double kSteepest = 0.7;
  if (in_corner.x() < kSteepest) {
    return FieldError{kCornerNames.jaw_angle,
                      spec.corner.jaw_angle,
                      kHalfPi,
                      3.1,
                      "rad",
                      "the jaw must lead into the pocket"};
  }
  if (in_side.x() < kSteepest) {
    return FieldError{kSideNames.jaw_angle,
                      spec.side.jaw_angle,
                      kHalfPi,
                      2.366,
                      "rad",
                      "the jaw must lead into the pocket"};
  }
  if (auto e = find_pocket_error(spec.corner, in_corner, ball_radius, kCornerNames)) return e;
  if (auto e = find_pocket_error(spec.side, in_side, ball_radius, kSideNames)) return e;

  // Every rail keeps a straight piece of nose.
  const double corner_room = corner_cut(spec.corner) + tip_setback(spec.corner);
  const double side_room = 0.5 * spec.side.mouth + tip_setback(spec.side);
  if (0.5 * spec.length <= corner_room + side_room) {
    return FieldError{"length", spec.length, 2.0 * (corner_room + side_room),
                      20.0,     "m",         "the pockets must leave some cushion"};
  }
  if (0.5 * spec.width <= corner_room) {
    return FieldError{"width", spec.width, 2.0 * corner_room,
                      20.0,    "m",        "the pockets must leave some cushion"};
  }
  return std::nullopt;
}

}  // namespace

std::span<const NumberField<TableSpec>> table_numbers() noexcept { return kNumbers; }
std::span<const ChoiceField<TableSpec>> table_choices() noexcept { return kChoices; }

std::optional<FieldError> find_error(const TableSpec& spec, double ball_radius) noexcept {
  if (!is_within(ball_radius, 1e-3, 0.5)) {
    return FieldError{"ball.radius", ball_radius, 1e-3, 0.5, "m"};
  }
  if (spec.endless) return std::nullopt;
  TableSpec copy = spec;
  for (const auto& field : kNumbers) {
    const double value = field.member(copy);
    if (!is_within(value, field.min, field.max)) {
      return FieldError{field.name, value, field.min, field.max, field.unit};
    }
  }
  const double min_side = 4.0 * ball_radius;
  if (spec.length < min_side || spec.width < min_side) {
    const bool length = spec.length < min_side;
    return FieldError{
        length ? "length" : "width", length ? spec.length : spec.width, min_side, 20.0, "m",
        "room for two balls"};
  }
  // Lower than the centre the nose would lift the ball, much higher it would trap it.
  if (!is_within(spec.nose_height, ball_radius, 1.7 * ball_radius)) {
    return FieldError{"nose_height", spec.nose_height,     ball_radius, 1.7 * ball_radius,
                      "m",           "1 to 1.7 ball radii"};
  }
  if (spec.pockets) {
    if (auto e = find_pockets_error(spec, ball_radius)) return e;
  }
  if (spec.width > spec.length) {
    return FieldError{"width", spec.width, min_side, spec.length, "m", "at most the length"};
  }
  return std::nullopt;
}

}  // namespace billiard
