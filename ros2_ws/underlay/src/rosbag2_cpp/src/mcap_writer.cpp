// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <libdeflate.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <limits>
#include <utility>

#include "compression.hpp"
#include "mcap_format.hpp"
#include "storage.hpp"

namespace rosbag2_cpp {
namespace {

using mcap::Bytes;

constexpr std::size_t kChunkSize = 768 * 1024;    // [bytes]; a chunk is written when it is full
constexpr std::size_t kSmallFileChunk = 4 << 20;  // [bytes], preset zstd_small
constexpr int kFastLevel = 1;
constexpr int kSmallLevel = 9;

struct Preset {
  std::size_t chunk_size{kChunkSize};
  int zstd_level{0};  ///< 0: not compressed
};

Preset preset_of(const std::string& name) {
  if (name.empty() || name == "none") return {};
  if (name == "zstd_fast") return {kChunkSize, kFastLevel};
  if (name == "zstd_small") return {kSmallFileChunk, kSmallLevel};
  throw std::runtime_error("storage preset '" + name +
                           "' is unknown (allowed: none, zstd_fast, zstd_small)");
}

struct ChunkInfo {
  std::uint64_t start{0}, end{0}, offset{0}, length{0}, index_length{0}, packed{0}, plain{0};
  std::string compression;
  std::map<std::uint16_t, std::uint64_t> index_offsets;
};

class McapWriter final : public NewFile {
 public:
  McapWriter(const std::string& file, const std::string& preset)
      : file_(file), preset_(preset_of(preset)) {
    descriptor_ = open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor_ < 0) fail("cannot create");
    put({mcap::kMagic, sizeof(mcap::kMagic)});
    put(Bytes().record(mcap::kHeader, Bytes().text("ros2").text("billiard rosbag2_cpp")).data);
    chunk_.data.reserve(preset_.chunk_size * 2);
  }

  ~McapWriter() override {
    if (descriptor_ >= 0) ::close(descriptor_);
  }

  void add_topic(const rosbag2_storage::TopicMetadata& topic,
                 const std::string& definition) override {
    if (channels_.count(topic.name) != 0) return;
    if (schemas_.count(topic.type) == 0) {
      const auto id = static_cast<std::uint16_t>(schemas_.size() + 1);
      schemas_[topic.type] = id;
      Bytes schema;
      schema.number(id).text(topic.type).text(definition.empty() ? "" : "ros2msg");
      schema.text(definition);
      definitions_.record(mcap::kSchema, schema);
      chunk_.record(mcap::kSchema, schema);
    }
    const auto id = static_cast<std::uint16_t>(channels_.size() + 1);
    channels_[topic.name] = id;
    Bytes channel;
    channel.number(id).number(schemas_[topic.type]).text(topic.name).text("cdr");
    channel.map({{"offered_qos_profiles", topic.offered_qos_profiles},
                 {"topic_type_hash", topic.type_description_hash}});
    channel_records_.record(mcap::kChannel, channel);
    chunk_.record(mcap::kChannel, channel);
  }

  void write(const std::string& topic, std::int64_t received, std::int64_t sent,
             std::span<const std::uint8_t> data) override {
    const std::uint16_t channel = channels_.at(topic);
    const auto time = static_cast<std::uint64_t>(received);
    index_[channel].number(time).number<std::uint64_t>(chunk_.data.size());
    chunk_.number<std::uint8_t>(mcap::kMessage).number<std::uint64_t>(22 + data.size());
    chunk_.number(channel).number<std::uint32_t>(0).number(time);
    chunk_.number(static_cast<std::uint64_t>(sent));
    chunk_start_ = std::min(chunk_start_, time);
    chunk_end_ = std::max(chunk_end_, time);
    ++counts_[channel];
    // A large message ends its chunk and goes from its own buffer into the file.
    const bool fills_chunk = chunk_.data.size() + data.size() >= preset_.chunk_size;
    if (fills_chunk && preset_.zstd_level == 0) return flush(data);
    chunk_.raw(data);
    if (fills_chunk) flush({});
  }

  std::uint64_t size() const override { return position_ + chunk_.data.size(); }

  void finish(const std::string& metadata_yaml) override {
    flush({});
    const std::uint64_t metadata_offset = position_;
    Bytes metadata;
    metadata.text("rosbag2").map({{"serialized_metadata", metadata_yaml}});
    put(Bytes().record(mcap::kMetadata, metadata).data);
    const std::uint64_t metadata_length = position_ - metadata_offset;
    put(Bytes().record(mcap::kDataEnd, Bytes().number<std::uint32_t>(0)).data);
    write_summary(metadata_offset, metadata_length);
    put({mcap::kMagic, sizeof(mcap::kMagic)});
    if (::close(std::exchange(descriptor_, -1)) != 0) fail("cannot close");
  }

 private:
  /// Writes the chunk, `tail` as the end of its last record, and the indexes.
  void flush(std::span<const std::uint8_t> tail) {
    if (chunk_.data.empty()) return;
    if (index_.empty()) chunk_start_ = chunk_end_ = 0;
    std::vector<std::uint8_t> packed;
    std::span<const std::uint8_t> records = chunk_.data;
    ChunkInfo info;
    if (preset_.zstd_level > 0) {
      packed = compress_zstd(chunk_.data, preset_.zstd_level);
      records = packed;
      info.compression = "zstd";
    }
    info.start = chunk_start_;
    info.end = chunk_end_;
    info.offset = position_;
    info.packed = records.size() + tail.size();
    info.plain = chunk_.data.size() + tail.size();
    put(chunk_head(info, tail).data);
    put(records);
    put(tail);
    info.length = position_ - info.offset;
    write_indexes(info);
    chunks_.push_back(info);
    chunk_.data.clear();
    index_.clear();
    chunk_start_ = std::numeric_limits<std::uint64_t>::max();
    chunk_end_ = 0;
  }

