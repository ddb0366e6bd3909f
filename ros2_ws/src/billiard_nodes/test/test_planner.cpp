// SPDX-License-Identifier: Apache-2.0
#include "planner/planner.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "spin_until.hpp"

namespace billiard_nodes {
namespace {

using billiard_msgs::msg::Ball;
using billiard_msgs::msg::BallArray;
using billiard_msgs::msg::ShotPlan;
using billiard_msgs::srv::PlanShot;
using ::testing::AllOf;
using ::testing::HasSubstr;

class PlannerNode : public ::testing::Test {
 protected:
  PlannerNode() {
    const auto settings = billiard::load_settings("pool_9ft");
    table_ = {"pool_9ft", settings.table, settings.physics.ball.radius};
    layout_ = to_message({ball_at(0.0, 0.2), ball_at(0.8, 0.35), ball_at(-0.7, -0.2)},
                         {"cue", "3", "11"}, table_);
    planner_ = std::make_shared<Planner>(rclcpp::NodeOptions().parameter_overrides(
        {rclcpp::Parameter("game", "free"), rclcpp::Parameter("balls_timeout", 60.0)}));
    executor_.add_node(planner_);
    executor_.add_node(peer_);
  }
  [[nodiscard]] billiard::Ball ball_at(double x, double y) const {
    billiard::Ball ball;
    ball.position = {x, y, table_.ball_radius};
    return ball;
  }
  [[nodiscard]] static PlanShot::Request::SharedPtr quick() {
    auto request = std::make_shared<PlanShot::Request>();
    request->simulations = 400;
    request->noise = -1.0;
    request->seed = 5;
    return request;
  }
  PlanShot::Response plan(const PlanShot::Request::SharedPtr& request) {
    EXPECT_TRUE(spin_until(executor_, [&] { return client_->service_is_ready(); }));
    auto future = client_->async_send_request(request);
    EXPECT_TRUE(spin_until(executor_, [&] {
      return future.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
    }));
    return *future.get();
  }
  std::string refusal(const PlanShot::Request::SharedPtr& request) {
    const PlanShot::Response response = plan(request);
    EXPECT_FALSE(response.success);
    return response.message;
  }
  /// Shows balls until the planner answers by them; the answer then contains `text`.
  bool answers(const BallArray& balls, const std::string& text) {
    return spin_until(executor_, [&] {
      balls_->publish(balls);
      const PlanShot::Response response = plan(quick());
      const std::string said = response.success ? "planned" : response.message;
      return said.find(text) != std::string::npos;
    });
  }

