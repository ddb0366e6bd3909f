// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <billiard_msgs/msg/ball_array.hpp>
#include <billiard_msgs/msg/shot_command.hpp>
#include <billiard_msgs/msg/shot_result.hpp>
#include <billiard_msgs/msg/table.hpp>
#include <memory>
#include <optional>
#include <rclcpp/rclcpp.hpp>
#include <sensor_msgs/msg/camera_info.hpp>
#include <sensor_msgs/msg/compressed_image.hpp>
#include <sensor_msgs/msg/image.hpp>
#include <std_srvs/srv/trigger.hpp>
#include <string>

#include "billiard_engine/files/settings.hpp"
#include "billiard_vision/tracker.hpp"
#include "diagnostics.hpp"
#include "messages.hpp"
#include "percentiles.hpp"
#include "tracker/ball_book.hpp"
#include "tracker/clear_table.hpp"
#include "tracker/stream_watch.hpp"

namespace billiard_nodes {

/// Parameters of the tracker node.
struct TrackerParameters {
  std::string table{"pool_9ft"};  ///< Name or path of the table file
  billiard::Settings settings;    ///< Its table and physics
  billiard::vision::CameraHint camera;
  bool lens_given{false};  ///< By the camera file; else camera_info counts
  billiard::vision::TrackerOptions tracking;
  StreamWatch::Options stream;
  double lens_wait{1.0};   ///< For a camera_info before tracking without one [s]
  bool compressed{false};  ///< Frames come as JPEG, as from a recording
  bool watch{true};        ///< Look for hands, cues and balls taken away
};

/// Finds and follows the balls in the camera's frames.
class Tracker : public rclcpp::Node {
 public:
  explicit Tracker(const rclcpp::NodeOptions& options = rclcpp::NodeOptions());

 private:
  using Image = sensor_msgs::msg::Image;
  using CameraInfo = sensor_msgs::msg::CameraInfo;

  void on_info(const CameraInfo& info);
  void on_image(const Image::ConstSharedPtr& image);
  void on_compressed(const sensor_msgs::msg::CompressedImage& packed);
  void refuse(const std::string& problem);
  void track(const Image& image, const cv::Mat& picture, double arrival);
  void restart();
  /// Tells the tracker what the cue is about to do.
  void on_command(const billiard_msgs::msg::ShotCommand& command);
  /// A stroke that the cue has given up is not expected any more.
  void on_result(const billiard_msgs::msg::ShotResult& result);
  void on_restart(std_srvs::srv::Trigger::Response& response);
  /// Tells, between frames, that there are none.
  void check_silence();
  void publish_balls(const builtin_interfaces::msg::Time& stamp, const std::string& obstruction);
  void publish_overlay(const Image& image, const cv::Mat& picture,
                       const billiard::vision::TrackedFrame& frame);
  void describe(Report& report);
  [[nodiscard]] double seconds(const rclcpp::Time& time) const;

  TrackerParameters parameters_;
  NamedTable table_;
  BallBook book_;
  StreamWatch stream_;
  std::optional<billiard::vision::Tracker> tracker_;
  std::optional<ClearTable> clear_;
  Image::ConstSharedPtr last_image_;
  std::int64_t origin_ns_{0};  ///< Stamp of the first frame; times inside count from it
  std::string problem_;        ///< With the last frame
  std::string obstruction_;    ///< As published last
  std::uint32_t sequence_{0};
  std::uint32_t expected_shot_{0};  ///< Id of the shot commanded last
  std::uint64_t rejected_{0};
  std::uint64_t reported_frames_{0};
  std::uint64_t reported_out_of_order_{0};
  rclcpp::Time reported_at_;
  Percentiles latency_;  ///< Stamp to published balls [ms]
  Percentiles work_;     ///< Wall time of one frame [ms]

  rclcpp::Publisher<billiard_msgs::msg::BallArray>::SharedPtr balls_publisher_;
  rclcpp::Publisher<billiard_msgs::msg::Table>::SharedPtr table_publisher_;
  rclcpp::Publisher<Image>::SharedPtr overlay_publisher_;
  rclcpp::Subscription<CameraInfo>::SharedPtr info_subscription_;
  rclcpp::Subscription<Image>::SharedPtr image_subscription_;
  rclcpp::Subscription<billiard_msgs::msg::ShotCommand>::SharedPtr command_subscription_;
  rclcpp::Subscription<billiard_msgs::msg::ShotResult>::SharedPtr result_subscription_;
  rclcpp::Subscription<sensor_msgs::msg::CompressedImage>::SharedPtr packed_subscription_;
  rclcpp::Service<std_srvs::srv::Trigger>::SharedPtr restart_service_;
  rclcpp::TimerBase::SharedPtr silence_timer_;
  Diagnostics diagnostics_;
};

}  // namespace billiard_nodes
