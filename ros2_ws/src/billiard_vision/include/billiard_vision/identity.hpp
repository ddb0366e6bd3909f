// SPDX-License-Identifier: Apache-2.0
// Which ball is which, decided over the whole frame.
#pragma once

#include <opencv2/core/mat.hpp>
#include <span>
#include <vector>

#include "billiard_vision/ball_finder.hpp"

namespace billiard::vision {

/// How a ball looks once the light's colour is removed.
struct BallLook {
  double white{0.0};                ///< Share of its disc that is white [-]
  double white_rim{0.0};            ///< Share of its rim that is white [-]
  cv::Vec3d colour{0.0, 0.0, 0.0};  ///< Median of the rest, linear red, green, blue; white is 1
  double coloured{0.0};             ///< Share of the disc this median stands for [-]
  /// What the lacquer may mirror of the cloth; taken out of `colour`.
  cv::Vec3d mirrored{0.0, 0.0, 0.0};
};

struct BallName {
  int kind{0};               ///< Index in ball_kinds()
  double confidence{0.0};    ///< That its class is right, 0 to 1
  std::vector<double> cost;  ///< Of each kind, −log likelihood; the tracker sums them over time
};

/// How the light of a frame differs from what the palest pixels of its balls tell.
struct FrameLight {
  cv::Vec3d tint{1.0, 1.0, 1.0};  ///< White against them, linear red, green, blue
  double contrast{1.0};           ///< Exponent that makes the camera's tones linear
  double vivid{1.0};              ///< By how much it makes colours stronger

  friend bool operator==(const FrameLight&, const FrameLight&) = default;
};

/// The light in which the balls of a frame are most likely balls of the set: what is white, if the
/// cue ball is overexposed or lit by a coloured lamp, is told by the names it gives to all others.
[[nodiscard]] FrameLight find_light(const cv::Mat& frame, std::span<const BallSighting> balls,
                                    BallSet set);

/// Looks of all balls, with the white of the frame as common reference.
[[nodiscard]] std::vector<BallLook> look_at_balls(const cv::Mat& frame,
                                                  std::span<const ImageCircle> balls,
                                                  const FrameLight& light = {});

/// −log likelihood of each kind of the set for one look.
[[nodiscard]] std::vector<double> kind_costs(const BallLook& look, BallSet set);

/// Names for balls with these costs: each kind at most as often as the set has it, smallest sum.
[[nodiscard]] std::vector<BallName> assign_names(const std::vector<std::vector<double>>& costs,
                                                 BallSet set);

/// The three steps at once.
[[nodiscard]] std::vector<BallName> name_balls(const cv::Mat& frame,
                                               std::span<const BallSighting> balls, BallSet set);

}  // namespace billiard::vision
