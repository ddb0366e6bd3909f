// SPDX-License-Identifier: Apache-2.0
// Bags that genuine ROS 2 wrote. They are not part of the project: BILLIARD_ROSBAGS names a
// directory with some, and without it there is nothing to test.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <map>

#include "rosbag2_cpp/reader.hpp"

namespace {

namespace fs = std::filesystem;

std::vector<fs::path> genuine_bags() {
  const char* root = std::getenv("BILLIARD_ROSBAGS");
  std::vector<fs::path> bags;
  std::error_code error;
  for (const auto& entry :
       fs::recursive_directory_iterator(root == nullptr ? ROSBAGS : root, error)) {
    const fs::path& path = entry.path();
    const bool is_file = path.extension() == ".mcap" || path.extension() == ".db3";
    if (path.filename() == "metadata.yaml") bags.push_back(path.parent_path());
    if (is_file && !fs::exists(path.parent_path() / "metadata.yaml")) bags.push_back(path);
  }
  return bags;
}

TEST(GenuineBags, HoldWhatTheirMetadataSays) {
  const auto bags = genuine_bags();
  if (bags.empty()) GTEST_SKIP() << "no bags: set BILLIARD_ROSBAGS to a directory with some";
  std::size_t refused = 0;

  for (const fs::path& bag : bags) {
    SCOPED_TRACE(bag.string());
    std::map<std::string, std::size_t> counts;
    rosbag2_cpp::Reader reader;
    try {
      reader.open(bag.string());
      std::int64_t last = 0;
      const std::size_t files = reader.get_metadata().relative_file_paths.size();
      while (reader.has_next()) {
        const auto message = reader.read_next();
        ++counts[message->topic_name];
        if (files == 1) {
          EXPECT_GE(message->time_stamp, last);
        }
        last = message->time_stamp;
      }
    } catch (const std::runtime_error& error) {
      ++refused;
      EXPECT_NE(std::string(error.what()).find(bag.filename().string()), std::string::npos)
          << error.what();
      std::cout << "refused: " << error.what() << "\n";
      continue;
    }
    for (const auto& topic : reader.get_metadata().topics_with_message_count) {
      EXPECT_EQ(counts[topic.topic_metadata.name], topic.message_count)
          << topic.topic_metadata.name;
    }
  }
  std::cout << bags.size() << " bags, " << refused << " refused\n";
}

}  // namespace
