// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <opencv2/core/mat.hpp>
#include <sensor_msgs/image_encodings.hpp>
#include <sensor_msgs/msg/image.hpp>
#include <std_msgs/msg/header.hpp>
#include <stdexcept>
#include <string>

/// Images between sensor_msgs and OpenCV: the part of the genuine cv_bridge for 8-bit mono, colour
/// and Bayer images and for single channels of 16 bits or floats.
namespace cv_bridge {

/// An image or a conversion that is not possible; says which and why.
class Exception : public std::runtime_error {
 public:
  explicit Exception(const std::string& description) : std::runtime_error(description) {}
};

class CvImage;
using CvImagePtr = std::shared_ptr<CvImage>;
using CvImageConstPtr = std::shared_ptr<const CvImage>;

/// A cv::Mat with the header and the encoding of a message.
class CvImage {
 public:
  CvImage() = default;
  CvImage(const std_msgs::msg::Header& image_header, const std::string& image_encoding,
          const cv::Mat& pixels = cv::Mat())
      : header(image_header), encoding(image_encoding), image(pixels) {}

  [[nodiscard]] sensor_msgs::msg::Image::SharedPtr toImageMsg() const;
  void toImageMsg(sensor_msgs::msg::Image& message) const;

  using Ptr = CvImagePtr;
  using ConstPtr = CvImageConstPtr;

  std_msgs::msg::Header header;
  std::string encoding;
  cv::Mat image;

 private:
  friend CvImageConstPtr toCvShare(const sensor_msgs::msg::Image& source,
                                   const std::shared_ptr<const void>& tracked_object,
                                   const std::string& encoding);
  std::shared_ptr<const void> tracked_object_;  ///< keeps shared pixels alive
};

/// Copies the pixels, converted to `encoding`; empty: as they are.
[[nodiscard]] CvImagePtr toCvCopy(const sensor_msgs::msg::Image::ConstSharedPtr& source,
                                  const std::string& encoding = std::string());
[[nodiscard]] CvImagePtr toCvCopy(const sensor_msgs::msg::Image& source,
                                  const std::string& encoding = std::string());

/// Looks at the message's own pixels when no conversion is needed; the message stays alive as long
/// as the result.
[[nodiscard]] CvImageConstPtr toCvShare(const sensor_msgs::msg::Image::ConstSharedPtr& source,
                                        const std::string& encoding = std::string());
[[nodiscard]] CvImageConstPtr toCvShare(const sensor_msgs::msg::Image& source,
                                        const std::shared_ptr<const void>& tracked_object,
                                        const std::string& encoding = std::string());

/// A converted copy of an image.
[[nodiscard]] CvImagePtr cvtColor(const CvImageConstPtr& source, const std::string& encoding);

/// OpenCV's type of an encoding, such as CV_8UC3 of "bgr8".
[[nodiscard]] int getCvType(const std::string& encoding);

}  // namespace cv_bridge
