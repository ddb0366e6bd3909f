// SPDX-License-Identifier: Apache-2.0
#include "rosbag2_cpp/writer.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <stdexcept>

#include "compression.hpp"
#include "metadata.hpp"
#include "storage.hpp"
#include "underlay_types/type_hash.hpp"
#include "underlay_types/type_library.hpp"

namespace rosbag2_cpp {
namespace {

namespace fs = std::filesystem;
using rosbag2_storage::TimePoint;

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr int kPackingLevel = 1;  // of zstd: recording must keep up

/// Text of the definition and hash, where the type is installed; a bag without them is still good.
void describe(rosbag2_storage::TopicMetadata& topic, std::string& definition) {
  try {
    definition = underlay::message_definition(topic.type);
    if (topic.type_description_hash.empty()) {
      topic.type_description_hash = underlay::type_hash(
          underlay::Plan::of(underlay::load_type_support(topic.type)).members());
    }
  } catch (const std::runtime_error&) {
    definition.clear();
  }
}

}  // namespace

/// A bag being written: one file at a time, metadata.yaml at the end. Any thread may write.
class BagWriter {
 public:
  /// `packing` is "", "file" or "message".
  BagWriter(const rosbag2_storage::StorageOptions& options, const std::string& packing)
      : options_(options), packs_files_(packing == "file"), packs_messages_(packing == "message") {
    if (!packing.empty()) metadata_.compression_format = "zstd";
    if (packs_files_) metadata_.compression_mode = "FILE";
    if (packs_messages_) metadata_.compression_mode = "MESSAGE";
    metadata_.storage_identifier = options.storage_id.empty() ? "mcap" : options.storage_id;
    if (metadata_.storage_identifier != "mcap" && metadata_.storage_identifier != "sqlite3") {
      throw std::runtime_error("storage '" + options.storage_id +
                               "' is unknown (allowed: mcap, sqlite3)");
    }
    directory_ = options.uri;
    if (!directory_.has_filename()) directory_ = directory_.parent_path();
    std::error_code error;
    if (fs::exists(directory_, error)) {
      throw std::runtime_error("bag '" + options.uri + "' already exists");
    }
    fs::create_directories(directory_, error);
    if (error) {
      throw std::runtime_error("cannot create bag '" + options.uri + "': " + error.message());
    }
    metadata_.custom_data = {options.custom_data.begin(), options.custom_data.end()};
    open_file();
  }

  ~BagWriter() {
    try {
      close();
    } catch (const std::exception&) {  // a destructor may not throw; close() says it
    }
  }
  BagWriter(const BagWriter&) = delete;
  BagWriter& operator=(const BagWriter&) = delete;

  void create_topic(rosbag2_storage::TopicMetadata topic) {
    const std::lock_guard lock(mutex_);
    if (topics_.count(topic.name) != 0) return;
    if (topic.serialization_format.empty()) topic.serialization_format = "cdr";
    Topic& entry = topics_[topic.name];
    describe(topic, entry.definition);
    entry.information.topic_metadata = topic;
    file_->add_topic(topic, entry.definition);
  }

  void write(const std::string& topic, std::int64_t received, std::int64_t sent,
             std::span<const std::uint8_t> data) {
    const std::lock_guard lock(mutex_);
    append(topic, received, sent, data);
  }

  /// Serialises into a buffer that is kept: fresh memory for every image would cost more than this.
  void write(const underlay::Plan& plan, const void* message, const std::string& topic,
             std::int64_t time) {
    const std::lock_guard lock(mutex_);
    const std::size_t size = plan.serialized_size(message);
    if (serialized_.size() < size) serialized_.resize(size);
    const std::span<std::uint8_t> bytes(serialized_.data(), size);
    plan.serialize(message, bytes);
    append(topic, time, time, bytes);
  }

  void close() {
    const std::lock_guard lock(mutex_);
    if (!file_) return;
    finish_file();
    std::ofstream out(directory_ / "metadata.yaml");
    out << metadata_text(complete_metadata(), true);
    if (!out.flush()) {
      throw std::runtime_error("cannot write '" + (directory_ / "metadata.yaml").string() + "'");
    }
  }

 private:
  struct Topic {
    rosbag2_storage::TopicInformation information;
    std::string definition;
  };

  void append(const std::string& topic, std::int64_t received, std::int64_t sent,
              std::span<const std::uint8_t> data) {
    const auto entry = topics_.find(topic);
    if (entry == topics_.end()) {
      throw std::runtime_error("topic '" + topic + "' was not created before writing to it");
    }
    if (must_split(received)) split();
    if (packs_messages_) {
      file_->write(topic, received, sent, compress_zstd(data, kPackingLevel));
    } else {
      file_->write(topic, received, sent, data);
    }
    ++entry->second.information.message_count;
    ++metadata_.files.back().message_count;
    ++metadata_.message_count;
    extend(received);
  }

