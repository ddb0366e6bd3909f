// SPDX-License-Identifier: Apache-2.0
#include "ball_look.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <opencv2/core.hpp>

#include "light.hpp"

namespace billiard::vision {

namespace {

constexpr int kGrid = 21;               // samples across a disc
constexpr double kDisc = 0.90;          // of the radius that is looked at
constexpr double kGloss = 1.25;         // brighter than white: a reflection of the lamp
constexpr double kWhiteLightness = 45;  // L* of the darkest white, on the shaded side
constexpr double kWhiteChroma = 17;     // C* of the least pure white
constexpr double kRim = 0.78;           // of what is looked at: outside this is the rim
constexpr double kSmeared = 1.05;       // radii that a nearer ball hides, with its blur
constexpr std::size_t kFewest = 40;     // samples: with less in sight a ball is judged by all
constexpr double kMirrored = 0.07;      // share of the cloth's colour seen in the lacquer
constexpr double kFullWhite = 1.12;     // the median of whites lies a little below a full one
constexpr double kPale = 0.12;          // of a white in any light: its weakest colour, at least
constexpr double kBright = 0.35;        // of the brightest ball: a white one, at least

cv::Vec3d linear_colour(const cv::Vec3b& bgr) {
  static const std::array<double, 256> table = [] {
    std::array<double, 256> t{};
    for (int i = 0; i < 256; ++i)
      t[static_cast<std::size_t>(i)] = linear_from_srgb({i / 255.0, 0, 0})[0];
    return t;
  }();
  return {table[bgr[2]], table[bgr[1]], table[bgr[0]]};
}

// CIE X, Y, Z of a linear sRGB colour; Y is how bright it is.
cv::Vec3d xyz_of(const cv::Vec3d& rgb) {
  static const cv::Matx33d to_xyz(0.4124, 0.3576, 0.1805, 0.2126, 0.7152, 0.0722, 0.0193, 0.1192,
                                  0.9505);
  return to_xyz * rgb;
}

// Lab's cube root, linear near black, from a table: to 2e-3, which is 0.2 of lightness.
double lab_root(double t) {
  constexpr double kCells = 512.0, kMost = 4.0;
  static const std::vector<double> table = [] {
    std::vector<double> values;
    for (double x = 0.0; x <= kMost + 2.0 / kCells; x += 1.0 / kCells)
      values.push_back(x > 0.008856 ? std::cbrt(x) : 7.787 * x + 16.0 / 116.0);
    return values;
  }();
  const double at = kCells * std::min(t, kMost);
  const auto i = static_cast<std::size_t>(at);
  return table[i] + (at - static_cast<double>(i)) * (table[i + 1] - table[i]);
}

double quantile(std::vector<double> values, double share) {
  if (values.empty()) return 0.0;
  const auto at =
      values.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

cv::Vec3d median_colour(const std::vector<cv::Vec3d>& colours) {
  cv::Vec3d out;
  for (int c = 0; c < 3; ++c) {
    std::vector<double> channel;
    for (const cv::Vec3d& colour : colours) channel.push_back(colour[c]);
    out[c] = quantile(channel, 0.5);
  }
  return out;
}

double smallest(const cv::Vec3d& v) { return std::min({v[0], v[1], v[2]}); }
double largest(const cv::Vec3d& v) { return std::max({v[0], v[1], v[2]}); }

// The median of those about as bright as the brightest, but for gloss.
cv::Vec3d brightest(const std::vector<cv::Vec3d>& colours) {
  std::vector<double> brightness;
  for (const cv::Vec3d& colour : colours) brightness.push_back(colour[1]);
  const double bright = quantile(brightness, 0.85);
  std::vector<cv::Vec3d> all;
  for (const cv::Vec3d& colour : colours) {
    if (colour[1] > 0.75 * bright && colour[1] < 1.2 * bright) all.push_back(colour);
  }
  return median_colour(all);
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

// Takes out what the lacquer mirrors of the cloth.
void see_through_lacquer(BallLook& look, const cv::Vec3d& cloth) {
  double share = kMirrored;
  for (int c = 0; c < 3; ++c) share = std::min(share, look.colour[c] / std::max(cloth[c], 0.05));
  look.mirrored = share * cloth;
  look.colour -= look.mirrored;
}

// Balls that hide part of another: balls are all of one size, so the larger outline is nearer.
std::vector<ImageCircle> nearer_ones(std::span<const ImageCircle> balls, const ImageCircle& ball) {
  std::vector<ImageCircle> nearer;
  for (const ImageCircle& other : balls) {
    const double gap = cv::norm(other.center_px - ball.center_px);
    const bool meets = gap < ball.radius_px + other.radius_px;
    if (meets && other.radius_px > ball.radius_px) nearer.push_back(other);
  }
  return nearer;
}

bool lies_in(const std::vector<ImageCircle>& discs, const cv::Point2d& p) {
  return std::any_of(discs.begin(), discs.end(), [&](const ImageCircle& disc) {
    return cv::norm(p - disc.center_px) < kSmeared * disc.radius_px;
  });
}

}  // namespace

cv::Vec3d lab_of(const cv::Vec3d& rgb) {
  static const cv::Vec3d white = xyz_of({1, 1, 1});
  const cv::Vec3d xyz = xyz_of(rgb);
  cv::Vec3d f;
  for (int i = 0; i < 3; ++i) {
    const double t = std::max(0.0, xyz[i] / white[i]);
    f[i] = lab_root(t);
  }
  return {116.0 * f[1] - 16.0, 500.0 * (f[0] - f[1]), 200.0 * (f[1] - f[2])};
}

/// Colours as they would be in white light.
struct BallPixels::Balance {
  cv::Vec3d white;
  double contrast, vivid;
  cv::Vec3d cloth;  ///< in that light

  Balance(const cv::Vec3d& w, const FrameLight& light, const cv::Vec3d& bare)
      : white(w.mul(light.tint)), contrast(light.contrast), vivid(light.vivid) {
    cloth = (*this)(bare);
  }
  cv::Vec3d operator()(const cv::Vec3d& rgb) const {
    cv::Vec3d out(rgb[0] / white[0], rgb[1] / white[1], rgb[2] / white[2]);
    if (contrast != 1.0) {
      for (int c = 0; c < 3; ++c) out[c] = std::pow(out[c], contrast);
    }
    if (vivid == 1.0) return out;
    const double grey = xyz_of(out)[1];
    for (int c = 0; c < 3; ++c) out[c] = std::max(0.0, grey + (out[c] - grey) / vivid);
    return out;
  }
};

BallPixels::BallPixels(const cv::Mat& frame, std::span<const ImageCircle> balls) {
  const cv::Rect whole({0, 0}, frame.size());
  std::vector<cv::Vec3d> around;
  const auto sample = [&](const ImageCircle& ball, const std::vector<ImageCircle>& nearer) {
    std::vector<Pixel> pixels;
    for (int i = 0; i < kGrid * kGrid; ++i) {
      const cv::Point2d at(2.0 * (i % kGrid + 0.5) / kGrid - 1.0,
                           2.0 * (i / kGrid + 0.5) / kGrid - 1.0);
      const cv::Point p = ball.center_px + kDisc * ball.radius_px * at;
      if (at.dot(at) > 1.0 || !whole.contains(p) || lies_in(nearer, p)) continue;
      pixels.push_back({linear_colour(frame.at<cv::Vec3b>(p)), at.dot(at) > kRim * kRim});
    }
    return pixels;
  };
  for (const ImageCircle& ball : balls) {
    balls_.push_back(sample(ball, nearer_ones(balls, ball)));
    if (balls_.back().size() < kFewest) balls_.back() = sample(ball, {});
    for (int i = 0; i < 24; ++i) {
      const double angle = 2.0 * CV_PI * i / 24.0;
      const cv::Point p =
          ball.center_px + 1.9 * ball.radius_px * cv::Point2d(std::cos(angle), std::sin(angle));
      if (whole.contains(p)) around.push_back(linear_colour(frame.at<cv::Vec3b>(p)));
    }
  }
  cloth_ = median_colour(around);
  white_ = find_white();
}

// A cue ball or any stripe shows it; without one, it is taken for grey.
cv::Vec3d BallPixels::find_white() const {
  std::vector<cv::Vec3d> pale;
  for (const auto& pixels : balls_) {
    for (const Pixel& pixel : pixels) {
      const cv::Vec3d& p = pixel.rgb;
      // Whites may be tinted, but not as much as any paint: blue down to a third of red.
      if (largest(p) < 0.97 && smallest(p) > 0.30 * largest(p) && p[1] > 0.6 * p[0])
        pale.push_back(p);
    }
  }
  return pale.size() < 40 ? cv::Vec3d::all(0.7) : kFullWhite * brightest(pale);
}

std::vector<cv::Vec3d> BallPixels::other_whites() const {
  std::vector<cv::Vec3d> whites;
  double most = 0.0;
  for (const auto& pixels : balls_) {
    std::vector<cv::Vec3d> colours;
    for (const Pixel& p : pixels) colours.push_back(p.rgb);
    const cv::Vec3d white = brightest(colours);
    if (smallest(white) > kPale * largest(white)) whites.push_back(kFullWhite * white);
    most = std::max(most, white[1]);
  }
  std::erase_if(whites, [&](const cv::Vec3d& w) { return w[1] < kBright * kFullWhite * most; });
  return whites;
}

BallLook BallPixels::look(const std::vector<Pixel>& ball, const Balance& balance,
                          std::size_t every) {
  BallLook look;
  std::vector<cv::Vec3d> coloured;
  double whites = 0.0, counted = 0.0, rim_whites = 0.0, rim = 0.0;
  for (std::size_t i = 0; i < ball.size(); i += every) {
    const cv::Vec3d balanced = balance(ball[i].rgb);
    const bool pale = is_white(balanced, balance.cloth);
    if (pale && smallest(balanced) > kGloss) continue;
    counted += 1.0;
    rim += ball[i].rim ? 1.0 : 0.0;
    whites += pale ? 1.0 : 0.0;
    rim_whites += pale && ball[i].rim ? 1.0 : 0.0;
    if (!pale) coloured.push_back(balanced);
  }
  look.white = counted > 0.0 ? whites / counted : 0.0;
  look.white_rim = rim > 0.0 ? rim_whites / rim : 0.0;
  look.coloured = counted > 0.0 ? 1.0 - look.white : 0.0;
  if (coloured.empty()) return look;
  look.colour = median_colour(coloured);
  see_through_lacquer(look, balance.cloth);
  return look;
}

std::vector<BallLook> BallPixels::looks(const FrameLight& light, std::size_t every) const {
  const Balance balance(white_, light, cloth_);
  std::vector<BallLook> looks;
  for (const auto& ball : balls_) looks.push_back(look(ball, balance, every));
  return looks;
}

}  // namespace billiard::vision
