// SPDX-License-Identifier: Apache-2.0
#include "cue_clearance.hpp"

#include <algorithm>
#include <cmath>

#include "geometry.hpp"

namespace billiard {
namespace {

// A common pool cue: a straight cone.
constexpr double kCueLength = 1.47;       // [m]
constexpr double kTipRadius = 0.0065;     // [m]
constexpr double kButtRadius = 0.015;     // [m]
constexpr double kClearance = 0.001;      // [m] kept to everything
constexpr double kRailAboveNose = 0.006;  // [m] the rail's top over the cushion's nose …
constexpr double kRailBehindNose = 0.05;  // [m] … and how far behind it
constexpr double kMaxElevation = 1.48;    // [rad]
constexpr int kBisections = 11;           // to a milliradian

double cue_radius(double distance) {
  return kTipRadius + (kButtRadius - kTipRadius) * std::min(distance / kCueLength, 1.0);
}

/// Distance from `from` along `direction` to the nose line where it leaves the cloth [m].
double distance_to_rail(const Table& table, const Point& from, const Point& direction) {
  double nearest = 1e9;
  const double half[2] = {0.5 * table.spec.length, 0.5 * table.spec.width};
  for (int axis = 0; axis < 2; ++axis) {
    const double speed = direction[axis];
    if (std::abs(speed) < 1e-9) continue;
    const double wall = speed > 0.0 ? half[axis] : -half[axis];
    nearest = std::min(nearest, (wall - from[axis]) / speed);
  }
  return std::max(nearest, 0.0);
}

/// The cue's axis: from the contact point, backwards and up.
struct CueLine {
  Point contact;        ///< seen from above [m]
  Point back;           ///< unit, away from the ball
  double height;        ///< of the contact point [m]
  double sine, cosine;  ///< of the elevation
};

// The tip meets the ball at asin b above the line through its centre, which is tilted by θ.
CueLine cue_line(const Scene& scene, double azimuth, double offset_height, double elevation) {
  const double angle = std::asin(std::clamp(offset_height, -1.0, 1.0)) + elevation;
  const double radius = scene.radius();
  const Point back(-std::cos(azimuth), -std::sin(azimuth));
  return {scene.cue_position() + back * (radius * std::cos(angle)), back,
          radius * (1.0 + std::sin(angle)), std::sin(elevation), std::cos(elevation)};
}

bool clears_rail(const Scene& scene, const CueLine& cue) {
  if (scene.table->spec.endless) return true;
  const double nose = distance_to_rail(*scene.table, cue.contact, cue.back);
  const auto clears = [&](double s, double top) {
    if (s > kCueLength) return true;
    const double half_thickness = cue_radius(s) / cue.cosine + kClearance;
    return cue.height + s * cue.sine / cue.cosine >= top + half_thickness;
  };
  const double nose_height = scene.table->spec.nose_height;
  return clears(nose, nose_height) && clears(nose + kRailBehindNose, nose_height + kRailAboveNose);
}

// A ball at s behind the contact point and d aside is cleared if the axis passes above it at
//   s sin θ + (h − R) cos θ ≥ √((R + r(s) + clearance)² − d²)
bool clears_balls(const Scene& scene, const CueLine& cue) {
  const double radius = scene.radius();
  for (int i = 0; i < static_cast<int>(scene.balls.size()); ++i) {
    if (!scene.has(i) || i == scene.rules->cue()) continue;
    const Point offset = scene.position(i) - cue.contact;
    const double s = offset.dot(cue.back);
    if (s < -radius || s > kCueLength + radius) continue;
    const double reach = radius + cue_radius(std::max(s, 0.0)) + kClearance;
    const double aside = cross(cue.back, offset);
    const double needed2 = reach * reach - aside * aside;
    if (needed2 <= 0.0) continue;
    const double above = s * cue.sine + (cue.height - radius) * cue.cosine;
    if (above < std::sqrt(needed2)) return false;
  }
  return true;
}

}  // namespace

std::optional<double> minimum_elevation(const Scene& scene, double azimuth, double offset_height) {
  const auto clears = [&](double elevation) {
    const CueLine cue = cue_line(scene, azimuth, offset_height, elevation);
    return clears_rail(scene, cue) && clears_balls(scene, cue);
  };
  if (clears(0.0)) return 0.0;
  if (!clears(kMaxElevation)) return std::nullopt;
  double low = 0.0;
  double high = kMaxElevation;
  for (int i = 0; i < kBisections; ++i) {
    const double middle = 0.5 * (low + high);
    (clears(middle) ? high : low) = middle;
  }
  return high;
}

}  // namespace billiard
