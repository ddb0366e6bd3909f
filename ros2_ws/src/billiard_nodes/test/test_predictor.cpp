// SPDX-License-Identifier: Apache-2.0
#include "predictor/predictor.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "spin_until.hpp"

namespace billiard_nodes {
namespace {

using billiard_msgs::msg::BallArray;
using billiard_msgs::msg::TrajectoryArray;
using diagnostic_msgs::msg::DiagnosticArray;
using ::testing::HasSubstr;
using visualization_msgs::msg::MarkerArray;

class PredictorNode : public ::testing::Test {
 protected:
  void start(std::vector<rclcpp::Parameter> parameters = {}) {
    parameters.emplace_back("deadline", 1.0);  // a test's machine may be busy
    predictor_ = std::make_shared<Predictor>(rclcpp::NodeOptions().parameter_overrides(parameters));
    executor_.add_node(predictor_);
    executor_.add_node(peer_);
    ASSERT_TRUE(spin_until(executor_, [&] { return balls_->get_subscription_count() > 0; }));
  }
  [[nodiscard]] billiard::Ball ball_at(double x, double y, double vx) const {
    billiard::Ball ball;
    ball.position = {x, y, table_.ball_radius};
    ball.velocity = {vx, 0.0, 0.0};
    if (vx != 0.0) ball.motion = billiard::Motion::kSliding;
    return ball;
  }
  [[nodiscard]] BallArray moving_balls() const {
    return to_message(balls_at_start_, {"cue", "3"}, table_);
  }
  /// The prediction of these balls; they are sent again until it comes.
  TrajectoryArray predict(BallArray balls) {
    balls.sequence = ++sequence_;
    const auto found = [&] {
      balls_->publish(balls);
      return !predictions_.empty() && predictions_.back().sequence == sequence_;
    };
    EXPECT_TRUE(spin_until(executor_, found));
    return predictions_.empty() ? TrajectoryArray() : predictions_.back();
  }
  std::string diagnosis(const std::string& wanted) {
    std::string message;
    EXPECT_TRUE(spin_until(executor_, [&] {
      message = diagnostics_ ? diagnostics_->status[0].message : "";
      return message.find(wanted) != std::string::npos;
    })) << message;
    return message;
  }

