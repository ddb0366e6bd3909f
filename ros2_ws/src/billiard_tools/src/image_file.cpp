// SPDX-License-Identifier: Apache-2.0
#include "image_file.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <opencv2/imgcodecs.hpp>
#include <string_view>

#include "billiard_engine/files/file_error.hpp"
#include "quiet.hpp"

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

// Whether a JPEG runs from mark to mark up to its end mark. Phones append data of their own behind
// that, and thumbnails inside have end marks, too.
bool has_jpeg_end(const std::vector<unsigned char>& bytes) {
  std::size_t at = 2;
  while (at + 3 < bytes.size() || (at + 1 < bytes.size() && bytes[at + 1] == 0xD9)) {
    if (bytes[at] != 0xFF) return false;
    const unsigned char mark = bytes[at + 1];
    if (mark == 0xD9) return true;
    if (mark == 0xFF) {  // padding
      ++at;
      continue;
    }
    at += 2 + (std::size_t{bytes[at + 2]} << 8U) + bytes[at + 3];
    if (mark != 0xDA) continue;
    // Picture data: the next mark is an 0xFF that is neither stuffed (00) nor a restart (D0–D7).
    while (at + 1 < bytes.size() &&
           !(bytes[at] == 0xFF && bytes[at + 1] != 0 && (bytes[at + 1] & 0xF8U) != 0xD0U))
      ++at;
  }
  return false;
}

// Decoders fill what is missing with grey and say nothing: look for the end marks ourselves.
bool is_cut_off(const std::vector<unsigned char>& bytes) {
  const bool png = bytes.size() > 8 && bytes[0] == 0x89 && bytes[1] == 'P';
  const bool jpeg = bytes.size() > 3 && bytes[0] == 0xFF && bytes[1] == 0xD8;
  if (png) return !ends_with(bytes, "IEND", 16);
  if (jpeg) return !has_jpeg_end(bytes);
  return false;
}

std::string ending_of(const std::string& path) {
  std::string ending = std::filesystem::path(path).extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return ending;
}

bool is_device(const std::string& path) {
  std::error_code ignored;
  const auto status = std::filesystem::status(path, ignored);
  return std::filesystem::exists(status) && std::filesystem::is_other(status);
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
    const Quiet quiet;
    image = cv::imdecode(bytes, cv::IMREAD_COLOR);
  } catch (const cv::Exception&) {  // absurd sizes in the header
    image.release();
  }
  if (image.empty())
    throw FileError(path + ": is no image that can be read (PNG, JPEG, BMP, TIFF …)");
  return image;
}

void check_picture(const char* option, const std::string& path) {
  const std::string ending = ending_of(path);
  const bool known = ending.empty() || ending == ".png" || ending == ".jpg" || ending == ".jpeg";
  if (known || is_device(path)) return;
  throw FileError(std::string(option) + " is '" + path + "'; allowed: a file .png, .jpg or .jpeg");
}

std::string encode_picture(const cv::Mat& picture, const std::string& path) {
  const std::string ending = ending_of(path);
  std::vector<unsigned char> bytes;
  cv::imencode(ending == ".jpg" || ending == ".jpeg" ? ".jpg" : ".png", picture, bytes);
  return {bytes.begin(), bytes.end()};
}

}  // namespace billiard
