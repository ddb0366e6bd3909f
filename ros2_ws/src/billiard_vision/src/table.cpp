// SPDX-License-Identifier: Apache-2.0
#include "billiard_vision/table.hpp"

#include <cmath>
#include <stdexcept>

namespace billiard::vision {

namespace {

const cv::Vec3d kIvory{0.93, 0.91, 0.82};

const std::array<BallKind, 16> kPoolKinds{{
    {"cue", BallClass::kCue, 0, kIvory, 1},
    {"1", BallClass::kSolid, 1, {0.95, 0.68, 0.05}, 1},
    {"2", BallClass::kSolid, 2, {0.07, 0.20, 0.55}, 1},
    {"3", BallClass::kSolid, 3, {0.80, 0.07, 0.10}, 1},
    {"4", BallClass::kSolid, 4, {0.32, 0.16, 0.52}, 1},
    {"5", BallClass::kSolid, 5, {0.93, 0.35, 0.08}, 1},
    {"6", BallClass::kSolid, 6, {0.03, 0.36, 0.20}, 1},
    {"7", BallClass::kSolid, 7, {0.50, 0.19, 0.13}, 1},
    {"8", BallClass::kEight, 8, {0.05, 0.05, 0.06}, 1},
    {"9", BallClass::kStripe, 9, {0.95, 0.68, 0.05}, 1},
    {"10", BallClass::kStripe, 10, {0.07, 0.20, 0.55}, 1},
    {"11", BallClass::kStripe, 11, {0.80, 0.07, 0.10}, 1},
    {"12", BallClass::kStripe, 12, {0.32, 0.16, 0.52}, 1},
    {"13", BallClass::kStripe, 13, {0.93, 0.35, 0.08}, 1},
    {"14", BallClass::kStripe, 14, {0.03, 0.36, 0.20}, 1},
    {"15", BallClass::kStripe, 15, {0.50, 0.19, 0.13}, 1},
}};

const std::array<BallKind, 8> kSnookerKinds{{
    {"white", BallClass::kWhite, 0, kIvory, 1},
    {"red", BallClass::kRed, 0, {0.75, 0.05, 0.12}, 15},
    {"yellow", BallClass::kYellow, 0, {0.95, 0.75, 0.08}, 1},
    {"green", BallClass::kGreen, 0, {0.02, 0.36, 0.22}, 1},
    {"brown", BallClass::kBrown, 0, {0.42, 0.17, 0.10}, 1},
    {"blue", BallClass::kBlue, 0, {0.08, 0.15, 0.60}, 1},
    {"pink", BallClass::kPink, 0, {0.93, 0.50, 0.58}, 1},
    {"black", BallClass::kBlack, 0, {0.05, 0.05, 0.05}, 1},
}};

const std::array<BallKind, 3> kCaromKinds{{
    {"white", BallClass::kWhite, 0, kIvory, 1},
    {"yellow", BallClass::kYellow, 0, {0.95, 0.75, 0.08}, 1},
    {"red", BallClass::kRed, 0, {0.78, 0.06, 0.08}, 1},
}};

void require(bool good, const char* field, double value, const char* allowed) {
  if (good) return;
  throw std::invalid_argument(std::string("table: ") + field + " = " + std::to_string(value) +
                              " (allowed: " + allowed + ")");
}

}  // namespace

std::string_view class_name(BallClass ball_class) {
  constexpr std::array<std::string_view, 12> names{"cue",  "eight",  "solid", "stripe",
                                                   "red",  "yellow", "green", "brown",
                                                   "blue", "pink",   "black", "white"};
  return names[static_cast<std::size_t>(ball_class)];
}

std::span<const BallKind> ball_kinds(BallSet set) {
  switch (set) {
    case BallSet::kSnooker:
      return kSnookerKinds;
    case BallSet::kCarom:
      return kCaromKinds;
    case BallSet::kPool:
      break;
  }
  return kPoolKinds;
}

int find_kind(BallSet set, std::string_view id) {
  const auto kinds = ball_kinds(set);
  constexpr std::string_view kDigits = "0123456789";
  if (id.find_first_of(kDigits) != 0) id = id.substr(0, id.find_first_of(kDigits));
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    if (kinds[i].id == id) return static_cast<int>(i);
  }
  if (id == "cue") return 0;  // the white ball of snooker and carom is struck by the cue too
  return -1;
}

std::string_view ball_id(BallSet set, int kind) {
  if (kind == find_kind(set, "cue")) return "cue";
  return ball_kinds(set)[static_cast<std::size_t>(kind)].id;
}

void validate(const TableGeometry& t) {
  require(t.length > 0.2 && t.length < 10.0, "length", t.length, "0.2 to 10 m");
  require(t.width > 0.1 && t.width <= t.length, "width", t.width, "0.1 m to the length");
  require(t.ball_radius > 0.005 && t.ball_radius < 0.1, "ball_radius", t.ball_radius,
          "0.005 to 0.1 m");
  require(t.nose_height > 0.0 && t.nose_height < 0.2, "nose_height", t.nose_height, "0 to 0.2 m");
  require(t.cushion_width >= 0.0 && t.cushion_width < 0.3, "cushion_width", t.cushion_width,
          "0 to 0.3 m");
  require(t.corner_mouth >= 0.0 && t.corner_mouth < 0.5, "corner_mouth", t.corner_mouth,
          "0 to 0.5 m");
  require(t.side_mouth >= 0.0 && t.side_mouth < 0.5, "side_mouth", t.side_mouth, "0 to 0.5 m");
}

std::array<cv::Vec3d, 4> nose_corners(const TableGeometry& t) {
  const double x = 0.5 * t.length, y = 0.5 * t.width, z = t.nose_height;
  return {{{-x, -y, z}, {x, -y, z}, {x, y, z}, {-x, y, z}}};
}

std::vector<PocketHole> pocket_holes(const TableGeometry& t) {
  std::vector<PocketHole> holes;
  const double x = 0.5 * t.length, y = 0.5 * t.width;
  if (t.corner_mouth > 0.0) {
    const double r = 0.5 * t.corner_mouth, out = 0.012;
    for (const double sx : {-1.0, 1.0}) {
      for (const double sy : {-1.0, 1.0}) holes.push_back({sx * (x + out), sy * (y + out), r});
    }
  }
  if (t.side_mouth > 0.0) {
    const double r = 0.47 * t.side_mouth;
    for (const double sy : {-1.0, 1.0}) holes.push_back({0.0, sy * (y + 0.75 * r), r});
  }
  return holes;
}

}  // namespace billiard::vision
