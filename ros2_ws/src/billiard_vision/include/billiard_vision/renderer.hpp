// SPDX-License-Identifier: Apache-2.0
// Photo-like frames of a table, with the truth about them. For tests and for the simulated robot.
#pragma once

#include <cstdint>
#include <memory>
#include <opencv2/core/mat.hpp>
#include <span>
#include <vector>

#include "billiard_vision/camera.hpp"
#include "billiard_vision/table.hpp"

namespace billiard::vision {

/// A ball to draw.
struct SceneBall {
  int kind{0};                               ///< Index in ball_kinds(table.balls)
  cv::Vec3d position{0.0, 0.0, 0.028575};    ///< Centre at the middle of the exposure [m], frame T
  cv::Matx33d rotation{cv::Matx33d::eye()};  ///< R_TB: body z is the stripe's axis, ±x the numbers
  cv::Vec3d velocity{0.0, 0.0, 0.0};         ///< [m/s]; blurs the ball over the exposure
};

/// A rectangular lamp hanging level over the table.
struct Lamp {
  cv::Vec3d centre{0.0, 0.0, 0.9};  ///< [m], frame T
  cv::Vec2d half_size{0.3, 0.1};    ///< Half extent along x and y [m]
  double power{1.0};                ///< Light on a level cloth 0.9 m below one lamp [-]
};

/// Everything about the picture that is not geometry. Colours are sRGB, 0–1, red first.
struct Look {
  cv::Vec3d cloth{0.12, 0.45, 0.70};
  cv::Vec3d rail{0.16, 0.14, 0.13};
  cv::Vec3d floor{0.10, 0.10, 0.12};
  std::vector<Lamp> lamps{{{-0.7, 0.0, 0.9}}, {{0.0, 0.0, 0.9}}, {{0.7, 0.0, 0.9}}};
  double ambient{0.35};              ///< Light from everywhere; raising it softens shadows [-]
  double gain{0.75};                 ///< Sensor exposure; above about 1.6 whites saturate [-]
  cv::Vec3d white_balance{1, 1, 1};  ///< Colour cast: factor on linear red, green, blue [-]
  double exposure_time{0.0};         ///< Shutter time that smears moving balls [s]
  double blur_px{0.45};              ///< Standard deviation of the lens blur [px]
  double noise{1.5};                 ///< Standard deviation of the sensor noise [grey levels]
  double vignetting{0.1};            ///< Light lost in the image corners [-]
  double cloth_grain{0.03};          ///< Contrast of the cloth's texture [-]
  bool markings{true};               ///< Spots and lines on the cloth, diamonds on the rails
  std::uint64_t seed{1};             ///< Of grain and noise
};

/// What is true about one ball of a frame.
struct BallTruth {
  int kind{0};
  cv::Vec3d position;   ///< [m], frame T
  ImageCircle outline;  ///< Where the whole ball would be seen [px]
  double visible{1.0};  ///< Share of its disc inside the image and not behind another ball [-]
};

/// Draws one table from one camera. Construction draws the empty table; a frame then only costs
/// its balls. Not thread-safe: one renderer per thread.
class Renderer {
 public:
  /// Throws std::invalid_argument for a table or image size that cannot be drawn.
  Renderer(const TableGeometry& table, const Camera& camera, const Look& look);
  ~Renderer();
  Renderer(Renderer&&) noexcept;
  Renderer& operator=(Renderer&&) noexcept;

  /// An 8-bit BGR frame. The same balls and `frame` give the same bytes.
  [[nodiscard]] cv::Mat render(std::span<const SceneBall> balls, std::uint64_t frame = 0);

  [[nodiscard]] std::vector<BallTruth> truth(std::span<const SceneBall> balls) const;
  [[nodiscard]] const Camera& camera() const;
  [[nodiscard]] const TableGeometry& table() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Rotation of a ball after turning with `spin` [rad/s] for `time` [s].
[[nodiscard]] cv::Matx33d turn(const cv::Matx33d& rotation, const cv::Vec3d& spin, double time);

}  // namespace billiard::vision
