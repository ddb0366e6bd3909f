// SPDX-License-Identifier: Apache-2.0
// Camera files: ROS's camera-info YAML, with corners and markers of the table where known.
#pragma once

#include <filesystem>
#include <string>

#include "billiard_vision/table_finder.hpp"

namespace billiard::vision {

/// Reads a camera file. Fields: `image_width`, `image_height`, `camera_matrix.data` (9 numbers),
/// `distortion_model` (kReadLenses), `distortion_coefficients.data` (4 to 14 numbers); optional
/// `corners_px` (4 pairs), `markers: {dictionary, list: [{id, position, size, angle}]}`. The lens
/// may be missing if corners or markers are given.
/// Throws std::invalid_argument naming file, field, value and what is allowed.
[[nodiscard]] CameraHint load_camera(const std::filesystem::path& path);

/// The lens as the text of a camera file.
[[nodiscard]] std::string camera_text(const Lens& lens, const std::string& name);

}  // namespace billiard::vision