  void open_file() {
    const bool is_mcap = metadata_.storage_identifier == "mcap";
    const std::string name = directory_.filename().string() + "_" +
                             std::to_string(metadata_.files.size()) + (is_mcap ? ".mcap" : ".db3");
    const std::string path = (directory_ / name).string();
    file_ = is_mcap ? create_mcap(path, options_.storage_preset_profile) : create_sqlite(path);
    metadata_.relative_file_paths.push_back(name);
    metadata_.files.emplace_back();
    metadata_.files.back().path = name;
    for (const auto& [topic, entry] : topics_) {
      file_->add_topic(entry.information.topic_metadata, entry.definition);
    }
  }

  void finish_file() {
    file_->finish(metadata_text(complete_metadata(), false));
    file_.reset();
    if (!packs_files_) return;
    const fs::path plain = directory_ / metadata_.relative_file_paths.back();
    compress_file(plain.string(), plain.string() + ".zstd", kPackingLevel);
    fs::remove(plain);
    metadata_.relative_file_paths.back() += ".zstd";
    metadata_.files.back().path += ".zstd";
  }

  [[nodiscard]] bool must_split(std::int64_t now) const {
    const auto& current = metadata_.files.back();
    if (current.message_count == 0) return false;
    if (options_.max_bagfile_size > 0 && file_->size() >= options_.max_bagfile_size) return true;
    const std::int64_t age =
        now - std::chrono::nanoseconds(current.starting_time.time_since_epoch()).count();
    return options_.max_bagfile_duration > 0 &&
           age >= static_cast<std::int64_t>(options_.max_bagfile_duration) * kSecond;
  }

  void split() {
    finish_file();
    open_file();
  }

  void extend(std::int64_t received) {
    const TimePoint time{std::chrono::nanoseconds(received)};
    const auto grow = [&](TimePoint& start, std::chrono::nanoseconds& duration, bool first) {
      const TimePoint end = first ? time : std::max(start + duration, time);
      start = first ? time : std::min(start, time);
      duration = end - start;
    };
    auto& file = metadata_.files.back();
    grow(file.starting_time, file.duration, file.message_count == 1);
    grow(metadata_.starting_time, metadata_.duration, metadata_.message_count == 1);
  }

  [[nodiscard]] rosbag2_storage::BagMetadata complete_metadata() const {
    rosbag2_storage::BagMetadata metadata = metadata_;
    for (const auto& [name, topic] : topics_) {
      metadata.topics_with_message_count.push_back(topic.information);
    }
    return metadata;
  }

  std::mutex mutex_;
  rosbag2_storage::StorageOptions options_;
  bool packs_files_;
  bool packs_messages_;
  fs::path directory_;
  rosbag2_storage::BagMetadata metadata_;
  std::map<std::string, Topic> topics_;
  std::unique_ptr<NewFile> file_;
  std::vector<std::uint8_t> serialized_;
};

Writer::Writer() = default;
Writer::Writer(std::unique_ptr<writer_interfaces::BaseWriterInterface> how)
    : how_(std::move(how)) {}
Writer::~Writer() = default;

void Writer::open(const std::string& uri) {
  rosbag2_storage::StorageOptions options;
  options.uri = uri;
  open(options);
}

void Writer::open(const rosbag2_storage::StorageOptions& storage_options, const ConverterOptions&) {
  bag_ = std::make_unique<BagWriter>(storage_options, how_ ? how_->packing() : "");
}

void Writer::close() {
  if (!bag_) return;
  bag_->close();
  bag_.reset();
}

namespace {
BagWriter& opened(const std::unique_ptr<BagWriter>& bag) {
  if (!bag) throw std::runtime_error("Bag is not open. Call open() before writing.");
  return *bag;
}

rosbag2_storage::TopicMetadata topic_of(const std::string& name, const std::string& type) {
  rosbag2_storage::TopicMetadata topic;
  topic.name = name;
  topic.type = type;
  topic.serialization_format = "cdr";
  return topic;
}
}  // namespace

void Writer::create_topic(const rosbag2_storage::TopicMetadata& topic) {
  opened(bag_).create_topic(topic);
}

void Writer::write(std::shared_ptr<const rosbag2_storage::SerializedBagMessage> message) {
  const auto& data = *message->serialized_data;
  const std::int64_t sent =
      message->send_timestamp != 0 ? message->send_timestamp : message->time_stamp;
  opened(bag_).write(message->topic_name, message->time_stamp, sent,
                     {data.buffer, data.buffer_length});
}

void Writer::write(std::shared_ptr<const rclcpp::SerializedMessage> message,
                   const std::string& topic, const std::string& type, const rclcpp::Time& time) {
  opened(bag_).create_topic(topic_of(topic, type));
  opened(bag_).write(topic, time.nanoseconds(), time.nanoseconds(), message->bytes());
}

void Writer::write_planned(const underlay::Plan& plan, const void* message,
                           const std::string& topic, const rclcpp::Time& time) {
  opened(bag_).create_topic(topic_of(topic, plan.type_name()));
  opened(bag_).write(plan, message, topic, time.nanoseconds());
}

}  // namespace rosbag2_cpp
