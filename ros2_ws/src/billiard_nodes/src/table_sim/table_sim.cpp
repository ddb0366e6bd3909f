// SPDX-License-Identifier: Apache-2.0
#include "table_sim/table_sim.hpp"

#include <algorithm>
#include <rclcpp_components/register_node_macro.hpp>

#include "billiard_vision/engine_table.hpp"
#include "image_messages.hpp"
#include "latched.hpp"
#include "parameters.hpp"

namespace billiard_nodes {
namespace {

constexpr double kPlacedWithin = 1e-4;  // the cue ball lies where it was wanted [m]

billiard::vision::Renderer make_renderer(const billiard::Settings& settings,
                                         const TableSimParameters& parameters) {
  billiard::vision::Look look;
  look.exposure_time = parameters.exposure;
  look.seed = parameters.simulation.seed + 1;
  const auto camera = billiard::vision::look_at(
      parameters.lens, {0.0, 0.0, parameters.camera_height}, {0.0, 0.0, 0.0}, {0.0, 1.0, 0.0});
  const auto geometry =
      billiard::vision::geometry_of(settings.table.spec, settings.physics.ball.radius);
  return {geometry, camera, look};
}

}  // namespace

TableSim::TableSim(const rclcpp::NodeOptions& options)
    : Node("table_sim", options),
      parameters_(load_table_sim_parameters(*this)),
      nominal_(load_named(
          "table, physics",
          [&] { return billiard::load_settings(parameters_.table, parameters_.physics); })),
      table_{parameters_.table, nominal_.table, nominal_.physics.ball.radius},
      renderer_(make_renderer(nominal_, parameters_)),
      period_(std::chrono::duration_cast<Clock::duration>(
          std::chrono::duration<double>(1.0 / parameters_.rate))),
      world_(nominal_, parameters_.simulation),
      image_publisher_(create_publisher<Image>("/camera/image_raw", rclcpp::SensorDataQoS())),
      jpeg_publisher_(create_publisher<sensor_msgs::msg::CompressedImage>(
          "/camera/image_raw/compressed", rclcpp::SensorDataQoS())),
      info_publisher_(
          create_latched_publisher<sensor_msgs::msg::CameraInfo>(*this, "/camera/camera_info")),
      truth_publisher_(create_publisher<BallArray>("/ground_truth", rclcpp::QoS(10))),
      diagnostics_(*this, "simulated table", parameters_.table,
                   [this](Report& report) { describe(report); }) {
  world_.rack(parameters_.game);
  command_subscription_ = create_subscription<billiard_msgs::msg::ShotCommand>(
      "/shot_command", rclcpp::QoS(10),
      [this](billiard_msgs::msg::ShotCommand::ConstSharedPtr command) { on_command(*command); });
  result_subscription_ = create_subscription<billiard_msgs::msg::ShotResult>(
      "/cue/result", rclcpp::QoS(10),
      [this](billiard_msgs::msg::ShotResult::ConstSharedPtr result) { on_result(*result); });
  game_subscription_ = create_subscription<billiard_msgs::msg::GameState>(
      "/game/state", rclcpp::QoS(10),
      [this](billiard_msgs::msg::GameState::ConstSharedPtr state) { on_game(*state); });
  declare_faults();
  refuse_unknown_parameters(*this);
  thread_ = std::thread([this] { film(); });
}

TableSim::~TableSim() {
  stop_ = true;
  thread_.join();
}

// --- the camera ----------------------------------------------------------------------------------

// Each frame is made while the one before it is looked at, and handed over at the moment it shows,
// as a camera does: the table is a frame ahead of the clock.
void TableSim::film() {
  auto due = Clock::now();
  while (!stop_) {
    due += period_;
    const auto begin = Clock::now();
    const auto late =
        begin < due ? 0 : (begin - due) / period_ + 1;  // frames there was no time for
    due += late * period_;
    auto image = expose(due);
    const auto rendered = Clock::now();
    std::this_thread::sleep_until(due);
    const auto handed_over = Clock::now();
    truth_publisher_->publish(truth_);
    if (image) publish(std::move(image));
    const auto work = (rendered - begin) + (Clock::now() - handed_over);
    const std::lock_guard lock(mutex_);
    ++frames_;
    dropped_ += static_cast<std::uint64_t>(late);
    slowest_ = std::max(slowest_, std::chrono::duration<double>(work).count());
  }
}

double TableSim::since_start(Clock::time_point moment) const {
  return std::chrono::duration<double>(moment - started_).count();
}

void TableSim::advance(double time) {
  while (!strokes_.empty() && strokes_.front().time <= time) {
    const Stroke& stroke = strokes_.front();
    world_.advance_to(stroke.time);
    if (const auto executed = world_.strike(stroke.shot)) {
      RCLCPP_DEBUG(get_logger(), "shot %u: struck with %.3f m/s", stroke.id, executed->speed);
    } else {
      RCLCPP_WARN(get_logger(), "shot %u: there is no cue ball to strike", stroke.id);
    }
    strokes_.pop_front();
  }
  world_.advance_to(time);
}

std::unique_ptr<TableSim::Image> TableSim::expose(Clock::time_point moment) {
  std::vector<billiard::vision::SceneBall> scene;
  CameraFaults faults;
  {
    const std::lock_guard lock(mutex_);
    const rclcpp::Time wall = now();  // read first: a delay makes the stamp early, never late
    const rclcpp::Time stamp = wall + rclcpp::Duration(moment - Clock::now());
    advance(since_start(moment));
    scene = world_.scene();
    faults = faults_;
    std::vector<billiard::Ball> balls;
    std::vector<std::string> ids;
    for (const SimulatedBall& ball : world_.balls()) {
      balls.push_back(ball.state);
      if (ball.lifted) balls.back().motion = billiard::Motion::kOffTable;
      ids.push_back(ball.id);
    }
    truth_ = to_message(balls, ids, table_);
    truth_.header.stamp = stamp;
  }
  truth_.sequence = sequence_++;
  if (faults.stop) return nullptr;
  cv::Mat frame = faults.freeze && !frozen_.empty() ? frozen_ : renderer_.render(scene, sequence_);
  frozen_ = faults.freeze ? frame : cv::Mat();
  if (faults.hand) draw_hand(frame);
  auto image = make_image(frame.cols, frame.rows);
  image->header.stamp = truth_.header.stamp;
  image->header.frame_id = "camera_optical_frame";
  frame.copyTo(pixels_of(*image));
  if (!faults.swap || held_) return image;
  held_ = std::move(image);  // until the next frame is out
  return nullptr;
}

void TableSim::publish(std::unique_ptr<Image> image) {
  auto info = to_camera_info(parameters_.lens, parameters_.lens.width, parameters_.lens.height);
  info.header = image->header;
  info_publisher_->publish(info);
  cv::Mat picture;  // packed only after the frame is on its way
  if (jpeg_publisher_->get_subscription_count() > 0) picture = pixels_of(*image).clone();
  image_publisher_->publish(std::move(image));
  if (!picture.empty()) {
    jpeg_publisher_->publish(to_jpeg(picture, info.header, parameters_.jpeg_quality));
  }
  if (held_) publish(std::move(held_));
}

// --- the cue and the hands -----------------------------------------------------------------------

void TableSim::on_command(const billiard_msgs::msg::ShotCommand& command) {
  const auto commanded = read_shot(command.shot);
  if (!commanded) return;  // the cue bridge refuses it
  const std::lock_guard lock(mutex_);
  if (const auto shot = ledger_.add_command(command.shot_id, *commanded)) {
    strike(command.shot_id, *shot);
  }
}

void TableSim::on_result(const billiard_msgs::msg::ShotResult& result) {
  if (result.outcome != billiard_msgs::msg::ShotResult::OUTCOME_FIRED) return;
  const std::lock_guard lock(mutex_);
  if (const auto shot = ledger_.add_report(result.shot_id, result.speed_measured)) {
    strike(result.shot_id, *shot);
  }
}

// The table is up to a frame ahead: so much later the cue meets the ball.
void TableSim::strike(std::uint32_t id, const billiard::Shot& shot) {
  strokes_.push_back({since_start(Clock::now() + period_), id, shot});
}

void TableSim::on_game(const billiard_msgs::msg::GameState& state) {
  const std::lock_guard lock(mutex_);
  if (state.rack > rack_) {
    rack_ = state.rack;
    strokes_.clear();
    world_.rack(parameters_.game);
    faults_.lift.clear();  // every ball is on the table
  }
  const bool rests = world_.at_rest() && strokes_.empty();
  if (state.rack != rack_ || !state.ball_in_hand || !rests) return;
  const double x = state.placement.x;
  const double y = state.placement.y;
  const auto& balls = world_.balls();
  const bool there = std::any_of(balls.begin(), balls.end(), [&](const SimulatedBall& ball) {
    const auto& at = ball.state.position;
    return ball.id == "cue" && ball.on_table() &&
           std::hypot(at.x() - x, at.y() - y) < kPlacedWithin;
  });
  if (there) return;
  const std::string objection = world_.place_cue_ball(x, y);
  if (objection.empty()) return;
  RCLCPP_WARN_THROTTLE(get_logger(), *get_clock(), 5000, "placing the cue ball: %s",
                       objection.c_str());
}

// --- faults --------------------------------------------------------------------------------------

void TableSim::declare_faults() {
  const auto describe_fault = [](const char* text) {
    rcl_interfaces::msg::ParameterDescriptor descriptor;
    descriptor.description = text;
    return descriptor;
  };
  // Before the declarations, which also call it: with what was given at the start.
  fault_callback_ = add_on_set_parameters_callback(
      [this](const std::vector<rclcpp::Parameter>& parameters) { return set_faults(parameters); });
  declare_parameter("fault.stop", false, describe_fault("No frames come"));
  declare_parameter("fault.freeze", false, describe_fault("The same frame comes again and again"));
  declare_parameter("fault.swap", false, describe_fault("Frames come out of order"));
  declare_parameter("fault.hand", false, describe_fault("A hand is over the table"));
  declare_parameter("fault.lift", "", describe_fault("Ball that somebody holds; empty: none"));
}

rcl_interfaces::msg::SetParametersResult TableSim::set_faults(
    const std::vector<rclcpp::Parameter>& parameters) {
  rcl_interfaces::msg::SetParametersResult result;
  result.successful = true;
  const std::lock_guard lock(mutex_);
  CameraFaults faults = faults_;
  bool lift_given = false;
  for (const rclcpp::Parameter& parameter : parameters) {
    const std::string& name = parameter.get_name();
    if (name == "fault.stop") faults.stop = parameter.as_bool();
    if (name == "fault.freeze") faults.freeze = parameter.as_bool();
    if (name == "fault.swap") faults.swap = parameter.as_bool();
    if (name == "fault.hand") faults.hand = parameter.as_bool();
    if (name != "fault.lift") continue;
    faults.lift = parameter.as_string();
    lift_given = true;
  }
  if (lift_given && !faults.lift.empty() && !is_in_play(faults.lift)) {
    result.successful = false;
    result.reason = "fault.lift is '" + faults.lift + "'; allowed: a ball on the table, or none";
    return result;
  }
  faults_ = faults;
  if (!lift_given) return result;
  world_.put_back();
  if (!faults.lift.empty()) (void)world_.lift(faults.lift);
  return result;
}

bool TableSim::is_in_play(const std::string& id) const {
  const auto& balls = world_.balls();
  return std::any_of(balls.begin(), balls.end(), [&](const SimulatedBall& ball) {
    return ball.id == id && ball.state.in_play();
  });
}

void TableSim::describe(Report& report) {
  const std::lock_guard lock(mutex_);
  const std::uint64_t dropped = dropped_ - dropped_reported_;
  dropped_reported_ = dropped_;
  if (faults_ != CameraFaults{}) {
    report.warn("a fault is set");
  } else if (dropped > 0) {
    report.warn("rendering cannot keep up: " + std::to_string(dropped) + " frames dropped");
  } else {
    report.ok("filming");
  }
  report.add("frames", frames_);
  report.add("frames dropped", dropped_);
  report.add("slowest frame [ms]", 1000.0 * slowest_, 1);
  report.add("strikes", world_.strikes());
  report.add("repeated reports", ledger_.repeated());
  report.add("racks", std::uint64_t{rack_});
  slowest_ = 0.0;
}

}  // namespace billiard_nodes

RCLCPP_COMPONENTS_REGISTER_NODE(billiard_nodes::TableSim)
