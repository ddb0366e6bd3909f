// SPDX-License-Identifier: Apache-2.0
// Spin about the vertical, seen from how the ball's pattern (number, stripe, spots) turns.
#pragma once

#include <array>
#include <deque>
#include <opencv2/core/mat.hpp>
#include <optional>

#include "billiard_engine/ball.hpp"
#include "billiard_vision/table_finder.hpp"

namespace billiard::vision {

/// What the pattern says.
struct SpinSighting {
  double spin{0.0};   ///< About z [rad/s]
  double sigma{0.0};  ///< Its standard deviation [rad/s]
};

/// Compares pictures of a ball some hundredths of a second apart. The spin about level axes is
/// known from the motion; for each spin about the vertical it says where every point of the surface
/// came from, and how well the two pictures then agree. Agreement is summed up over frames.
class SideSpin {
 public:
  /// Forgets everything: the ball met something.
  void reset();
  /// The spin is expected to have changed by this since the last look [rad/s].
  void shift(double change);
  /// Takes the picture of a ball at the time of a frame (8-bit BGR) [s]; `sigma` [rad/s] is how
  /// well its motion tells the spin. Returns what is known by now; empty where the pattern shows
  /// too little.
  [[nodiscard]] std::optional<SpinSighting> look(const cv::Mat& frame, const TableView& view,
                                                 const Ball& ball, double sigma, double time);

 private:
  static constexpr int kBins = 81;

  // A ball as it was seen: pixel = centre + slope · direction from the ball's centre.
  struct Picture {
    double time{0.0};
    cv::Vec2d spin;  // about x and y [rad/s]
    cv::Mat lab;
    cv::Point2d centre;  // in lab
    cv::Matx23d slope;
    cv::Vec3d towards_eye;
    cv::Vec4d shade;  // lightness = shade · (1, direction), the light's part of it

    [[nodiscard]] cv::Vec3f colour(const cv::Vec3d& direction) const;  // without the shade [Lab]
    void fit_shade();
  };

  [[nodiscard]] static std::optional<Picture> take(const cv::Mat& frame, const TableView& view,
                                                   const Ball& ball, double time);
  void compare(const Picture& now, const Picture& then);
  [[nodiscard]] std::optional<SpinSighting> judge() const;
  [[nodiscard]] double bin_spin(double bin) const;
  [[nodiscard]] double against(int bin) const;

  std::deque<Picture> pictures_;
  std::array<double, kBins> disagreement_{};
  double middle_{0.0};                    // spin of the middle bin [rad/s]
  std::optional<SpinSighting> expected_;  // by the motion alone, since the ball last met something
  int comparisons_{0};
};

}  // namespace billiard::vision
