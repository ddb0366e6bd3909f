// SPDX-License-Identifier: Apache-2.0
#include "metadata.hpp"

#include <yaml-cpp/yaml.h>

#include <filesystem>
#include <stdexcept>

#include "rosbag2_storage/metadata_io.hpp"

namespace rosbag2_cpp {
namespace {

using rosbag2_storage::BagMetadata;
using rosbag2_storage::TimePoint;
using std::chrono::nanoseconds;

constexpr char kRoot[] = "rosbag2_bagfile_information";
constexpr int kNewestVersion = 9;

/// A value that must be there.
template <typename T>
T need(const YAML::Node& map, const char* key) {
  if (!map.IsMap() || !map[key]) throw std::runtime_error(std::string("'") + key + "' is missing");
  try {
    return map[key].as<T>();
  } catch (const YAML::Exception&) {
    throw std::runtime_error(std::string("'") + key + "' has the wrong type: '" +
                             YAML::Dump(map[key]) + "'");
  }
}

TimePoint time_of(const YAML::Node& map) {
  return TimePoint(nanoseconds(need<std::int64_t>(map, "nanoseconds_since_epoch")));
}

nanoseconds duration_of(const YAML::Node& map) {
  return nanoseconds(need<std::int64_t>(map, "nanoseconds"));
}

rosbag2_storage::TopicInformation topic_of(const YAML::Node& node, int version) {
  rosbag2_storage::TopicInformation topic;
  topic.message_count = need<std::size_t>(node, "message_count");
  const auto metadata = need<YAML::Node>(node, "topic_metadata");
  topic.topic_metadata.name = need<std::string>(metadata, "name");
  topic.topic_metadata.type = need<std::string>(metadata, "type");
  topic.topic_metadata.serialization_format = need<std::string>(metadata, "serialization_format");
  if (version >= 4) {
    const auto qos = need<YAML::Node>(metadata, "offered_qos_profiles");
    topic.topic_metadata.offered_qos_profiles = qos.IsScalar() ? qos.Scalar() : YAML::Dump(qos);
  }
  if (version >= 7) {
    topic.topic_metadata.type_description_hash =
        need<std::string>(metadata, "type_description_hash");
  }
  return topic;
}

BagMetadata parse(const YAML::Node& root) {
  BagMetadata metadata;
  metadata.version = need<int>(root, "version");
  if (metadata.version < 1 || metadata.version > kNewestVersion) {
    throw std::runtime_error("version " + std::to_string(metadata.version) +
                             " is unknown (allowed: 1 ... 9)");
  }
  metadata.storage_identifier = need<std::string>(root, "storage_identifier");
  metadata.duration = duration_of(need<YAML::Node>(root, "duration"));
  metadata.starting_time = time_of(need<YAML::Node>(root, "starting_time"));
  metadata.message_count = need<std::uint64_t>(root, "message_count");
  metadata.relative_file_paths = need<std::vector<std::string>>(root, "relative_file_paths");
  for (const auto& topic : need<YAML::Node>(root, "topics_with_message_count")) {
    metadata.topics_with_message_count.push_back(topic_of(topic, metadata.version));
  }
  if (metadata.version >= 3) {
    metadata.compression_format = need<std::string>(root, "compression_format");
    metadata.compression_mode = need<std::string>(root, "compression_mode");
  }
  if (metadata.version >= 5) {
    for (const auto& node : need<YAML::Node>(root, "files")) {
      metadata.files.push_back({need<std::string>(node, "path"),
                                time_of(need<YAML::Node>(node, "starting_time")),
                                duration_of(need<YAML::Node>(node, "duration")),
                                need<std::size_t>(node, "message_count")});
    }
  }
  if (metadata.version >= 6 && root["custom_data"] && root["custom_data"].IsMap()) {
    metadata.custom_data = root["custom_data"].as<std::map<std::string, std::string>>();
  }
  if (metadata.version >= 8) metadata.ros_distro = need<std::string>(root, "ros_distro");
  return metadata;
}

YAML::Node time_node(const TimePoint& time) {
  YAML::Node node;
  node["nanoseconds_since_epoch"] = nanoseconds(time.time_since_epoch()).count();
  return node;
}

YAML::Node duration_node(nanoseconds duration) {
  YAML::Node node;
  node["nanoseconds"] = duration.count();
  return node;
}

YAML::Node topic_node(const rosbag2_storage::TopicInformation& topic) {
  YAML::Node node;
  const auto& metadata = topic.topic_metadata;
  node["topic_metadata"]["name"] = metadata.name;
  node["topic_metadata"]["type"] = metadata.type;
  node["topic_metadata"]["serialization_format"] = metadata.serialization_format;
  YAML::Node qos = YAML::Load(metadata.offered_qos_profiles);
  node["topic_metadata"]["offered_qos_profiles"] =
      qos.IsSequence() ? qos : YAML::Node(YAML::NodeType::Sequence);
  node["topic_metadata"]["type_description_hash"] = metadata.type_description_hash;
  node["message_count"] = topic.message_count;
  return node;
}

}  // namespace

BagMetadata load_metadata(const std::string& file) {
  try {
    const YAML::Node root = YAML::LoadFile(file);
    return parse(need<YAML::Node>(root, kRoot));
  } catch (const std::exception& error) {
    throw std::runtime_error("'" + file + "': " + error.what());
  }
}

std::string metadata_text(const BagMetadata& metadata, bool with_root) {
  YAML::Node bag;
  bag["version"] = kNewestVersion;
  bag["storage_identifier"] = metadata.storage_identifier;
  bag["duration"] = duration_node(metadata.duration);
  bag["starting_time"] = time_node(metadata.starting_time);
  bag["message_count"] = metadata.message_count;
  bag["topics_with_message_count"] = YAML::Node(YAML::NodeType::Sequence);
  for (const auto& topic : metadata.topics_with_message_count) {
    bag["topics_with_message_count"].push_back(topic_node(topic));
  }
  bag["compression_format"] = metadata.compression_format;
  bag["compression_mode"] = metadata.compression_mode;
  bag["relative_file_paths"] = metadata.relative_file_paths;
  bag["files"] = YAML::Node(YAML::NodeType::Sequence);
  for (const auto& file : metadata.files) {
    YAML::Node node;
    node["path"] = file.path;
    node["starting_time"] = time_node(file.starting_time);
    node["duration"] = duration_node(file.duration);
    node["message_count"] = file.message_count;
    bag["files"].push_back(node);
  }
  bag["custom_data"] = YAML::Node(YAML::NodeType::Map);
  for (const auto& [key, value] : metadata.custom_data) bag["custom_data"][key] = value;
  bag["ros_distro"] = metadata.ros_distro;
  if (!with_root) return YAML::Dump(bag) + "\n";
  YAML::Node root;
  root[kRoot] = bag;
  return YAML::Dump(root) + "\n";
}

}  // namespace rosbag2_cpp

namespace rosbag2_storage {
namespace {

std::filesystem::path metadata_file(const std::string& uri) {
  return std::filesystem::path(uri) / "metadata.yaml";
}

}  // namespace

bool MetadataIo::metadata_file_exists(const std::string& uri) {
  std::error_code ignored;
  return std::filesystem::exists(metadata_file(uri), ignored);
}

BagMetadata MetadataIo::read_metadata(const std::string& uri) {
  return rosbag2_cpp::load_metadata(metadata_file(uri).string());
}

}  // namespace rosbag2_storage
