// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <opencv2/core/mat.hpp>
#include <string>

#include "billiard_engine/files/scenario.hpp"
#include "billiard_vision/locator.hpp"

namespace billiard {

/// How a frame of a layout is taken.
struct FrameOptions {
  std::string layout;       ///< the file, for messages
  double elevation = 50.0;  ///< of the camera over the table; 90 looks straight down [deg]
  int width = 1280;         ///< of the frame, which is 16:9 [px]
  std::uint64_t seed = 1;   ///< of noise, and how balls are turned
};

/// A photo-like frame with the truth about it in the form in which `locate` answers.
struct RenderedFrame {
  cv::Mat frame;
  vision::Location truth;  ///< its table has a view
};

/// Looks at the middle of the table from its −y side, as near as all of the table can be seen.
/// Throws FileError for a ball that the table's set does not have.
[[nodiscard]] RenderedFrame render_frame(const Settings& settings, const Layout& layout,
                                         const FrameOptions& options);

}  // namespace billiard
