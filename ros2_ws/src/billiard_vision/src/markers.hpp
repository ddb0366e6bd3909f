// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "billiard_vision/table_finder.hpp"

namespace billiard::vision {

/// The view from the markers of the hint that are seen in the frame.
[[nodiscard]] TableSearch view_from_markers(const cv::Mat& frame, const TableGeometry& table,
                                            const CameraHint& hint);

/// OpenCV's number of a marker dictionary by name, e.g. DICT_4X4_50 or DICT_APRILTAG_36h11; -1 if
/// unknown.
[[nodiscard]] int marker_dictionary(const std::string& name);

}  // namespace billiard::vision
