// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <opencv2/core/mat.hpp>
#include <string>
#include <vector>

namespace billiard {

/// An 8-bit BGR image from a PNG, JPEG or other file. Throws FileError naming the file when it is
/// missing, cut off or no image.
[[nodiscard]] cv::Mat load_image(const std::string& path);

/// Bytes of a PNG file with this picture.
[[nodiscard]] std::string png_of(const cv::Mat& picture);

}  // namespace billiard