  [[nodiscard]] Bytes chunk_head(const ChunkInfo& info, std::span<const std::uint8_t> tail) const {
    std::uint32_t crc = libdeflate_crc32(0, chunk_.data.data(), chunk_.data.size());
    if (!tail.empty()) crc = libdeflate_crc32(crc, tail.data(), tail.size());
    Bytes fields;
    fields.number(info.start).number(info.end).number(info.plain).number(crc);
    fields.text(info.compression).number(info.packed);
    Bytes head;
    head.number<std::uint8_t>(mcap::kChunk);
    return head.number<std::uint64_t>(fields.data.size() + info.packed).raw(fields.data);
  }

  void write_indexes(ChunkInfo& info) {
    const std::uint64_t first = position_;
    for (const auto& [channel, entries] : index_) {
      info.index_offsets[channel] = position_;
      Bytes body;
      body.number(channel).number(static_cast<std::uint32_t>(entries.data.size()));
      put(Bytes().record(mcap::kMessageIndex, body.raw(entries.data)).data);
    }
    info.index_length = position_ - first;
  }

  Bytes statistics() const {
    std::uint64_t messages = 0;
    std::uint64_t start = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t end = 0;
    Bytes counts;
    for (const auto& [channel, count] : counts_) {
      counts.number(channel).number(count);
      messages += count;
    }
    for (const ChunkInfo& chunk : chunks_) {
      if (chunk.index_offsets.empty()) continue;
      start = std::min(start, chunk.start);
      end = std::max(end, chunk.end);
    }
    Bytes body;
    body.number(messages).number(static_cast<std::uint16_t>(schemas_.size()));
    body.number(static_cast<std::uint32_t>(channels_.size())).number<std::uint32_t>(0);
    body.number<std::uint32_t>(1).number(static_cast<std::uint32_t>(chunks_.size()));
    body.number(messages == 0 ? 0 : start).number(end);
    body.number(static_cast<std::uint32_t>(counts.data.size())).raw(counts.data);
    return body;
  }

  Bytes chunk_indexes() const {
    Bytes all;
    for (const ChunkInfo& chunk : chunks_) {
      Bytes offsets;
      for (const auto& [channel, offset] : chunk.index_offsets) {
        offsets.number(channel).number(offset);
      }
      Bytes body;
      body.number(chunk.start).number(chunk.end).number(chunk.offset).number(chunk.length);
      body.number(static_cast<std::uint32_t>(offsets.data.size())).raw(offsets.data);
      body.number(chunk.index_length).text(chunk.compression);
      all.record(mcap::kChunkIndex, body.number(chunk.packed).number(chunk.plain));
    }
    return all;
  }

  void write_summary(std::uint64_t metadata_offset, std::uint64_t metadata_length) {
    const std::uint64_t summary_start = position_;
    Bytes summary;
    Bytes offsets;
    const auto group = [&](mcap::Opcode opcode, const std::vector<std::uint8_t>& records) {
      if (records.empty()) return;
      Bytes body;
      body.number<std::uint8_t>(opcode).number(summary_start + summary.data.size());
      offsets.record(mcap::kSummaryOffset, body.number<std::uint64_t>(records.size()));
      summary.raw(records);
    };
    group(mcap::kSchema, definitions_.data);
    group(mcap::kChannel, channel_records_.data);
    group(mcap::kStatistics, Bytes().record(mcap::kStatistics, statistics()).data);
    group(mcap::kChunkIndex, chunk_indexes().data);
    Bytes metadata;
    metadata.number(metadata_offset).number(metadata_length).text("rosbag2");
    group(mcap::kMetadataIndex, Bytes().record(mcap::kMetadataIndex, metadata).data);
    const std::uint64_t offset_start = summary_start + summary.data.size();
    summary.raw(offsets.data);
    // The CRC covers everything from here through the footer's second field.
    summary.number<std::uint8_t>(mcap::kFooter).number<std::uint64_t>(20);
    summary.number(summary_start).number(offset_start);
    summary.number(libdeflate_crc32(0, summary.data.data(), summary.data.size()));
    put(summary.data);
  }

  void put(std::span<const std::uint8_t> bytes) {
    position_ += bytes.size();
    while (!bytes.empty()) {
      const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) fail("cannot write");
      bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
  }

  [[noreturn]] void fail(const std::string& what) const {
    throw std::runtime_error(what + " '" + file_ + "': " + std::strerror(errno));
  }

  std::string file_;
  Preset preset_;
  int descriptor_{-1};
  std::uint64_t position_{0};
  std::map<std::string, std::uint16_t> schemas_;
  std::map<std::string, std::uint16_t> channels_;
  Bytes definitions_;      ///< schema records for the summary
  Bytes channel_records_;  ///< channel records for the summary
  Bytes chunk_;            ///< records not yet written
  std::uint64_t chunk_start_{std::numeric_limits<std::uint64_t>::max()};
  std::uint64_t chunk_end_{0};
  std::map<std::uint16_t, Bytes> index_;
  std::map<std::uint16_t, std::uint64_t> counts_;
  std::vector<ChunkInfo> chunks_;
};

}  // namespace

std::unique_ptr<NewFile> create_mcap(const std::string& file, const std::string& preset) {
  return std::make_unique<McapWriter>(file, preset);
}

}  // namespace rosbag2_cpp
