// SPDX-License-Identifier: Apache-2.0
// The tracker node on rendered frames, on simulated time: nothing depends on the machine's speed.
#include "tracker/tracker.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <opencv2/imgproc.hpp>
#include <rosgraph_msgs/msg/clock.hpp>

#include "spin_until.hpp"
#include "table_film.hpp"

namespace billiard_nodes {
namespace {

using billiard_msgs::msg::BallArray;
using billiard_msgs::msg::ShotResult;
using diagnostic_msgs::msg::DiagnosticArray;
using rosgraph_msgs::msg::Clock;
using sensor_msgs::msg::CameraInfo;
using sensor_msgs::msg::Image;
using ::testing::HasSubstr;

constexpr std::int64_t kFrame = 16'666'667;  // [ns]
const TableFilm::Balls kBalls = {{"cue", {-0.5, 0.2}}, {"3", {0.4, -0.3}}, {"9", {0.7, 0.1}}};

rclcpp::NodeOptions inside_the_process() {
  return rclcpp::NodeOptions().use_intra_process_comms(true);
}

class TrackerNode : public ::testing::Test {
 protected:
  static void SetUpTestSuite() { film_ = std::make_unique<TableFilm>(); }
  static void TearDownTestSuite() { film_.reset(); }

  void start(std::vector<rclcpp::Parameter> parameters = {}) {
    parameters.emplace_back("use_sim_time", true);
    tracker_ = std::make_shared<Tracker>(inside_the_process().parameter_overrides(parameters));
    executor_.add_node(tracker_);
    executor_.add_node(peer_);
    ASSERT_TRUE(spin_until(executor_, [&] {
      infos_->publish(film_->info());
      set_clock(now_);
      return images_->get_subscription_count() > 0 && infos_->get_subscription_count() > 0 &&
             tracker_->now().nanoseconds() == now_;
    }));
  }
  void set_clock(std::int64_t nanoseconds) {
    Clock message;
    message.clock = rclcpp::Time(nanoseconds, RCL_ROS_TIME);
    clock_->publish(message);
  }
  /// Sends a frame stamped now, with the clock at it.
  void send(const cv::Mat& frame, std::int64_t stamp) {
    infos_->publish(film_->info());
    images_->publish(film_->image(frame, stamp));
  }
  /// The balls found in the next frame.
  BallArray next_balls(const cv::Mat& frame) {
    now_ += kFrame;
    set_clock(now_);
    send(frame, now_);
    const auto found = [&] {
      return !balls_.empty() && rclcpp::Time(balls_.back().header.stamp).nanoseconds() == now_;
    };
    EXPECT_TRUE(spin_until(executor_, found));
    return balls_.empty() ? BallArray() : balls_.back();
  }
  std::string diagnosis() {
    diagnostics_.reset();
    EXPECT_TRUE(spin_until(executor_, [&] { return diagnostics_ != nullptr; }));
    return diagnostics_ ? diagnostics_->status[0].message : "";
  }
  std::string figure(const std::string& key) const {
    for (const auto& value : diagnostics_->status[0].values) {
      if (value.key == key) return value.value;
    }
    return "none";
  }

