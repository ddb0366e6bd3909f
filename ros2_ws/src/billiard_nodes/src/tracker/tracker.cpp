// SPDX-License-Identifier: Apache-2.0
#include "tracker/tracker.hpp"

#include <fmt/format.h>

#include <chrono>
#include <limits>
#include <opencv2/core.hpp>
#include <rclcpp_components/register_node_macro.hpp>

#include "billiard_engine/files/config.hpp"
#include "billiard_vision/camera_file.hpp"
#include "billiard_vision/locator.hpp"
#include "image_messages.hpp"
#include "latched.hpp"
#include "parameters.hpp"

namespace billiard_nodes {
namespace {

using namespace std::chrono_literals;
using billiard::vision::TrackedBall;
using billiard::vision::TrackedFrame;

constexpr double kSureTable = 0.5;  // least confidence of a view of the table to rely on [-]

TrackerParameters load_parameters(rclcpp::Node& node) {
  Parameters parameters(node);
  TrackerParameters values;
  values.table =
      parameters.text("table", values.table, "Table file: name in config/tables or path");
  const std::string physics = parameters.text(
      "physics", "", "Physics file: name in config/physics or path; empty: the table's own");
  values.settings = load_named("table or physics",
                               [&] { return billiard::load_settings(values.table, physics); });
  const std::string camera = parameters.text(
      "camera", "", "Camera file: name in config/cameras or path; empty: /camera/camera_info");
  if (!camera.empty()) {
    values.camera = load_named("camera", [&] {
      return billiard::vision::load_camera(billiard::find_config("cameras", camera));
    });
  }
  values.lens_given = values.camera.lens.has_value();
  values.lens_wait = parameters.number("lens_wait", values.lens_wait, 0.0, 60.0,
                                       "Wait for a camera_info before tracking without one [s]");
  values.tracking.occlusion =
      parameters.number("occlusion", values.tracking.occlusion, 0.0, 60.0,
                        "A moving ball not seen for so long is given up [s]");
  values.tracking.hidden_rest = parameters.number("hidden_rest", values.tracking.hidden_rest, 0.0,
                                                  3600.0, "Likewise a ball that rested [s]");
  values.stream.silence = parameters.number("silence", values.stream.silence, 0.05, 60.0,
                                            "No frame for so long: the camera is silent [s]");
  values.stream.frozen_frames = static_cast<int>(
      parameters.integer("frozen_frames", values.stream.frozen_frames, 0, 10000,
                         "So many equal frames: the camera stands still; 0: never"));
  values.compressed =
      parameters.flag("compressed", values.compressed,
                      "Take /camera/image_raw/compressed instead of /camera/image_raw");
  values.watch = parameters.flag("watch", values.watch,
                                 "Look for hands, cues and balls taken away, and report them");
  refuse_unknown_parameters(node);
  return values;
}

}  // namespace

Tracker::Tracker(const rclcpp::NodeOptions& options)
    : Node("tracker", options),
      parameters_(load_parameters(*this)),
      table_{parameters_.table, parameters_.settings.table,
             parameters_.settings.physics.ball.radius},
      book_(table_),
      stream_(parameters_.stream),
      reported_at_(now()),
      balls_publisher_(
          create_publisher<billiard_msgs::msg::BallArray>("/balls", rclcpp::SensorDataQoS())),
      table_publisher_(create_latched_publisher<billiard_msgs::msg::Table>(*this, "/table")),
      overlay_publisher_(create_publisher<Image>("/tracker/overlay", rclcpp::SensorDataQoS())),
      info_subscription_(create_subscription<CameraInfo>(
          "/camera/camera_info", rclcpp::SensorDataQoS(),
          [this](CameraInfo::ConstSharedPtr info) { on_info(*info); })),
      restart_service_(create_service<std_srvs::srv::Trigger>(
          "/tracker/restart",
          [this](const std::shared_ptr<std_srvs::srv::Trigger::Request>,
                 std::shared_ptr<std_srvs::srv::Trigger::Response> response) {
            on_restart(*response);
          })),
      silence_timer_(create_wall_timer(100ms, [this] { check_silence(); })),
      diagnostics_(*this, "balls", parameters_.table, [this](Report& r) { describe(r); }) {
  const auto qos = rclcpp::SensorDataQoS().keep_last(1);
  if (parameters_.compressed) {
    packed_subscription_ = create_subscription<sensor_msgs::msg::CompressedImage>(
        "/camera/image_raw/compressed", qos,
        [this](sensor_msgs::msg::CompressedImage::ConstSharedPtr packed) {
          on_compressed(*packed);
        });
  } else {
    image_subscription_ = create_subscription<Image>(
        "/camera/image_raw", qos, [this](Image::ConstSharedPtr image) { on_image(image); });
  }
  billiard::vision::warm_up();
  billiard_msgs::msg::Table message = to_message(table_);
  message.header.stamp = now();
  table_publisher_->publish(message);
  command_subscription_ = create_subscription<billiard_msgs::msg::ShotCommand>(
      "/shot_command", rclcpp::QoS(10),
      [this](billiard_msgs::msg::ShotCommand::ConstSharedPtr command) { on_command(*command); });
  result_subscription_ = create_subscription<billiard_msgs::msg::ShotResult>(
      "/cue/result", rclcpp::QoS(10),
      [this](billiard_msgs::msg::ShotResult::ConstSharedPtr result) { on_result(*result); });
}

double Tracker::seconds(const rclcpp::Time& time) const {
  return 1e-9 * static_cast<double>(time.nanoseconds() - origin_ns_);
}

void Tracker::on_info(const CameraInfo& info) {
  if (parameters_.lens_given) return;
  const auto lens = to_lens(info);
  if (!lens) return;
  if (parameters_.camera.lens == lens) return;
  parameters_.camera.lens = lens;
  restart();
}

void Tracker::restart() {
  tracker_.reset();
  clear_.reset();
  book_ = BallBook(table_);
}

void Tracker::on_command(const billiard_msgs::msg::ShotCommand& command) {
  const ReadBalls read = read_balls(command.layout, table_);
  const int ball = read.layout.find(command.shot.ball);
  const auto shot = read_shot(command.shot);
  const bool usable = tracker_ && read.problem.empty() && ball >= 0 && shot && shot->speed > 0.0;
  if (!usable) return;  // the cue bridge says what is wrong with it
  const auto& place = read.layout.balls[static_cast<std::size_t>(ball)].position;
  billiard::vision::ExpectedStroke stroke;
  stroke.shot = *shot;
  stroke.place = {place.x(), place.y()};
  stroke.until = std::numeric_limits<double>::infinity();  // a person may take long to arm the cue
  tracker_->expect(stroke);
  expected_shot_ = command.shot_id;
}

void Tracker::on_result(const billiard_msgs::msg::ShotResult& result) {
  const bool given_up = result.outcome != billiard_msgs::msg::ShotResult::OUTCOME_FIRED;
  if (given_up && tracker_ && result.shot_id == expected_shot_) tracker_->expect({});
}

// After a new rack: balls that were here are gone, and those of the rack are others.
void Tracker::on_restart(std_srvs::srv::Trigger::Response& response) {
  restart();
  response.success = true;
}

void Tracker::on_image(const Image::ConstSharedPtr& image) {
  if (const auto problem = find_problem(image->header.stamp); !problem.empty()) {
    return refuse(problem);
  }
  const rclcpp::Time stamp(image->header.stamp);
  if (origin_ns_ == 0) origin_ns_ = stamp.nanoseconds();
  // Equal pixels: with any noise in the picture the comparison ends at once.
  const bool same = last_image_ && last_image_->data == image->data;
  last_image_ = image;
  const double arrival = seconds(now());
  switch (stream_.take(seconds(stamp), arrival, same)) {
    case StreamWatch::Verdict::kOutOfOrder:
      return;
    case StreamWatch::Verdict::kRestart:
      RCLCPP_WARN(get_logger(), "time has jumped back: starting anew");
      restart();
      break;
    case StreamWatch::Verdict::kUse:
      break;
  }
  const SeenImage seen = see_image(*image);
  if (!seen.problem.empty()) return refuse(seen.problem);
  problem_.clear();
  const bool wait = !parameters_.camera.lens && !parameters_.camera.corners_px && !tracker_ &&
                    seconds(stamp) < parameters_.lens_wait;
  if (!wait) track(*image, seen.picture, arrival);
}

void Tracker::refuse(const std::string& problem) {
  problem_ = problem;
  ++rejected_;
  RCLCPP_WARN_THROTTLE(get_logger(), *get_clock(), 5000, "image refused: %s", problem_.c_str());
}

void Tracker::on_compressed(const sensor_msgs::msg::CompressedImage& packed) {
  const cv::Mat picture = from_jpeg(packed);
  if (picture.empty()) return refuse("a compressed image holds no picture");
  auto image = make_image(picture.cols, picture.rows);
  image->header = packed.header;
  picture.copyTo(pixels_of(*image));
  on_image(std::move(image));
}

void Tracker::track(const Image& image, const cv::Mat& picture, double arrival) {
  const auto start = std::chrono::steady_clock::now();
  const double stamp = seconds(image.header.stamp);
  if (!tracker_) {
    tracker_.emplace(parameters_.settings.table, parameters_.settings.physics, parameters_.camera,
                     parameters_.tracking);
    clear_.emplace();
  }
  TrackedFrame frame;
  try {
    frame = tracker_->update(picture, stamp);
  } catch (const cv::Exception& error) {  // no frame may end the robot
    restart();
    refuse(error.what());
    return publish_balls(image.header.stamp, "a frame could not be followed: starting anew");
  }
  problem_ = frame.problem;
  std::string obstruction;
  if (!problem_.empty() || !tracker_->view()) {
    obstruction = "the table is not seen: " + problem_;
  } else {
    book_.update(frame);
    if (parameters_.watch) {
      obstruction = clear_->check(frame, book_);
    }
  }
  // As it was when the frame came: however long it took, the camera was not silent.
  const std::string trouble = stream_.find_trouble(arrival);
  publish_balls(image.header.stamp, trouble.empty() ? obstruction : trouble);
  latency_.add(1e3 * (seconds(now()) - stamp));
  work_.add(
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
  if (overlay_publisher_->get_subscription_count() > 0) publish_overlay(image, picture, frame);
}

void Tracker::publish_balls(const builtin_interfaces::msg::Time& stamp,
                            const std::string& obstruction) {
  auto message = std::make_unique<billiard_msgs::msg::BallArray>(book_.message());
  message->header.stamp = stamp;
  message->sequence = ++sequence_;
  message->obstruction = obstruction;
  if (obstruction != obstruction_) {
    if (obstruction.empty()) {
      RCLCPP_INFO(get_logger(), "the table is clear");
    } else {
      RCLCPP_WARN(get_logger(), "the table is not clear: %s", obstruction.c_str());
    }
  }
  obstruction_ = obstruction;
  balls_publisher_->publish(std::move(message));
}

void Tracker::check_silence() {
  if (!last_image_) return;
  const double moment = seconds(now());
  if (stream_.is_silent(moment)) {
    publish_balls(last_image_->header.stamp, stream_.find_trouble(moment));
  }
}

void Tracker::publish_overlay(const Image& image, const cv::Mat& picture,
                              const TrackedFrame& frame) {
  billiard::vision::Location location;
  if (tracker_->view()) location.table.view = tracker_->view();
  location.table.problem = frame.problem;
  for (const TrackedBall& ball : frame.balls) {
    billiard::vision::LocatedBall located;
    located.kind = ball.kind;
    located.confidence = ball.confidence;
    located.sighting.position = {ball.position[0], ball.position[1]};
    located.sighting.image = ball.image;
    location.balls.push_back(located);
  }
  const cv::Mat drawn = draw_overlay(picture, location);
  auto message = make_image(drawn.cols, drawn.rows);
  message->header = image.header;
  drawn.copyTo(pixels_of(*message));
  overlay_publisher_->publish(std::move(message));
}

void Tracker::describe(Report& report) {
  const rclcpp::Time moment = now();
  const double passed = (moment - reported_at_).seconds();
  const auto frames = stream_.frames() - reported_frames_;
  const auto late = stream_.out_of_order() - reported_out_of_order_;
  reported_frames_ = stream_.frames();
  reported_out_of_order_ = stream_.out_of_order();
  reported_at_ = moment;

  const std::string trouble = stream_.find_trouble(seconds(moment));
  if (!trouble.empty()) report.error(trouble);
  if (!problem_.empty()) report.error(problem_);
  if (!obstruction_.empty() && trouble.empty() && problem_.empty()) report.warn(obstruction_);
  const auto* view = tracker_ && tracker_->view() ? &*tracker_->view() : nullptr;
  if (view != nullptr && view->confidence < kSureTable) {
    report.warn(fmt::format("the table may lie elsewhere: confidence {:.2f}; allowed: {} to 1",
                            view->confidence, kSureTable));
  }
  if (late > 0) report.warn("frames arrive out of order");
  report.ok("balls are tracked");
  report.add("rate [Hz]", passed > 0.0 ? static_cast<double>(frames) / passed : 0.0, 1);
  report.add("frames", stream_.frames());
  report.add("frames out of order", stream_.out_of_order());
  report.add("frames dropped", stream_.dropped());
  report.add("frames refused", rejected_);
  report.add("restarts", stream_.restarts());
  report.add("latency p50 [ms]", latency_.at(0.5), 2);
  report.add("latency p99 [ms]", latency_.at(0.99), 2);
  report.add("work p50 [ms]", work_.at(0.5), 2);
  report.add("work p99 [ms]", work_.at(0.99), 2);
  report.add("table confidence", view != nullptr ? view->confidence : 0.0, 2);
  report.add("obstruction", obstruction_);
}

}  // namespace billiard_nodes

RCLCPP_COMPONENTS_REGISTER_NODE(billiard_nodes::Tracker)