  NamedTable table_;
  BallArray layout_;
  rclcpp::executors::SingleThreadedExecutor executor_;
  rclcpp::Node::SharedPtr peer_{std::make_shared<rclcpp::Node>("peer")};
  rclcpp::Publisher<BallArray>::SharedPtr balls_{
      peer_->create_publisher<BallArray>("/balls", rclcpp::SensorDataQoS())};
  rclcpp::Client<PlanShot>::SharedPtr client_{peer_->create_client<PlanShot>("/plan_shot")};
  std::shared_ptr<Planner> planner_;
};

TEST_F(PlannerNode, PlansAShotThatPots) {
  ShotPlan published;
  const auto subscription = peer_->create_subscription<ShotPlan>(
      "/shot_plan", rclcpp::QoS(10),
      [&](ShotPlan::ConstSharedPtr message) { published = *message; });
  auto request = quick();
  request->layout = layout_;
  const PlanShot::Response first = plan(request);
  ASSERT_TRUE(first.success) << first.message;
  const ShotPlan& shot = first.plan;
  EXPECT_EQ(shot.shot.ball, "cue");
  EXPECT_GT(shot.shot.speed, 0.0);
  EXPECT_GT(shot.success_probability, 0.3);
  EXPECT_NE(shot.pocket, "");
  EXPECT_EQ(shot.layout.balls.size(), 3U);
  bool potted = false;
  for (const auto& ball : shot.predicted.trajectories) {
    if (ball.ball == shot.target) potted = ball.pocket == shot.pocket;
  }
  EXPECT_TRUE(potted) << "the undisturbed shot pots the called ball";
  EXPECT_TRUE(spin_until(executor_, [&] { return published.shot_id == shot.shot_id; }));

  const PlanShot::Response again = plan(request);
  EXPECT_EQ(again.plan.shot, shot.shot) << "same seed and simulations, same plan";
  EXPECT_GT(again.plan.shot_id, shot.shot_id);
}

TEST_F(PlannerNode, PlacesABallInHand) {
  auto request = quick();
  request->layout = layout_;
  request->layout.balls[0].state = Ball::STATE_POCKETED;
  request->ball_in_hand = true;
  const PlanShot::Response response = plan(request);
  ASSERT_TRUE(response.success) << response.message;
  ASSERT_EQ(response.plan.layout.balls.size(), 3U);
  EXPECT_EQ(response.plan.layout.balls[0].id, "cue");
  EXPECT_EQ(response.plan.layout.balls[0].state, Ball::STATE_REST);
  EXPECT_LT(std::abs(response.plan.layout.balls[0].position.x), 1.27);
}

TEST_F(PlannerNode, RefusesWhatCannotBePlannedAndSaysWhy) {
  auto request = quick();
  EXPECT_THAT(refusal(request), HasSubstr("no balls are seen"));
  request->layout = layout_;
  request->game = "nineball";
  EXPECT_THAT(refusal(request), HasSubstr("game is 'nineball'"));
  request->game = "eight_ball";
  request->group = "spots";
  EXPECT_THAT(refusal(request), HasSubstr("group is 'spots'"));
  request->group = "stripes";
  request->target = "3";
  EXPECT_THAT(refusal(request), HasSubstr("do not allow ball '3'"));
  request->target = "7";
  EXPECT_THAT(refusal(request), HasSubstr("target is '7'"));
  request->target.clear();
  request->budget = -1.0;
  EXPECT_THAT(refusal(request), HasSubstr("budget is -1"));
  request->budget = 0.0;
  request->layout.balls[1].position.x = 7.0;
  EXPECT_THAT(refusal(request), HasSubstr("ball '3' at [7.0000"));
  request->layout = layout_;
  request->layout.balls[2].position.y = std::nan("");
  EXPECT_THAT(refusal(request), HasSubstr("position.y of ball '11' is nan"));
  request->layout = layout_;
  request->layout.table = "pool_8ft";
  EXPECT_THAT(refusal(request), HasSubstr("table is 'pool_8ft'; allowed: 'pool_9ft'"));
}

TEST_F(PlannerNode, RefusesBallsThatMoveAndATableThatIsNotClear) {
  BallArray balls = layout_;
  balls.balls[1].state = Ball::STATE_ROLLING;
  balls.at_rest = false;
  EXPECT_TRUE(answers(balls, "ball '3' still moves"));
  balls = layout_;
  balls.obstruction = "something is over the table";
  EXPECT_TRUE(answers(balls, "not clear: something is over the table"));
  EXPECT_TRUE(answers(layout_, "planned"));
}

TEST(PlannerParameters, WrongOnesAreRefusedByName) {
  const auto refusal_of = [](const rclcpp::Parameter& parameter) -> std::string {
    try {
      const Planner planner(rclcpp::NodeOptions().parameter_overrides({parameter}));
    } catch (const std::exception& error) {
      return error.what();
    }
    return {};
  };
  EXPECT_THAT(refusal_of(rclcpp::Parameter("game", "snooker")), HasSubstr("parameter game is"));
  EXPECT_THAT(refusal_of(rclcpp::Parameter("table", "pool_10ft")), HasSubstr("pool_9ft"));
  EXPECT_THAT(refusal_of(rclcpp::Parameter("budget", 0.0)), HasSubstr("budget"));
  EXPECT_THAT(refusal_of(rclcpp::Parameter("noise", -1.0)), HasSubstr("noise"));
  EXPECT_THAT(refusal_of(rclcpp::Parameter("nice", 20)), HasSubstr("nice"));
  EXPECT_THAT(refusal_of(rclcpp::Parameter("seed", 0)), HasSubstr("seed"));
  EXPECT_THAT(refusal_of(rclcpp::Parameter("nois", 2.0)),
              AllOf(HasSubstr("parameter nois is not one of planner"), HasSubstr("noise")));
  EXPECT_EQ(refusal_of(rclcpp::Parameter("noise", 2.0)), "");
}

}  // namespace
}  // namespace billiard_nodes