  static std::unique_ptr<TableFilm> film_;
  std::int64_t now_{1'000'000'000'000};  // [ns]
  rclcpp::executors::SingleThreadedExecutor executor_;
  rclcpp::Node::SharedPtr peer_{std::make_shared<rclcpp::Node>("peer", inside_the_process())};
  rclcpp::Publisher<Image>::SharedPtr images_{
      peer_->create_publisher<Image>("/camera/image_raw", rclcpp::SensorDataQoS())};
  rclcpp::Publisher<CameraInfo>::SharedPtr infos_{
      peer_->create_publisher<CameraInfo>("/camera/camera_info", rclcpp::SensorDataQoS())};
  rclcpp::Publisher<Clock>::SharedPtr clock_{
      peer_->create_publisher<Clock>("/clock", rclcpp::ClockQoS())};
  rclcpp::Subscription<BallArray>::SharedPtr balls_subscription_{
      peer_->create_subscription<BallArray>(
          "/balls", rclcpp::SensorDataQoS(),
          [this](BallArray::ConstSharedPtr message) { balls_.push_back(*message); })};
  rclcpp::Subscription<DiagnosticArray>::SharedPtr diagnostics_subscription_{
      peer_->create_subscription<DiagnosticArray>(
          "/diagnostics", rclcpp::QoS(10),
          [this](DiagnosticArray::ConstSharedPtr message) { diagnostics_ = message; })};
  std::shared_ptr<Tracker> tracker_;
  std::vector<BallArray> balls_;
  DiagnosticArray::ConstSharedPtr diagnostics_;
};
std::unique_ptr<TableFilm> TrackerNode::film_;

TEST_F(TrackerNode, FindsTheBallsWhereTheyLie) {
  start();
  BallArray found;
  for (int i = 0; i < 3; ++i) found = next_balls(film_->frame(kBalls));

  EXPECT_EQ(found.header.frame_id, "table");
  EXPECT_EQ(found.obstruction, "");
  EXPECT_EQ(found.table, "pool_9ft");
  EXPECT_TRUE(found.at_rest);
  ASSERT_EQ(found.balls.size(), kBalls.size());
  for (std::size_t i = 0; i < kBalls.size(); ++i) {
    EXPECT_EQ(found.balls[i].id, kBalls[i].first);
    EXPECT_NEAR(found.balls[i].position.x, kBalls[i].second.x(), 0.003);
    EXPECT_NEAR(found.balls[i].position.y, kBalls[i].second.y(), 0.003);
  }
  EXPECT_EQ(balls_[1].sequence, balls_[0].sequence + 1);

  billiard_msgs::msg::Table table;
  rclcpp::SubscriptionOptions from_afar;
  from_afar.use_intra_process_comm = rclcpp::IntraProcessSetting::Disable;
  const auto late = peer_->create_subscription<billiard_msgs::msg::Table>(
      "/table", rclcpp::QoS(1).transient_local(),
      [&](billiard_msgs::msg::Table::ConstSharedPtr message) { table = *message; }, from_afar);
  EXPECT_TRUE(spin_until(executor_, [&] { return table.name == "pool_9ft"; }));
}

// No camera sees the back spin of a white ball in its first two frames; the command tells it.
class CommandedStroke : public TrackerNode {
 protected:
  void command() {
    start();
    billiard_msgs::msg::ShotCommand command;
    for (int i = 0; i < 10; ++i) command.layout = next_balls(film_->frame(kBalls));
    command.shot_id = 7;
    command.shot.ball = "cue";
    command.shot.speed = 1.0;
    command.shot.offset_up = -0.3;
    ASSERT_TRUE(spin_until(executor_, [&] {
      return commands_->get_subscription_count() > 0 && results_->get_subscription_count() > 0;
    }));
    commands_->publish(command);
    (void)next_balls(film_->frame(kBalls));  // comes after the command
  }
  void report(std::uint8_t outcome) {
    ShotResult result;
    result.shot_id = 7;
    result.outcome = outcome;
    results_->publish(result);
    (void)next_balls(film_->frame(kBalls));
  }
  /// Spin of the cue ball about y two frames after it was struck [rad/s].
  double struck_spin() {
    TableFilm::Balls moved = kBalls;
    BallArray found;
    for (int i = 1; i <= 2; ++i) {
      moved[0].second.x() = kBalls[0].second.x() + 0.02 * i;
      found = next_balls(film_->frame(moved));
    }
    EXPECT_EQ(found.balls[0].id, "cue");
    EXPECT_GT(found.balls[0].velocity.x, 0.8);
    return found.balls[0].spin.y;
  }

