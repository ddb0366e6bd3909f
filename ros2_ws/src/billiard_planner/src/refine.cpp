// SPDX-License-Identifier: Apache-2.0
#include "refine.hpp"

#include <algorithm>
#include <cmath>

#include "cue_clearance.hpp"

namespace billiard {
namespace {

constexpr double kMaxPotElevation = 0.7;  // [rad] beyond, aim is a matter of luck
constexpr double kSteep = 0.2;            // [rad] from here on a higher tip is tried
constexpr int kSolveShots = 10;
constexpr int kScanShots = 14;
constexpr int kEdgeShots = 7;       // for each edge of the window
constexpr double kSolved = 1e-3;    // [m] from the middle of the mouth
constexpr double kSlopeStep = 0.3;  // [-] of the window: no jaw is touched there
constexpr double kProbe = 0.75;     // [-] of the window
constexpr double kFollowed = 0.2;   // [-] of the window from its middle

static_assert(kSolveShots + kScanShots + 2 * kEdgeShots + 2 <= kMaxRefinementShots);

/// One candidate with one stroke.
class Aim {
 public:
  Aim(const Scene& scene, ShotRunner& runner, const Candidate& candidate, const Stroke& stroke)
      : scene_(scene), runner_(runner), candidate_(candidate) {
    shot_.ball = scene.rules->cue();
    shot_.speed = stroke.speed;
    shot_.offset_side = stroke.offset_side;
    shot_.offset_height = stroke.offset_height;
  }

  /// Lowest elevation at which the cue can be held. Where rail or ball would force a steep cue, the
  /// tip goes higher on the ball, as players do.
  bool set_elevation(double azimuth) {
    std::optional<double> best;
    const double asked = shot_.offset_height;
    for (const double height : {asked, std::max(asked, 0.25), std::max(asked, 0.42)}) {
      const auto elevation = minimum_elevation(scene_, azimuth, height);
      if (!elevation || (best && *elevation >= *best)) continue;
      best = elevation;
      shot_.offset_height = height;
      if (*best < kSteep) break;
    }
    if (!best || *best > kMaxPotElevation) return false;
    shot_.elevation = *best;
    return true;
  }
  Approach at(double azimuth) {
    shot_.azimuth = azimuth;
    return runner_.approach(scene_.balls, shot_, candidate_.watch);
  }
  bool pots(double azimuth) { return at(azimuth).potted; }
  /// Azimuth of the cue that starts the ball along `travel`: squirt pushes it to the left of a
  /// tip on the right.
  double start(double travel) {
    Shot level = shot_;
    level.azimuth = travel;
    const auto struck = strike<double>(level, *scene_.physics);
    const double leaves = std::atan2(struck.velocity.y(), struck.velocity.x());
    return travel - std::remainder(leaves - travel, 2.0 * std::acos(-1.0));
  }
  const Shot& shot() const { return shot_; }

