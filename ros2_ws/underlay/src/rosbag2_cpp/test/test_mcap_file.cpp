// SPDX-License-Identifier: Apache-2.0
// A written MCAP file looked at byte by byte: summary, indexes and CRCs lead where they should.
#include <gtest/gtest.h>
#include <lz4frame.h>
#include <unistd.h>
#include <zstd.h>

#include <filesystem>
#include <fstream>
#include <std_msgs/msg/string.hpp>

#include "../src/mcap_format.hpp"
#include "rosbag2_cpp/reader.hpp"
#include "rosbag2_cpp/writer.hpp"

namespace {

namespace fs = std::filesystem;
namespace mcap = rosbag2_cpp::mcap;
using Span = std::span<const std::uint8_t>;
using std_msgs::msg::String;

/// CRC-32 (IEEE 802.3) bit by bit, to check the fast one against.
std::uint32_t plain_crc(Span bytes) {
  std::uint32_t crc = 0xffffffffU;
  for (const std::uint8_t byte : bytes) {
    crc ^= byte;
    for (int i = 0; i < 8; ++i) crc = (crc >> 1U) ^ ((crc & 1U) != 0 ? 0xedb88320U : 0U);
  }
  return ~crc;
}

std::vector<std::uint8_t> read_all(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

struct Record {
  std::uint8_t opcode{0};
  Span body;
  std::uint64_t length{0};  ///< with opcode and length
};

Record record_at(Span file, std::uint64_t offset) {
  mcap::Fields fields(file.subspan(offset));
  Record record;
  record.opcode = fields.number<std::uint8_t>();
  record.length = fields.number<std::uint64_t>();
  record.body = fields.take(record.length);
  record.length += mcap::kRecordHeader;
  return record;
}

class McapFile : public testing::TestWithParam<std::string> {
 protected:
  fs::path directory_ = fs::temp_directory_path() / ("mcap_test_" + std::to_string(getpid()));

  void SetUp() override { fs::remove_all(directory_); }
  void TearDown() override { fs::remove_all(directory_); }

  fs::path file() const { return directory_ / (directory_.filename().string() + "_0.mcap"); }

  /// Small messages and, every hundredth, one that is larger than a chunk.
  std::vector<std::uint8_t> write_bag(int count) {
    rosbag2_storage::StorageOptions options;
    options.uri = directory_.string();
    options.storage_preset_profile = GetParam();
    rosbag2_cpp::Writer writer;
    writer.open(options);
    for (int i = 0; i < count; ++i) {
      String message;
      message.data = std::string(i % 100 == 99 ? 1'000'000 : 2000, static_cast<char>('a' + i % 26));
      writer.write(message, i % 3 == 0 ? "/third" : "/rest", rclcpp::Time(5000 + i));
    }
    writer.close();
    return read_all(file());
  }
};

/// Records of a chunk, unpacked; checks their CRC.
std::vector<std::uint8_t> records_of(Span chunk) {
  mcap::Fields fields(chunk);
  (void)fields.take(16);  // times
  const auto size = fields.number<std::uint64_t>();
  const auto crc = fields.number<std::uint32_t>();
  const std::string compression = fields.text();
  const Span packed = fields.take(fields.number<std::uint64_t>());
  std::vector<std::uint8_t> plain(packed.begin(), packed.end());
  if (compression == "zstd") {
    plain.resize(size);
    EXPECT_EQ(ZSTD_decompress(plain.data(), size, packed.data(), packed.size()), size);
  }
  EXPECT_EQ(plain.size(), size);
  EXPECT_EQ(plain_crc(plain), crc);
  return plain;
}

/// Follows a chunk index: the chunk, its message indexes and every message they point to.
std::uint64_t check_chunk(Span file, Span chunk_index) {
  mcap::Fields fields(chunk_index);
  const auto start = fields.number<std::uint64_t>();
  const auto end = fields.number<std::uint64_t>();
  const auto offset = fields.number<std::uint64_t>();
  const auto length = fields.number<std::uint64_t>();
  mcap::Fields index_offsets(fields.take(fields.number<std::uint32_t>()));
  const Record chunk = record_at(file, offset);
  EXPECT_EQ(chunk.opcode, mcap::kChunk);
  EXPECT_EQ(chunk.length, length);
  const auto records = records_of(chunk.body);
  std::uint64_t messages = 0;
  while (!index_offsets.rest().empty()) {
    const auto channel = index_offsets.number<std::uint16_t>();
    const Record index = record_at(file, index_offsets.number<std::uint64_t>());
    EXPECT_EQ(index.opcode, mcap::kMessageIndex);
    mcap::Fields body(index.body);
    EXPECT_EQ(body.number<std::uint16_t>(), channel);
    mcap::Fields entries(body.take(body.number<std::uint32_t>()));
    for (; !entries.rest().empty(); ++messages) {
      const auto time = entries.number<std::uint64_t>();
      const Record message = record_at(records, entries.number<std::uint64_t>());
      EXPECT_EQ(message.opcode, mcap::kMessage);
      mcap::Fields parts(message.body);
      EXPECT_EQ(parts.number<std::uint16_t>(), channel);
      (void)parts.take(4);  // sequence
      EXPECT_EQ(parts.number<std::uint64_t>(), time);
      EXPECT_TRUE(start <= time && time <= end);
    }
  }
  return messages;
}

TEST_P(McapFile, HasARightSummaryIndexesAndCrcs) {
  constexpr int kMessages = 1000;
  const auto bytes = write_bag(kMessages);
  const Span file(bytes);

  constexpr std::size_t kFooterSize = mcap::kRecordHeader + 20;
  const std::uint64_t footer_at = file.size() - sizeof(mcap::kMagic) - kFooterSize;
  const Record footer = record_at(file, footer_at);
  ASSERT_EQ(footer.opcode, mcap::kFooter);
  mcap::Fields fields(footer.body);
  const auto summary_start = fields.number<std::uint64_t>();
  const auto offsets_start = fields.number<std::uint64_t>();
  EXPECT_EQ(fields.number<std::uint32_t>(),
            plain_crc(file.subspan(summary_start,
                                   file.size() - sizeof(mcap::kMagic) - 4 - summary_start)));

  std::uint64_t messages = 0;
  std::uint64_t counted = 0;
  for (std::uint64_t at = summary_start; at < offsets_start;) {
    const Record record = record_at(file, at);
    if (record.opcode == mcap::kChunkIndex) messages += check_chunk(file, record.body);
    if (record.opcode == mcap::kStatistics)
      counted = mcap::Fields(record.body).number<std::uint64_t>();
    at += record.length;
  }
  EXPECT_EQ(messages, kMessages);
  EXPECT_EQ(counted, kMessages);
  for (std::uint64_t at = offsets_start; at < footer_at;) {
    const Record record = record_at(file, at);
    ASSERT_EQ(record.opcode, mcap::kSummaryOffset);
    mcap::Fields group(record.body);
    const auto opcode = group.number<std::uint8_t>();
    EXPECT_EQ(record_at(file, group.number<std::uint64_t>()).opcode, opcode);
    at += record.length;
  }
}

INSTANTIATE_TEST_SUITE_P(Presets, McapFile, testing::Values("none", "zstd_fast", "zstd_small"),
                         [](const auto& preset) { return preset.param; });

TEST(McapReader, ReadsAChunkPackedWithLz4) {
  const fs::path directory = fs::temp_directory_path() / ("lz4_test_" + std::to_string(getpid()));
  using mcap::Bytes;
  Bytes records;
  Bytes schema;
  records.record(mcap::kSchema,
                 schema.number<std::uint16_t>(1).text("std_msgs/msg/String").text("").text(""));
  Bytes channel;
  channel.number<std::uint16_t>(1).number<std::uint16_t>(1).text("/words").text("cdr").map({});
  records.record(mcap::kChannel, channel);
  const std::uint8_t word[] = {0, 1, 0, 0, 4, 0, 0, 0, 'o', 'n', 'e', 0};
  Bytes message;
  message.number<std::uint16_t>(1).number<std::uint32_t>(0).number<std::uint64_t>(7);
  records.record(mcap::kMessage, message.number<std::uint64_t>(7).raw(word));
  std::vector<std::uint8_t> packed(LZ4F_compressFrameBound(records.data.size(), nullptr));
  packed.resize(LZ4F_compressFrame(packed.data(), packed.size(), records.data.data(),
                                   records.data.size(), nullptr));
  Bytes chunk;
  chunk.number<std::uint64_t>(7).number<std::uint64_t>(7).number<std::uint64_t>(
      records.data.size());
  chunk.number(plain_crc(records.data)).text("lz4").number<std::uint64_t>(packed.size());
  Bytes file;
  file.raw({mcap::kMagic, sizeof(mcap::kMagic)})
      .record(mcap::kHeader, Bytes().text("ros2").text(""));
  file.record(mcap::kChunk, chunk.raw(packed))
      .record(mcap::kDataEnd, Bytes().number<std::uint32_t>(0));
  fs::create_directories(directory);
  std::ofstream(directory / "lz4.mcap", std::ios::binary)
      .write(reinterpret_cast<const char*>(file.data.data()),
             static_cast<std::streamsize>(file.data.size()));

  rosbag2_cpp::Reader reader;
  reader.open((directory / "lz4.mcap").string());

  ASSERT_TRUE(reader.has_next());
  EXPECT_EQ(reader.read_next<String>().data, "one");
  EXPECT_FALSE(reader.has_next());
  fs::remove_all(directory);
}

}  // namespace
