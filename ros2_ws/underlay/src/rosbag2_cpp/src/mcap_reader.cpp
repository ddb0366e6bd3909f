// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <libdeflate.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <limits>
#include <optional>
#include <queue>

#include "compression.hpp"
#include "mcap_format.hpp"
#include "storage.hpp"

namespace rosbag2_cpp {
namespace {

using Span = std::span<const std::uint8_t>;

constexpr std::uint64_t kLargestChunk = std::uint64_t{1} << 31;  // [bytes], unpacked

/// A file mapped into memory, private: messages that point into it may be changed.
class Mapping {
 public:
  explicit Mapping(const std::string& file) {
    const int descriptor = open(file.c_str(), O_RDONLY | O_CLOEXEC);
    struct stat status {};
    if (descriptor < 0 || fstat(descriptor, &status) != 0) {
      if (descriptor >= 0) ::close(descriptor);
      throw std::runtime_error("cannot open '" + file + "': " + std::strerror(errno));
    }
    size_ = static_cast<std::size_t>(status.st_size);
    if (size_ > 0) {
      data_ = mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_PRIVATE, descriptor, 0);
    }
    ::close(descriptor);
    if (data_ == MAP_FAILED) throw std::runtime_error("cannot map '" + file + "' into memory");
  }
  ~Mapping() {
    if (data_ != nullptr) munmap(data_, size_);
  }
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;
  [[nodiscard]] Span bytes() const { return {static_cast<const std::uint8_t*>(data_), size_}; }

 private:
  void* data_{nullptr};
  std::size_t size_{0};
};

struct Channel {
  std::uint16_t schema{0};
  rosbag2_storage::TopicInformation topic;
};

struct Chunk {
  std::int64_t start{0};
  std::int64_t end{0};
  std::uint64_t size{0};  ///< unpacked
  std::uint32_t crc{0};
  std::string compression;
  Span records;
};

/// A message in a buffer that `owner` keeps alive.
struct Item {
  std::int64_t time{0};
  std::uint64_t order{0};  ///< of equal times
  std::int64_t sent{0};
  std::uint16_t channel{0};
  Span data;
  std::shared_ptr<const void> owner;
  bool operator>(const Item& other) const {
    return std::tie(time, order) > std::tie(other.time, other.order);
  }
};

class McapFile final : public StoredFile {
 public:
  explicit McapFile(const std::string& file) : file_(file), mapping_(map(file)) {
    scan();
    if (!complete_ || channels_.empty()) read_channels_from_chunks();
    std::stable_sort(chunks_.begin(), chunks_.end(),
                     [](const Chunk& a, const Chunk& b) { return a.start < b.start; });
    restart({}, std::numeric_limits<std::int64_t>::min());
  }

  std::vector<rosbag2_storage::TopicInformation> topics() override {
    std::vector<rosbag2_storage::TopicInformation> all;
    for (const auto& [id, channel] : channels_) all.push_back(channel.topic);
    return all;
  }

  std::pair<std::int64_t, std::int64_t> time_range() override {
    std::pair range{std::numeric_limits<std::int64_t>::max(),
                    std::numeric_limits<std::int64_t>::min()};
    for (const Chunk& chunk : chunks_) {
      if (chunk.size == 0) continue;
      range.first = std::min(range.first, chunk.start);
      range.second = std::max(range.second, chunk.end);
    }
    for (const Item& item : loose_) {
      range.first = std::min(range.first, item.time);
      range.second = std::max(range.second, item.time);
    }
    return range;
  }

  void restart(const std::set<std::string>& topics, std::int64_t from) override {
    wanted_ = topics;
    from_ = from;
    next_chunk_ = 0;
    order_ = 0;
    queue_ = {};
    for (const Item& item : loose_) add(item);
  }

  MessagePtr next() override {
    // Chunks may overlap in time: all that could hold an earlier message must be in the queue.
    while (next_chunk_ < chunks_.size() &&
           (queue_.empty() || chunks_[next_chunk_].start <= queue_.top().time)) {
      const Chunk& chunk = chunks_[next_chunk_++];
      if (chunk.end >= from_) load(chunk);
    }
    if (queue_.empty()) return nullptr;
    const Item item = queue_.top();
    queue_.pop();
    return to_message(item);
  }

