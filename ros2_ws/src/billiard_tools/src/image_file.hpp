// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <opencv2/core/mat.hpp>
#include <string>
#include <vector>

namespace billiard {

/// An 8-bit BGR image from a PNG, JPEG or other file. Throws FileError naming the file when it is
/// missing, cut off or no image.
[[nodiscard]] cv::Mat load_image(const std::string& path);

/// Looks at the name of a picture to write, before any work is done: .png, .jpg, .jpeg, a device or
/// a name without ending. Throws FileError naming option and path for any other.
void check_picture(const char* option, const std::string& path);

/// Bytes of a file with this picture: JPEG or, for all else, PNG, as the name of the file ends.
[[nodiscard]] std::string encode_picture(const cv::Mat& picture, const std::string& path);

}  // namespace billiard