  billiard::Settings settings_{billiard::load_settings("pool_9ft")};
  NamedTable table_{"pool_9ft", settings_.table, settings_.physics.ball.radius};
  std::vector<billiard::Ball> balls_at_start_{ball_at(-0.5, 0.02, 2.0), ball_at(0.3, 0.0, 0.0)};
  std::uint32_t sequence_{0};
  rclcpp::executors::SingleThreadedExecutor executor_;
  rclcpp::Node::SharedPtr peer_{std::make_shared<rclcpp::Node>("peer")};
  rclcpp::Publisher<BallArray>::SharedPtr balls_{
      peer_->create_publisher<BallArray>("/balls", rclcpp::SensorDataQoS())};
  rclcpp::Subscription<TrajectoryArray>::SharedPtr predictions_subscription_{
      peer_->create_subscription<TrajectoryArray>(
          "/predictions", rclcpp::SensorDataQoS(),
          [this](TrajectoryArray::ConstSharedPtr message) { predictions_.push_back(*message); })};
  rclcpp::Subscription<DiagnosticArray>::SharedPtr diagnostics_subscription_{
      peer_->create_subscription<DiagnosticArray>(
          "/diagnostics", rclcpp::QoS(10),
          [this](DiagnosticArray::ConstSharedPtr message) { diagnostics_ = message; })};
  std::shared_ptr<Predictor> predictor_;
  std::vector<TrajectoryArray> predictions_;
  DiagnosticArray::ConstSharedPtr diagnostics_;
};

TEST_F(PredictorNode, PredictsWhatTheSimulatorPredicts) {
  start();
  BallArray balls = moving_balls();
  balls.header.stamp.sec = 12;
  const double before = peer_->now().seconds();
  const TrajectoryArray message = predict(balls);
  const double after = peer_->now().seconds();

  billiard::Simulator simulator(settings_.table, settings_.physics);
  simulator.reset(balls_at_start_);
  const billiard::Result result = simulator.run({.time = 10.0});
  EXPECT_EQ(message.header.stamp.sec, 12);
  EXPECT_EQ(message.header.frame_id, "table");
  EXPECT_EQ(message.status, TrajectoryArray::STATUS_REST);
  EXPECT_EQ(message.duration, result.time);
  EXPECT_GT(message.compute_time, 0.0);
  EXPECT_GE(message.latency, before - 12.0);
  EXPECT_LE(message.latency, after - 12.0);
  ASSERT_EQ(message.trajectories.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(message.trajectories[i].points.back().position.x, result.balls[i].position.x());
    EXPECT_EQ(message.trajectories[i].points.back().position.y, result.balls[i].position.y());
  }
}

TEST_F(PredictorNode, DrawsMarkersForThoseWhoLook) {
  start();
  MarkerArray markers;
  const auto subscription = peer_->create_subscription<MarkerArray>(
      "/markers", rclcpp::QoS(1), [&](MarkerArray::ConstSharedPtr message) { markers = *message; });
  ASSERT_TRUE(spin_until(executor_, [&] {
    (void)predict(moving_balls());
    return !markers.markers.empty();
  }));
  std::map<std::string, int> kinds;
  for (const auto& marker : markers.markers) {
    EXPECT_EQ(marker.header.frame_id, "table");
    ++kinds[marker.ns];
  }
  EXPECT_EQ(kinds["table"], 8);
  EXPECT_EQ(kinds["balls"], 2);
  EXPECT_EQ(kinds["names"], 2);
  EXPECT_EQ(kinds["paths"], 2);
}

TEST_F(PredictorNode, RefusesBallsThatMakeNoSense) {
  start();
  BallArray balls = moving_balls();
  balls.balls[0].velocity.x = std::nan("");
  balls_->publish(balls);
  EXPECT_THAT(diagnosis("velocity.x of ball 'cue' is nan"), HasSubstr("allowed: finite"));
  balls = moving_balls();
  balls.table = "snooker_12ft";
  balls_->publish(balls);
  EXPECT_THAT(diagnosis("snooker_12ft"), HasSubstr("allowed: 'pool_9ft'"));
  balls = moving_balls();
  balls.balls[0].id = std::string(40, 'x');
  balls_->publish(balls);
  EXPECT_THAT(diagnosis("has 40 characters"), HasSubstr("allowed: at most 15"));
  EXPECT_TRUE(predictions_.empty());
  EXPECT_EQ(predict(moving_balls()).trajectories.size(), 2U);
}

TEST_F(PredictorNode, SaysThatAnOrdinaryThreadIsNotRealTime) {
  start({rclcpp::Parameter("priority", 0)});
  (void)predict(moving_balls());
  EXPECT_THAT(diagnosis("switched off"), HasSubstr("priority 0"));
}

TEST(PredictorParameters, WrongOnesAreRefusedByName) {
  const auto refusal_of = [](const rclcpp::Parameter& parameter) -> std::string {
    try {
      const Predictor predictor(rclcpp::NodeOptions().parameter_overrides({parameter}));
    } catch (const std::exception& error) {
      return error.what();
    }
    return {};
  };
  EXPECT_THAT(refusal_of(rclcpp::Parameter("table", "pool_10ft")), HasSubstr("pool_9ft"));
  EXPECT_THAT(refusal_of(rclcpp::Parameter("horizon", 0.0)), HasSubstr("horizon"));
  EXPECT_THAT(refusal_of(rclcpp::Parameter("deadline", -1.0)), HasSubstr("deadline"));
  EXPECT_THAT(refusal_of(rclcpp::Parameter("deadline", -1)), HasSubstr("deadline"));
  EXPECT_THAT(refusal_of(rclcpp::Parameter("deadline", "soon")), HasSubstr("deadline"));
  EXPECT_EQ(refusal_of(rclcpp::Parameter("deadline", 1)), "");  // as good as 1.0
  EXPECT_THAT(refusal_of(rclcpp::Parameter("sample_period", 5.0)), HasSubstr("sample_period"));
  EXPECT_THAT(refusal_of(rclcpp::Parameter("priority", 100)), HasSubstr("priority"));
}

}  // namespace
}  // namespace billiard_nodes
