// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zstd.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <std_msgs/msg/string.hpp>

#include "rosbag2_cpp/reader.hpp"
#include "rosbag2_cpp/writer.hpp"

namespace {

namespace fs = std::filesystem;
using std_msgs::msg::String;

struct Case {
  std::string storage;
  std::string preset;
  std::string extension;
};

std::string read_all(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

class Bag : public testing::TestWithParam<Case> {
 protected:
  fs::path directory_ = fs::temp_directory_path() / ("bag_test_" + std::to_string(getpid()));

  void SetUp() override { fs::remove_all(directory_); }
  void TearDown() override { fs::remove_all(directory_); }

  rosbag2_storage::StorageOptions options() const {
    rosbag2_storage::StorageOptions storage;
    storage.uri = directory_.string();
    storage.storage_id = GetParam().storage;
    storage.storage_preset_profile = GetParam().preset;
    return storage;
  }

  static void write_numbers(rosbag2_cpp::Writer& writer, int count) {
    for (int i = 0; i < count; ++i) {
      String message;
      message.data = "number " + std::to_string(i) + std::string(1000, 'x');
      writer.write(message, i % 2 == 0 ? "/even" : "/odd", rclcpp::Time(1000 + i));
    }
  }

  void write_bag(int count) {
    rosbag2_cpp::Writer writer;
    writer.open(options());
    write_numbers(writer, count);
    writer.close();
  }

  fs::path first_file() const {
    return directory_ / (directory_.filename().string() + "_0" + GetParam().extension);
  }

  /// Reads everything, checking the order; the number of messages.
  static int count_messages(const std::string& uri) {
    rosbag2_cpp::Reader reader;
    reader.open(uri);
    int count = 0;
    while (reader.has_next()) {
      const auto bag_message = reader.read_next();
      EXPECT_EQ(bag_message->time_stamp, 1000 + count);
      EXPECT_EQ(bag_message->topic_name, count % 2 == 0 ? "/even" : "/odd");
      ++count;
    }
    return count;
  }
};

TEST_P(Bag, ReadsBackWhatItWrote) {
  write_bag(3000);

  EXPECT_EQ(count_messages(directory_.string()), 3000);
  rosbag2_cpp::Reader reader;
  reader.open(directory_.string());
  EXPECT_EQ(reader.get_metadata().message_count, 3000u);
  EXPECT_EQ(reader.get_metadata().duration.count(), 2999);
  EXPECT_EQ(reader.get_metadata().storage_identifier, GetParam().storage);
  EXPECT_EQ(reader.get_all_topics_and_types().size(), 2u);
  EXPECT_EQ(reader.read_next<String>().data.substr(0, 8), "number 0");
}

TEST_P(Bag, OpensWithoutItsMetadataToo) {
  write_bag(500);
  fs::remove(directory_ / "metadata.yaml");

  EXPECT_EQ(count_messages(directory_.string()), 500);
  EXPECT_EQ(count_messages(first_file().string()), 500);
}

TEST_P(Bag, SeeksAndFilters) {
  write_bag(1000);
  rosbag2_cpp::Reader reader;
  reader.open(directory_.string());

  reader.seek(1900);
  EXPECT_EQ(reader.read_next()->time_stamp, 1900);
  reader.set_filter({{"/odd"}});
  EXPECT_EQ(reader.read_next()->time_stamp, 1901);
  EXPECT_EQ(reader.read_next()->time_stamp, 1903);
}

TEST_P(Bag, SplitsIntoFiles) {
  rosbag2_storage::StorageOptions storage = options();
  storage.max_bagfile_size = 1 << 20;
  rosbag2_cpp::Writer writer;
  writer.open(storage);
  write_numbers(writer, 3000);
  writer.close();

  rosbag2_cpp::Reader reader;
  reader.open(directory_.string());
  if (GetParam().preset.empty()) {
    EXPECT_GE(reader.get_metadata().files.size(), 3u);
  }
  EXPECT_EQ(count_messages(directory_.string()), 3000);
}

TEST_P(Bag, KeepsWhatWasWrittenWhenTheWriterIsKilled) {
  const pid_t child = fork();
  if (child == 0) {
    rosbag2_cpp::Writer writer;
    writer.open(options());
    write_numbers(writer, 5000);
    kill(getpid(), SIGKILL);
  }
  int status = 0;
  waitpid(child, &status, 0);
  ASSERT_TRUE(WIFSIGNALED(status));

  EXPECT_GE(count_messages(directory_.string()), 3000);
}

TEST_P(Bag, CutAtAnyPlaceIsReadOrRefused) {
  write_bag(1500);
  const std::string whole = read_all(first_file());
  fs::remove(directory_ / "metadata.yaml");
  std::mt19937 random(5);

  for (int round = 0; round < 40; ++round) {
    const std::size_t length = random() % whole.size();
    std::ofstream(first_file(), std::ios::binary | std::ios::trunc)
        .write(whole.data(), static_cast<std::streamsize>(length));
    try {
      EXPECT_LE(count_messages(directory_.string()), 1500);
    } catch (const std::runtime_error& error) {
      EXPECT_THAT(error.what(), testing::HasSubstr(first_file().filename().string()));
    }
  }
}

TEST_P(Bag, DamagedAtAnyPlaceIsReadOrRefused) {
  write_bag(1500);
  const std::string whole = read_all(first_file());
  fs::remove(directory_ / "metadata.yaml");
  std::mt19937 random(6);

  for (int round = 0; round < 60; ++round) {
    std::string damaged = whole;
    for (int i = 0; i < 4; ++i) damaged[random() % damaged.size()] = static_cast<char>(random());
    std::ofstream(first_file(), std::ios::binary | std::ios::trunc)
        .write(damaged.data(), static_cast<std::streamsize>(damaged.size()));
    try {
      rosbag2_cpp::Reader reader;
      reader.open(directory_.string());
      while (reader.has_next()) (void)reader.read_next();
    } catch (const std::runtime_error&) {
    }
  }
}

TEST_P(Bag, UnpacksACompressedFile) {
  write_bag(300);
  const std::string whole = read_all(first_file());
  std::string packed(ZSTD_compressBound(whole.size()), '\0');
  packed.resize(ZSTD_compress(packed.data(), packed.size(), whole.data(), whole.size(), 1));
  std::ofstream(first_file().string() + ".zstd", std::ios::binary) << packed;
  fs::remove(first_file());

  EXPECT_EQ(count_messages(directory_.string()), 300);
}

TEST_P(Bag, RefusesToOverwrite) {
  write_bag(1);
  rosbag2_cpp::Writer writer;
  EXPECT_THROW(writer.open(options()), std::runtime_error);
}

INSTANTIATE_TEST_SUITE_P(Storages, Bag,
                         testing::Values(Case{"mcap", "", ".mcap"},
                                         Case{"mcap", "zstd_fast", ".mcap"},
                                         Case{"sqlite3", "", ".db3"}),
                         [](const auto& storage) {
                           return storage.param.storage + storage.param.preset;
                         });

TEST(BagReader, SaysWhatIsWrong) {
  rosbag2_cpp::Reader reader;
  EXPECT_THROW(reader.open("/nowhere/bag"), std::runtime_error);
  EXPECT_THROW((void)reader.has_next(), std::runtime_error);
}

}  // namespace
