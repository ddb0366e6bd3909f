// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>

/// Names of the encodings of sensor_msgs/Image that are used here, with the genuine spelling.
namespace sensor_msgs::image_encodings {

inline constexpr char RGB8[] = "rgb8";
inline constexpr char RGBA8[] = "rgba8";
inline constexpr char BGR8[] = "bgr8";
inline constexpr char BGRA8[] = "bgra8";
inline constexpr char MONO8[] = "mono8";
inline constexpr char MONO16[] = "mono16";
inline constexpr char TYPE_8UC1[] = "8UC1";
inline constexpr char TYPE_8UC3[] = "8UC3";
inline constexpr char TYPE_16UC1[] = "16UC1";
inline constexpr char TYPE_32FC1[] = "32FC1";
inline constexpr char BAYER_RGGB8[] = "bayer_rggb8";
inline constexpr char BAYER_BGGR8[] = "bayer_bggr8";
inline constexpr char BAYER_GBRG8[] = "bayer_gbrg8";
inline constexpr char BAYER_GRBG8[] = "bayer_grbg8";

inline bool isColor(const std::string& encoding) {
  return encoding == RGB8 || encoding == RGBA8 || encoding == BGR8 || encoding == BGRA8;
}
inline bool isMono(const std::string& encoding) { return encoding == MONO8 || encoding == MONO16; }
inline bool isBayer(const std::string& encoding) {
  return encoding == BAYER_RGGB8 || encoding == BAYER_BGGR8 || encoding == BAYER_GBRG8 ||
         encoding == BAYER_GRBG8;
}
inline bool hasAlpha(const std::string& encoding) { return encoding == RGBA8 || encoding == BGRA8; }
inline int numChannels(const std::string& encoding) {
  if (hasAlpha(encoding)) return 4;
  if (isColor(encoding) || encoding == TYPE_8UC3) return 3;
  if (isMono(encoding) || isBayer(encoding) || encoding == TYPE_8UC1 || encoding == TYPE_16UC1 ||
      encoding == TYPE_32FC1) {
    return 1;
  }
  throw std::runtime_error("Unknown encoding " + encoding);
}
inline int bitDepth(const std::string& encoding) {
  if (encoding == MONO16 || encoding == TYPE_16UC1) return 16;
  if (encoding == TYPE_32FC1) return 32;
  (void)numChannels(encoding);  // refuses what is unknown
  return 8;
}

}  // namespace sensor_msgs::image_encodings
