// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <unistd.h>

#include <billiard_msgs/msg/ball_array.hpp>
#include <filesystem>
#include <rosbag2_cpp/reader.hpp>
#include <rosbag2_cpp/writer.hpp>

namespace {

TEST(Bag, KeepsMessagesInTheOrderOfTheirTimes) {
  const std::filesystem::path directory =
      std::filesystem::temp_directory_path() / ("contract_bag_" + std::to_string(getpid()));
  std::filesystem::remove_all(directory);
  billiard_msgs::msg::BallArray sent;
  sent.balls.resize(2);
  sent.balls[1].id = "8";
  {
    rosbag2_cpp::Writer writer;
    writer.open(directory.string());
    for (std::uint32_t i = 0; i < 10; ++i) {
      sent.sequence = i;
      writer.write(sent, "/balls", rclcpp::Time(static_cast<std::int64_t>(i) * 1000));
    }
  }

  rosbag2_cpp::Reader reader;
  reader.open(directory.string());
  EXPECT_EQ(reader.get_metadata().message_count, 10u);
  ASSERT_EQ(reader.get_all_topics_and_types().size(), 1u);
  EXPECT_EQ(reader.get_all_topics_and_types()[0].type, "billiard_msgs/msg/BallArray");
  for (std::uint32_t i = 0; i < 10; ++i) {
    ASSERT_TRUE(reader.has_next());
    const auto message = reader.read_next<billiard_msgs::msg::BallArray>();
    EXPECT_EQ(message.sequence, i);
    EXPECT_EQ(message.balls.at(1).id, "8");
  }
  EXPECT_FALSE(reader.has_next());
  std::filesystem::remove_all(directory);
}

}  // namespace
