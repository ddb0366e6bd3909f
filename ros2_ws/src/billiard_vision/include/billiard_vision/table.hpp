// SPDX-License-Identifier: Apache-2.0
// What the camera has to know about the table and its balls.
#pragma once

#include <array>
#include <opencv2/core/matx.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace billiard::vision {

enum class BallSet { kPool, kSnooker, kCarom };

/// Classes of the `locate` output: four of pool, then the colours of snooker and carom.
enum class BallClass {
  kCue,
  kEight,
  kSolid,
  kStripe,
  kRed,
  kYellow,
  kGreen,
  kBrown,
  kBlue,
  kPink,
  kBlack,
  kWhite
};
[[nodiscard]] std::string_view class_name(BallClass ball_class);

/// One kind of ball of a set.
struct BallKind {
  std::string_view id;  ///< Name in layouts: "cue", "1" … "15", "red" …
  BallClass ball_class{BallClass::kCue};
  int number{0};     ///< 1–15; 0 where the ball carries none
  cv::Vec3d colour;  ///< Paint, sRGB 0–1 (red, green, blue)
  int count{1};      ///< How many of it the set has
};

/// The kinds of a set, the cue ball first.
[[nodiscard]] std::span<const BallKind> ball_kinds(BallSet set);

/// Index in ball_kinds(set) of the kind of a ball with this id, or -1; "red2" is a "red".
[[nodiscard]] int find_kind(BallSet set, std::string_view id);

/// What layouts call a ball of a kind: "cue" is struck by the cue, also if it is snooker's "white".
[[nodiscard]] std::string_view ball_id(BallSet set, int kind);

/// The table as the camera sees it. Length and width are nose to nose.
struct TableGeometry {
  double length{2.54};           ///< Along x [m]
  double width{1.27};            ///< Along y [m]
  double ball_radius{0.028575};  ///< [m]
  double nose_height{0.0363};    ///< Height of the cushion nose above the cloth [m]
  double cushion_width{0.051};   ///< Nose to rail [m]; a guess that the pose fit improves
  double rail_height{0.040};     ///< Top of the rail above the cloth [m]; likewise
  double rail_width{0.12};       ///< Cushion to outer edge [m]; drawing only
  double corner_mouth{0.118};    ///< Width of a corner pocket between its cushion ends [m]; 0: none
  double side_mouth{0.130};      ///< Width of a side pocket [m]; 0: none
  BallSet balls{BallSet::kPool};
};

/// Throws std::invalid_argument naming the field, its value and what is allowed.
void validate(const TableGeometry& table);

/// Corners where the cushion noses would meet, (−x,−y), (+x,−y), (+x,+y), (−x,+y), at the nose's
/// height [m].
[[nodiscard]] std::array<cv::Vec3d, 4> nose_corners(const TableGeometry& table);

/// A pocket as a vertical cylinder.
struct PocketHole {
  double x{0.0}, y{0.0};  ///< Centre [m]
  double radius{0.06};    ///< [m]
};
[[nodiscard]] std::vector<PocketHole> pocket_holes(const TableGeometry& table);

}  // namespace billiard::vision
