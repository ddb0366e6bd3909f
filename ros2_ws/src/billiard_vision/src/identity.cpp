// SPDX-License-Identifier: Apache-2.0
#include "billiard_vision/identity.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <opencv2/core.hpp>

#include "assignment.hpp"
#include "light.hpp"

namespace billiard::vision {

namespace {

constexpr int kGrid = 21;               // samples across a disc
constexpr double kDisc = 0.90;          // of the radius that is looked at
constexpr double kGloss = 1.25;         // brighter than white: a reflection of the lamp
constexpr double kWhiteLightness = 45;  // L* of the darkest white, on the shaded side
constexpr double kWhiteChroma = 17;     // C* of the least pure white
constexpr double kRim = 0.78;           // of what is looked at: outside this is the rim
constexpr double kMirrored = 0.07;      // share of the cloth's colour seen in the lacquer
constexpr double kColourSigma = 13.0;   // spread of paints over makers and lights [Lab]
constexpr double kLightSigma = 0.45;    // of the light on a paint against that on the white, log
constexpr double kNumberShare = 0.09;   // of the disc a number may whiten
constexpr double kNoColour = -1.5;      // a frame nearly always shows the white ball
constexpr double kEnoughColour = 0.30;  // share of the disc from which its colour is trusted
constexpr double kShareSigma = 0.045;   // of the white share
constexpr double kWorst = 60.0;         // cost no kind exceeds: nothing is impossible

double linear_grey(unsigned char level) {
  static const std::array<double, 256> table = [] {
    std::array<double, 256> t{};
    for (int i = 0; i < 256; ++i)
      t[static_cast<std::size_t>(i)] = linear_from_srgb({i / 255.0, 0, 0})[0];
    return t;
  }();
  return table[level];
}

// CIE Lab of linear sRGB, white = (1, 1, 1).
cv::Vec3d lab_of(const cv::Vec3d& rgb) {
  static const cv::Matx33d to_xyz(0.4124, 0.3576, 0.1805, 0.2126, 0.7152, 0.0722, 0.0193, 0.1192,
                                  0.9505);
  static const cv::Vec3d white = to_xyz * cv::Vec3d(1, 1, 1);
  const cv::Vec3d xyz = to_xyz * rgb;
  cv::Vec3d f;
  for (int i = 0; i < 3; ++i) {
    const double t = std::max(0.0, xyz[i] / white[i]);
    f[i] = t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116.0;
  }
  return {116.0 * f[1] - 16.0, 500.0 * (f[0] - f[1]), 200.0 * (f[1] - f[2])};
}

struct Pixel {
  cv::Vec3d rgb;  // linear red, green, blue
  bool rim{false};
};
using Pixels = std::vector<Pixel>;

Pixels disc_pixels(const cv::Mat& frame, const ImageCircle& ball) {
  Pixels pixels;
  for (int i = 0; i < kGrid * kGrid; ++i) {
    const cv::Point2d at(2.0 * (i % kGrid + 0.5) / kGrid - 1.0,
                         2.0 * (i / kGrid + 0.5) / kGrid - 1.0);
    if (at.dot(at) > 1.0) continue;
    const cv::Point p = ball.center_px + kDisc * ball.radius_px * at;
    if (p.x < 0 || p.y < 0 || p.x >= frame.cols || p.y >= frame.rows) continue;
    const auto& c = frame.at<cv::Vec3b>(p);
    pixels.push_back(
        {{linear_grey(c[2]), linear_grey(c[1]), linear_grey(c[0])}, at.dot(at) > kRim * kRim});
  }
  return pixels;
}

// Pixels just outside a ball: cloth, mostly.
void add_surroundings(const cv::Mat& frame, const ImageCircle& ball, Pixels& cloth) {
  for (int i = 0; i < 24; ++i) {
    const double angle = 2.0 * CV_PI * i / 24.0;
    const cv::Point p =
        ball.center_px + 1.9 * ball.radius_px * cv::Point2d(std::cos(angle), std::sin(angle));
    if (p.x < 0 || p.y < 0 || p.x >= frame.cols || p.y >= frame.rows) continue;
    const auto& c = frame.at<cv::Vec3b>(p);
    cloth.push_back({{linear_grey(c[2]), linear_grey(c[1]), linear_grey(c[0])}});
  }
}

double quantile(std::vector<double> values, double share) {
  if (values.empty()) return 0.0;
  const auto at =
      values.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

cv::Vec3d median_colour(const Pixels& pixels) {
  cv::Vec3d out;
  for (int c = 0; c < 3; ++c) {
    std::vector<double> channel;
    for (const Pixel& p : pixels) channel.push_back(p.rgb[c]);
    out[c] = quantile(channel, 0.5);
  }
  return out;
}

double smallest(const cv::Vec3d& v) { return std::min({v[0], v[1], v[2]}); }
double largest(const cv::Vec3d& v) { return std::max({v[0], v[1], v[2]}); }

// What white looks like in this frame: the brightest pale pixels of the balls. A cue ball or any
// stripe gives it; without one, grey of the brightest pixels.
cv::Vec3d white_reference(const std::vector<Pixels>& balls) {
  Pixels pale;
  std::vector<double> brightness;
  for (const Pixels& pixels : balls) {
    for (const Pixel& pixel : pixels) {
      const cv::Vec3d& p = pixel.rgb;
      // Whites may be tinted, but not as much as any paint: blue down to a third of red.
      if (largest(p) < 0.97 && smallest(p) > 0.30 * largest(p) && p[1] > 0.6 * p[0]) {
        pale.push_back(pixel);
        brightness.push_back(p[1]);
      }
    }
  }
  if (pale.size() < 40) return cv::Vec3d::all(0.7);
  const double bright = quantile(brightness, 0.85);
  Pixels brightest;
  for (const Pixel& p : pale) {
    if (p.rgb[1] > 0.75 * bright && p.rgb[1] < 1.2 * bright) brightest.push_back(p);
  }
  const cv::Vec3d white = median_colour(brightest);
  return 1.12 * white;  // the median lies a little below a full white
}

// Whether a balanced colour is white, perhaps with light thrown back by the cloth in it.
bool is_white(const cv::Vec3d& balanced, const cv::Vec3d& cloth) {
  for (const double share : {0.0, 0.15, 0.3}) {
    const cv::Vec3d lab = lab_of(balanced - share * cloth);
    if (lab[0] > kWhiteLightness && std::hypot(lab[1], lab[2]) < kWhiteChroma + 0.1 * lab[0])
      return true;
  }
  return false;
}

BallLook look_of(const Pixels& pixels, const cv::Vec3d& white, const cv::Vec3d& cloth) {
  BallLook look;
  Pixels coloured;
  double whites = 0.0, counted = 0.0, rim_whites = 0.0, rim = 0.0;
  for (const Pixel& p : pixels) {
    const cv::Vec3d balanced(p.rgb[0] / white[0], p.rgb[1] / white[1], p.rgb[2] / white[2]);
    const bool pale = is_white(balanced, cloth);
    if (pale && smallest(balanced) > kGloss) continue;
    counted += 1.0;
    rim += p.rim ? 1.0 : 0.0;
    if (pale) {
      whites += 1.0;
      rim_whites += p.rim ? 1.0 : 0.0;
    } else {
      coloured.push_back({balanced});
    }
  }
  look.white = counted > 0.0 ? whites / counted : 0.0;
  look.white_rim = rim > 0.0 ? rim_whites / rim : 0.0;
  look.coloured = counted > 0.0 ? 1.0 - look.white : 0.0;
  if (coloured.empty()) return look;
  look.colour = median_colour(coloured);
  // Take out what the lacquer mirrors of the cloth.
  double share = kMirrored;
  for (int c = 0; c < 3; ++c) share = std::min(share, look.colour[c] / std::max(cloth[c], 0.05));
  look.mirrored = share * cloth;
  look.colour -= look.mirrored;
  return look;
}

double colour_cost(const BallLook& look, const cv::Vec3d& paint_srgb) {
  const Colour linear = linear_from_srgb(paint_srgb), ivory = linear_from_srgb({0.93, 0.91, 0.82});
  const cv::Vec3d paint(linear[0] / ivory[0], linear[1] / ivory[1], linear[2] / ivory[2]);
  // Few pixels say little: they may be the ink of a number.
  const double few = std::max(0.0, 1.0 - look.coloured / kEnoughColour);
  const double sigma = kColourSigma * (1.0 + 2.5 * few);
  double least = kWorst;
  for (const double mirrored : {0.0, 0.5, 1.0}) {  // nobody knows how glossy the ball is
    const cv::Vec3d colour = look.colour + mirrored * look.mirrored;
    // The same paint may be in more or less light than the white was.
    const double light =
        std::clamp(colour.dot(paint) / std::max(1e-9, paint.dot(paint)), 0.45, 1.35);
    const double miss = cv::norm(lab_of(colour) - lab_of(light * paint));
    least = std::min(least,
                     0.5 * std::pow(std::min(miss, 60.0) / sigma, 2) +
                         0.5 * std::pow(std::log(light) / (kLightSigma * sigma / kColourSigma), 2));
  }
  return least;
}

double beyond(double value, double limit) {
  return std::pow(std::max(0.0, value - limit) / kShareSigma, 2) / 2;
}

// A number's white disc stays away from the rim; a stripe's white caps reach it or are large.
double white_cost(const BallLook& look, BallClass ball_class) {
  const double striped =
      std::max(0.7 * look.white_rim + 0.3 * look.white, look.white - kNumberShare);
  switch (ball_class) {
    case BallClass::kCue:
    case BallClass::kWhite:
      return kNoColour + beyond(0.97, look.white);
    case BallClass::kStripe:
      return beyond(0.235, striped) + beyond(look.white, 0.88);
    default:
      return beyond(striped, 0.20);
  }
}

}  // namespace

std::vector<BallLook> look_at_balls(const cv::Mat& frame, std::span<const ImageCircle> balls) {
  std::vector<Pixels> all;
  Pixels surroundings;
  for (const ImageCircle& ball : balls) {
    all.push_back(disc_pixels(frame, ball));
    add_surroundings(frame, ball, surroundings);
  }
  const cv::Vec3d white = white_reference(all);
  cv::Vec3d cloth = median_colour(surroundings);
  for (int c = 0; c < 3; ++c) cloth[c] /= white[c];
  std::vector<BallLook> looks;
  for (const Pixels& pixels : all) looks.push_back(look_of(pixels, white, cloth));
  return looks;
}

std::vector<double> kind_costs(const BallLook& look, BallSet set) {
  std::vector<double> costs;
  for (const BallKind& kind : ball_kinds(set)) {
    double cost = white_cost(look, kind.ball_class);
    const bool white = kind.ball_class == BallClass::kCue || kind.ball_class == BallClass::kWhite;
    if (!white) cost += colour_cost(look, kind.colour);
    costs.push_back(std::min(cost, kWorst));
  }
  return costs;
}

std::vector<BallName> assign_names(const std::vector<std::vector<double>>& costs, BallSet set) {
  const auto kinds = ball_kinds(set);
  std::vector<int> kind_of_column;
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    for (int i = 0; i < kinds[k].count; ++i) kind_of_column.push_back(static_cast<int>(k));
  }
  // More balls than the set has: the surplus repeats kinds, at a price.
  const std::size_t real = kind_of_column.size();
  while (kind_of_column.size() < costs.size() + real) {
    for (std::size_t k = 0; k < kinds.size(); ++k) kind_of_column.push_back(static_cast<int>(k));
  }
  std::vector<std::vector<double>> table;
  for (const auto& row : costs) {
    std::vector<double> wide;
    for (std::size_t c = 0; c < kind_of_column.size(); ++c) {
      wide.push_back(row[static_cast<std::size_t>(kind_of_column[c])] + (c < real ? 0.0 : kWorst));
    }
    table.push_back(std::move(wide));
  }
  const std::vector<int> column = assign(table);
  std::vector<BallName> names;
  for (std::size_t i = 0; i < costs.size(); ++i) {
    BallName name;
    name.kind = kind_of_column[static_cast<std::size_t>(column[i])];
    name.cost = costs[i];
    double best_other = kWorst;
    const BallClass own = kinds[static_cast<std::size_t>(name.kind)].ball_class;
    for (std::size_t k = 0; k < kinds.size(); ++k) {
      if (kinds[k].ball_class != own) best_other = std::min(best_other, costs[i][k]);
    }
    name.confidence =
        1.0 / (1.0 + std::exp(costs[i][static_cast<std::size_t>(name.kind)] - best_other));
    names.push_back(std::move(name));
  }
  return names;
}

std::vector<BallName> name_balls(const cv::Mat& frame, std::span<const BallSighting> balls,
                                 BallSet set) {
  std::vector<ImageCircle> discs;
  for (const BallSighting& ball : balls) discs.push_back(ball.image);
  std::vector<std::vector<double>> costs;
  for (const BallLook& look : look_at_balls(frame, discs)) costs.push_back(kind_costs(look, set));
  // What may not be a ball at all must not take a name away from one that is.
  for (std::size_t i = 0; i < costs.size(); ++i) {
    for (double& cost : costs[i]) cost *= balls[i].confidence * balls[i].confidence;
  }
  return assign_names(costs, set);
}

}  // namespace billiard::vision
