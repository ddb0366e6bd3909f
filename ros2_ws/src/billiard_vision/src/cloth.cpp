// SPDX-License-Identifier: Apache-2.0
#include "cloth.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <span>

namespace billiard::vision {

namespace {

constexpr int kSmallWidth = 480;  // regions are found at this width [px]
constexpr float kLightnessWeight = 0.35F;
constexpr float kRegionDistance = 17.0F;  // pixels up to here belong to the cloth
constexpr int kCandidates = 5;            // colours tried
constexpr std::size_t kParts = 2;         // regions tried per colour
constexpr double kLeastArea = 0.04;       // of the frame
constexpr double kJoinReach = 1.14;     // pieces of cloth join within this factor of the main part
constexpr double kJoinLoss = 0.10;      // of the filled share that joining may cost
constexpr double kLeastCushion = 0.12;  // length of a piece against the main part
constexpr int kBins = 32;               // of each Lab channel

// The colours that occur most; those that differ from another by little more than light are left
// out.
std::vector<cv::Vec3f> frequent_colours(const cv::Mat& lab) {
  std::vector<float> count(kBins * kBins * kBins, 0.0F);
  const auto index = [](int l, int a, int b) {
    return static_cast<std::size_t>((l * kBins + a) * kBins + b);
  };
  for (int v = 0; v < lab.rows; ++v) {
    for (int u = 0; u < lab.cols; ++u) {
      const auto& p = lab.at<cv::Vec3b>(v, u);
      // The table tends to be in the middle.
      const float du = 2.0F * static_cast<float>(u) / static_cast<float>(lab.cols) - 1.0F;
      const float dv = 2.0F * static_cast<float>(v) / static_cast<float>(lab.rows) - 1.0F;
      count[index(p[0] >> 3, p[1] >> 3, p[2] >> 3)] += 1.5F - 0.5F * (du * du + dv * dv);
    }
  }
  std::vector<cv::Vec3f> colours;
  for (int k = 0; k < kCandidates; ++k) {
    const auto best = std::max_element(count.begin(), count.end());
    if (*best <= 0.0F) break;
    const int i = static_cast<int>(best - count.begin());
    const cv::Vec3i bin(i / (kBins * kBins), (i / kBins) % kBins, i % kBins);
    colours.emplace_back(8.0F * static_cast<float>(bin[0]) + 4.0F,
                         8.0F * static_cast<float>(bin[1]) + 4.0F,
                         8.0F * static_cast<float>(bin[2]) + 4.0F);
    for (int l = std::max(0, bin[0] - 4); l <= std::min(kBins - 1, bin[0] + 4); ++l) {
      for (int a = std::max(0, bin[1] - 1); a <= std::min(kBins - 1, bin[1] + 1); ++a) {
        for (int b = std::max(0, bin[2] - 1); b <= std::min(kBins - 1, bin[2] + 1); ++b) {
          count[index(l, a, b)] = 0.0F;
        }
      }
    }
  }
  return colours;
}

// Where cloth_distance() stays below kRegionDistance.
cv::Mat1b near_colour(const cv::Mat& lab, const cv::Vec3f& colour) {
  cv::Mat1b mask(lab.size());
  for (int v = 0; v < lab.rows; ++v) {
    const auto* p = lab.ptr<cv::Vec3b>(v);
    auto* out = mask.ptr<unsigned char>(v);
    for (int u = 0; u < lab.cols; ++u) {
      const float l = kLightnessWeight * (static_cast<float>(p[u][0]) - colour[0]);
      const float a = static_cast<float>(p[u][1]) - colour[1];
      const float b = static_cast<float>(p[u][2]) - colour[2];
      out[u] = l * l + a * a + b * b < kRegionDistance * kRegionDistance ? 255 : 0;
    }
  }
  return mask;
}

cv::Vec3f mean_colour(const cv::Mat& lab, const cv::Mat1b& mask) {
  const cv::Scalar m = cv::mean(lab, mask);
  return {static_cast<float>(m[0]), static_cast<float>(m[1]), static_cast<float>(m[2])};
}

// The large connected parts of a mask, at most kParts of them.
std::vector<cv::Mat1b> large_parts(const cv::Mat1b& mask) {
  cv::Mat labels, stats, centres;
  const int n = cv::connectedComponentsWithStats(mask, labels, stats, centres, 4, CV_32S);
  std::vector<std::pair<int, int>> areas;
  for (int i = 1; i < n; ++i) areas.emplace_back(stats.at<int>(i, cv::CC_STAT_AREA), i);
  std::sort(areas.rbegin(), areas.rend());
  std::vector<cv::Mat1b> parts;
  for (const auto& [area, label] : areas) {
    if (parts.size() == kParts || area < kLeastArea * mask.rows * mask.cols) break;
    cv::Mat1b part(mask.size(), static_cast<unsigned char>(0));
    part.setTo(255, labels == label);
    parts.push_back(part);
  }
  return parts;
}

// The connected part of a mask that shares most pixels with `other`.
cv::Mat1b part_sharing(const cv::Mat1b& mask, const cv::Mat1b& other) {
  cv::Mat labels;
  const int n = cv::connectedComponents(mask, labels, 4, CV_32S);
  std::vector<int> shared(static_cast<std::size_t>(n), 0);
  for (int v = 0; v < mask.rows; ++v) {
    for (int u = 0; u < mask.cols; ++u) {
      if (other(v, u) != 0) ++shared[static_cast<std::size_t>(labels.at<int>(v, u))];
    }
  }
  shared[0] = 0;
  const auto best = std::max_element(shared.begin(), shared.end());
  cv::Mat1b part(mask.size(), static_cast<unsigned char>(0));
  if (*best > 0) part.setTo(255, labels == static_cast<int>(best - shared.begin()));
  return part;
}

double polygon_area(const std::vector<cv::Point2d>& p) {
  double twice = 0.0;
  for (std::size_t i = 0; i < p.size(); ++i) twice += p[i].cross(p[(i + 1) % p.size()]);
  return 0.5 * twice;
}

// Removes hull edges, each time the one whose removal (neighbours extended until they meet) adds
// the least area, until four are left. Corners cut off by pockets grow back this way.
std::vector<cv::Point2d> four_sides(std::vector<cv::Point2d> p) {
  while (p.size() > 4) {
    const std::size_t n = p.size();
    double least = 1e300;
    std::size_t at = n;
    cv::Point2d corner;
    for (std::size_t i = 0; i < n; ++i) {  // edge from p[i] to p[i+1]
      const cv::Point2d &a = p[(i + n - 1) % n], &b = p[i], &c = p[(i + 1) % n],
                        &d = p[(i + 2) % n];
      const cv::Point2d u = b - a, w = c - d;
      const double cross = u.cross(w);
      if (std::abs(cross) < 1e-9 * cv::norm(u) * cv::norm(w)) continue;
      const double s = (c - b).cross(w) / cross;
      const double t = (b - c).cross(u) / w.cross(u);
      if (s < 0.0 || t < 0.0) continue;  // the neighbours part
      const cv::Point2d meet = b + s * u;
      const double added = 0.5 * std::abs((meet - b).cross(c - b));
      if (added < least) {
        least = added;
        at = i;
        corner = meet;
      }
    }
    if (at == n) return {};
    p[at] = corner;
    p.erase(p.begin() + static_cast<std::ptrdiff_t>((at + 1) % n));
  }
  return p;
}

double border_share(const std::vector<cv::Point>& outline, cv::Size size) {
  double on_border = 0.0, all = 0.0;
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const cv::Point &p = outline[i], &q = outline[(i + 1) % outline.size()];
    const double step = cv::norm(q - p);
    all += step;
    const bool vertical = p.x == q.x && (p.x <= 1 || p.x >= size.width - 2);
    const bool level = p.y == q.y && (p.y <= 1 || p.y >= size.height - 2);
    if (vertical || level) on_border += step;
  }
  return all > 0.0 ? on_border / all : 1.0;
}

// First and last pixel of each row: the hull of a mask is theirs.
std::vector<cv::Point> row_ends(const cv::Mat1b& mask) {
  std::vector<cv::Point> ends;
  for (int v = 0; v < mask.rows; ++v) {
    const auto* row = mask.ptr<unsigned char>(v);
    int first = 0, last = mask.cols - 1;
    while (first < mask.cols && row[first] == 0) ++first;
    if (first == mask.cols) continue;
    while (row[last] == 0) --last;
    ends.emplace_back(first, v);
    if (last != first) ends.emplace_back(last, v);
  }
  return ends;
}

// Outer corners of a mask, visually counterclockwise; empty if it has no four sides.
std::vector<cv::Point2d> quad_around(const cv::Mat1b& mask) {
  const std::vector<cv::Point> points = row_ends(mask);
  std::vector<cv::Point> hull;
  if (points.size() < 4) return {};
  cv::convexHull(points, hull);
  if (hull.size() < 4) return {};
  std::vector<cv::Point2d> quad = four_sides({hull.begin(), hull.end()});
  if (quad.size() == 4 && polygon_area(quad) > 0.0) std::reverse(quad.begin(), quad.end());
  return quad;
}

// Pieces of the same colour close beside the main part: a far cushion's top is cut off from the bed
// by its own dark front. They join if the whole stays a quadrilateral.
cv::Mat1b join_cushions(const cv::Mat1b& same, const cv::Mat1b& part) {
  const std::vector<cv::Point2d> quad = quad_around(part);
  if (quad.size() != 4) return part;
  const cv::Point2d middle = 0.25 * (quad[0] + quad[1] + quad[2] + quad[3]);
  std::vector<cv::Point> wider;
  for (const cv::Point2d& p : quad) wider.emplace_back(middle + kJoinReach * (p - middle));
  cv::Mat1b near(part.size(), static_cast<unsigned char>(0));
  cv::fillConvexPoly(near, wider, 255);
  const cv::Rect reach = cv::boundingRect(wider);
  cv::Mat labels, stats, centres;
  const cv::Mat rest = same & ~part;
  const int n = cv::connectedComponentsWithStats(rest, labels, stats, centres, 8, CV_32S);
  std::vector<cv::Mat> pieces;
  for (int i = 1; i < n; ++i) {
    const cv::Rect box(stats.at<int>(i, cv::CC_STAT_LEFT), stats.at<int>(i, cv::CC_STAT_TOP),
                       stats.at<int>(i, cv::CC_STAT_WIDTH), stats.at<int>(i, cv::CC_STAT_HEIGHT));
    const double extent = std::hypot(box.width, box.height);
    if (extent < kLeastCushion * std::sqrt(std::abs(polygon_area(quad)))) continue;
    if ((box & reach) != box) continue;
    const cv::Mat piece = labels == i;
    const int all = stats.at<int>(i, cv::CC_STAT_AREA), inside = cv::countNonZero(piece & near);
    if (inside < 0.9 * all) continue;
    pieces.push_back(piece);
  }
  // The pieces of one side belong together: all at once if that fits, else one by one.
  cv::Mat1b joined = part.clone();
  double solidity = cv::countNonZero(part) / std::abs(polygon_area(quad));
  const auto try_to_join = [&](std::span<const cv::Mat> some) {
    cv::Mat1b with = joined.clone();
    for (const cv::Mat& piece : some) with.setTo(255, piece);
    const auto grown = quad_around(with);
    if (grown.size() != 4) return false;
    const double share = cv::countNonZero(with) / std::abs(polygon_area(grown));
    if (share < solidity - kJoinLoss) return false;
    joined = with;
    solidity = share;
    return true;
  };
  if (pieces.empty() || try_to_join(pieces)) return joined;
  for (const cv::Mat& piece : pieces) (void)try_to_join({&piece, 1});
  return joined;
}

struct Attempt {
  ClothRegion region;
  cv::Mat1b same, part;  // pixels of the colour, and those of the region
};

// What grows from one connected part of a colour.
std::optional<Attempt> grow(const cv::Mat& lab, const cv::Mat1b& first) {
  Attempt attempt;
  ClothRegion& region = attempt.region;
  region.lab = mean_colour(lab, first);
  attempt.same = near_colour(lab, region.lab);
  cv::Mat1b& part = attempt.part;
  // Threads of similar colour beside the table are cut off before the outline is taken.
  cv::morphologyEx(attempt.same, part, cv::MORPH_OPEN,
                   cv::getStructuringElement(cv::MORPH_ELLIPSE, {3, 3}));
  part = part_sharing(part, first);
  std::vector<std::vector<cv::Point>> outlines;
  cv::findContours(part, outlines, cv::RETR_EXTERNAL, cv::CHAIN_APPROX_NONE);
  if (outlines.empty()) return std::nullopt;
  const double area = cv::countNonZero(part);
  region.area_share = area / (lab.rows * lab.cols);
  if (region.area_share < kLeastArea) return std::nullopt;
  region.quad = quad_around(part);
  if (region.quad.size() != 4) return std::nullopt;
  region.solidity = area / std::max(std::abs(polygon_area(region.quad)), 1.0);
  region.border_share = border_share(outlines.front(), lab.size());
  return attempt;
}

// Cloth is large, fills a quadrilateral, is coloured and ends inside the frame.
double table_likeness(const ClothRegion& r) {
  const double chroma = std::hypot(r.lab[1] - 128.0, r.lab[2] - 128.0);
  return std::sqrt(r.area_share) * r.solidity * r.solidity * (0.25 + std::min(1.0, chroma / 18.0)) *
         (1.2 - std::min(1.0, r.border_share));
}

}  // namespace