 private:
  const Scene& scene_;
  ShotRunner& runner_;
  const Candidate& candidate_;
  Shot shot_;
};

/// Secant steps on the miss at the pocket; an azimuth that pots, if one is found.
std::optional<double> solve(Aim& aim, double azimuth, double window) {
  double a = azimuth;
  Approach at_a = aim.at(a);
  std::optional<double> good;
  if (at_a.potted) good = a;
  double b = a + 0.7 * window;
  for (int i = 1; i < kSolveShots; ++i) {
    if (at_a.touched && std::abs(at_a.miss) < kSolved) break;
    const Approach at_b = aim.at(b);
    if (at_b.potted && (!good || std::abs(at_b.miss) < std::abs(at_a.miss))) good = b;
    if (!at_a.touched || !at_b.touched) return good;
    const double slope = (at_b.miss - at_a.miss) / (b - a);
    if (std::abs(slope) < 1e-9) return good;
    const double step = std::clamp(-at_b.miss / slope, -6.0 * window, 6.0 * window);
    a = b;
    at_a = at_b;
    b += step;
    if (std::abs(b - azimuth) > 40.0 * window + 0.05) return good;
  }
  return good;
}

/// Looks on both sides when the miss is no guide (the ball was not touched, or met something).
std::optional<double> scan(Aim& aim, double azimuth, double window) {
  for (int i = 0; i < kScanShots; ++i) {
    const double side = i % 2 == 0 ? 1.0 : -1.0;
    const int step = i / 2 + 1;
    const double a = azimuth + side * 0.8 * window * step;
    if (aim.pots(a)) return a;
  }
  return std::nullopt;
}

/// Distance from a potting azimuth to where it stops potting, in direction `sign` [rad].
double find_edge(Aim& aim, double azimuth, double sign, double window) {
  double inside = 0.0;
  double outside = 1.3 * window;
  int shots = 0;
  while (shots < 3 && aim.pots(azimuth + sign * outside)) {
    inside = outside;
    outside *= 2.0;
    ++shots;
  }
  for (; shots < kEdgeShots; ++shots) {
    const double middle = 0.5 * (inside + outside);
    (aim.pots(azimuth + sign * middle) ? inside : outside) = middle;
  }
  return inside;
}

/// A shot whose window is compared with another one's at one place on each side.
Aimed probe(Aim& aim, double azimuth, double window) {
  Aimed aimed;
  aimed.shot = aim.shot();
  const int sides =
      (aim.pots(azimuth + kProbe * window) ? 1 : 0) + (aim.pots(azimuth - kProbe * window) ? 1 : 0);
  aimed.window = window * (sides == 2 ? 1.0 : (sides == 1 ? 0.5 : 0.25));
  return aimed;
}

}  // namespace

std::optional<Aimed> refine(const Scene& scene, ShotRunner& runner, const Candidate& candidate,
                            const Stroke& stroke) {
  Aim aim(scene, runner, candidate, stroke);
  if (!aim.set_elevation(candidate.azimuth)) return std::nullopt;
  const double start = aim.start(candidate.azimuth);
  std::optional<double> good = solve(aim, start, candidate.window);
  if (!good) good = scan(aim, start, candidate.window);
  if (!good) return std::nullopt;

  const double left = find_edge(aim, *good, 1.0, candidate.window);
  const double right = find_edge(aim, *good, -1.0, candidate.window);
  Aimed aimed;
  aimed.shot = aim.shot();
  aimed.shot.azimuth = *good + 0.5 * (left - right);
  aimed.window = 0.5 * (left + right);
  // A second, separate window may lie between the edges: the middle must really work.
  const Approach middle = aim.at(aimed.shot.azimuth);
  if (!middle.potted) {
    aimed.shot.azimuth = *good;
    aimed.window = std::min(left, right);
    return aimed;
  }
  const double aside = kSlopeStep * aimed.window;
  const double slope = (aim.at(aimed.shot.azimuth + aside).miss - middle.miss) / aside;
  if (std::abs(slope) > 1e-6) {
    aimed.lead = {aimed.shot.azimuth - start, middle.miss, slope, aimed.window};
  }
  return aimed;
}

// Newton steps with the slope of the stroke that was aimed before.
std::optional<Aimed> follow(const Scene& scene, ShotRunner& runner, const Candidate& candidate,
                            const Stroke& stroke) {
  Aim aim(scene, runner, candidate, stroke);
  if (!aim.set_elevation(candidate.azimuth)) return std::nullopt;
  const Lead& lead = *candidate.lead;
  double azimuth = aim.start(candidate.azimuth) + lead.azimuth;
  double slope = lead.slope;
  double last_azimuth = 0.0;
  double last_miss = 0.0;
  for (int i = 0; i < kMaxFollowShots - 2; ++i) {
    const Approach approach = aim.at(azimuth);
    if (!approach.touched) return std::nullopt;
    const double change = azimuth - last_azimuth;
    if (i > 0 && std::abs(change) > 1e-9) {
      const double secant = (approach.miss - last_miss) / change;
      // A jaw or another ball on the way spoils the secant.
      if (secant / lead.slope > 0.3 && secant / lead.slope < 3.0) slope = secant;
    }
    const double step = (lead.miss - approach.miss) / slope;
    if (approach.potted && std::abs(step) < kFollowed * lead.window) {
      return probe(aim, azimuth, lead.window);
    }
    last_azimuth = azimuth;
    last_miss = approach.miss;
    azimuth += std::clamp(step, -20.0 * lead.window, 20.0 * lead.window);
  }
  return std::nullopt;
}

}  // namespace billiard
