// SPDX-License-Identifier: Apache-2.0
// Writes and reads a bag of 6 MB images. usage: bench_bag DIRECTORY [MEGABYTES [STORAGE]]
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <sensor_msgs/msg/image.hpp>

#include "rosbag2_cpp/reader.hpp"
#include "rosbag2_cpp/writer.hpp"

namespace {

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return std::fprintf(stderr, "usage: bench_bag DIRECTORY [MB [STORAGE]]\n"), 2;
  constexpr std::size_t kImage = 1920 * 1080 * 3;
  const double megabytes = argc > 2 ? std::atof(argv[2]) : 1000.0;
  const int count = static_cast<int>(megabytes * 1e6 / kImage);
  rosbag2_storage::StorageOptions options;
  options.uri = std::string(argv[1]) + "/bench_bag";
  options.storage_id = argc > 3 ? argv[3] : "mcap";
  std::filesystem::remove_all(options.uri);
  sensor_msgs::msg::Image image;
  image.data.assign(kImage, 0x5a);

  auto start = std::chrono::steady_clock::now();
  rosbag2_cpp::Writer writer;
  writer.open(options);
  for (int i = 0; i < count; ++i) writer.write(image, "/image", rclcpp::Time(std::int64_t{i}));
  writer.close();
  const double written = seconds_since(start);

  start = std::chrono::steady_clock::now();
  rosbag2_cpp::Reader reader;
  reader.open(options.uri);
  std::size_t bytes = 0;
  while (reader.has_next()) bytes += reader.read_next<sensor_msgs::msg::Image>().data.size();
  const double read = seconds_since(start);
  std::filesystem::remove_all(options.uri);
  std::printf("%s: %.0f MB, write %.0f MB/s, read and decode %.0f MB/s\n",
              options.storage_id.c_str(), static_cast<double>(bytes) / 1e6,
              static_cast<double>(bytes) / 1e6 / written, static_cast<double>(bytes) / 1e6 / read);
  return 0;
}
