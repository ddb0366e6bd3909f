// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "fit/start_fit.hpp"

namespace billiard {

using Path = std::vector<Vec2<double>>;

/// How far a stroke misses the point at three-cushion carom [m]: 0 if the cue ball hits one ball,
/// and the other after at least three cushions; else the gap that is left to that other ball.
[[nodiscard]] double score_miss(Simulator& simulator, const std::vector<Ball>& balls, int cue);

/// The path whose distance (RMS) to the weighted paths is least in the mean: their geometric
/// median. Paths are equally long; a path far from the others hardly matters.
[[nodiscard]] Path median_path(const std::vector<Path>& paths, const std::vector<double>& weights);

/// Where the cue ball of a three-cushion shot is expected at its sights up to `to` [s] by what was
/// seen until `seen` [s]. Side spin hardly shows so early, so each is tried; those count that
/// explain what was seen, that players use, and that (nearly) score.
[[nodiscard]] Path expected_path(ShotModel shot, Simulator& simulator, double seen, double to);

}  // namespace billiard
