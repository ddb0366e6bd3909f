// SPDX-License-Identifier: Apache-2.0
// Writes and reads a bag of 6 MB images; says what the clock and what the processor saw. usage:
// bench_bag DIRECTORY [MEGABYTES [STORAGE]]
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <sensor_msgs/msg/image.hpp>

#include "rosbag2_cpp/reader.hpp"
#include "rosbag2_cpp/writer.hpp"

namespace {

/// Time since construction, by the clock and in processor time of this process [s].
class Stopwatch {
 public:
  void print(const char* what, double megabytes) const {
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start_;
    const double busy = static_cast<double>(std::clock() - busy_start_) / CLOCKS_PER_SEC;
    std::printf("%s %.0f MB/s (%.0f MB per second of processor time)\n", what,
                megabytes / wall.count(), megabytes / busy);
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::clock_t busy_start_ = std::clock();
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return std::fprintf(stderr, "usage: bench_bag DIRECTORY [MB [STORAGE]]\n"), 2;
  constexpr std::size_t kImage = 1920 * 1080 * 3;
  const double megabytes = argc > 2 ? std::atof(argv[2]) : 1000.0;
  const auto count = static_cast<std::size_t>(megabytes * 1e6 / kImage);
  rosbag2_storage::StorageOptions options;
  options.uri = std::string(argv[1]) + "/bench_bag";
  options.storage_id = argc > 3 ? argv[3] : "mcap";
  std::filesystem::remove_all(options.uri);
  sensor_msgs::msg::Image image;
  image.data.assign(kImage, 0x5a);

  const double size = static_cast<double>(count) * kImage / 1e6;
  const Stopwatch writing;
  rosbag2_cpp::Writer writer;
  writer.open(options);
  for (std::size_t i = 0; i < count; ++i) {
    writer.write(image, "/image", rclcpp::Time(static_cast<std::int64_t>(i)));
  }
  writer.close();
  writing.print("write", size);

  const Stopwatch reading;
  rosbag2_cpp::Reader reader;
  reader.open(options.uri);
  std::size_t bytes = 0;
  while (reader.has_next()) bytes += reader.read_next<sensor_msgs::msg::Image>().data.size();
  reading.print("read and decode", size);
  std::filesystem::remove_all(options.uri);
  return bytes == count * kImage ? 0 : 1;
}