 private:
  static std::shared_ptr<Mapping> map(const std::string& file) {
    auto mapping = std::make_shared<Mapping>(file);
    const Span bytes = mapping->bytes();
    if (bytes.size() < sizeof(mcap::kMagic) ||
        std::memcmp(bytes.data(), mcap::kMagic, sizeof(mcap::kMagic)) != 0) {
      throw std::runtime_error("'" + file + "' is not an MCAP file: wrong magic");
    }
    return mapping;
  }

  /// Calls `visit(opcode, body)` for each complete record; false if the last one is cut off.
  template <typename Visit>
  static bool for_each_record(Span bytes, Visit visit) {
    while (bytes.size() >= mcap::kRecordHeader) {
      std::uint64_t length = 0;
      std::memcpy(&length, bytes.data() + 1, sizeof(length));
      if (length > bytes.size() - mcap::kRecordHeader) return false;
      visit(bytes[0], bytes.subspan(mcap::kRecordHeader, length));
      bytes = bytes.subspan(mcap::kRecordHeader + length);
    }
    return bytes.empty();
  }

  /// Goes over the whole file once. Chunks are skipped, so this is quick; and it works the same
  /// for a file whose writer was killed.
  void scan() {
    try {
      for_each_record(mapping_->bytes().subspan(sizeof(mcap::kMagic)),
                      [&](std::uint8_t opcode, Span body) { scan_record(opcode, body); });
      set_counts();
    } catch (const std::runtime_error& error) {
      throw std::runtime_error("'" + file_ + "': " + error.what());
    }
  }

  void scan_record(std::uint8_t opcode, Span body) {
    mcap::Fields fields(body);
    switch (opcode) {
      case mcap::kSchema:
      case mcap::kChannel:
        read_definition(opcode, body);
        break;
      case mcap::kChunk: {
        Chunk chunk;
        chunk.start = static_cast<std::int64_t>(fields.number<std::uint64_t>());
        chunk.end = static_cast<std::int64_t>(fields.number<std::uint64_t>());
        chunk.size = fields.number<std::uint64_t>();
        chunk.crc = fields.number<std::uint32_t>();
        chunk.compression = fields.text();
        chunk.records = fields.take(fields.number<std::uint64_t>());
        chunks_.push_back(chunk);
        break;
      }
      case mcap::kMessageIndex: {
        const auto channel = fields.number<std::uint16_t>();
        constexpr std::size_t kEntry = 16;  // time and offset
        counts_[channel] += fields.number<std::uint32_t>() / kEntry;
        break;
      }
      case mcap::kStatistics: {
        constexpr std::size_t kBeforeCounts = 8 + 2 + 4 * 4 + 8 + 8;
        (void)fields.take(kBeforeCounts);
        mcap::Fields entries(fields.take(fields.number<std::uint32_t>()));
        while (!entries.rest().empty()) {
          const auto channel = entries.number<std::uint16_t>();
          counts_[channel] = entries.number<std::uint64_t>();
        }
        break;
      }
      case mcap::kMessage:
        loose_.push_back(to_item(body, mapping_));
        ++counts_[loose_.back().channel];
        break;
      case mcap::kDataEnd:
        complete_ = true;
        break;
      default:
        break;
    }
  }

  void set_counts() {
    for (auto& [id, channel] : channels_) channel.topic.message_count = counts_[id];
  }

  void read_definition(std::uint8_t opcode, Span body) {
    mcap::Fields fields(body);
    const auto id = fields.number<std::uint16_t>();
    if (opcode == mcap::kSchema) {
      schemas_[id] = fields.text();
    } else if (channels_.count(id) == 0) {
      Channel channel;
      channel.schema = fields.number<std::uint16_t>();
      auto& metadata = channel.topic.topic_metadata;
      metadata.name = fields.text();
      metadata.serialization_format = fields.text();
      auto extra = fields.map();
      metadata.offered_qos_profiles = extra["offered_qos_profiles"];
      metadata.type_description_hash = extra["topic_type_hash"];
      metadata.type = schemas_[channel.schema];
      channels_[id] = channel;
    }
  }

  void read_channels_from_chunks() {
    for (const Chunk& chunk : chunks_) {
      const auto [records, owner] = unpack(chunk);
      for_each_record(records, [&](std::uint8_t opcode, Span body) {
        if (opcode == mcap::kSchema || opcode == mcap::kChannel) read_definition(opcode, body);
      });
    }
    set_counts();
  }

