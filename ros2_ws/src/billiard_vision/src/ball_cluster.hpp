// SPDX-License-Identifier: Apache-2.0
// Balls that touch: hardly any outline is left of some, and what is left misleads.
#pragma once

#include <vector>

#include "ball_judgement.hpp"

namespace billiard::vision {

/// Centres of two balls are never closer than this, before their outlines are told apart
/// [diameters].
inline constexpr double kRoughly = 0.75;

/// Adds the balls that others hold in their places, so that no outline of their own showed them.
void complete_clusters(const TableView& view, const BedImage& image, std::vector<FoundBall>& found);

/// Fits each ball that touches others again, by the part of its outline that is its own.
void refine_touching(const TableView& view, const BedImage& image, std::vector<FoundBall>& found);

/// No two balls are in one place: those of a cluster that overlap are moved apart, the surer one
/// less; one that comes to lie on bare cloth is none. Two alone that overlap are left as they are:
/// one of them is none.
void push_apart(const TableView& view, const BedImage& image, std::vector<FoundBall>& found);

}  // namespace billiard::vision
