// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "billiard_engine/ball.hpp"

namespace billiard {

/// Where one ball was seen.
struct BallTrack {
  std::string id;
  std::vector<double> time;            ///< increasing [s]
  std::vector<Vec2<double>> position;  ///< in the table frame [m]
  int rests = 1;                       ///< sights that the first position is the mean of
};

/// One shot as it was seen; time 0 is about the strike.
struct ObservedShot {
  std::string id;
  std::vector<BallTrack> balls;
  int cue = 0;  ///< the ball that moves first
};

/// Content of a trajectory file: shots on one table.
struct Trajectories {
  double length = 0.0;         ///< nose to nose [m]
  double width = 0.0;          ///< [m]
  double ball_diameter = 0.0;  ///< [m]
  std::vector<ObservedShot> shots;
};

/// When the ball has first moved [s]; infinity if never.
[[nodiscard]] double first_move(const BallTrack& track);

/// Adds positions where a ball was left out of the recording because it rested, which its being
/// seen again at the same place shows.
void fill_rests(BallTrack& track);

/// Standard deviation of a recorded coordinate [m], from how rough the paths of moving balls are.
[[nodiscard]] double position_noise(const std::vector<ObservedShot>& shots);

/// Decides which ball was struck, the one that moves first, and lets the shot begin when it was
/// last at rest; positions before that are averaged. False if no ball moves.
[[nodiscard]] bool begin_at_strike(ObservedShot& shot);

/// Reads a trajectory file:
///   {"table_m": [length, width], "ball_diameter_m": d, "shots": [{"id": 1, "balls":
///     {"white": {"t_s": [..], "x_m": [..], "y_m": [..]}, …}}, …]}
/// Time is counted from the strike; shots in which nothing moves are left out. Throws FileError
/// naming file, field and value.
[[nodiscard]] Trajectories load_trajectories(const std::string& path);

}  // namespace billiard
