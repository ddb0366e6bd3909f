// SPDX-License-Identifier: Apache-2.0
#include "rosbag2_cpp/reader.hpp"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <map>

#include "compression.hpp"
#include "metadata.hpp"
#include "storage.hpp"

namespace rosbag2_cpp {
namespace {

namespace fs = std::filesystem;
using rosbag2_storage::BagMetadata;
using rosbag2_storage::TimePoint;

constexpr std::uint64_t kLargestMessage = std::uint64_t{1} << 30;  // [bytes], unpacked
constexpr char kPacked[] = ".zstd";

bool same_word(const std::string& text, const std::string& word) {
  return std::equal(text.begin(), text.end(), word.begin(), word.end(),
                    [](unsigned char a, unsigned char b) { return std::tolower(a) == b; });
}

bool is_bag_file(const fs::path& file) {
  const std::string extension =
      file.extension() == kPacked ? file.stem().extension().string() : file.extension().string();
  return extension == ".mcap" || extension == ".db3";
}

/// name_2 before name_10: by length first.
bool by_number(const std::string& a, const std::string& b) {
  return std::pair(a.size(), a) < std::pair(b.size(), b);
}

}  // namespace

/// An open bag: its files one after the other.
class BagReader {
 public:
  BagReader(const std::string& uri, bool unpacks) {
    std::error_code ignored;
    if (fs::is_directory(uri, ignored)) {
      directory_ = uri;
      if (fs::exists(directory_ / "metadata.yaml", ignored)) {
        metadata_ = load_metadata((directory_ / "metadata.yaml").string());
      } else {
        for (const auto& entry : fs::directory_iterator(uri)) {
          if (is_bag_file(entry.path())) {
            metadata_.relative_file_paths.push_back(entry.path().filename().string());
          }
        }
        std::sort(metadata_.relative_file_paths.begin(), metadata_.relative_file_paths.end(),
                  by_number);
        rebuild_metadata();
      }
    } else if (fs::is_regular_file(uri, ignored)) {
      directory_ = fs::path(uri).parent_path();
      metadata_.relative_file_paths = {fs::path(uri).filename().string()};
      rebuild_metadata();
    } else {
      throw std::runtime_error("bag '" + uri + "' does not exist");
    }
    if (metadata_.relative_file_paths.empty()) {
      throw std::runtime_error("bag '" + uri + "' has no .mcap or .db3 file");
    }
    per_message_ = same_word(metadata_.compression_mode, "message");
    check_mode(uri, unpacks);
    check_formats(uri);
    fill_size();
  }

  ~BagReader() {
    for (const fs::path& file : temporary_) {
      std::error_code ignored;
      fs::remove(file, ignored);
    }
  }
  BagReader(const BagReader&) = delete;
  BagReader& operator=(const BagReader&) = delete;

  [[nodiscard]] const BagMetadata& metadata() const { return metadata_; }

  void restart(std::int64_t from) {
    from_ = from;
    index_ = 0;
    file_.reset();
    upcoming_.reset();
  }
  void filter(const rosbag2_storage::StorageFilter& filter) {
    wanted_ = {filter.topics.begin(), filter.topics.end()};
    const std::int64_t from = upcoming_ ? upcoming_->time_stamp : from_;
    restart(from);
  }

  [[nodiscard]] bool has_next() {
    while (!upcoming_) {
      if (!file_) {
        if (index_ == metadata_.relative_file_paths.size()) return false;
        file_ = open(metadata_.relative_file_paths[index_++]);
        file_->restart(wanted_, from_);
      }
      upcoming_ = file_->next();
      if (!upcoming_) file_.reset();
    }
    return true;
  }

  [[nodiscard]] MessagePtr next() {
    if (!has_next()) throw std::runtime_error("the bag has no more messages");
    MessagePtr message = std::move(upcoming_);
    if (per_message_) {
      const auto& packed = *message->serialized_data;
      message->serialized_data =
          own_bytes(decompress_zstd({packed.buffer, packed.buffer_length}, kLargestMessage));
    }
    return message;
  }

 private:
  /// Old bags name their files with the bag's directory in front.
  [[nodiscard]] fs::path find(const std::string& relative) const {
    const fs::path name = fs::path(relative);
    for (const fs::path& candidate : {directory_ / name, directory_ / name.filename()}) {
      std::error_code ignored;
      if (fs::exists(candidate, ignored)) return candidate;
      if (fs::exists(candidate.string() + kPacked, ignored)) return candidate.string() + kPacked;
    }
    throw std::runtime_error("file '" + (directory_ / name).string() + "' of the bag is missing");
  }

  [[nodiscard]] std::unique_ptr<StoredFile> open(const std::string& relative) {
    fs::path file = find(relative);
    if (file.extension() == kPacked) file = unpack(file);
    if (file.extension() == ".mcap") return open_mcap(file.string());
    if (file.extension() == ".db3") return open_sqlite(file.string());
    throw std::runtime_error("'" + file.string() + "' is neither .mcap nor .db3");
  }

