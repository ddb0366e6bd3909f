// SPDX-License-Identifier: Apache-2.0
// The node against the native firmware emulator: wiring, results, services.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <map>

#include "cue_bridge.hpp"

namespace firmware_bridge {
namespace {

using namespace std::chrono_literals;
using billiard_msgs::msg::BallArray;
using billiard_msgs::msg::CueState;
using billiard_msgs::msg::ShotCommand;
using billiard_msgs::msg::ShotResult;
using billiard_msgs::srv::ArmCue;
using diagnostic_msgs::msg::DiagnosticArray;
using std_srvs::srv::Trigger;
using ::testing::HasSubstr;

class CueBridgeNode : public ::testing::Test {
 protected:
  void start(bool auto_arm) {
    path_ = "/tmp/cue-bridge-" + std::to_string(::getpid());
    child_ = ::fork();
    if (child_ == 0) {
      ::execl(CUE_EMULATOR, CUE_EMULATOR, "--socket", path_.c_str(), nullptr);
      ::_exit(127);
    }
    bridge_ = std::make_shared<CueBridge>(rclcpp::NodeOptions().parameter_overrides(
        {rclcpp::Parameter("port", "unix:" + path_), rclcpp::Parameter("auto_arm", auto_arm)}));
    peer_ = std::make_shared<rclcpp::Node>("peer");
    commands_ = peer_->create_publisher<ShotCommand>("/shot_command", rclcpp::QoS(10));
    balls_ = peer_->create_publisher<BallArray>("/balls", rclcpp::SensorDataQoS());
    results_subscription_ = peer_->create_subscription<ShotResult>(
        "/cue/result", rclcpp::QoS(10),
        [this](ShotResult::ConstSharedPtr result) { results_.push_back(*result); });
    state_subscription_ = peer_->create_subscription<CueState>(
        "/cue/state", rclcpp::QoS(10), [this](CueState::ConstSharedPtr state) { state_ = *state; });
    diagnostics_subscription_ = peer_->create_subscription<DiagnosticArray>(
        "/diagnostics", rclcpp::QoS(10),
        [this](DiagnosticArray::ConstSharedPtr array) { diagnostics_ = *array; });
    executor_.add_node(bridge_);
    executor_.add_node(peer_);
    Ball cue;
    cue.id = "cue";
    layout_.balls = {cue};
    ASSERT_TRUE(spin_until([&] {
      return state_.connected && state_.state == CueState::STATE_IDLE &&
             commands_->get_subscription_count() > 0;
    }));
  }
  void TearDown() override {
    if (child_ > 0) {
      ::kill(child_, SIGTERM);
      ::waitpid(child_, nullptr, 0);
    }
  }
  template <class Done>
  bool spin_until(Done done) {
    const auto deadline = std::chrono::steady_clock::now() + 20s;
    auto balls_sent = std::chrono::steady_clock::now() - 1s;
    while (!done()) {
      const auto now = std::chrono::steady_clock::now();
      if (now > deadline) return false;
      if (now - balls_sent > 100ms) {
        balls_sent = now;
        balls_->publish(layout_);
      }
      executor_.spin_some(2ms);
    }
    return true;
  }
  void command(std::uint32_t shot_id, double speed, double azimuth = 0.0) {
    ShotCommand message;
    message.shot_id = shot_id;
    message.shot.ball = "cue";
    message.shot.speed = speed;
    message.shot.azimuth = azimuth;
    message.layout = planned_ ? *planned_ : layout_;
    commands_->publish(message);
  }
  ShotResult wait_for_result() {
    EXPECT_TRUE(spin_until([&] { return !results_.empty(); }));
    const ShotResult result = results_.empty() ? ShotResult() : results_.front();
    results_.clear();
    return result;
  }
  template <class Service>
  typename Service::Response::SharedPtr call(const std::string& name,
                                             typename Service::Request::SharedPtr request) {
    auto client = peer_->create_client<Service>(name);
    EXPECT_TRUE(spin_until([&] { return client->service_is_ready(); }));
    auto future = client->async_send_request(request);
    EXPECT_TRUE(spin_until([&] { return future.wait_for(0s) == std::future_status::ready; }));
    return future.get();
  }
  Trigger::Response::SharedPtr trigger(const std::string& name) {
    return call<Trigger>(name, std::make_shared<Trigger::Request>());
  }

