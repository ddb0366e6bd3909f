// SPDX-License-Identifier: Apache-2.0
#include "bag_storage.hpp"

#include <strings.h>

#include <filesystem>
#include <rosbag2_compression/sequential_compression_reader.hpp>
#include <rosbag2_storage/metadata_io.hpp>
#include <stdexcept>
#include <vector>

namespace billiard {
namespace {

namespace fs = std::filesystem;

// The file to open for a bag: the folder, or the only bag file in a folder without metadata.
fs::path bag_file(const fs::path& bag) {
  std::error_code error;
  if (!fs::is_directory(bag, error) || fs::exists(bag / "metadata.yaml", error)) return bag;
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(bag, error)) {
    const fs::path& path = entry.path();
    if (path.extension() == ".mcap" || path.extension() == ".db3") files.push_back(path);
  }
  return files.size() == 1 ? files.front() : bag;
}

bool is_compressed(const std::string& bag) {
  rosbag2_storage::MetadataIo metadata;
  if (!metadata.metadata_file_exists(bag)) return false;
  const std::string mode = metadata.read_metadata(bag).compression_mode;
  const auto is = [&](const char* word) { return strcasecmp(mode.c_str(), word) == 0; };
  if (is("") || is("none")) return false;
  if (is("file") || is("message")) return true;
  throw std::runtime_error("metadata.yaml: compression_mode '" + mode +
                           "' is unknown (allowed: none, file, message)");
}

}  // namespace

std::unique_ptr<rosbag2_cpp::Reader> open_reader(const std::string& bag) {
  rosbag2_storage::StorageOptions options;
  const fs::path file = bag_file(bag);
  options.uri = file.string();
  if (file.extension() == ".mcap") options.storage_id = "mcap";
  if (file.extension() == ".db3") options.storage_id = "sqlite3";
  if (!is_compressed(options.uri)) {
    auto reader = std::make_unique<rosbag2_cpp::Reader>();
    reader->open(options, rosbag2_cpp::ConverterOptions());
    return reader;
  }
  auto reader = std::make_unique<rosbag2_cpp::Reader>(
      std::make_unique<rosbag2_compression::SequentialCompressionReader>());
  try {
    reader->open(options, rosbag2_cpp::ConverterOptions());
  } catch (const std::exception& error) {  // ROS 2 does not say which package it lacks
    throw std::runtime_error(std::string(error.what()) +
                             " (ROS 2 unpacks bags with rosbag2_compression_zstd)");
  }
  return reader;
}

}  // namespace billiard
