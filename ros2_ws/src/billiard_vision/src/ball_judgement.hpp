// SPDX-License-Identifier: Apache-2.0
// Whether what the outline of a ball was laid over is one.
#pragma once

#include <span>
#include <vector>

#include "ball_candidates.hpp"
#include "ball_fit.hpp"

namespace billiard::vision {

inline constexpr double kTouching = 1.12;  ///< Radii around a ball where edges are ambiguous
inline constexpr double kNeighbour = 1.2;  ///< Of the sum of radii: nearer balls blur each other
inline constexpr double kRoundFill = 0.6;  ///< Share of a ball of the cloth's hue that stands out

struct FoundBall {
  BallFit fit;
  double confidence{0.0};  ///< 0 to 1
};

/// Balls around a place that are already accepted.
struct Neighbours {
  std::vector<ImageCircle> overlapping;  ///< In the image
  std::vector<ImageCircle> before;       ///< Of these, nearer to the camera
  std::vector<ImageCircle> touching;     ///< All whose edges may be mistaken for its own, widened
};

[[nodiscard]] Neighbours neighbours_of(const TableView& view, const std::vector<FoundBall>& found,
                                       const BallFit& fit);

/// Share of the disc that is not cloth, as far as it is not covered by `others`.
[[nodiscard]] double fill_of(const BedImage& image, const ImageCircle& disc,
                             std::span<const ImageCircle> others);

/// Likewise that is not as light as the cloth: in a shadow, or a ball of the cloth's own hue.
[[nodiscard]] double outstanding_of(const BedImage& image, const ImageCircle& disc,
                                    std::span<const ImageCircle> others);

/// Share of a ring around the disc that is neither cloth nor one of `others`: large on a hand.
[[nodiscard]] double crowd_of(const BedImage& image, const ImageCircle& disc,
                              std::span<const ImageCircle> others);

/// Between the noses, or between the jaws of a pocket before its hole.
[[nodiscard]] bool lies_on_bed(const TableGeometry& table, const cv::Point2d& at);

/// 0 to 1, with the share of the disc that is not cloth.
[[nodiscard]] double confidence_of(const BallFit& fit, double fill);

/// Whether outline, inside and place are those of a ball, given the balls around it.
[[nodiscard]] bool is_ball(const BedImage& image, const TableView& view, const BallFit& fit,
                           double fill, const Neighbours& near);

}  // namespace billiard::vision
