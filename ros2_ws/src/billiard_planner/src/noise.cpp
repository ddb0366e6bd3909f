// SPDX-License-Identifier: Apache-2.0
#include "billiard_planner/noise.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "billiard_engine/settle.hpp"

namespace billiard {
namespace {

std::uint64_t mix(std::uint64_t x) noexcept {
  x += 0x9e3779b97f4a7c15ULL;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

/// Two independent standard normal numbers (Box and Muller 1958).
std::array<double, 2> normal_pair(std::uint64_t seed, std::uint64_t counter) noexcept {
  const double radius = std::sqrt(-2.0 * std::log(1.0 - uniform(seed, 2 * counter)));
  const double angle = 2.0 * std::numbers::pi * uniform(seed, 2 * counter + 1);
  return {radius * std::cos(angle), radius * std::sin(angle)};
}

}  // namespace

double uniform(std::uint64_t seed, std::uint64_t counter) noexcept {
  const std::uint64_t bits = mix(mix(seed) ^ mix(counter + 0x632be59bd9b4e019ULL));
  return static_cast<double>(bits >> 11) * 0x1.0p-53;
}

Shot disturb(const Shot& shot, const ExecutionNoise& noise, double ball_radius, std::uint64_t seed,
             std::uint64_t draw) noexcept {
  constexpr std::uint64_t kPairs = 3;
  const auto aim = normal_pair(seed, kPairs * draw);
  const auto tip = normal_pair(seed, kPairs * draw + 1);
  const auto force = normal_pair(seed, kPairs * draw + 2);
  Shot played = shot;
  played.azimuth += noise.azimuth * aim[0];
  played.elevation = std::max(0.0, played.elevation + noise.elevation * aim[1]);
  played.offset_side += noise.offset * tip[0] / ball_radius;
  played.offset_height += noise.offset * tip[1] / ball_radius;
  played.speed = std::max(0.0, played.speed + noise.speed * force[0]);
  return played;
}

PlacedBalls displace(std::span<const Ball> balls, double sigma, const Table& table,
                     const Physics& physics, std::uint64_t seed, std::uint64_t draw) noexcept {
  constexpr std::uint64_t kStream = 0x706c616365730000ULL;  // not that of disturb()
  PlacedBalls placed;
  placed.count = std::min(balls.size(), placed.balls.size());
  for (std::size_t i = 0; i < placed.count; ++i) {
    placed.balls[i] = balls[i];
    if (sigma == 0.0 || !balls[i].in_play()) continue;
    const auto move = normal_pair(seed ^ kStream, draw * kMaxBalls + i);
    placed.balls[i].position.x() += sigma * move[0];
    placed.balls[i].position.y() += sigma * move[1];
  }
  const std::span<Ball> all{placed.balls.data(), placed.count};
  // What cannot be mended is too rare to matter: that draw is played as it was measured.
  if (sigma > 0.0 && settle(all, table, physics))
    std::copy_n(balls.begin(), placed.count, all.begin());
  return placed;
}

}  // namespace billiard
