// SPDX-License-Identifier: Apache-2.0
#include "fit/session_shots.hpp"

#include <algorithm>
#include <cmath>

namespace billiard {
namespace {

constexpr double kRest = 1.0;  // looked at before the strike [s]
constexpr int kMostMovers = 5;

/// Adds where the balls in play are; a ball that is out of play is not seen any more.
void add_moment(const session::BallsMoment& moment, double begin, ObservedShot& shot) {
  for (std::size_t i = 0; i < moment.layout.balls.size(); ++i) {
    const Ball& ball = moment.layout.balls[i];
    if (!ball.in_play()) continue;
    const std::string& id = moment.layout.ids[i];
    const auto known = std::find_if(shot.balls.begin(), shot.balls.end(),
                                    [&](const BallTrack& track) { return track.id == id; });
    BallTrack& track = known != shot.balls.end() ? *known : shot.balls.emplace_back();
    track.id = id;
    track.time.push_back(moment.time - begin);
    track.position.emplace_back(ball.position.head<2>());
  }
}

/// The moments at rest right before the strike, and all until the end.
ObservedShot take(std::span<const session::BallsMoment> moments,
                  const session::RecordedShot& shot) {
  const std::span<const session::BallsMoment> all =
      session::between(moments, shot.strike - kRest, shot.end);
  std::size_t first = 0;
  for (std::size_t i = 0; i < all.size() && all[i].time <= shot.strike; ++i) {
    if (!all[i].at_rest) first = i + 1;
  }
  ObservedShot taken;
  taken.id = std::to_string(shot.shot_id);
  for (std::size_t i = first; i < all.size(); ++i) {
    if (i > first && !(all[i].time > all[i - 1].time)) continue;
    add_moment(all[i], all[first].time, taken);
  }
  // A ball that was not seen at rest has no place to start from.
  std::erase_if(taken.balls, [](const BallTrack& track) { return track.time.front() > 0.0; });
  return taken;
}

}  // namespace

std::vector<ObservedShot> shots_of_session(std::span<const session::BallsMoment> moments,
                                           std::span<const session::RecordedShot> shots) {
  std::vector<ObservedShot> list;
  for (const session::RecordedShot& shot : shots) {
    ObservedShot taken = take(moments, shot);
    const auto movers =
        std::count_if(taken.balls.begin(), taken.balls.end(),
                      [](const BallTrack& track) { return std::isfinite(first_move(track)); });
    if (movers <= kMostMovers && begin_at_strike(taken)) list.push_back(std::move(taken));
  }
  return list;
}

}  // namespace billiard
