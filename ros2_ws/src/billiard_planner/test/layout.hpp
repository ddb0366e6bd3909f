// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "billiard_engine/files/settings.hpp"
#include "billiard_planner/planner.hpp"
#include "scene.hpp"

namespace billiard {

/// Nine-foot pool table: noses at x = ± 1.27 m, y = ± 0.635 m; balls of 28.575 mm radius.
inline const Settings& nine_foot() {
  static const Settings settings = load_settings("pool_9ft");
  return settings;
}

inline const Pocket& pocket(PocketId id) {
  return nine_foot().table.pockets[static_cast<std::size_t>(id)];
}

using Places = std::vector<std::pair<std::string, Point>>;

/// Balls at rest on that table, as the planner's parts see them.
struct TestLayout {
  explicit TestLayout(const Places& places, GameState game = {}) : rules(game, {}) {
    request.game = game;
    for (const auto& [id, place] : places) {
      request.ids.push_back(id);
      request.balls.emplace_back();
      request.balls.back().position = {place.x(), place.y(), nine_foot().physics.ball.radius};
    }
    rules = Rules(game, request.ids);
  }

  /// Under the default noise. Lives as long as the layout.
  [[nodiscard]] Scene scene() const {
    Scene scene;
    scene.table = &nine_foot().table;
    scene.physics = &nine_foot().physics;
    scene.rules = &rules;
    scene.balls = request.balls;
    scene.in_play = in_play(request.balls);
    return scene;
  }

  PlanRequest request;
  Rules rules;
};

/// The places turned over about the x axis: y becomes −y.
inline Places mirrored_in_x(Places places) {
  for (auto& [id, place] : places) place.y() = -place.y();
  return places;
}

/// The pocket opposite in y.
inline int mirrored_pocket(int pocket) {
  constexpr int kOpposite[] = {3, 2, 1, 0, 5, 4};
  return kOpposite[pocket];
}

}  // namespace billiard
