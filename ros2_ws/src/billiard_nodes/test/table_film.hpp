// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sensor_msgs/msg/camera_info.hpp>
#include <sensor_msgs/msg/image.hpp>
#include <string>
#include <utility>
#include <vector>

#include "billiard_engine/files/settings.hpp"
#include "billiard_vision/engine_table.hpp"
#include "billiard_vision/renderer.hpp"
#include "image_messages.hpp"

namespace billiard_nodes {

/// Rendered frames of the nine-foot table from above, 640 x 360 pixels.
class TableFilm {
 public:
  using Balls = std::vector<std::pair<std::string, billiard::Vec2<double>>>;

  TableFilm() : TableFilm(billiard::load_settings("pool_9ft")) {}

  [[nodiscard]] cv::Mat frame(const Balls& balls) {
    std::vector<billiard::vision::SceneBall> scene;
    for (const auto& [id, place] : balls) {
      billiard::vision::SceneBall ball;
      ball.kind = find_kind(billiard::vision::BallSet::kPool, id);
      ball.position = {place.x(), place.y(), radius_};
      scene.push_back(ball);
    }
    return renderer_.render(scene, ++count_);
  }
  [[nodiscard]] sensor_msgs::msg::Image::UniquePtr image(const cv::Mat& frame,
                                                         std::int64_t stamp_ns) const {
    auto message = make_image(frame.cols, frame.rows);
    frame.copyTo(pixels_of(*message));
    message->header.stamp.sec = static_cast<std::int32_t>(stamp_ns / 1'000'000'000);
    message->header.stamp.nanosec = static_cast<std::uint32_t>(stamp_ns % 1'000'000'000);
    return message;
  }
  [[nodiscard]] sensor_msgs::msg::CameraInfo info() const {
    const auto& lens = renderer_.camera().lens;
    return to_camera_info(lens, lens.width, lens.height);
  }
  [[nodiscard]] cv::Point pixel(double x, double y) const {
    const cv::Point2d p = project_visible(renderer_.camera(), {x, y, radius_});
    return {cvRound(p.x), cvRound(p.y)};
  }

 private:
  explicit TableFilm(const billiard::Settings& settings)
      : radius_(settings.physics.ball.radius),
        renderer_(billiard::vision::geometry_of(settings.table.spec, radius_),
                  look_at(billiard::vision::make_lens(640, 360, 530.0), {0.0, 0.0, 2.7}, {0, 0, 0},
                          {0, 1, 0}),
                  {}) {}

  double radius_;
  billiard::vision::Renderer renderer_;
  std::uint64_t count_{0};
};

}  // namespace billiard_nodes
