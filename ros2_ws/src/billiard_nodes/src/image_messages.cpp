// SPDX-License-Identifier: Apache-2.0
#include "image_messages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

namespace billiard_nodes {
namespace {

using sensor_msgs::msg::CameraInfo;
using sensor_msgs::msg::Image;

constexpr std::uint32_t kMostPixels = 16384;  // of one side

struct Encoding {
  const char* name;
  int type;        // of cv::Mat
  int conversion;  // to BGR, -1: none
};
constexpr std::array kEncodings = {
    Encoding{"bgr8", CV_8UC3, -1}, Encoding{"rgb8", CV_8UC3, cv::COLOR_RGB2BGR},
    Encoding{"bgra8", CV_8UC4, cv::COLOR_BGRA2BGR}, Encoding{"rgba8", CV_8UC4, cv::COLOR_RGBA2BGR},
    Encoding{"mono8", CV_8UC1, cv::COLOR_GRAY2BGR}};

}  // namespace

std::unique_ptr<Image> make_image(int width, int height) {
  auto image = std::make_unique<Image>();
  image->width = static_cast<std::uint32_t>(width);
  image->height = static_cast<std::uint32_t>(height);
  image->encoding = "bgr8";
  image->step = 3 * image->width;
  image->data.resize(std::size_t{image->step} * image->height);
  return image;
}

cv::Mat pixels_of(Image& image) {
  return cv::Mat(static_cast<int>(image.height), static_cast<int>(image.width), CV_8UC3,
                 image.data.data(), image.step);
}

SeenImage see_image(const Image& image) {
  const auto* encoding = std::find_if(kEncodings.begin(), kEncodings.end(),
                                      [&](const auto& e) { return image.encoding == e.name; });
  if (encoding == kEncodings.end()) {
    return {{},
            fmt::format("encoding is '{}'; allowed: bgr8, rgb8, bgra8, rgba8, mono8",
                        image.encoding.substr(0, 32))};
  }
  const bool sized = image.width > 0 && image.width <= kMostPixels && image.height > 0 &&
                     image.height <= kMostPixels &&
                     image.step >= image.width * CV_ELEM_SIZE(encoding->type);
  if (!sized || image.data.size() < std::size_t{image.step} * image.height) {
    return {{},
            fmt::format("image of {} x {} pixels, {} bytes a row, has {} bytes", image.width,
                        image.height, image.step, image.data.size())};
  }
  // OpenCV has no read-only Mat; nothing writes to it.
  const cv::Mat raw(static_cast<int>(image.height), static_cast<int>(image.width), encoding->type,
                    const_cast<std::uint8_t*>(image.data.data()), image.step);
  if (encoding->conversion < 0) return {raw, {}};
  SeenImage seen;
  cv::cvtColor(raw, seen.picture, encoding->conversion);
  return seen;
}

sensor_msgs::msg::CompressedImage to_jpeg(const cv::Mat& picture,
                                          const std_msgs::msg::Header& header, int quality) {
  sensor_msgs::msg::CompressedImage message;
  message.header = header;
  message.format = "jpeg";
  cv::imencode(".jpg", picture, message.data, {cv::IMWRITE_JPEG_QUALITY, quality});
  return message;
}

cv::Mat from_jpeg(const sensor_msgs::msg::CompressedImage& image) {
  if (image.data.empty()) return {};
  try {
    const std::vector<std::uint8_t>& bytes =
        image.data;  // newer messages have buffers of their own
    return cv::imdecode(bytes, cv::IMREAD_COLOR);
  } catch (const cv::Exception&) {  // sizes that OpenCV will not take
    return {};
  }
}

CameraInfo to_camera_info(const std::optional<billiard::vision::Lens>& lens, int width,
                          int height) {
  CameraInfo info;
  info.width = static_cast<std::uint32_t>(width);
  info.height = static_cast<std::uint32_t>(height);
  if (!lens) return info;
  info.distortion_model = billiard::vision::name(lens->model);
  const auto distortion = billiard::vision::coefficients(*lens);
  info.d.assign(distortion.begin(), distortion.end());
  info.k = {lens->fx, 0.0, lens->cx, 0.0, lens->fy, lens->cy, 0.0, 0.0, 1.0};
  info.r = {1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0};
  info.p = {lens->fx, 0.0, lens->cx, 0.0, 0.0, lens->fy, lens->cy, 0.0, 0.0, 0.0, 1.0, 0.0};
  return info;
}

std::optional<billiard::vision::Lens> to_lens(const CameraInfo& info) {
  const bool finite =
      std::all_of(info.k.begin(), info.k.end(), [](double v) { return std::isfinite(v); });
  if (!finite || info.k[0] <= 0.0 || info.k[4] <= 0.0 || info.width > kMostPixels ||
      info.height > kMostPixels) {
    return std::nullopt;
  }
  const std::string model = info.distortion_model.empty() ? "plumb_bob" : info.distortion_model;
  billiard::vision::Lens lens;
  if (!billiard::vision::set_distortion(lens, model, info.d)) return std::nullopt;
  lens.width = static_cast<int>(info.width);
  lens.height = static_cast<int>(info.height);
  lens.fx = info.k[0];
  lens.fy = info.k[4];
  lens.cx = info.k[2];
  lens.cy = info.k[5];
  return lens;
}

}  // namespace billiard_nodes
