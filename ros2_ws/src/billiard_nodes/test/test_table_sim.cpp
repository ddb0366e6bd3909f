// SPDX-License-Identifier: Apache-2.0
#include "table_sim/table_sim.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "spin_until.hpp"

namespace billiard_nodes {
namespace {

using billiard_msgs::msg::Ball;
using billiard_msgs::msg::BallArray;
using billiard_msgs::msg::ShotCommand;
using billiard_msgs::msg::ShotResult;
using sensor_msgs::msg::Image;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

constexpr double kRate = 20.0;  // [Hz]

class TableSimNode : public ::testing::Test {
 protected:
  void start(std::vector<rclcpp::Parameter> parameters = {}) {
    parameters.insert(parameters.end(),
                      {{"rate", kRate}, {"image_width", 320}, {"image_height", 180}});
    table_ = std::make_shared<TableSim>(rclcpp::NodeOptions().parameter_overrides(parameters));
    executor_.add_node(table_);
    executor_.add_node(peer_);
    ASSERT_TRUE(spin_until(executor_, [&] { return !truths_.empty(); }));
  }
  /// Sets parameters together; what is said against it.
  std::string set(const std::vector<rclcpp::Parameter>& parameters) {
    const auto result = table_->set_parameters_atomically(parameters);
    return result.successful ? "" : result.reason;
  }
  bool spin_until_state(const std::string& id, std::uint8_t state) {
    return spin_until(executor_, [&] {
      const auto& balls = truths_.back().balls;
      return std::any_of(balls.begin(), balls.end(),
                         [&](const auto& ball) { return ball.id == id && ball.state == state; });
    });
  }
  static double cue_ball_x(const BallArray& balls) {
    for (const auto& ball : balls.balls) {
      if (ball.id == "cue") return ball.position.x;
    }
    return std::nan("");
  }
  void report_fired(std::uint32_t id) {
    ShotResult result;
    result.shot_id = id;
    result.outcome = ShotResult::OUTCOME_FIRED;
    result.speed_measured = 1.0;
    results_->publish(result);
  }

  struct Seen {
    double stamp, arrived;  ///< [s]
  };
  rclcpp::executors::SingleThreadedExecutor executor_;
  rclcpp::Node::SharedPtr peer_{std::make_shared<rclcpp::Node>("peer")};
  rclcpp::Publisher<ShotCommand>::SharedPtr commands_{
      peer_->create_publisher<ShotCommand>("/shot_command", rclcpp::QoS(10))};
  rclcpp::Publisher<ShotResult>::SharedPtr results_{
      peer_->create_publisher<ShotResult>("/cue/result", rclcpp::QoS(10))};
  rclcpp::Subscription<Image>::SharedPtr frames_subscription_{peer_->create_subscription<Image>(
      "/camera/image_raw", rclcpp::SensorDataQoS(), [this](Image::ConstSharedPtr image) {
        frames_.push_back({rclcpp::Time(image->header.stamp).seconds(), peer_->now().seconds()});
      })};
  rclcpp::Subscription<BallArray>::SharedPtr truth_subscription_{
      peer_->create_subscription<BallArray>(
          "/ground_truth", rclcpp::QoS(10),
          [this](BallArray::ConstSharedPtr balls) { truths_.push_back(*balls); })};
  std::vector<Seen> frames_;
  std::vector<BallArray> truths_;
  std::shared_ptr<TableSim> table_;
};

TEST_F(TableSimNode, HandsAFrameOverAtTheMomentItShowsAndTheTruthWithIt) {
  start();
  ASSERT_TRUE(spin_until(executor_, [&] { return frames_.size() > 5 && truths_.size() > 5; }));
  for (const Seen& frame : frames_) EXPECT_GE(frame.arrived, frame.stamp);
  for (std::size_t i = 1; i < frames_.size(); ++i) {
    const double periods = kRate * (frames_[i].stamp - frames_[i - 1].stamp);
    EXPECT_NEAR(periods, std::round(periods), 0.2);
    EXPECT_GE(periods, 0.8);
  }
  const auto shown = [&](const Seen& frame) {
    return std::any_of(truths_.begin(), truths_.end(), [&](const BallArray& balls) {
      return rclcpp::Time(balls.header.stamp).seconds() == frame.stamp;
    });
  };
  EXPECT_TRUE(shown(frames_[1]));
}

TEST_F(TableSimNode, StrikesWhenACommandIsReportedAsFired) {
  start();
  const double start = cue_ball_x(truths_.back());
  ShotCommand command;
  command.shot_id = 7;
  command.shot.speed = 1.0;
  ASSERT_TRUE(spin_until(executor_, [&] { return commands_->get_subscription_count() > 0; }));
  commands_->publish(command);
  const std::size_t before = truths_.size();
  ASSERT_TRUE(spin_until(executor_, [&] { return truths_.size() > before + 3; }));
  EXPECT_EQ(cue_ball_x(truths_.back()), start) << "moved before the cue fired";

  report_fired(7);
  EXPECT_TRUE(spin_until(executor_, [&] { return cue_ball_x(truths_.back()) > start + 0.1; }));
}

TEST_F(TableSimNode, StartsWithTheFaultsItIsGiven) {
  start({{"fault.stop", true}, {"fault.lift", "9"}});

  EXPECT_TRUE(spin_until_state("9", Ball::STATE_OFF_TABLE));
  EXPECT_TRUE(frames_.empty());
  EXPECT_EQ(set({{"fault.stop", false}, {"fault.lift", ""}}), "");
  EXPECT_TRUE(spin_until_state("9", Ball::STATE_REST));
  EXPECT_TRUE(spin_until(executor_, [&] { return !frames_.empty(); }));

  const auto refused = [] {
    const TableSim other(rclcpp::NodeOptions().parameter_overrides({{"fault.lift", "16"}}));
  };
  EXPECT_THAT(refused, ThrowsMessage<std::exception>(HasSubstr("fault.lift is '16'")));
}

TEST_F(TableSimNode, TakesOverNoneOfTheFaultsWhenOneIsRefused) {
  start({{"fault.lift", "9"}});
  ASSERT_TRUE(spin_until_state("9", Ball::STATE_OFF_TABLE));

  EXPECT_THAT(set({{"fault.stop", true}, {"fault.lift", "16"}}), HasSubstr("is '16'; allowed: "));

  const std::size_t frames = frames_.size(), truths = truths_.size();
  EXPECT_TRUE(spin_until(executor_, [&] {
    return frames_.size() > frames + 2 && truths_.size() > truths + 2;
  })) << "frames still come";
  EXPECT_TRUE(spin_until_state("9", Ball::STATE_OFF_TABLE)) << "still held";
}

TEST(TableSimCamera, SeesTheWholeOfEveryTable) {
  for (const char* table : {"pool_7ft", "pool_9ft", "carom_10ft", "snooker_12ft"}) {
    rclcpp::Node node("parameters", rclcpp::NodeOptions().parameter_overrides({{"table", table}}));
    const TableSimParameters parameters = load_table_sim_parameters(node);
    const auto spec = billiard::load_settings(table).table.spec;
    const double metres = parameters.camera_height / parameters.lens.fx;  // per pixel
    EXPECT_GT(metres * parameters.lens.width, spec.length + 0.4) << table;
    EXPECT_GT(metres * parameters.lens.height, spec.width + 0.4) << table;
  }
}

}  // namespace
}  // namespace billiard_nodes
