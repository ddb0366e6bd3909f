// SPDX-License-Identifier: Apache-2.0
#include "predictor/predictor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <rclcpp_components/register_node_macro.hpp>

#include "parameters.hpp"
#include "predictor/markers.hpp"

namespace billiard_nodes {
namespace {

PredictorParameters load_parameters(rclcpp::Node& node) {
  Parameters parameters(node);
  PredictorParameters values;
  values.table =
      parameters.text("table", values.table, "Table file: name in config/tables or path");
  const std::string physics = parameters.text(
      "physics", "", "Physics file: name in config/physics or path; empty: the table's own");
  values.settings = load_named("table or physics",
                               [&] { return billiard::load_settings(values.table, physics); });
  values.prediction.horizon =
      parameters.number("horizon", values.prediction.horizon, 0.1, 60.0, "How far to predict [s]");
  values.prediction.sample_period =
      parameters.number("sample_period", values.prediction.sample_period, 0.001, 1.0,
                        "Between the points of a trajectory [s]");
  values.prediction.deadline =
      parameters.number("deadline", values.prediction.deadline, 0.0001, 1.0,
                        "Of one prediction [s]; what is not done then is left out");
  values.realtime.priority = static_cast<int>(
      parameters.integer("priority", values.realtime.priority, 0, 99,
                         "SCHED_FIFO priority of the prediction thread; 0: ordinary thread"));
  values.realtime.cpu = static_cast<int>(parameters.integer(
      "cpu", values.realtime.cpu, -1, 1023, "Core of the prediction thread; -1: any"));
  values.marker_rate = parameters.number("marker_rate", values.marker_rate, 0.0, 1000.0,
                                         "At most so many /markers a second [Hz]; 0: none");
  refuse_unknown_parameters(node);
  return values;
}

}  // namespace

Predictor::Predictor(const rclcpp::NodeOptions& options)
    : Node("predictor", options),
      parameters_(load_parameters(*this)),
      table_{parameters_.table, parameters_.settings.table,
             parameters_.settings.physics.ball.radius},
      predictions_publisher_(create_publisher<billiard_msgs::msg::TrajectoryArray>(
          "/predictions", rclcpp::SensorDataQoS())),
      markers_publisher_(
          create_publisher<visualization_msgs::msg::MarkerArray>("/markers", rclcpp::QoS(1))),
      thread_(std::make_unique<PredictionThread>(
          parameters_.settings.table, parameters_.settings.physics, parameters_.prediction,
          parameters_.realtime, [this](const Prediction& prediction) { publish(prediction); })),
      balls_subscription_(create_subscription<BallArray>(
          "/balls", rclcpp::SensorDataQoS().keep_last(1),
          [this](BallArray::ConstSharedPtr balls) { on_balls(*balls); })),
      diagnostics_(*this, "predictions", parameters_.table, [this](Report& r) { describe(r); }) {
  for (const std::string& refused : thread_->refused()) {
    RCLCPP_WARN(get_logger(), "predicting without real time: %s", refused.c_str());
  }
}

void Predictor::on_balls(const BallArray& balls) {
  const ReadBalls read = read_balls(balls, table_);
  problem_ = read.problem;
  for (const std::string& id : read.layout.ids) {
    if (!problem_.empty() || id.size() <= kLongestId) continue;
    problem_ = fmt::format("id of ball '{}' has {} characters; allowed: at most {}",
                           id.substr(0, 32), id.size(), kLongestId);
  }
  if (!problem_.empty()) {
    ++refused_balls_;
    RCLCPP_WARN_THROTTLE(get_logger(), *get_clock(), 5000, "balls refused: %s", problem_.c_str());
    return;
  }
  PredictionInput& input = thread_->input();
  input.stamp_ns = rclcpp::Time(balls.header.stamp).nanoseconds();
  input.sequence = balls.sequence;
  input.count = static_cast<int>(read.layout.balls.size());
  for (std::size_t i = 0; i < read.layout.balls.size(); ++i) {
    input.balls[i] = read.layout.balls[i];
    input.ids[i] = {};
    read.layout.ids[i].copy(input.ids[i].text.data(), kLongestId);
  }
  thread_->submit();
}

void Predictor::publish(const Prediction& prediction) {
  const PredictionInput& input = prediction.input;
  std::vector<std::string> ids;
  for (int i = 0; i < input.count; ++i) {
    ids.emplace_back(input.ids[static_cast<std::size_t>(i)].view());
  }
  auto message = std::make_unique<billiard_msgs::msg::TrajectoryArray>(
      to_message(prediction.result, prediction.recorder, ids, table_));
  message->header.stamp = rclcpp::Time(input.stamp_ns, RCL_ROS_TIME);
  message->sequence = input.sequence;
  message->compute_time = prediction.compute;
  std::unique_ptr<visualization_msgs::msg::MarkerArray> markers;
  if (should_draw()) {
    markers = std::make_unique<visualization_msgs::msg::MarkerArray>(to_markers(*message, table_));
  }
  const double latency = 1e-9 * static_cast<double>(now().nanoseconds() - input.stamp_ns);
  message->latency = latency;
  predictions_publisher_->publish(std::move(message));
  note(prediction, latency);
  if (markers) markers_publisher_->publish(std::move(markers));
}

bool Predictor::should_draw() {
  const auto now = Clock::now();
  const double passed = std::chrono::duration<double>(now - markers_at_).count();
  const bool due = parameters_.marker_rate > 0.0 && passed >= 1.0 / parameters_.marker_rate;
  if (!due || markers_publisher_->get_subscription_count() == 0) return false;
  markers_at_ = now;
  return true;
}

void Predictor::note(const Prediction& prediction, double latency) {
  const std::lock_guard lock(mutex_);
  ++figures_.predictions;
  if (prediction.cut) ++figures_.cut;
  if (prediction.answer > parameters_.prediction.deadline) ++figures_.missed;
  figures_.compute.add(1e3 * prediction.compute);
  figures_.answer.add(1e3 * prediction.answer);
  figures_.latency.add(1e3 * latency);
}

void Predictor::describe_times(Report& report) {
  const auto add = [&report](const std::string& name, const Percentiles& times) {
    report.add(name + " p50 [ms]", times.at(0.5), 3);
    report.add(name + " p99 [ms]", times.at(0.99), 3);
  };
  add("compute", figures_.compute);
  add("answer", figures_.answer);
  add("latency", figures_.latency);
}

void Predictor::describe(Report& report) {
  const std::lock_guard lock(mutex_);
  const auto now = Clock::now();
  const double passed = std::chrono::duration<double>(now - reported_at_).count();
  const auto made = figures_.predictions - reported_predictions_;
  const auto missed = figures_.missed - reported_missed_;
  reported_predictions_ = figures_.predictions;
  reported_missed_ = figures_.missed;
  reported_at_ = now;

  if (!problem_.empty()) report.error(problem_);
  if (made == 0) report.warn("no balls to predict");
  if (missed > 0) {
    report.warn(fmt::format("{} of {} predictions missed the deadline", missed, made));
  }
  std::string refused;
  for (const std::string& text : thread_->refused()) {
    report.warn(text);
    refused += (refused.empty() ? "" : "; ") + text;
  }
  report.ok("balls are predicted");
  report.add("rate [Hz]", static_cast<double>(made) / std::max(passed, 1e-3), 1);
  report.add("predictions", figures_.predictions);
  report.add("deadline [ms]", 1e3 * parameters_.prediction.deadline, 3);
  report.add("deadline missed", figures_.missed);
  report.add("cut at the deadline", figures_.cut);
  report.add("balls replaced by newer ones", thread_->loop().replaced());
  report.add("balls refused", refused_balls_);
  report.add("predictions dropped", thread_->loop().dropped());
  report.add("real time", refused.empty() ? "yes" : refused);
  describe_times(report);
}

}  // namespace billiard_nodes

RCLCPP_COMPONENTS_REGISTER_NODE(billiard_nodes::Predictor)
