// SPDX-License-Identifier: Apache-2.0
// Light on the table: lamps, shadows of balls, colour spaces. Single precision: pictures only.
#pragma once

#include <opencv2/core/matx.hpp>
#include <span>
#include <vector>

#include "billiard_vision/renderer.hpp"

namespace billiard::vision {

using Colour = cv::Vec3f;  ///< Linear light: red, green, blue

[[nodiscard]] Colour linear_from_srgb(const cv::Vec3d& srgb);

class Lighting {
 public:
  explicit Lighting(const Look& look);

  /// Light arriving at a point with this unit normal; no shadows.
  [[nodiscard]] float irradiance(const cv::Vec3f& point, const cv::Vec3f& normal) const;

  /// Light arriving at a level point, where these spheres (centre, radius) stand in the way.
  [[nodiscard]] float shadowed(const cv::Vec3f& point, std::span<const cv::Vec4f> spheres) const;

  /// What a mirror shows in direction `d` from `point`: 1 on a lamp, 0 beside it.
  [[nodiscard]] float lamp_in(const cv::Vec3f& point, const cv::Vec3f& d) const;

  [[nodiscard]] float ambient() const { return ambient_; }

 private:
  std::vector<Lamp> lamps_;
  float ambient_{0.3F};
};

}  // namespace billiard::vision
