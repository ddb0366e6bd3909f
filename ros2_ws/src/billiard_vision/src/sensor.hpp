// SPDX-License-Identifier: Apache-2.0
// From linear light to the bytes of a frame: exposure, colour cast, tone curve, noise.
#pragma once

#include <cstdint>
#include <opencv2/core/mat.hpp>
#include <vector>

#include "billiard_vision/renderer.hpp"

namespace billiard::vision {

class Sensor {
 public:
  explicit Sensor(const Look& look);

  /// An 8-bit BGR frame of linear light (red, green, blue). `frame` picks the noise.
  [[nodiscard]] cv::Mat develop(const cv::Mat3f& picture, std::uint64_t frame) const;

 private:
  Look look_;
  std::vector<std::uint16_t> tone_;  // linear light -> grey level × 256
  std::vector<std::int16_t> noise_;  // grey levels × 256
};

}  // namespace billiard::vision
