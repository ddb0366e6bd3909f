// SPDX-License-Identifier: Apache-2.0
#include "ball_texture.hpp"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <string>

namespace billiard::vision {

namespace {

constexpr int kColumns = 256;
constexpr int kRows = 128;
constexpr float kStripeHalfWidth = 0.54F;  // of the radius: a 31 mm band on a 57 mm ball
constexpr float kNumberRadius = 0.34F;     // of the radius: the white disc behind the number
constexpr float kDotRadius = 0.11F;        // red dots of a cue ball
constexpr int kPatch = 96;

// White disc with a dark number, 0 (ink) to 1 (disc).
cv::Mat draw_number(int number) {
  cv::Mat patch(kPatch, kPatch, CV_8U, cv::Scalar(255));
  const std::string text = std::to_string(number);
  const double scale = number < 10 ? 1.9 : 1.5;
  int baseline = 0;
  const cv::Size size = cv::getTextSize(text, cv::FONT_HERSHEY_SIMPLEX, scale, 6, &baseline);
  cv::putText(patch, text, {(kPatch - size.width) / 2, (kPatch + size.height) / 2},
              cv::FONT_HERSHEY_SIMPLEX, scale, cv::Scalar(0), 6, cv::LINE_AA);
  if (number == 6 || number == 9) {
    cv::line(patch, {34, 80}, {62, 80}, cv::Scalar(0), 4, cv::LINE_AA);
  }
  return patch;
}

}  // namespace

BallTexture::BallTexture(const BallKind& kind) : map_(kRows, kColumns, CV_32FC3) {
  const Colour paint = linear_from_srgb(kind.colour);
  const Colour ivory = linear_from_srgb({0.93, 0.91, 0.82});
  const Colour ink = linear_from_srgb({0.06, 0.06, 0.07});
  const Colour dot = linear_from_srgb({0.65, 0.08, 0.08});
  const cv::Mat number = kind.number > 0 ? draw_number(kind.number) : cv::Mat();
  for (int row = 0; row < kRows; ++row) {
    for (int column = 0; column < kColumns; ++column) {
      const double latitude = CV_PI * ((row + 0.5) / kRows - 0.5);
      const double longitude = 2.0 * CV_PI * (column + 0.5) / kColumns;
      const auto x = static_cast<float>(std::cos(latitude) * std::cos(longitude));
      const auto y = static_cast<float>(std::cos(latitude) * std::sin(longitude));
      const auto z = static_cast<float>(std::sin(latitude));
      Colour c = paint;
      if (kind.ball_class == BallClass::kStripe && std::abs(z) > kStripeHalfWidth) c = ivory;
      if (kind.number > 0 && std::hypot(y, z) < kNumberRadius) {
        // Seen from outside, y runs to the right at +x and to the left at −x.
        const float u = (x > 0 ? y : -y) / kNumberRadius, v = -z / kNumberRadius;
        const int px = std::clamp(static_cast<int>((0.5F + 0.5F * u) * kPatch), 0, kPatch - 1);
        const int py = std::clamp(static_cast<int>((0.5F + 0.5F * v) * kPatch), 0, kPatch - 1);
        const float white = static_cast<float>(number.at<unsigned char>(py, px)) / 255.0F;
        c = ivory * white + ink * (1.0F - white);
      }
      if (kind.ball_class == BallClass::kCue && std::max({std::abs(x), std::abs(y), std::abs(z)}) >
                                                    std::sqrt(1.0F - kDotRadius * kDotRadius)) {
        c = dot;
      }
      map_.at<Colour>(row, column) = c;
    }
  }
}

Colour BallTexture::at(const cv::Vec3f& d) const {
  const float longitude = std::atan2(d[1], d[0]);
  const float latitude = std::asin(std::clamp(d[2], -1.0F, 1.0F));
  int column =
      static_cast<int>(std::floor(longitude * (kColumns / (2.0F * static_cast<float>(CV_PI)))));
  if (column < 0) column += kColumns;
  const int row = static_cast<int>((latitude / static_cast<float>(CV_PI) + 0.5F) * kRows);
  return map_.at<Colour>(std::clamp(row, 0, kRows - 1), std::clamp(column, 0, kColumns - 1));
}

}  // namespace billiard::vision
