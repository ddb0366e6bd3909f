// SPDX-License-Identifier: Apache-2.0
#include "candidates/candidate.hpp"

#include <algorithm>
#include <cmath>

namespace billiard {
namespace {

constexpr double kArrivalSpeed = 0.35;  // [m/s] left at the pocket
constexpr double kMaxSpeed = 8.0;       // [m/s] of the cue

}  // namespace

// Rolling, a ball slows by μ_r g = â d g/(5 r). A ball struck full takes on the rolling speed 5/7
// of what it is given, and so does the cue ball before it.
double arrival_speed(const Scene& scene, const PotGeometry& pot) {
  const Physics& p = *scene.physics;
  const double decel = p.gravity * p.cloth.contact_radius * p.cloth.rolling / (5.0 * p.ball.radius);
  const auto before = [&](double speed, double distance) {
    return std::sqrt(speed * speed + 2.0 * decel * distance);
  };
  const double transfer = 0.5 * (1.0 + p.ball_ball.restitution) * pot.cos_cut;
  const double at_start = before(kArrivalSpeed, pot.object_distance) * 7.0 / 5.0;
  const double at_contact = at_start / transfer;
  const double cue_ball = before(at_contact, pot.cue_distance) * 1.2;
  const double per_cue_speed = (1.0 + p.cue.tip_restitution) / (1.0 + p.ball.mass / p.cue.mass);
  return std::min(cue_ball / per_cue_speed, kMaxSpeed);
}

Candidate make_candidate(const Scene& scene, ShotKind kind, const Call& call,
                         const PotGeometry& pot, double difficulty) {
  const Pocket& pocket = scene.table->pockets[static_cast<std::size_t>(call.pocket)];
  Candidate candidate;
  candidate.kind = kind;
  candidate.call = call;
  candidate.watch = {call.target, pot.target, call.pocket, 0};
  candidate.azimuth = pot.azimuth;
  candidate.min_speed = arrival_speed(scene, pot);
  const double slack = 0.5 * pocket.mouth_width * std::max(pot.cos_entry, 0.3) - scene.radius();
  candidate.window = std::max(slack, 1e-3) / std::max(pot.object_distance, 0.05) * 2.0 *
                     scene.radius() * pot.cos_cut / std::max(pot.cue_distance, 0.02);
  candidate.window = std::clamp(candidate.window, 1e-4, 0.3);
  candidate.estimate = difficulty * estimate_probability(scene, pot, pocket);
  return candidate;
}

}  // namespace billiard
