// SPDX-License-Identifier: Apache-2.0
// How large balls look, against those of the table that was named.
#pragma once

#include "ball_candidates.hpp"

namespace billiard::vision {

/// Size of what lies round and single on the cloth, in sizes of the view's balls: the median. 1
/// where that is nearly so, or too few things tell: those balls may be on that table.
[[nodiscard]] double ball_scale(const BedImage& image, const TableView& view);

}  // namespace billiard::vision