  using Ball = billiard_msgs::msg::Ball;
  std::string path_;
  pid_t child_{-1};
  rclcpp::executors::SingleThreadedExecutor executor_;
  std::shared_ptr<CueBridge> bridge_;
  rclcpp::Node::SharedPtr peer_;
  rclcpp::Publisher<ShotCommand>::SharedPtr commands_;
  rclcpp::Publisher<BallArray>::SharedPtr balls_;
  rclcpp::Subscription<ShotResult>::SharedPtr results_subscription_;
  rclcpp::Subscription<CueState>::SharedPtr state_subscription_;
  rclcpp::Subscription<DiagnosticArray>::SharedPtr diagnostics_subscription_;
  BallArray layout_;
  std::optional<BallArray> planned_;
  std::vector<ShotResult> results_;
  CueState state_;
  DiagnosticArray diagnostics_;
};

TEST_F(CueBridgeNode, PlaysACommandedShotOnce) {
  start(true);
  command(7, 2.0);
  const ShotResult result = wait_for_result();
  EXPECT_EQ(result.shot_id, 7U);
  EXPECT_EQ(result.outcome, ShotResult::OUTCOME_FIRED) << result.reason;
  EXPECT_NEAR(result.speed_measured, 2.0, 0.02);

  command(7, 2.0);
  const ShotResult again = wait_for_result();
  EXPECT_EQ(again.outcome, ShotResult::OUTCOME_REFUSED);
  EXPECT_THAT(again.reason, HasSubstr("played before"));
}

TEST_F(CueBridgeNode, TakesADirectionOfMoreThanHalfATurn) {
  start(true);
  command(5, 2.0, 3.15);
  const ShotResult result = wait_for_result();
  EXPECT_EQ(result.outcome, ShotResult::OUTCOME_FIRED) << result.reason;
}

TEST_F(CueBridgeNode, WaitsForArmAndSaysWhyNot) {
  start(false);
  command(3, 2.0);
  ASSERT_TRUE(spin_until([&] { return state_.state == CueState::STATE_LOADED; }));
  EXPECT_EQ(state_.shot_id, 3U);

  auto request = std::make_shared<ArmCue::Request>();
  request->shot_id = 4;
  EXPECT_FALSE(call<ArmCue>("/cue/arm", request)->success);
  request->shot_id = 3;
  const auto response = call<ArmCue>("/cue/arm", request);

  EXPECT_TRUE(response->success) << response->message;
  EXPECT_EQ(wait_for_result().outcome, ShotResult::OUTCOME_FIRED);
}

TEST_F(CueBridgeNode, RefusesAChangedLayoutAndImpossibleShots) {
  start(true);
  planned_ = layout_;
  planned_->balls[0].position.x = 0.0021;
  command(1, 2.0);
  ShotResult result = wait_for_result();
  EXPECT_EQ(result.outcome, ShotResult::OUTCOME_REFUSED);
  EXPECT_THAT(result.reason, HasSubstr("moved"));

  planned_.reset();
  command(2, 80.0);
  result = wait_for_result();
  EXPECT_EQ(result.outcome, ShotResult::OUTCOME_REFUSED);
  EXPECT_THAT(result.reason, HasSubstr("speed is 80 m/s; allowed by the cue: "));
  command(0, 2.0);
  EXPECT_THAT(wait_for_result().reason, HasSubstr("shot_id"));
}

TEST_F(CueBridgeNode, RefusesAWindowThatNobodyCanMeet) {
  start(false);
  command(3, 2.0);
  ASSERT_TRUE(spin_until([&] { return state_.state == CueState::STATE_LOADED; }));
  auto request = std::make_shared<ArmCue::Request>();
  request->shot_id = 3;
  for (const double window : {0.001, 5.1, -1.0, std::nan("")}) {
    request->window = window;
    const auto response = call<ArmCue>("/cue/arm", request);
    EXPECT_FALSE(response->success);
    EXPECT_THAT(response->message, HasSubstr("allowed: 0, or 0.05 ... 5 s"));
  }
  EXPECT_EQ(state_.state, CueState::STATE_LOADED);
}

TEST_F(CueBridgeNode, RefusesAShotWithoutBallsToCheck) {
  start(true);
  balls_ = peer_->create_publisher<BallArray>("/elsewhere", rclcpp::SensorDataQoS());
  const auto silent = std::chrono::steady_clock::now() + 1200ms;
  ASSERT_TRUE(spin_until([&] { return std::chrono::steady_clock::now() > silent; }));

  command(3, 2.0);

  const ShotResult result = wait_for_result();
  EXPECT_EQ(result.outcome, ShotResult::OUTCOME_REFUSED);
  EXPECT_THAT(result.reason, HasSubstr("no balls are seen to check the layout"));
}

TEST_F(CueBridgeNode, RefusesAShotWhileTheTableIsNotClear) {
  layout_.obstruction = "something is over the table";
  start(true);
  std::uint32_t shot = 0;
  ShotResult result;
  // The first commands may come before the balls are seen; none may be played.
  do {
    command(++shot, 2.0);
    result = wait_for_result();
    ASSERT_EQ(result.outcome, ShotResult::OUTCOME_REFUSED);
  } while (result.reason.find("no balls are seen") != std::string::npos);
  EXPECT_THAT(result.reason, HasSubstr("not clear: something is over the table"));

  layout_.obstruction.clear();
  do {
    command(++shot, 2.0);
    result = wait_for_result();
  } while (result.reason.find("not clear") != std::string::npos);
  EXPECT_EQ(result.outcome, ShotResult::OUTCOME_FIRED) << result.reason;
}

TEST_F(CueBridgeNode, GivesALoadedShotUpWhenTheTableIsNotClear) {
  start(false);
  command(3, 2.0);
  ASSERT_TRUE(spin_until([&] { return state_.state == CueState::STATE_LOADED; }));

  layout_.obstruction = "a hand";
  const ShotResult result = wait_for_result();

  EXPECT_EQ(result.outcome, ShotResult::OUTCOME_ABORTED);
  EXPECT_THAT(result.reason, HasSubstr("a hand"));
  EXPECT_TRUE(spin_until([&] { return state_.state == CueState::STATE_IDLE; }));
}

TEST_F(CueBridgeNode, PlaysNoShotWhileItIsNotClearWhose) {
  start(true);
  const std::map<std::string, std::string> types{
      {"/shot_command", "ShotCommand"}, {"/balls", "BallArray"}, {"/cue/result", "ShotResult"}};
  std::uint32_t shot = 0;
  for (const auto& [topic, type] : types) {
    rclcpp::PublisherBase::SharedPtr rival =
        peer_->create_generic_publisher(topic, "billiard_msgs/msg/" + type, rclcpp::QoS(10));
    const auto warned = [&] {
      return !diagnostics_.status.empty() &&
             diagnostics_.status[0].level == diagnostic_msgs::msg::DiagnosticStatus::WARN;
    };
    ASSERT_TRUE(spin_until(warned));
    EXPECT_THAT(diagnostics_.status[0].message, HasSubstr(topic + " has 2 publishers"));
    command(++shot, 2.0);
    ShotResult result = wait_for_result();
    EXPECT_EQ(result.outcome, ShotResult::OUTCOME_REFUSED);
    EXPECT_THAT(result.reason, HasSubstr(topic + " has 2 publishers (allowed: 1)"));

    rival.reset();
    command(++shot, 2.0);
    EXPECT_EQ(wait_for_result().outcome, ShotResult::OUTCOME_REFUSED) << "may be the rival's yet";

    ASSERT_TRUE(spin_until([&] { return !warned(); }));
    command(++shot, 2.0);
    result = wait_for_result();
    EXPECT_EQ(result.outcome, ShotResult::OUTCOME_FIRED) << result.reason;
  }
}

TEST_F(CueBridgeNode, GivesALoadedShotUpWhenSomebodyElseCommands) {
  start(false);
  command(3, 2.0);
  ASSERT_TRUE(spin_until([&] { return state_.state == CueState::STATE_LOADED; }));

  const auto rival = peer_->create_publisher<ShotCommand>("/shot_command", rclcpp::QoS(10));
  const ShotResult result = wait_for_result();

  EXPECT_EQ(result.outcome, ShotResult::OUTCOME_ABORTED);
  EXPECT_THAT(result.reason, HasSubstr("/shot_command has 2 publishers"));
  EXPECT_TRUE(spin_until([&] { return state_.state == CueState::STATE_IDLE; }));
}

TEST_F(CueBridgeNode, StopsAndDisarmsByService) {
  start(false);
  command(5, 2.0);
  ASSERT_TRUE(spin_until([&] { return state_.state == CueState::STATE_LOADED; }));

  EXPECT_TRUE(trigger("/cue/stop")->success);
  EXPECT_EQ(wait_for_result().outcome, ShotResult::OUTCOME_ABORTED);
  ASSERT_TRUE(spin_until([&] { return state_.state == CueState::STATE_STOPPED; }));
  EXPECT_TRUE(spin_until([&] { return state_.fault == "host_stop"; }));

  EXPECT_TRUE(trigger("/cue/disarm")->success);
  EXPECT_TRUE(spin_until([&] { return state_.state == CueState::STATE_IDLE; }));
}

TEST_F(CueBridgeNode, TellsWhenTheCueIsGoneAndBack) {
  start(true);
  ::kill(child_, SIGKILL);
  ::waitpid(child_, nullptr, 0);
  ASSERT_TRUE(spin_until([&] { return !state_.connected; }));
  const auto error = diagnostic_msgs::msg::DiagnosticStatus::ERROR;
  ASSERT_TRUE(spin_until(
      [&] { return !diagnostics_.status.empty() && diagnostics_.status[0].level == error; }));
  command(9, 2.0);
  EXPECT_EQ(wait_for_result().outcome, ShotResult::OUTCOME_REFUSED);

  child_ = ::fork();
  if (child_ == 0) {
    ::execl(CUE_EMULATOR, CUE_EMULATOR, "--socket", path_.c_str(), nullptr);
    ::_exit(127);
  }
  ASSERT_TRUE(spin_until([&] { return state_.connected && state_.state == CueState::STATE_IDLE; }));
  command(10, 2.0);
  EXPECT_EQ(wait_for_result().outcome, ShotResult::OUTCOME_FIRED);
}

/// Locks the first free domain, so that tests running side by side do not meet.
void take_domain() {
  for (int id = 1; id <= 100; ++id) {
    const std::string file = "/tmp/billiard_ros_domain_" + std::to_string(id);
    const int lock = ::open(file.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0666);
    if (lock < 0 || ::flock(lock, LOCK_EX | LOCK_NB) != 0) continue;
    ::setenv("ROS_DOMAIN_ID", std::to_string(id).c_str(), 1);
    return;
  }
}

}  // namespace
}  // namespace firmware_bridge

int main(int argc, char** argv) {
  firmware_bridge::take_domain();
  ::testing::InitGoogleTest(&argc, argv);
  rclcpp::init(argc, argv);
  const int code = RUN_ALL_TESTS();
  rclcpp::shutdown();
  return code;
}
