// SPDX-License-Identifier: Apache-2.0
#include "image_file.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <opencv2/imgcodecs.hpp>
#include <string_view>

#include "billiard_engine/files/file_error.hpp"

namespace billiard {

namespace {

constexpr std::uintmax_t kMostBytes = 256U << 20;  // larger files are no camera frames

bool ends_with(const std::vector<unsigned char>& bytes, std::string_view end, std::size_t slack) {
  const std::size_t tail = std::min(bytes.size(), end.size() + slack);
  return std::search(bytes.end() - static_cast<std::ptrdiff_t>(tail), bytes.end(), end.begin(),
                     end.end(), [](unsigned char a, char b) {
                       return a == static_cast<unsigned char>(b);
                     }) != bytes.end();
}

// Decoders fill what is missing with grey and say nothing: look for the end marks ourselves.
bool is_cut_off(const std::vector<unsigned char>& bytes) {
  const bool png = bytes.size() > 8 && bytes[0] == 0x89 && bytes[1] == 'P';
  const bool jpeg = bytes.size() > 3 && bytes[0] == 0xFF && bytes[1] == 0xD8;
  if (png) return !ends_with(bytes, "IEND", 16);
  if (jpeg) return !ends_with(bytes, "\xFF\xD9", 64);
  return false;
}

}  // namespace

cv::Mat load_image(const std::string& path) {
  std::error_code error;
  const auto size = std::filesystem::file_size(path, error);
  if (error) throw FileError(path + ": cannot be read: " + error.message());
  if (size == 0 || size > kMostBytes) {
    throw FileError(path + ": has " + std::to_string(size) +
                    " bytes; allowed for an image: 1 to 268435456");
  }
  std::ifstream file(path, std::ios::binary);
  const std::vector<unsigned char> bytes{std::istreambuf_iterator<char>(file), {}};
  if (is_cut_off(bytes)) throw FileError(path + ": is cut off: the image has no end");
  cv::Mat image;
  try {
    image = cv::imdecode(bytes, cv::IMREAD_COLOR);
  } catch (const cv::Exception&) {  // absurd sizes in the header
    image.release();
  }
  if (image.empty())
    throw FileError(path + ": is no image that can be read (PNG, JPEG, BMP, TIFF …)");
  return image;
}

std::string png_of(const cv::Mat& picture) {
  std::vector<unsigned char> bytes;
  cv::imencode(".png", picture, bytes);
  return {bytes.begin(), bytes.end()};
}

}  // namespace billiard
