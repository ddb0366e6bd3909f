// SPDX-License-Identifier: Apache-2.0
// What a cue was told to do, for the tracker.
#pragma once

#include <opencv2/core/types.hpp>

#include "billiard_engine/shot.hpp"

namespace billiard::vision {

/// A stroke that is about to be made. It tells the tracker the struck ball's spin, which no camera
/// sees while the ball slides: friction is the same whatever the slip. Standard deviations are
/// those of the execution; raise them for a cue that is less exact.
struct ExpectedStroke {
  Shot shot;                        ///< Its `ball` is not looked at
  cv::Point2d place;                ///< Where the ball lies that will be struck [m], frame T
  double until{0.0};                ///< Not expected any more after this stamp [s]
  double speed_sigma{0.075};        ///< [m/s]
  double azimuth_sigma{2.2e-3};     ///< [rad]
  double elevation_sigma{1.75e-3};  ///< [rad]
  double offset_sigma{0.5e-3};      ///< Of the tip, each direction [m]
};

}  // namespace billiard::vision
