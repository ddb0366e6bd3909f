// SPDX-License-Identifier: Apache-2.0
// What is found on an arm or a hand, or between balls, and is no ball.
#pragma once

#include <vector>

#include "ball_judgement.hpp"

namespace billiard::vision {

/// Drops what is part of something larger that reaches in over the rails, as an arm does, unless it
/// is surely a ball and stands free of all else.
void drop_arms(const BedImage& image, std::vector<FoundBall>& found);

/// Drops doubtful balls of which hardly anything shows beside the others, worst first: these
/// explain what was taken for one more.
void drop_explained(const BedImage& image, std::vector<FoundBall>& found);

}  // namespace billiard::vision
