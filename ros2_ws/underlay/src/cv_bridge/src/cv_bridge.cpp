// SPDX-License-Identifier: Apache-2.0
#include "cv_bridge/cv_bridge.hpp"

#include <bit>
#include <map>
#include <opencv2/imgproc.hpp>
#include <utility>

namespace cv_bridge {
namespace {

namespace enc = sensor_msgs::image_encodings;
using sensor_msgs::msg::Image;

constexpr bool kBigEndian = std::endian::native == std::endian::big;

/// OpenCV names a Bayer pattern by the second pixel of its second row, ROS by the first row.
const std::map<std::pair<std::string, std::string>, int>& conversions() {
  using namespace cv;
  static const std::map<std::pair<std::string, std::string>, int> codes = {
      {{enc::RGB8, enc::BGR8}, COLOR_RGB2BGR},
      {{enc::RGB8, enc::MONO8}, COLOR_RGB2GRAY},
      {{enc::RGB8, enc::RGBA8}, COLOR_RGB2RGBA},
      {{enc::RGB8, enc::BGRA8}, COLOR_RGB2BGRA},
      {{enc::BGR8, enc::RGB8}, COLOR_BGR2RGB},
      {{enc::BGR8, enc::MONO8}, COLOR_BGR2GRAY},
      {{enc::BGR8, enc::RGBA8}, COLOR_BGR2RGBA},
      {{enc::BGR8, enc::BGRA8}, COLOR_BGR2BGRA},
      {{enc::RGBA8, enc::RGB8}, COLOR_RGBA2RGB},
      {{enc::RGBA8, enc::BGR8}, COLOR_RGBA2BGR},
      {{enc::RGBA8, enc::MONO8}, COLOR_RGBA2GRAY},
      {{enc::RGBA8, enc::BGRA8}, COLOR_RGBA2BGRA},
      {{enc::BGRA8, enc::RGB8}, COLOR_BGRA2RGB},
      {{enc::BGRA8, enc::BGR8}, COLOR_BGRA2BGR},
      {{enc::BGRA8, enc::MONO8}, COLOR_BGRA2GRAY},
      {{enc::BGRA8, enc::RGBA8}, COLOR_BGRA2RGBA},
      {{enc::MONO8, enc::RGB8}, COLOR_GRAY2RGB},
      {{enc::MONO8, enc::BGR8}, COLOR_GRAY2BGR},
      {{enc::MONO8, enc::RGBA8}, COLOR_GRAY2RGBA},
      {{enc::MONO8, enc::BGRA8}, COLOR_GRAY2BGRA},
      {{enc::BAYER_RGGB8, enc::BGR8}, COLOR_BayerBG2BGR},
      {{enc::BAYER_RGGB8, enc::RGB8}, COLOR_BayerBG2RGB},
      {{enc::BAYER_RGGB8, enc::MONO8}, COLOR_BayerBG2GRAY},
      {{enc::BAYER_BGGR8, enc::BGR8}, COLOR_BayerRG2BGR},
      {{enc::BAYER_BGGR8, enc::RGB8}, COLOR_BayerRG2RGB},
      {{enc::BAYER_BGGR8, enc::MONO8}, COLOR_BayerRG2GRAY},
      {{enc::BAYER_GBRG8, enc::BGR8}, COLOR_BayerGR2BGR},
      {{enc::BAYER_GBRG8, enc::RGB8}, COLOR_BayerGR2RGB},
      {{enc::BAYER_GBRG8, enc::MONO8}, COLOR_BayerGR2GRAY},
      {{enc::BAYER_GRBG8, enc::BGR8}, COLOR_BayerGB2BGR},
      {{enc::BAYER_GRBG8, enc::RGB8}, COLOR_BayerGB2RGB},
      {{enc::BAYER_GRBG8, enc::MONO8}, COLOR_BayerGB2GRAY},
  };
  return codes;
}

/// The message's pixels as a matrix that shares them.
cv::Mat matrix_of(const Image& source) {
  const int type = getCvType(source.encoding);
  const std::size_t pixel = CV_ELEM_SIZE(type);
  const auto refuse = [&](const std::string& why) {
    return Exception("image of " + std::to_string(source.width) + " x " +
                     std::to_string(source.height) + " '" + source.encoding + "': " + why);
  };
  if (source.width > INT32_MAX || source.height > INT32_MAX) throw refuse("too large");
  if (source.step < source.width * pixel) {
    throw refuse("step is " + std::to_string(source.step) + ", a row has " +
                 std::to_string(source.width * pixel) + " bytes");
  }
  if (source.data.size() < std::size_t{source.step} * source.height) {
    throw refuse("has " + std::to_string(source.data.size()) + " bytes, step * height is " +
                 std::to_string(std::size_t{source.step} * source.height));
  }
  if (CV_ELEM_SIZE1(type) > 1 && (source.is_bigendian != 0) != kBigEndian) {
    throw refuse("its byte order is not this machine's");
  }
  return {static_cast<int>(source.height), static_cast<int>(source.width), type,
          const_cast<std::uint8_t*>(source.data.data()), source.step};
}

CvImagePtr convert(const std_msgs::msg::Header& header, const cv::Mat& pixels,
                   const std::string& from, const std::string& to) {
  auto result = std::make_shared<CvImage>(header, to.empty() ? from : to);
  if (to.empty() || from == to) {
    pixels.copyTo(result->image);
    return result;
  }
  const auto code = conversions().find({from, to});
  if (code == conversions().end()) {
    throw Exception("no conversion from encoding '" + from + "' to '" + to + "'");
  }
  cv::cvtColor(pixels, result->image, code->second);
  return result;
}

}  // namespace

int getCvType(const std::string& encoding) {
  try {
    const int depth = enc::bitDepth(encoding);
    return CV_MAKETYPE(depth == 8    ? CV_8U
                       : depth == 16 ? CV_16U
                                     : CV_32F,
                       enc::numChannels(encoding));
  } catch (const std::runtime_error&) {
    throw Exception("encoding '" + encoding +
                    "' is not known here (allowed: mono8, mono16, rgb8, bgr8, rgba8, bgra8, 8UC1, "
                    "8UC3, 16UC1, 32FC1, bayer_{rggb,bggr,gbrg,grbg}8)");
  }
}

Image::SharedPtr CvImage::toImageMsg() const {
  auto message = std::make_shared<Image>();
  toImageMsg(*message);
  return message;
}

void CvImage::toImageMsg(Image& message) const {
  if (image.type() != getCvType(encoding)) {
    throw Exception("the matrix has " + std::to_string(image.channels()) + " channels of " +
                    std::to_string(8 * image.elemSize1()) + " bits, not those of '" + encoding +
                    "'");
  }
  message.header = header;
  message.height = static_cast<std::uint32_t>(image.rows);
  message.width = static_cast<std::uint32_t>(image.cols);
  message.encoding = encoding;
  message.is_bigendian = kBigEndian;
  const std::size_t row = image.elemSize() * static_cast<std::size_t>(image.cols);
  message.step = static_cast<std::uint32_t>(row);
  message.data.clear();
  message.data.reserve(row * static_cast<std::size_t>(image.rows));
  for (int i = 0; i < image.rows; ++i) {
    message.data.insert(message.data.end(), image.ptr(i), image.ptr(i) + row);
  }
}

CvImagePtr toCvCopy(const Image& source, const std::string& encoding) {
  return convert(source.header, matrix_of(source), source.encoding, encoding);
}

CvImagePtr toCvCopy(const Image::ConstSharedPtr& source, const std::string& encoding) {
  return toCvCopy(*source, encoding);
}

CvImageConstPtr toCvShare(const Image& source, const std::shared_ptr<const void>& tracked_object,
                          const std::string& encoding) {
  if (!encoding.empty() && encoding != source.encoding) return toCvCopy(source, encoding);
  auto result = std::make_shared<CvImage>(source.header, source.encoding, matrix_of(source));
  result->tracked_object_ = tracked_object;
  return result;
}

CvImageConstPtr toCvShare(const Image::ConstSharedPtr& source, const std::string& encoding) {
  return toCvShare(*source, source, encoding);
}

CvImagePtr cvtColor(const CvImageConstPtr& source, const std::string& encoding) {
  return convert(source->header, source->image, source->encoding, encoding);
}

}  // namespace cv_bridge
