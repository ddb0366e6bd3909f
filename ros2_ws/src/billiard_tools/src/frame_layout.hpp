// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <opencv2/core/mat.hpp>
#include <string>

#include "billiard_engine/files/scenario.hpp"
#include "billiard_vision/locator.hpp"

namespace billiard {

/// One frame with what was found in it.
struct SeenTable {
  cv::Mat frame;
  vision::Location location;  ///< its table has a view
  Layout layout;              ///< balls that may be played
};

/// Reads an image and finds table and balls. `camera` may be empty. What the camera measured is
/// moved by as little as makes it possible: overlapping balls apart, balls out of the cushions;
/// a ball over a pocket is left out. Throws FileError for wrong files, CouldNot when there is no
/// table or a ball would have to be moved far.
[[nodiscard]] SeenTable see_table(const std::string& image, const std::string& camera,
                                  const Settings& settings);

/// Says on stderr if balls do not look as large as the table's, or are more than belong on it.
void doubt_table(const vision::Location& location, const std::string& image);

/// Moves balls as see_table() does. Throws CouldNot.
void settle(Layout& layout, const Settings& settings);

}  // namespace billiard