  rclcpp::Publisher<billiard_msgs::msg::ShotCommand>::SharedPtr commands_{
      peer_->create_publisher<billiard_msgs::msg::ShotCommand>("/shot_command", rclcpp::QoS(10))};
  rclcpp::Publisher<ShotResult>::SharedPtr results_{
      peer_->create_publisher<ShotResult>("/cue/result", rclcpp::QoS(10))};
};

TEST_F(CommandedStroke, TellsItsSpinHoweverLongThePersonWaits) {
  command();
  for (int i = 0; i < 40; ++i) {  // 16 s
    now_ += 400'000'000;
    (void)next_balls(film_->frame(kBalls));
  }
  report(ShotResult::OUTCOME_FIRED);

  EXPECT_LT(struck_spin(), -10.0);
}

TEST_F(CommandedStroke, TellsNothingOnceTheCueHasGivenItUp) {
  command();
  report(ShotResult::OUTCOME_ABORTED);

  EXPECT_GT(struck_spin(), -10.0) << "somebody else struck";
}

TEST_F(TrackerNode, DrawsAnOverlayForThoseWhoAsk) {
  start();
  Image overlay;
  const auto subscription =
      peer_->create_subscription<Image>("/tracker/overlay", rclcpp::SensorDataQoS(),
                                        [&](Image::ConstSharedPtr message) { overlay = *message; });
  const cv::Mat frame = film_->frame(kBalls);
  (void)next_balls(frame);
  ASSERT_TRUE(spin_until(executor_, [&] { return overlay.width > 0; }));
  EXPECT_EQ(overlay.width, 640U);
  EXPECT_GT(cv::norm(see_image(overlay).picture, frame, cv::NORM_INF), 50.0) << "nothing drawn";
}

TEST_F(TrackerNode, LeavesLateFramesOutAndBeginsAnewWhenTimeJumps) {
  start();
  const cv::Mat frame = film_->frame(kBalls), other = film_->frame(kBalls);
  for (int i = 0; i < 3; ++i) (void)next_balls(i % 2 == 0 ? frame : other);
  const std::size_t before = balls_.size();
  send(frame, now_ - kFrame / 2);
  EXPECT_THAT(diagnosis(), HasSubstr("out of order"));
  EXPECT_EQ(figure("frames out of order"), "1");
  EXPECT_EQ(balls_.size(), before) << "nothing is published for it";
  EXPECT_EQ(next_balls(other).balls.size(), kBalls.size());

  now_ -= 100'000'000'000;
  EXPECT_EQ(next_balls(frame).balls.size(), kBalls.size());
  EXPECT_EQ(next_balls(other).obstruction, "");
}

TEST_F(TrackerNode, SaysWhenTheCameraStandsStillOrIsSilent) {
  start({rclcpp::Parameter("frozen_frames", 3), rclcpp::Parameter("silence", 0.2)});
  const cv::Mat frame = film_->frame(kBalls), other = film_->frame(kBalls);
  EXPECT_EQ(next_balls(frame).obstruction, "");
  for (int i = 0; i < 2; ++i) EXPECT_EQ(next_balls(frame).obstruction, "");
  EXPECT_THAT(next_balls(frame).obstruction, HasSubstr("stands still"));
  EXPECT_THAT(diagnosis(), HasSubstr("stands still"));
  EXPECT_EQ(next_balls(other).obstruction, "");

  set_clock(now_ + 300'000'000);
  EXPECT_TRUE(spin_until(executor_, [&] {
    return balls_.back().obstruction == "the camera gives no frames any more";
  }));
  now_ += 300'000'000;
  EXPECT_EQ(next_balls(frame).obstruction, "") << "frames are back";
}

TEST_F(TrackerNode, SeesAHandOverTheTableAndABallTakenAway) {
  start();
  for (int i = 0; i < 3; ++i) EXPECT_EQ(next_balls(film_->frame(kBalls)).obstruction, "");
  std::string obstruction;
  for (int i = 0; i < 9 && obstruction.empty(); ++i) {
    cv::Mat frame = film_->frame(kBalls);
    cv::line(frame, film_->pixel(0.65, -0.8), film_->pixel(0.65, 0.1), {110, 140, 200}, 18);
    obstruction = next_balls(frame).obstruction;
  }
  EXPECT_EQ(obstruction, "something is over the table");

  const TableFilm::Balls left(kBalls.begin(), kBalls.end() - 1);
  for (int i = 0; i < 45; ++i) obstruction = next_balls(film_->frame(left)).obstruction;
  EXPECT_EQ(obstruction, "ball 9 was taken away");
  for (int i = 0; i < 15; ++i) obstruction = next_balls(film_->frame(kBalls)).obstruction;
  EXPECT_EQ(obstruction, "") << "it lies there again";
}

TEST_F(TrackerNode, RefusesBrokenImagesAndTellsWhenThereIsNoTable) {
  start();
  auto broken = film_->image(film_->frame(kBalls), now_ + 1);
  broken->data.resize(100);
  images_->publish(std::move(broken));
  EXPECT_THAT(diagnosis(), HasSubstr("has 100 bytes"));
  auto early = film_->image(film_->frame(kBalls), now_ + 1);
  early->header.stamp.sec = -1;
  images_->publish(std::move(early));
  EXPECT_THAT(diagnosis(), HasSubstr("header.stamp is -1 s"));
  const cv::Mat black(360, 640, CV_8UC3, cv::Scalar::all(0));
  EXPECT_THAT(next_balls(black).obstruction, HasSubstr("the table is not seen"));
  EXPECT_EQ(next_balls(film_->frame(kBalls)).obstruction, "");
}

TEST_F(TrackerNode, WarnsWhenItIsNotSureWhereTheTableIs) {
  const cv::Matx23d squeeze(0.8, 0.0, 0.1 * 640, 0.0, 1.0, 0.0);  // no table has such proportions
  start();
  for (int i = 0; i < 3; ++i) {
    cv::Mat frame = film_->frame(kBalls);
    cv::warpAffine(frame, frame, squeeze, frame.size(), cv::INTER_LINEAR, cv::BORDER_REPLICATE);
    (void)next_balls(frame);
  }

  EXPECT_THAT(diagnosis(), HasSubstr("the table may lie elsewhere: confidence 0."));
  EXPECT_EQ(diagnostics_->status[0].level, diagnostics_->status[0].WARN);
  EXPECT_LT(std::stod(figure("table confidence")), 0.5);
}

TEST(TrackerParameters, WrongOnesAreRefusedByName) {
  const auto refusal_of = [](const rclcpp::Parameter& parameter) -> std::string {
    try {
      const Tracker tracker(rclcpp::NodeOptions().parameter_overrides({parameter}));
    } catch (const std::exception& error) {
      return error.what();
    }
    return {};
  };
  EXPECT_THAT(refusal_of(rclcpp::Parameter("table", "pool_10ft")), HasSubstr("pool_9ft"));
  EXPECT_THAT(refusal_of(rclcpp::Parameter("physics", "pol")), HasSubstr("parameter table or"));
  EXPECT_THAT(refusal_of(rclcpp::Parameter("camera", "none.yaml")), HasSubstr("camera"));
  EXPECT_THAT(refusal_of(rclcpp::Parameter("silence", 0.0)), HasSubstr("silence"));
  EXPECT_THAT(refusal_of(rclcpp::Parameter("frozen_frames", -1)), HasSubstr("frozen_frames"));
}

}  // namespace
}  // namespace billiard_nodes
