// SPDX-License-Identifier: Apache-2.0
#include "side_spin.hpp"

#include <algorithm>
#include <cmath>
#include <opencv2/calib3d.hpp>
#include <opencv2/imgproc.hpp>
#include <vector>

#include "cloth.hpp"

namespace billiard::vision {

namespace {

constexpr double kBinWidth = 4.0;    // [rad/s]
constexpr int kPoints = 320;         // on the whole surface
constexpr double kFacing = 0.40;     // cosine to the eye up to which the surface is used
constexpr double kPause = 0.010;     // before the next picture: sooner it says the same again [s]
constexpr double kShortest = 0.015;  // between two pictures that are compared [s]
constexpr double kLongest = 0.075;   // likewise [s]
constexpr double kMostTurn = 1.2;    // of the ball between two pictures [rad]
constexpr std::size_t kPictures = 10;
constexpr float kLightShare = 0.4F;    // of lightness against colour: highlights do not turn along
constexpr double kColourSigma = 12.0;  // of a point that is the same, blur and light included [Lab]
constexpr double kUnlike = 9.0;        // points beyond three sigma count no more than this
constexpr double kTogether = 6.0;      // neighbouring points err together
constexpr double kMemory = 0.93;       // of earlier comparisons, per comparison
constexpr double kClear = 18.0;        // log-likelihood by which other spins must be less likely
constexpr double kApart = 20.0;        // spins this far off are other spins [rad/s]
constexpr int kLeastComparisons = 3;
constexpr double kMotionSigma = 8.0;  // added to how well the motion tells the spin [rad/s]
constexpr double kMotionMost = 80.0;  // that counts at most so much: contacts' laws may be off

// Directions spread evenly over the sphere (golden spiral).
const std::vector<cv::Vec3d>& directions() {
  static const std::vector<cv::Vec3d> all = [] {
    std::vector<cv::Vec3d> d;
    for (int i = 0; i < kPoints; ++i) {
      const double z = 1.0 - 2.0 * (i + 0.5) / kPoints, angle = i * CV_PI * (3.0 - std::sqrt(5.0));
      const double r = std::sqrt(1.0 - z * z);
      d.emplace_back(r * std::cos(angle), r * std::sin(angle), z);
    }
    return d;
  }();
  return all;
}

double unlikeness(const cv::Vec3f& a, const cv::Vec3f& b) {
  const cv::Vec3f d = a - b;
  const float l = kLightShare * d[0];
  return std::min(kUnlike, (l * l + d[1] * d[1] + d[2] * d[2]) / (kColourSigma * kColourSigma));
}

}  // namespace

void SideSpin::reset() {
  pictures_.clear();
  disagreement_.fill(0.0);
  comparisons_ = 0;
  middle_ = 0.0;
  expected_.reset();
}

void SideSpin::shift(double change) {
  middle_ += change;
  if (expected_) expected_->spin += change;
}

double SideSpin::bin_spin(double bin) const { return middle_ + (bin - kBins / 2) * kBinWidth; }

// What speaks against a spin: the pictures, and how the ball came to move as it does.
double SideSpin::against(int bin) const {
  const double off = (bin_spin(bin) - expected_->spin) / std::hypot(expected_->sigma, kMotionSigma);
  return disagreement_[static_cast<std::size_t>(bin)] + std::min(off * off, kMotionMost);
}

std::optional<SideSpin::Picture> SideSpin::take(const cv::Mat& frame, const TableView& view,
                                                const Ball& ball, double time) {
  const cv::Vec3d p(ball.position.x(), ball.position.y(), ball.position.z());
  const double radius = view.table.ball_radius;
  Picture picture;
  picture.time = time;
  picture.spin = {ball.spin.x(), ball.spin.y()};
  const auto centre = project(view.camera, p);
  if (!centre) return std::nullopt;
  for (int i = 0; i < 3; ++i) {
    cv::Vec3d step(0, 0, 0);
    step[i] = radius;
    const auto plus = project(view.camera, p + step), minus = project(view.camera, p - step);
    if (!plus || !minus) return std::nullopt;
    picture.slope(0, i) = 0.5 * (plus->x - minus->x);
    picture.slope(1, i) = 0.5 * (plus->y - minus->y);
  }
  const cv::Vec3d to_eye = camera_centre(view.camera) - p;
  picture.towards_eye = to_eye * (1.0 / cv::norm(to_eye));
  const double reach = std::hypot(cv::norm(picture.slope.row(0)), 2.0) + 2.0;
  const cv::Rect box(cvFloor(centre->x - reach), cvFloor(centre->y - reach), cvCeil(2 * reach) + 1,
                     cvCeil(2 * reach) + 1);
  if ((box & cv::Rect({0, 0}, frame.size())) != box) return std::nullopt;
  cv::cvtColor(frame(box), picture.lab, cv::COLOR_BGR2Lab);
  picture.centre = *centre - cv::Point2d(box.tl());
  picture.fit_shade();
  return picture;
}

cv::Vec3f SideSpin::Picture::colour(const cv::Vec3d& direction) const {
  const cv::Vec2d at = slope * direction;
  cv::Vec3f lab_here = sample(lab, centre + cv::Point2d(at[0], at[1]));
  lab_here[0] -=
      static_cast<float>(shade.dot(cv::Vec4d(1.0, direction[0], direction[1], direction[2])));
  return lab_here;
}

// Light and shade do not turn along with the ball, and a white one shows little else.
void SideSpin::Picture::fit_shade() {
  cv::Matx44d normal = 1e-6 * cv::Matx44d::eye();
  cv::Vec4d right(0, 0, 0, 0);
  for (const cv::Vec3d& d : directions()) {
    if (d.dot(towards_eye) < kFacing) continue;
    const cv::Vec4d row(1.0, d[0], d[1], d[2]);
    normal += row * row.t();
    right += double(colour(d)[0]) * row;
  }
  shade = normal.solve(right, cv::DECOMP_CHOLESKY);
}

// Between the two a ball turns about level axes as it did on average: it may still slide.
void SideSpin::compare(const Picture& now, const Picture& then) {
  std::vector<std::pair<cv::Vec3d, cv::Vec3f>> seen;
  for (const cv::Vec3d& d : directions()) {
    if (d.dot(now.towards_eye) > kFacing) seen.emplace_back(d, now.colour(d));
  }
  const double lag = now.time - then.time;
  const cv::Vec2d level = 0.5 * (now.spin + then.spin);
  for (int bin = 0; bin < kBins; ++bin) {
    const cv::Vec3d turned = lag * cv::Vec3d(level[0], level[1], bin_spin(bin));
    cv::Matx33d back;
    cv::Rodrigues(-turned, back);
    double sum = 0.0;
    int count = 0;
    for (const auto& [d, colour] : seen) {
      const cv::Vec3d earlier = back * d;
      if (earlier.dot(then.towards_eye) < kFacing) continue;
      sum += unlikeness(colour, then.colour(earlier));
      ++count;
    }
    // Turned out of view means nothing known: as unlike as points are on the whole.
    const double unknown = 0.5 * kUnlike * 0.25;
    const auto all = static_cast<double>(seen.size());
    disagreement_[static_cast<std::size_t>(bin)] += (sum + unknown * (all - count)) / kTogether;
  }
}

std::optional<SpinSighting> SideSpin::judge() const {
  if (comparisons_ < kLeastComparisons) return std::nullopt;
  std::array<double, kBins> costs{};
  for (int bin = 0; bin < kBins; ++bin) costs[static_cast<std::size_t>(bin)] = against(bin);
  const auto best = std::min_element(costs.begin(), costs.end());
  const auto at = static_cast<int>(best - costs.begin());
  if (at < 3 || at > kBins - 4) return std::nullopt;
  for (int bin = 0; bin < kBins; ++bin) {
    if (std::abs(bin - at) * kBinWidth < kApart) continue;
    if (costs[static_cast<std::size_t>(bin)] - *best < 2.0 * kClear) return std::nullopt;
  }
  const double a = best[-1], b = best[0], c = best[1], bend = a - 2.0 * b + c;
  if (bend <= 1e-6) return std::nullopt;
  SpinSighting sighting;
  sighting.spin = bin_spin(at + std::clamp(0.5 * (a - c) / bend, -1.0, 1.0));
  sighting.sigma = std::hypot(kBinWidth * std::sqrt(2.0 / bend), 1.0);
  return sighting;
}

std::optional<SpinSighting> SideSpin::look(const cv::Mat& frame, const TableView& view,
                                           const Ball& ball, double sigma, double time) {
  if (!expected_) expected_ = SpinSighting{ball.spin.z(), sigma};
  if (!pictures_.empty() && time - pictures_.back().time < kPause) return judge();
  std::optional<Picture> now = take(frame, view, ball, time);
  if (!now) return judge();
  // The longest lag over which the pattern stays in view tells most, but not from a spin that takes
  // it round once more in that time; the shortest tells those apart, every other time.
  const double turn_rate = std::hypot(ball.spin.x(), ball.spin.y());
  const Picture *longest = nullptr, *shortest = nullptr;
  for (const Picture& picture : pictures_) {
    const double lag = time - picture.time;
    if (lag < kShortest || lag > kLongest) continue;
    shortest = &picture;
    const bool in_view = longest != nullptr && (time - longest->time) * turn_rate < kMostTurn;
    if (!in_view) longest = &picture;
  }
  if (longest != nullptr) {
    for (double& d : disagreement_) d *= kMemory;
    compare(*now, comparisons_ % 2 == 0 ? *longest : *shortest);
    ++comparisons_;
  }
  pictures_.push_back(std::move(*now));
  if (pictures_.size() > kPictures) pictures_.pop_front();
  return judge();
}

}  // namespace billiard::vision
