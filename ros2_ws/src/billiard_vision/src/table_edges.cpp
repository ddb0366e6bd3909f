// SPDX-License-Identifier: Apache-2.0
#include "table_edges.hpp"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

#include "cloth.hpp"

namespace billiard::vision {

namespace {

constexpr int kSamples = 120;               // along a side
constexpr double kMargin = 0.05;            // of a side left out at each end: pockets
constexpr double kStep = 0.25;              // of a profile [px]
constexpr double kHalfGap = 1.25;           // gradient = difference over twice this [px]
constexpr float kLeastOuterContrast = 9;    // cloth distance across the outer edge
constexpr float kLeastNoseContrast = 2.2F;  // lightness across the nose, median of a side

using Profile = std::vector<float>;

// Maps (share along side i, share inwards) to pixels.
class SideMap {
 public:
  SideMap(const std::array<cv::Point2d, 4>& quad, std::size_t side) {
    const std::array<cv::Point2f, 4> from{{{0, 0}, {1, 0}, {1, 1}, {0, 1}}};
    std::array<cv::Point2f, 4> to;
    for (std::size_t i = 0; i < 4; ++i) to[i] = quad[(side + i) % 4];
    h_ = cv::Matx33d(cv::getPerspectiveTransform(from.data(), to.data()).ptr<double>());
  }
  [[nodiscard]] cv::Point2d at(double along, double inwards) const {
    const cv::Vec3d p = h_ * cv::Vec3d(along, inwards, 1.0);
    return {p[0] / p[2], p[1] / p[2]};
  }

