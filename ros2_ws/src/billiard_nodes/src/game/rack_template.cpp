// SPDX-License-Identifier: Apache-2.0
#include "game/rack_template.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "game/sighting.hpp"

namespace billiard_nodes {
namespace {

using billiard::Ball;
using billiard::Game;
using billiard::Layout;

constexpr double kGap = 0.1e-3;      // between the balls of a rack, about half of a usual one [m]
constexpr double kWithin = 0.015;    // of its place: a ball seen there is that of the rack [m]
constexpr double kLeastShare = 0.6;  // of the rack that must be seen
constexpr std::array<int, 5> kTriangle = {1, 2, 3, 4, 5};  // balls per row
constexpr std::array<int, 5> kDiamond = {1, 2, 3, 2, 1};

/// Places with the apex on the foot spot.
std::vector<Ball> places(Game game, const billiard::Table& table, double radius) {
  const double apart = 2.0 * radius + kGap;
  const auto& rows = game == Game::kNineBall ? kDiamond : kTriangle;
  std::vector<Ball> places;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    for (int k = 0; k < rows[row]; ++k) {
      Ball ball;
      ball.position = {
          0.25 * table.spec.length + static_cast<double>(row) * apart * std::sqrt(0.75),
          (k - 0.5 * (rows[row] - 1)) * apart, radius};
      places.push_back(ball);
    }
  }
  return places;
}

/// Index of the ball in play at this place, or -1.
int find_at(const Layout& seen, const Ball& place) {
  for (std::size_t i = 0; i < seen.ids.size(); ++i) {
    const bool near = (seen.balls[i].position - place.position).head<2>().norm() < kWithin;
    if (near && seen.balls[i].in_play() && seen.ids[i] != "cue") return static_cast<int>(i);
  }
  return -1;
}

/// Gives a place its number by exchanging it with the ball that has it.
void put_number(Layout& rack, std::size_t place, const char* id) {
  const int holder = rack.find(id);
  if (holder >= 0) std::swap(rack.ids[static_cast<std::size_t>(holder)], rack.ids[place]);
}

/// What the rules say: the eight, or the nine, in the middle; the one in front at nine-ball.
void order_by_rules(Layout& rack, Game game) {
  constexpr std::size_t kFront = 0;
  constexpr std::size_t kMiddle = 4;
  if (game == Game::kNineBall) put_number(rack, kFront, "1");
  put_number(rack, kMiddle, game == Game::kNineBall ? "9" : "8");
}

}  // namespace

std::optional<Layout> complete_rack(const Layout& seen, Game game, const billiard::Table& table,
                                    double ball_radius) {
  if (game == Game::kFree) return std::nullopt;
  Layout rack;
  rack.balls = places(game, table, ball_radius);
  std::set<std::string> left;
  for (std::size_t n = 1; n <= rack.balls.size(); ++n) left.insert(std::to_string(n));
  int taken = 0;
  for (const Ball& place : rack.balls) {
    const int index = find_at(seen, place);
    taken += index >= 0 ? 1 : 0;
    const std::string id = index >= 0 ? seen.ids[static_cast<std::size_t>(index)] : "";
    rack.ids.push_back(left.erase(id) > 0 ? id : "");
  }
  const int cue = find_in_play(seen, "cue");
  const int objects = count_in_play(seen) - (cue >= 0 ? 1 : 0);
  const bool enough = taken >= kLeastShare * static_cast<double>(rack.balls.size());
  if (!enough || taken != objects) return std::nullopt;
  for (std::string& id : rack.ids) {
    if (!id.empty()) continue;
    id = *left.begin();
    left.erase(left.begin());
  }
  order_by_rules(rack, game);
  if (cue >= 0) {
    rack.ids.insert(rack.ids.begin(), "cue");
    rack.balls.insert(rack.balls.begin(), seen.balls[static_cast<std::size_t>(cue)]);
  }
  return rack;
}

}  // namespace billiard_nodes
