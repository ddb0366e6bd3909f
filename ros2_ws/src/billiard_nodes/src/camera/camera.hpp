// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <rclcpp/rclcpp.hpp>
#include <sensor_msgs/msg/camera_info.hpp>
#include <sensor_msgs/msg/compressed_image.hpp>
#include <sensor_msgs/msg/image.hpp>
#include <string>
#include <thread>

#include "billiard_vision/camera.hpp"
#include "camera/frame_source.hpp"
#include "diagnostics.hpp"

namespace billiard_nodes {

/// Parameters of the camera node.
struct CameraParameters {
  SourceOptions source;
  double rate{0.0};   ///< 0: the source's own, 30 for files [Hz]
  double retry{1.0};  ///< Between attempts to open a camera that is gone [s]
  std::string frame_id{"camera_optical_frame"};  ///< Of the messages
  int jpeg_quality{90};                          ///< Of the compressed topic
  std::optional<billiard::vision::Lens> lens;    ///< From the camera file
};

/// Publishes frames of files, a video or a V4L2 camera. A thread of its own waits for them.
class Camera : public rclcpp::Node {
 public:
  explicit Camera(const rclcpp::NodeOptions& options = rclcpp::NodeOptions());
  ~Camera() override;

 private:
  using Clock = std::chrono::steady_clock;

  void run();
  /// Publishes frames until the source ends, is lost, or the node stops.
  void play(FrameSource& source);
  void note_skipped(const std::string& problem);
  [[nodiscard]] bool check_size(const cv::Mat& frame);
  void publish(const cv::Mat& frame, double age);
  /// False if the node stops meanwhile.
  bool wait_until(Clock::time_point moment);
  void set_trouble(const std::string& trouble);
  void describe(Report& report);

  CameraParameters parameters_;
  std::mutex mutex_;
  std::condition_variable stopping_;
  bool stop_{false};
  bool ended_{false};
  std::string trouble_;
  std::atomic<std::uint64_t> frames_{0};
  std::atomic<std::uint64_t> opened_{0};
  std::uint64_t skipped_{0};  ///< Frames that could not be read
  std::string skipped_problem_;
  std::uint64_t reported_frames_{0};
  std::uint64_t reported_skipped_{0};
  Clock::time_point reported_at_{Clock::now()};

  rclcpp::Publisher<sensor_msgs::msg::Image>::SharedPtr image_publisher_;
  rclcpp::Publisher<sensor_msgs::msg::CompressedImage>::SharedPtr jpeg_publisher_;
  rclcpp::Publisher<sensor_msgs::msg::CameraInfo>::SharedPtr info_publisher_;
  Diagnostics diagnostics_;
  std::thread thread_;
};

}  // namespace billiard_nodes
