// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <rosbag2_cpp/reader.hpp>
#include <rosbag2_cpp/writer.hpp>
#include <std_msgs/msg/string.hpp>

#include "rosbag2_compression/sequential_compression_reader.hpp"
#include "rosbag2_compression/sequential_compression_writer.hpp"

namespace {

namespace fs = std::filesystem;
using rosbag2_compression::CompressionMode;
using rosbag2_compression::SequentialCompressionReader;
using rosbag2_compression::SequentialCompressionWriter;
using std_msgs::msg::String;
using testing::HasSubstr;

struct Case {
  std::string storage;
  std::string mode;
};

class CompressedBag : public testing::TestWithParam<Case> {
 protected:
  fs::path directory_ = fs::temp_directory_path() / ("packed_test_" + std::to_string(getpid()));
  void SetUp() override { fs::remove_all(directory_); }
  void TearDown() override { fs::remove_all(directory_); }

  static std::string text(int i) { return std::to_string(i) + std::string(5000, 'x'); }

  void write_bag(int count) const {
    rosbag2_storage::StorageOptions options;
    options.uri = directory_.string();
    options.storage_id = GetParam().storage;
    options.max_bagfile_size = 500'000;
    rosbag2_cpp::Writer writer(
        std::make_unique<SequentialCompressionWriter>(rosbag2_compression::CompressionOptions{
            "zstd", rosbag2_compression::compression_mode_from_string(GetParam().mode)}));
    writer.open(options);
    for (int i = 0; i < count; ++i) {
      String message;
      message.data = text(i);
      writer.write(message, "/words", rclcpp::Time(std::int64_t{i}));
    }
    writer.close();
  }

  std::string refusal(rosbag2_cpp::Reader& reader) const {
    try {
      reader.open(directory_.string());
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "";
  }

  std::uintmax_t bytes() const {
    std::uintmax_t sum = 0;
    for (const auto& file : fs::directory_iterator(directory_)) sum += file.file_size();
    return sum;
  }
};

TEST_P(CompressedBag, ReadsBackWhatItWroteFromFewerBytes) {
  constexpr int kMessages = 300;
  write_bag(kMessages);

  rosbag2_cpp::Reader reader(std::make_unique<SequentialCompressionReader>());
  reader.open(directory_.string());
  EXPECT_EQ(reader.get_metadata().compression_mode, GetParam().mode);
  EXPECT_EQ(reader.get_metadata().compression_format, "zstd");
  for (int i = 0; i < kMessages; ++i) {
    ASSERT_TRUE(reader.has_next()) << i;
    ASSERT_EQ(reader.read_next<String>().data, text(i));
  }
  EXPECT_FALSE(reader.has_next());
  EXPECT_LT(bytes(), kMessages * 5000U / 2);
}

TEST_P(CompressedBag, NamesItsFilesAsTheyAre) {
  write_bag(300);

  rosbag2_cpp::Reader reader(std::make_unique<SequentialCompressionReader>());
  reader.open(directory_.string());
  for (const std::string& file : reader.get_metadata().relative_file_paths) {
    EXPECT_TRUE(fs::exists(directory_ / file)) << file;
    EXPECT_EQ(fs::path(file).extension() == ".zstd", GetParam().mode == "FILE") << file;
  }
}

TEST_P(CompressedBag, IsNotForAPlainReader) {
  write_bag(1);

  rosbag2_cpp::Reader reader;
  EXPECT_THAT(refusal(reader), HasSubstr("compression_mode '" + GetParam().mode +
                                         "' is not for a SequentialReader"));
}

INSTANTIATE_TEST_SUITE_P(Storages, CompressedBag,
                         testing::Values(Case{"mcap", "FILE"}, Case{"mcap", "MESSAGE"},
                                         Case{"sqlite3", "FILE"}, Case{"sqlite3", "MESSAGE"}),
                         [](const auto& bag) { return bag.param.storage + bag.param.mode; });

using PlainBag = CompressedBag;

TEST_P(PlainBag, IsNotForAReaderThatUnpacks) {
  write_bag(1);

  rosbag2_cpp::Reader reader(std::make_unique<SequentialCompressionReader>());
  EXPECT_THAT(refusal(reader), HasSubstr("compression_mode '' is not for a "
                                         "SequentialCompressionReader (allowed: file, message)"));
}

INSTANTIATE_TEST_SUITE_P(Storages, PlainBag,
                         testing::Values(Case{"mcap", "NONE"}, Case{"sqlite3", "NONE"}),
                         [](const auto& bag) { return bag.param.storage; });

TEST(CompressionOptions, RefuseWhatIsUnknown) {
  EXPECT_THROW((void)rosbag2_compression::compression_mode_from_string("some"),
               std::invalid_argument);
  EXPECT_THROW(SequentialCompressionWriter({"lzma", CompressionMode::FILE}), std::invalid_argument);
}

}  // namespace
