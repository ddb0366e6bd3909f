// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <billiard_msgs/msg/trajectory_array.hpp>
#include <rclcpp/rclcpp.hpp>
#include <sensor_msgs/msg/image.hpp>
#include <std_msgs/msg/string.hpp>

#include "spin_until.hpp"

namespace {

using std_msgs::msg::String;

class Topics : public testing::Test {
 protected:
  std::shared_ptr<rclcpp::Node> node_ = std::make_shared<rclcpp::Node>("topics");
  rclcpp::executors::SingleThreadedExecutor executor_;
  std::vector<std::string> heard_;

  void SetUp() override { executor_.add_node(node_); }

  /// Publishes until the subscription has heard something.
  void expect_passes(const std::function<bool()>& heard) {
    auto publisher = node_->create_publisher<String>("chatter", 10);
    ASSERT_TRUE(spin_until(executor_, [&] { return publisher->get_subscription_count() == 1; }));
    String message;
    message.data = "hello";
    publisher->publish(message);
    EXPECT_TRUE(spin_until(executor_, heard));
    EXPECT_THAT(heard_, testing::ElementsAre("hello"));
  }
};

TEST_F(Topics, PassesToACallbackThatTakesAReference) {
  auto subscription = node_->create_subscription<String>(
      "chatter", 10, [this](const String& message) { heard_.push_back(message.data); });
  expect_passes([this] { return !heard_.empty(); });
}

TEST_F(Topics, PassesToACallbackThatTakesASharedPointer) {
  auto subscription = node_->create_subscription<String>(
      "chatter", 10, [this](String::ConstSharedPtr message) { heard_.push_back(message->data); });
  expect_passes([this] { return !heard_.empty(); });
}

TEST_F(Topics, PassesToACallbackThatTakesOwnership) {
  auto subscription = node_->create_subscription<String>(
      "chatter", rclcpp::SensorDataQoS(),
      [this](String::UniquePtr message) { heard_.push_back(message->data); });
  expect_passes([this] { return !heard_.empty(); });
}

TEST_F(Topics, TellsWhenAMessageWasSent) {
  std::int64_t sent = 0;
  auto subscription = node_->create_subscription<String>(
      "chatter", 10, [&](const String& message, const rclcpp::MessageInfo& info) {
        heard_.push_back(message.data);
        sent = info.get_rmw_message_info().source_timestamp;
      });
  const auto before = rclcpp::Clock(RCL_SYSTEM_TIME).now().nanoseconds();
  expect_passes([this] { return !heard_.empty(); });
  EXPECT_GE(sent, before);
}

TEST_F(Topics, KeepsTheLastMessageForLateJoiners) {
  auto publisher = node_->create_publisher<String>("latched", rclcpp::QoS(1).transient_local());
  String message;
  message.data = "table";
  publisher->publish(message);

  auto subscription = node_->create_subscription<String>(
      "latched", rclcpp::QoS(1).transient_local(),
      [this](const String& late) { heard_.push_back(late.data); });

  EXPECT_TRUE(spin_until(executor_, [this] { return !heard_.empty(); }));
}

TEST_F(Topics, CarriesNestedMessagesAndImages) {
  billiard_msgs::msg::TrajectoryArray sent;
  sent.trajectories.resize(16);
  for (auto& trajectory : sent.trajectories) trajectory.points.resize(13);
  sent.trajectories[15].points[12].position.x = 0.25;
  sent.trajectories[3].ball = "3";
  sensor_msgs::msg::Image image;
  image.data.assign(1920 * 1080 * 3, 7);
  std::optional<billiard_msgs::msg::TrajectoryArray> received;
  std::size_t bytes = 0;
  auto trajectories = node_->create_subscription<billiard_msgs::msg::TrajectoryArray>(
      "predictions", 10, [&](const billiard_msgs::msg::TrajectoryArray& m) { received = m; });
  auto images = node_->create_subscription<sensor_msgs::msg::Image>(
      "image", rclcpp::SensorDataQoS(),
      [&](sensor_msgs::msg::Image::ConstSharedPtr m) { bytes = m->data.size(); });
  auto first = node_->create_publisher<billiard_msgs::msg::TrajectoryArray>("predictions", 10);
  auto second = node_->create_publisher<sensor_msgs::msg::Image>("image", rclcpp::SensorDataQoS());
  ASSERT_TRUE(spin_until(executor_, [&] {
    return first->get_subscription_count() == 1 && second->get_subscription_count() == 1;
  }));

  first->publish(sent);
  second->publish(image);

  ASSERT_TRUE(spin_until(executor_, [&] { return received && bytes > 0; }));
  EXPECT_EQ(*received, sent);
  EXPECT_EQ(bytes, image.data.size());
}

TEST_F(Topics, RemapsNamesAndNamespaces) {
  rclcpp::NodeOptions options;
  options.arguments({"--ros-args", "-r", "__node:=renamed", "-r", "__ns:=/robot", "-r",
                     "image:=/camera/image_raw", "-r", "~/out:=result"});
  const auto node = std::make_shared<rclcpp::Node>("original", options);

  EXPECT_STREQ(node->get_fully_qualified_name(), "/robot/renamed");
  EXPECT_STREQ(node->create_publisher<String>("image", 1)->get_topic_name(), "/camera/image_raw");
  EXPECT_STREQ(node->create_publisher<String>("~/out", 1)->get_topic_name(), "/robot/result");
  EXPECT_STREQ(node->create_publisher<String>("other", 1)->get_topic_name(), "/robot/other");
}

TEST_F(Topics, RefusesBadNames) {
  EXPECT_THROW(std::make_shared<rclcpp::Node>("no spaces"), std::exception);
  EXPECT_THROW(node_->create_publisher<String>("a//b", 1), std::exception);
  EXPECT_THROW(node_->create_publisher<String>("1st", 1), std::exception);
}

TEST_F(Topics, HandsAUniquePointerOverInsideTheProcess) {
  const auto options = rclcpp::NodeOptions().use_intra_process_comms(true);
  const auto node = std::make_shared<rclcpp::Node>("intra", options);
  executor_.add_node(node);
  const void* received = nullptr;
  int count = 0;
  auto subscription = node->create_subscription<sensor_msgs::msg::Image>(
      "frames", 10, [&](sensor_msgs::msg::Image::UniquePtr image) {
        received = image->data.data();
        ++count;
      });
  auto publisher = node->create_publisher<sensor_msgs::msg::Image>("frames", 10);
  ASSERT_TRUE(spin_until(executor_, [&] { return publisher->get_subscription_count() == 1; }));
  auto image = std::make_unique<sensor_msgs::msg::Image>();
  image->data.resize(6'000'000);
  const void* sent = image->data.data();

  publisher->publish(std::move(image));

  ASSERT_TRUE(spin_until(executor_, [&] { return count == 1; }));
  EXPECT_EQ(received, sent);
  executor_.spin_some();
  EXPECT_EQ(count, 1) << "the same message came twice";
}

TEST_F(Topics, CarriesSerialisedMessagesOfATypeKnownByName) {
  String message;
  message.data = "raw";
  rclcpp::SerializedMessage serialized;
  rclcpp::Serialization<String> serialization;
  serialization.serialize_message(&message, &serialized);
  auto subscription = node_->create_generic_subscription(
      "generic", "std_msgs/msg/String", 10, [&](std::shared_ptr<rclcpp::SerializedMessage> bytes) {
        String copy;
        serialization.deserialize_message(bytes.get(), &copy);
        heard_.push_back(copy.data);
      });
  auto publisher = node_->create_generic_publisher("generic", "std_msgs/msg/String", 10);
  ASSERT_TRUE(spin_until(executor_, [&] { return publisher->get_subscription_count() == 1; }));

  publisher->publish(serialized);

  EXPECT_TRUE(spin_until(executor_, [this] { return !heard_.empty(); }));
  EXPECT_THAT(heard_, testing::ElementsAre("raw"));
}

TEST_F(Topics, ShowsTopicsAndTheirTypes) {
  auto publisher = node_->create_publisher<String>("shown", 1);

  EXPECT_TRUE(spin_until(executor_, [&] {
    const auto topics = node_->get_topic_names_and_types();
    return topics.count("/shown") == 1 &&
           topics.at("/shown") == std::vector<std::string>{"std_msgs/msg/String"};
  }));
  EXPECT_EQ(node_->count_publishers("shown"), 1u);
}

TEST_F(Topics, CountsPublishersThatComeAndGo) {
  const auto options = rclcpp::NodeOptions().use_intra_process_comms(true);
  const auto other = std::make_shared<rclcpp::Node>("other", options);
  auto first = node_->create_publisher<String>("counted", rclcpp::SensorDataQoS());
  auto second = other->create_publisher<String>("counted", 1);
  const auto counted = [&](std::size_t count) {
    return spin_until(executor_, [&] { return node_->count_publishers("/counted") == count; });
  };

  EXPECT_TRUE(counted(2));
  second.reset();
  EXPECT_TRUE(counted(1));
  first.reset();
  EXPECT_TRUE(counted(0));
}

TEST_F(Topics, ReportsIncompatibleQos) {
  bool reported = false;
  rclcpp::SubscriptionOptions options;
  options.event_callbacks.incompatible_qos_callback =
      [&](rclcpp::QOSRequestedIncompatibleQoSInfo&) { reported = true; };
  auto publisher = node_->create_publisher<String>("qos", rclcpp::QoS(1).best_effort());
  auto subscription = node_->create_subscription<String>(
      "qos", rclcpp::QoS(1).reliable(), [](const String&) {}, options);

  EXPECT_TRUE(spin_until(executor_, [&] { return reported; }));
}

}  // namespace