 private:
  cv::Matx33d h_;
};

double sample_position(int i) { return kMargin + (1.0 - 2.0 * kMargin) * (i + 0.5) / kSamples; }

// Where a profile changes most in the direction of `sign`, sub-sample; `strength` gets how much.
double steepest(const Profile& profile, int from, int to, float sign, float& strength) {
  const int gap = static_cast<int>(kHalfGap / kStep);
  const auto slope = [&](int k) {
    return sign * (profile[static_cast<std::size_t>(k + gap)] -
                   profile[static_cast<std::size_t>(k - gap)]);
  };
  const int low = std::max(from, gap + 1),
            high = std::min(to, static_cast<int>(profile.size()) - gap - 2);
  int best = -1;
  strength = 0.0F;
  for (int k = low; k <= high; ++k) {
    if (slope(k) > strength) {
      strength = slope(k);
      best = k;
    }
  }
  if (best < 0) return -1.0;
  const double a = slope(best - 1), b = slope(best), c = slope(best + 1);
  const double bend = a - 2 * b + c;
  return best + (bend < -1e-9 ? std::clamp(0.5 * (a - c) / bend, -1.0, 1.0) : 0.0);
}

// `count` samples of one value of the image from `start`, kStep apart along unit `direction`.
template <typename Value>
Profile take_profile(const cv::Mat& lab, const cv::Point2d& start, const cv::Point2d& direction,
                     int count, Value value) {
  Profile profile(static_cast<std::size_t>(count));
  for (int k = 0; k < count; ++k) {
    profile[static_cast<std::size_t>(k)] = value(sample(lab, start + (k * kStep) * direction));
  }
  return profile;
}

std::vector<cv::Point2d> find_outer(const cv::Mat& lab, const cv::Vec3f& cloth,
                                    const SideMap& map) {
  const double reach = std::max(4.0, 0.008 * std::hypot(lab.cols, lab.rows));
  std::vector<cv::Point2d> points;
  for (int i = 0; i < kSamples; ++i) {
    const cv::Point2d edge = map.at(sample_position(i), 0.0);
    cv::Point2d inwards = map.at(sample_position(i), 0.02) - edge;
    inwards *= 1.0 / std::max(cv::norm(inwards), 1e-9);
    const cv::Point2d start = edge - reach * inwards;
    const int count = static_cast<int>(2.0 * reach / kStep) + 1;
    const Profile profile = take_profile(lab, start, inwards, count, [&](const cv::Vec3f& p) {
      return std::min(cloth_distance(p, cloth), 40.0F);
    });
    float strength = 0.0F;
    const double at = steepest(profile, 0, count, -1.0F, strength);
    if (strength > kLeastOuterContrast) points.push_back(start + at * kStep * inwards);
  }
  return points;
}

// A strip of profiles across the cushion, from the rail inwards.
struct Strip {
  std::vector<Profile> profiles;
  std::vector<cv::Point2d> start, direction;  // direction per profile step
  int count{0};
};

Strip take_strip(const cv::Mat& lab, const SideMap& map, double cushion) {
  Strip strip;
  const double depth_px = cv::norm(map.at(0.5, 2.0 * cushion) - map.at(0.5, 0.0));
  strip.count = std::max(16, static_cast<int>(depth_px / kStep));
  for (int i = 0; i < kSamples; ++i) {
    const double s = sample_position(i);
    const cv::Point2d a = map.at(s, 0.0), b = map.at(s, 2.0 * cushion);
    strip.start.push_back(a);
    strip.direction.push_back((b - a) * (1.0 / strip.count));
    Profile profile(static_cast<std::size_t>(strip.count));
    for (int k = 0; k < strip.count; ++k) {
      profile[static_cast<std::size_t>(k)] = sample(lab, a + k * strip.direction.back())[0];
    }
    strip.profiles.push_back(std::move(profile));
  }
  return strip;
}

Profile median_profile(const Strip& strip) {
  Profile median(static_cast<std::size_t>(strip.count));
  std::vector<float> column(strip.profiles.size());
  for (std::size_t k = 0; k < median.size(); ++k) {
    for (std::size_t i = 0; i < column.size(); ++i) column[i] = strip.profiles[i][k];
    const auto middle = column.begin() + static_cast<std::ptrdiff_t>(column.size() / 2);
    std::nth_element(column.begin(), middle, column.end());
    median[k] = *middle;
  }
  return median;
}

// The nose darkens inwards (the bed at its foot lies in shade, or its front face does). Seen from
// behind it hides its foot, and the bed may only be brighter than the sloping cushion.
std::vector<cv::Point2d> find_nose(const cv::Mat& lab, const SideMap& map, double cushion) {
  const Strip strip = take_strip(lab, map, cushion);
  const Profile median = median_profile(strip);
  const int from = static_cast<int>(0.28 * strip.count), to = static_cast<int>(0.78 * strip.count);
  float strength = 0.0F, sign = -1.0F;
  double at = steepest(median, from, to, sign, strength);
  if (strength < kLeastNoseContrast) {
    sign = 1.0F;
    at = steepest(median, from, to, sign, strength);
    if (strength < kLeastNoseContrast) return {};
  }
  std::vector<cv::Point2d> points;
  const int reach = static_cast<int>(2.0 / kStep);
  for (std::size_t i = 2; i + 2 < strip.profiles.size(); ++i) {
    Profile smooth(static_cast<std::size_t>(strip.count), 0.0F);  // five neighbours against noise
    for (std::size_t j = i - 2; j <= i + 2; ++j) {
      for (std::size_t k = 0; k < smooth.size(); ++k) smooth[k] += 0.2F * strip.profiles[j][k];
    }
    float here = 0.0F;
    const int middle = static_cast<int>(at);
    const double found = steepest(smooth, middle - reach, middle + reach, sign, here);
    if (here > 0.45F * strength) points.push_back(strip.start[i] + found * strip.direction[i]);
  }
  return points;
}

double missing_cloth(const cv::Mat& lab, const cv::Vec3f& cloth, const SideMap& map, double inwards,
                     double from, double to) {
  constexpr int kCount = 24;
  int missing = 0;
  for (int i = 0; i < kCount; ++i) {
    const double s = from + (to - from) * (i + 0.5) / kCount;
    missing += cloth_distance(sample(lab, map.at(s, inwards)), cloth) > 25.0F ? 1 : 0;
  }
  return static_cast<double>(missing) / kCount;
}

}  // namespace

std::array<SideEdge, 4> find_edges(const cv::Mat& lab, const cv::Vec3f& cloth,
                                   const std::array<cv::Point2d, 4>& quad,
                                   const std::array<double, 2>& cushion_share) {
  std::array<SideEdge, 4> edges;
  for (std::size_t i = 0; i < 4; ++i) edges[i].outer = find_outer(lab, cloth, SideMap(quad, i));
  const std::array<cv::Point2d, 4> refined = meet_outer_lines(edges, quad);
  for (std::size_t i = 0; i < 4; ++i) {
    const SideMap map(refined, i);
    const double cushion = cushion_share[i % 2];
    edges[i].nose = find_nose(lab, map, cushion);
    const double middle = missing_cloth(lab, cloth, map, 0.4 * cushion, 0.475, 0.525);
    const double beside = 0.5 * (missing_cloth(lab, cloth, map, 0.4 * cushion, 0.2, 0.42) +
                                 missing_cloth(lab, cloth, map, 0.4 * cushion, 0.58, 0.8));
    edges[i].side_pocket = std::clamp(middle - beside, 0.0, 1.0);
  }
  return edges;
}

std::array<cv::Point2d, 4> meet_outer_lines(const std::array<SideEdge, 4>& edges,
                                            const std::array<cv::Point2d, 4>& quad) {
  std::array<cv::Vec4f, 4> lines;  // direction, point
  for (std::size_t i = 0; i < 4; ++i) {
    const auto& points = edges[i].outer;
    const cv::Point2d d = quad[(i + 1) % 4] - quad[i];
    lines[i] = {static_cast<float>(d.x), static_cast<float>(d.y), static_cast<float>(quad[i].x),
                static_cast<float>(quad[i].y)};
    if (points.size() < kSamples / 5) continue;
    const std::vector<cv::Point2f> floats(points.begin(), points.end());
    cv::fitLine(floats, lines[i], cv::DIST_HUBER, 0, 0.01, 0.01);
  }
  std::array<cv::Point2d, 4> corners = quad;
  for (std::size_t i = 0; i < 4; ++i) {
    const cv::Vec4f &a = lines[(i + 3) % 4], &b = lines[i];
    const double cross = a[0] * b[1] - a[1] * b[0];
    if (std::abs(cross) < 1e-6) continue;
    const double s = ((b[2] - a[2]) * b[1] - (b[3] - a[3]) * b[0]) / cross;
    const cv::Point2d meet(a[2] + s * a[0], a[3] + s * a[1]);
    if (cv::norm(meet - quad[i]) < 0.1 * cv::norm(quad[0] - quad[2])) corners[i] = meet;
  }
  return corners;
}

}  // namespace billiard::vision
