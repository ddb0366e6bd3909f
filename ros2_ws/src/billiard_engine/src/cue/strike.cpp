// SPDX-License-Identifier: Apache-2.0
#include "billiard_engine/shot.hpp"
#include "math/cross.hpp"
#include "math/elementary.hpp"

namespace billiard {

double miscue_limit(const CueProperties& cue) noexcept {
  return cue.tip_friction / math::sqrt(1.0 + cue.tip_friction * cue.tip_friction);
}

namespace {

/// Unit vectors of the stroke: along the cue, to the shooter's right, and up square to both.
struct CueFrame {
  Vec3<double> along, right, up;
};

CueFrame cue_frame(double azimuth, double elevation) noexcept {
  const double c = math::cos(azimuth);
  const double s = math::sin(azimuth);
  const double ce = math::cos(elevation);
  const double se = math::sin(elevation);
  return {{c * ce, s * ce, -se}, {s, -c, 0.0}, {c * se, s * se, ce}};
}

/// Squirt: the shaft's end mass m_e is pushed aside while the ball turns under the tip.
/// tan β = (5/2) a √(1−a²)/(1 + m/m_e + (5/2)(1−a²)) (Alciatore, technical proof A.31).
double squirt_tangent(double side, double mass_ratio) noexcept {
  const double rest = 1.0 - side * side;
  return 2.5 * side * math::sqrt(rest) / (1.0 + mass_ratio + 2.5 * rest);
}

}  // namespace

// Impulse along the cue without slip of the tip, with a, b the tip offset in ball radii, V the
// cue's speed, m, M the masses of ball and cue and e the tip's restitution:
//   J = m V (1 + e)/(1 + m/M + (5/2)(a² + b²)),   v = J/m,   ω = (5/2)(V_J/r)(offset × direction)
// A centre hit gives v = V (1 + e)/(1 + m/M).
template <typename Scalar>
StrikeResult<Scalar> strike(const Shot& shot, const Physics& physics) noexcept {
  double a = shot.offset_side;
  double b = shot.offset_height;
  const double limit = miscue_limit(physics.cue);
  const double offset = math::sqrt(a * a + b * b);
  StrikeResult<Scalar> result;
  double transmitted = 1.0;
  if (offset > limit) {
    // The tip slips off: it works at the limit's offset and loses contact early.
    result.miscue = true;
    a *= limit / offset;
    b *= limit / offset;
    transmitted = offset < 1.0 ? (1.0 - offset) / (1.0 - limit) : 0.0;
  }
  const double mass = physics.ball.mass;
  const double speed = transmitted * shot.speed * (1.0 + physics.cue.tip_restitution) /
                       (1.0 + mass / physics.cue.mass + 2.5 * (a * a + b * b));
  const CueFrame frame = cue_frame(shot.azimuth, shot.elevation);

  // The ball leaves away from the side it was hit on.
  const double t = squirt_tangent(a, mass / physics.cue.end_mass);
  const double cosine = 1.0 / math::sqrt(1.0 + t * t);
  const Vec3<double> direction = cosine * (frame.along - t * frame.right);
  result.velocity = (speed * direction).template cast<Scalar>();
  // (a right + b up) × along: side to the right turns the ball counter-clockwise seen from above.
  const Vec3<double> lever = a * frame.right + b * frame.up;
  const Vec3<double> spin = (2.5 * speed / physics.ball.radius) * cross(lever, frame.along);
  result.spin = spin.template cast<Scalar>();
  return result;
}

template StrikeResult<double> strike<double>(const Shot&, const Physics&) noexcept;
template StrikeResult<float> strike<float>(const Shot&, const Physics&) noexcept;

}  // namespace billiard
