// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <opencv2/core/types.hpp>
#include <string>

#include "billiard_engine/files/settings.hpp"
#include "billiard_vision/table_finder.hpp"

namespace billiard {

/// The table as a camera sees it. Throws FileError for endless cloth, which has no edges.
[[nodiscard]] vision::TableGeometry visible_table(const Settings& settings);

/// What --camera says: a name in config/cameras or a file. Empty: nothing is known.
[[nodiscard]] vision::CameraHint load_camera_hint(const std::string& camera);

/// Throws FileError if the lens of `camera` was measured in frames of another size than those of
/// the file `input`.
void check_size(const vision::CameraHint& hint, const std::string& camera, cv::Size frame,
                const std::string& input);

/// Says on stderr if the table of the file `input` was found with little confidence.
void warn_if_doubtful(const vision::TableView& view, const std::string& input);

}  // namespace billiard