  std::pair<Span, std::shared_ptr<const void>> unpack(const Chunk& chunk) const {
    Span records = chunk.records;
    std::shared_ptr<const void> owner = mapping_;
    if (!chunk.compression.empty()) {
      if (chunk.size > kLargestChunk)
        throw bad_chunk("says it has " + std::to_string(chunk.size) + " bytes");
      auto plain = std::make_shared<std::vector<std::uint8_t>>();
      try {
        if (chunk.compression == "zstd") {
          *plain = decompress_zstd(records, chunk.size);
        } else if (chunk.compression == "lz4") {
          *plain = decompress_lz4(records, chunk.size);
        } else {
          throw std::runtime_error("compression '" + chunk.compression +
                                   "' is unknown (allowed: zstd, lz4)");
        }
      } catch (const std::runtime_error& error) {
        throw bad_chunk(error.what());
      }
      records = *plain;
      owner = plain;
    }
    if (records.size() != chunk.size) throw bad_chunk("has another size than it says");
    if (chunk.crc != 0 && libdeflate_crc32(0, records.data(), records.size()) != chunk.crc) {
      throw bad_chunk("is damaged: wrong CRC");
    }
    return {records, owner};
  }

  [[nodiscard]] std::runtime_error bad_chunk(const std::string& why) const {
    return std::runtime_error("'" + file_ + "': a chunk " + why);
  }

  void load(const Chunk& chunk) {
    const auto [records, owner] = unpack(chunk);
    const bool whole =
        for_each_record(records, [&, &keeper = owner](std::uint8_t opcode, Span body) {
          if (opcode == mcap::kSchema || opcode == mcap::kChannel) read_definition(opcode, body);
          if (opcode == mcap::kMessage) add(to_item(body, keeper));
        });
    if (!whole) throw bad_chunk("ends in the middle of a record");
  }

  static Item to_item(Span body, std::shared_ptr<const void> owner) {
    mcap::Fields fields(body);
    Item item;
    item.channel = fields.number<std::uint16_t>();
    (void)fields.number<std::uint32_t>();  // sequence
    item.time = static_cast<std::int64_t>(fields.number<std::uint64_t>());
    item.sent = static_cast<std::int64_t>(fields.number<std::uint64_t>());
    item.data = fields.rest();
    item.owner = std::move(owner);
    return item;
  }

  void add(Item item) {
    const auto channel = channels_.find(item.channel);
    if (channel == channels_.end() || item.time < from_) return;
    if (!wanted_.empty() && wanted_.count(channel->second.topic.topic_metadata.name) == 0) return;
    item.order = order_++;
    queue_.push(std::move(item));
  }

  MessagePtr to_message(const Item& item) {
    auto message = std::make_shared<Message>();
    message->topic_name = channels_.at(item.channel).topic.topic_metadata.name;
    message->time_stamp = item.time;
    message->send_timestamp = item.sent;
    // The bytes stay where they are; the message keeps their owner alive.
    auto* array = new rcutils_uint8_array_t{};
    array->buffer = const_cast<std::uint8_t*>(item.data.data());
    array->buffer_length = array->buffer_capacity = item.data.size();
    message->serialized_data = std::shared_ptr<rcutils_uint8_array_t>(
        array, [owner = item.owner](rcutils_uint8_array_t* done) { delete done; });
    return message;
  }

  std::string file_;
  std::shared_ptr<Mapping> mapping_;
  bool complete_{false};
  std::map<std::uint16_t, std::string> schemas_;
  std::map<std::uint16_t, Channel> channels_;
  std::map<std::uint16_t, std::size_t> counts_;
  std::vector<Chunk> chunks_;
  std::vector<Item> loose_;  ///< messages outside of chunks
  std::set<std::string> wanted_;
  std::int64_t from_{0};
  std::size_t next_chunk_{0};
  std::uint64_t order_{0};
  std::priority_queue<Item, std::vector<Item>, std::greater<>> queue_;
};

}  // namespace

std::unique_ptr<StoredFile> open_mcap(const std::string& file) {
  return std::make_unique<McapFile>(file);
}

}  // namespace rosbag2_cpp
