// SPDX-License-Identifier: Apache-2.0
#include "image_message.hpp"

#include <array>
#include <cmath>
#include <cstring>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <vector>

namespace billiard {

namespace {

constexpr std::uint32_t kMostSide_px = 16384;

// Reads CDR: each number is aligned to its size, counted from after the four bytes of header. After
// the first read beyond the end everything is zero and ok() false.
class CdrReader {
 public:
  explicit CdrReader(std::span<const std::uint8_t> bytes) {
    ok_ = bytes.size() >= 4 && bytes[0] == 0 && bytes[1] == 1;  // plain CDR, little-endian
    if (ok_) rest_ = bytes.subspan(4);
  }
  template <typename Number>
  Number read() {
    at_ = (at_ + sizeof(Number) - 1) / sizeof(Number) * sizeof(Number);
    Number value{};
    const auto from = take(sizeof(Number));
    if (ok_) std::memcpy(&value, from.data(), sizeof(Number));
    return value;
  }
  std::span<const std::uint8_t> read_bytes() {
    const auto size = read<std::uint32_t>();
    return take(size);
  }
  std::string read_string() {
    const auto bytes = read_bytes();
    if (bytes.empty()) return {};
    return {bytes.begin(), bytes.end() - 1};  // without the closing zero
  }
  [[nodiscard]] bool ok() const { return ok_; }

 private:
  std::span<const std::uint8_t> take(std::size_t size) {
    if (!ok_ || at_ > rest_.size() || size > rest_.size() - at_) {
      ok_ = false;
      return {};
    }
    at_ += size;
    return rest_.subspan(at_ - size, size);
  }

  std::span<const std::uint8_t> rest_;
  std::size_t at_{0};
  bool ok_{false};
};

std::int64_t read_header(CdrReader& reader) {
  const auto seconds = reader.read<std::int32_t>();
  const auto nanoseconds = reader.read<std::uint32_t>();
  (void)reader.read_string();  // frame
  return std::int64_t{seconds} * 1000000000 + nanoseconds;
}

struct Encoding {
  const char* name;
  int channels;
  int to_bgr;  // OpenCV's code; -1: as it is
};
constexpr std::array<Encoding, 6> kEncodings{{{"bgr8", 3, -1},
                                              {"8UC3", 3, -1},
                                              {"rgb8", 3, cv::COLOR_RGB2BGR},
                                              {"bgra8", 4, cv::COLOR_BGRA2BGR},
                                              {"rgba8", 4, cv::COLOR_RGBA2BGR},
                                              {"mono8", 1, cv::COLOR_GRAY2BGR}}};

ImageMessage failed(ImageMessage message, std::string problem) {
  message.problem = std::move(problem);
  message.picture.release();
  return message;
}

}  // namespace

ImageMessage decode_image(std::span<const std::uint8_t> bytes) {
  CdrReader reader(bytes);
  ImageMessage message;
  message.stamp_ns = read_header(reader);
  const auto height = reader.read<std::uint32_t>(), width = reader.read<std::uint32_t>();
  const std::string name = reader.read_string();
  (void)reader.read<std::uint8_t>();  // is_bigendian: bytes have no order
  const auto step = reader.read<std::uint32_t>();
  const auto pixels = reader.read_bytes();
  if (!reader.ok()) return failed(message, "the image message is cut off or no CDR");
  for (const Encoding& encoding : kEncodings) {
    if (name != encoding.name) continue;
    const std::uint64_t row = std::uint64_t{width} * static_cast<unsigned>(encoding.channels);
    if (width == 0 || height == 0 || width > kMostSide_px || height > kMostSide_px || step < row ||
        pixels.size() < std::uint64_t{step} * height) {
      return failed(message, "the image says " + std::to_string(width) + "x" +
                                 std::to_string(height) + ", step " + std::to_string(step) +
                                 ", but holds " + std::to_string(pixels.size()) + " bytes");
    }
    // OpenCV only reads through this pointer.
    const cv::Mat raw(static_cast<int>(height), static_cast<int>(width), CV_8UC(encoding.channels),
                      const_cast<std::uint8_t*>(pixels.data()), step);
    if (encoding.to_bgr < 0) {
      message.picture = raw.clone();
    } else {
      cv::cvtColor(raw, message.picture, encoding.to_bgr);
    }
    return message;
  }
  return failed(message,
                "encoding '" + name + "' is none of bgr8, 8UC3, rgb8, bgra8, rgba8, mono8");
}

ImageMessage decode_compressed_image(std::span<const std::uint8_t> bytes) {
  CdrReader reader(bytes);
  ImageMessage message;
  message.stamp_ns = read_header(reader);
  const std::string format = reader.read_string();
  const auto content = reader.read_bytes();
  if (!reader.ok()) return failed(message, "the image message is cut off or no CDR");
  try {
    const std::vector<std::uint8_t> copy(content.begin(), content.end());
    if (!copy.empty()) message.picture = cv::imdecode(copy, cv::IMREAD_COLOR);
  } catch (const cv::Exception&) {  // absurd sizes in the header
    message.picture.release();
  }
  if (message.picture.empty())
    return failed(message, "the compressed image ('" + format + "') cannot be read");
  return message;
}

std::optional<vision::Lens> decode_camera_info(std::span<const std::uint8_t> bytes) {
  CdrReader reader(bytes);
  (void)read_header(reader);
  const auto height = reader.read<std::uint32_t>(), width = reader.read<std::uint32_t>();
  const std::string model = reader.read_string();
  const auto count = reader.read<std::uint32_t>();
  if (!reader.ok() || count > 14 || width == 0 || height == 0 || width > kMostSide_px ||
      height > kMostSide_px)
    return std::nullopt;
  vision::Lens lens = vision::make_lens(static_cast<int>(width), static_cast<int>(height), 1.0);
  std::vector<double> d(count);
  for (double& value : d) value = reader.read<double>();
  bool fits = vision::set_distortion(lens, model.empty() ? "plumb_bob" : model, d);
  std::array<double, 9> k{};
  for (double& value : k) value = reader.read<double>();
  for (const double value : k) fits = fits && std::isfinite(value);
  if (!reader.ok() || !fits || k[0] <= 0.0 || k[4] <= 0.0) return std::nullopt;
  lens.fx = k[0];
  lens.fy = k[4];
  lens.cx = k[2];
  lens.cy = k[5];
  return lens;
}

}  // namespace billiard