  [[nodiscard]] fs::path unpack(const fs::path& packed) {
    const fs::path target = fs::temp_directory_path() /
                            ("rosbag2_" + std::to_string(::getpid()) + "_" +
                             std::to_string(temporary_.size()) + "_" + packed.stem().string());
    temporary_.push_back(target);
    decompress_file(packed.string(), target.string());
    return target;
  }

  /// Without metadata.yaml the files themselves say what they hold.
  void rebuild_metadata() {
    std::map<std::string, rosbag2_storage::TopicInformation> topics;
    std::int64_t start = std::numeric_limits<std::int64_t>::max();
    std::int64_t end = std::numeric_limits<std::int64_t>::min();
    for (const std::string& relative : metadata_.relative_file_paths) {
      const auto file = open(relative);
      metadata_.storage_identifier =
          relative.find(".mcap") != std::string::npos ? "mcap" : "sqlite3";
      rosbag2_storage::FileInformation info;
      info.path = relative;
      for (const auto& topic : file->topics()) {
        auto& sum = topics[topic.topic_metadata.name];
        sum.topic_metadata = topic.topic_metadata;
        sum.message_count += topic.message_count;
        info.message_count += topic.message_count;
      }
      const auto [first, last] = file->time_range();
      if (first <= last) {
        start = std::min(start, first);
        end = std::max(end, last);
        info.starting_time = TimePoint(std::chrono::nanoseconds(first));
        info.duration = std::chrono::nanoseconds(last - first);
      }
      metadata_.message_count += info.message_count;
      metadata_.files.push_back(info);
    }
    if (start <= end) {
      metadata_.starting_time = TimePoint(std::chrono::nanoseconds(start));
      metadata_.duration = std::chrono::nanoseconds(end - start);
    }
    for (const auto& [name, topic] : topics) metadata_.topics_with_message_count.push_back(topic);
  }

  /// As of the genuine readers, each takes only what it is for. A bag without metadata.yaml has no
  /// mode; its files' names say whether they are packed.
  void check_mode(const std::string& uri, bool unpacks) const {
    const std::string& mode = metadata_.compression_mode;
    if (unpacks ? per_message_ || same_word(mode, "file")
                : mode.empty() || same_word(mode, "none")) {
      return;
    }
    throw std::runtime_error("bag '" + uri + "': compression_mode '" + mode + "' is not for a " +
                             (unpacks ? "SequentialCompressionReader (allowed: file, message)"
                                      : "SequentialReader (allowed: none)"));
  }

  void check_formats(const std::string& uri) const {
    if (!metadata_.compression_format.empty() && !same_word(metadata_.compression_format, "zstd")) {
      throw std::runtime_error("bag '" + uri + "': compression '" + metadata_.compression_format +
                               "' is unknown (allowed: zstd)");
    }
    for (const auto& topic : metadata_.topics_with_message_count) {
      const std::string& format = topic.topic_metadata.serialization_format;
      if (format == "cdr" || format.empty()) continue;
      throw std::runtime_error("bag '" + uri + "': topic '" + topic.topic_metadata.name +
                               "' is serialised as '" + format + "' (allowed: cdr)");
    }
  }

  void fill_size() {
    for (const std::string& relative : metadata_.relative_file_paths) {
      std::error_code error;
      const auto size = fs::file_size(find(relative), error);
      if (!error) metadata_.bag_size += size;
    }
  }

  fs::path directory_;
  BagMetadata metadata_;
  bool per_message_{false};
  std::vector<fs::path> temporary_;
  std::set<std::string> wanted_;
  std::int64_t from_{std::numeric_limits<std::int64_t>::min()};
  std::size_t index_{0};
  std::unique_ptr<StoredFile> file_;
  MessagePtr upcoming_;
};

Reader::Reader(std::unique_ptr<reader_interfaces::BaseReaderInterface> how)
    : how_(std::move(how)) {}
Reader::~Reader() = default;

void Reader::open(const std::string& uri) {
  bag_ = std::make_unique<BagReader>(uri, how_->unpacks());
}

void Reader::open(const rosbag2_storage::StorageOptions& storage_options, const ConverterOptions&) {
  open(storage_options.uri);
}

void Reader::close() { bag_.reset(); }

namespace {
BagReader& opened(const std::unique_ptr<BagReader>& bag) {
  if (!bag) throw std::runtime_error("Bag is not open. Call open() before reading.");
  return *bag;
}
}  // namespace

bool Reader::has_next() { return opened(bag_).has_next(); }

std::shared_ptr<rosbag2_storage::SerializedBagMessage> Reader::read_next() {
  return opened(bag_).next();
}

const BagMetadata& Reader::get_metadata() const { return opened(bag_).metadata(); }

std::vector<rosbag2_storage::TopicMetadata> Reader::get_all_topics_and_types() const {
  std::vector<rosbag2_storage::TopicMetadata> topics;
  for (const auto& topic : get_metadata().topics_with_message_count) {
    topics.push_back(topic.topic_metadata);
  }
  return topics;
}

void Reader::set_filter(const rosbag2_storage::StorageFilter& filter) {
  opened(bag_).filter(filter);
}

void Reader::seek(const rcutils_time_point_value_t& timestamp) { opened(bag_).restart(timestamp); }

}  // namespace rosbag2_cpp