float cloth_distance(const cv::Vec3f& lab, const cv::Vec3f& cloth) {
  const cv::Vec3f d = lab - cloth;
  const float l = kLightnessWeight * d[0];
  return std::sqrt(l * l + d[1] * d[1] + d[2] * d[2]);
}

std::optional<ClothRegion> find_cloth(const cv::Mat& lab) {
  const double scale = std::min(1.0, static_cast<double>(kSmallWidth) / lab.cols);
  cv::Mat small;
  cv::resize(lab, small, {}, scale, scale, cv::INTER_AREA);
  std::optional<Attempt> best;
  for (const cv::Vec3f& colour : frequent_colours(small)) {
    for (const cv::Mat1b& part : large_parts(near_colour(small, colour))) {
      std::optional<Attempt> attempt = grow(small, part);
      if (!attempt) continue;
      if (!best || table_likeness(attempt->region) > table_likeness(best->region)) best = attempt;
    }
  }
  if (!best) return std::nullopt;
  ClothRegion region = best->region;
  const auto joined = quad_around(join_cushions(best->same, best->part));
  if (joined.size() == 4) region.quad = joined;
  for (cv::Point2d& p : region.quad) {
    p = (p + cv::Point2d(0.5, 0.5)) * (1.0 / scale) - cv::Point2d(0.5, 0.5);
  }
  return region;
}

}  // namespace billiard::vision
