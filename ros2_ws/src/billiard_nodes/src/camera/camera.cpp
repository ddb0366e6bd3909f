// SPDX-License-Identifier: Apache-2.0
#include "camera/camera.hpp"

#include <fmt/format.h>

#include <rclcpp_components/register_node_macro.hpp>

#include "billiard_engine/files/config.hpp"
#include "billiard_vision/camera_file.hpp"
#include "image_messages.hpp"
#include "latched.hpp"
#include "parameters.hpp"

namespace billiard_nodes {
namespace {

CameraParameters load_parameters(rclcpp::Node& node) {
  Parameters parameters(node);
  CameraParameters values;
  values.source.source =
      parameters.text("source", values.source.source,
                      "Folder or pattern of pictures, video file, /dev/videoN or N");
  values.source.loop =
      parameters.flag("loop", values.source.loop, "Start files or a video again at the end");
  values.source.width = static_cast<int>(parameters.integer(
      "width", values.source.width, 0, 16384, "Of a camera's frames [px]; 0: its own"));
  values.source.height = static_cast<int>(
      parameters.integer("height", values.source.height, 0, 16384, "Likewise [px]; 0: its own"));
  values.rate = parameters.number("rate", values.rate, 0.0, 1000.0,
                                  "Frames per second [Hz]; 0: the source's own, 30 for files");
  values.source.rate = values.rate;
  values.retry = parameters.number("retry", values.retry, 0.01, 60.0,
                                   "Between attempts to open a camera that is gone [s]");
  values.frame_id = parameters.text("frame_id", values.frame_id, "Frame of the messages");
  values.jpeg_quality = static_cast<int>(parameters.integer(
      "jpeg_quality", values.jpeg_quality, 1, 100, "Of /camera/image_raw/compressed [1 ... 100]"));
  const std::string file = parameters.text(
      "camera", "", "Camera file: name in config/cameras or path; empty: not calibrated");
  if (!file.empty()) {
    values.lens = load_named("camera", [&] {
      return billiard::vision::load_camera(billiard::find_config("cameras", file)).lens;
    });
  }
  // What can be checked now is refused now; a camera may still be plugged in later.
  if (kind_of(values.source.source) != SourceKind::kDevice) {
    (void)load_named("source", [&] { return open_source(values.source); });
  }
  refuse_unknown_parameters(node);
  return values;
}

}  // namespace

Camera::Camera(const rclcpp::NodeOptions& options)
    : Node("camera", options),
      parameters_(load_parameters(*this)),
      image_publisher_(
          create_publisher<sensor_msgs::msg::Image>("/camera/image_raw", rclcpp::SensorDataQoS())),
      jpeg_publisher_(create_publisher<sensor_msgs::msg::CompressedImage>(
          "/camera/image_raw/compressed", rclcpp::SensorDataQoS())),
      info_publisher_(
          create_latched_publisher<sensor_msgs::msg::CameraInfo>(*this, "/camera/camera_info")),
      diagnostics_(*this, "frames", parameters_.source.source,
                   [this](Report& report) { describe(report); }),
      thread_([this] { run(); }) {}

Camera::~Camera() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  stopping_.notify_all();
  thread_.join();
}

void Camera::run() {
  do {
    try {
      const auto source = open_source(parameters_.source);
      ++opened_;
      play(*source);
    } catch (const std::exception& error) {
      set_trouble(error.what());
    }
    const std::lock_guard lock(mutex_);
    if (ended_) return;
  } while (wait_until(Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                         std::chrono::duration<double>(parameters_.retry))));
}

void Camera::play(FrameSource& source) {
  const bool device = kind_of(parameters_.source.source) == SourceKind::kDevice;
  const double own = source.rate() > 0.0 ? source.rate() : 30.0;
  const double rate = parameters_.rate > 0.0 ? parameters_.rate : own;
  const auto period =
      std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(1.0 / rate));
  cv::Mat frame;
  for (auto due = Clock::now();; due += period) {
    std::string problem;
    const FrameSource::Read read = source.read(frame, problem);
    if (read == FrameSource::Read::kLost) return set_trouble(problem);
    if (read == FrameSource::Read::kEnd) {
      const std::lock_guard lock(mutex_);
      ended_ = true;
      return;
    }
    const bool skipped = read == FrameSource::Read::kSkipped;
    if (!skipped && !check_size(frame)) return;
    if (!wait_until(device ? Clock::now() : due)) return;
    if (skipped) {
      note_skipped(problem);
      continue;
    }
    publish(frame, source.age());
    set_trouble({});
  }
}

void Camera::note_skipped(const std::string& problem) {
  RCLCPP_WARN_THROTTLE(get_logger(), *get_clock(), 5000, "%s; skipped", problem.c_str());
  const std::lock_guard lock(mutex_);
  ++skipped_;
  skipped_problem_ = problem;
}

bool Camera::check_size(const cv::Mat& frame) {
  const auto& lens = parameters_.lens;
  if (!lens || (frame.cols == lens->width && frame.rows == lens->height)) return true;
  set_trouble(fmt::format("frames have {} x {} pixels, but the camera file is for {} x {}",
                          frame.cols, frame.rows, lens->width, lens->height));
  return false;
}

void Camera::publish(const cv::Mat& frame, double age) {
  auto image = make_image(frame.cols, frame.rows);
  image->header.stamp = now() - rclcpp::Duration::from_seconds(age);
  image->header.frame_id = parameters_.frame_id;
  frame.copyTo(pixels_of(*image));
  auto info = to_camera_info(parameters_.lens, frame.cols, frame.rows);
  info.header = image->header;
  info_publisher_->publish(info);
  image_publisher_->publish(std::move(image));
  if (jpeg_publisher_->get_subscription_count() > 0) {
    jpeg_publisher_->publish(to_jpeg(frame, info.header, parameters_.jpeg_quality));
  }
  ++frames_;
}

bool Camera::wait_until(Clock::time_point moment) {
  std::unique_lock lock(mutex_);
  return !stopping_.wait_until(lock, moment, [this] { return stop_; });
}

void Camera::set_trouble(const std::string& trouble) {
  const std::lock_guard lock(mutex_);
  if (trouble == trouble_) return;
  if (trouble.empty()) {
    RCLCPP_INFO(get_logger(), "frames arrive again");
  } else {
    RCLCPP_WARN(get_logger(), "%s; trying again", trouble.c_str());
  }
  trouble_ = trouble;
}

void Camera::describe(Report& report) {
  const std::lock_guard lock(mutex_);
  const std::uint64_t frames = frames_;
  const auto now = Clock::now();
  const double passed = std::chrono::duration<double>(now - reported_at_).count();
  const std::uint64_t fresh = frames - reported_frames_;
  const double rate = static_cast<double>(fresh) / std::max(passed, 1e-3);
  const bool skipped = skipped_ > reported_skipped_;
  reported_frames_ = frames;
  reported_skipped_ = skipped_;
  reported_at_ = now;
  if (!trouble_.empty()) report.error(trouble_);
  if (skipped && fresh == 0) report.error(skipped_problem_);
  if (skipped) report.warn(skipped_problem_);
  report.ok(ended_ ? "all frames were played" : "frames arrive");
  report.add("frames", frames);
  report.add("frames skipped", skipped_);
  report.add("rate [Hz]", rate, 1);
  report.add("times opened", opened_);
}

}  // namespace billiard_nodes

RCLCPP_COMPONENTS_REGISTER_NODE(billiard_nodes::Camera)
