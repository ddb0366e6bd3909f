// SPDX-License-Identifier: Apache-2.0
#include "billiard_vision/calibration.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <opencv2/imgproc.hpp>

#include "aruco.hpp"

namespace billiard::vision {
namespace {

Lens true_lens() {
  Lens lens = make_lens(960, 540, 820.0);
  lens.distortion = {-0.12, 0.03, 0.0, 0.0, 0.0};
  return lens;
}

// A board printed as `picture` (px_per_metre) lying in the plane z = 0, seen by a camera.
cv::Mat film(const cv::Mat& picture, double px_per_metre, const Camera& camera) {
  cv::Mat1f map_x(camera.lens.height, camera.lens.width), map_y(map_x.size());
  for (int v = 0; v < map_x.rows; ++v) {
    for (int u = 0; u < map_x.cols; ++u) {
      const auto p = meet_plane(camera, {double(u), double(v)}, 0.0);
      map_x(v, u) = p ? static_cast<float>(p->x * px_per_metre) : -1.0F;
      map_y(v, u) = p ? static_cast<float>(picture.rows - p->y * px_per_metre) : -1.0F;
    }
  }
  cv::Mat frame;
  cv::remap(picture, frame, map_x, map_y, cv::INTER_LINEAR, cv::BORDER_CONSTANT,
            cv::Scalar::all(230));
  cv::GaussianBlur(frame, frame, {3, 3}, 0.7);
  return frame;
}

std::vector<cv::Mat> views_of(const cv::Mat& picture, double px_per_metre) {
  const cv::Vec3d middle(0.5 * picture.cols / px_per_metre, 0.5 * picture.rows / px_per_metre, 0.0);
  std::vector<cv::Mat> frames;
  for (int i = 0; i < 9; ++i) {
    const double angle = 0.7 * i;
    const cv::Vec3d eye =
        middle + cv::Vec3d(0.22 * std::cos(angle), 0.22 * std::sin(angle), 0.30 + 0.015 * i);
    const cv::Vec3d target =
        middle + cv::Vec3d(0.03 * std::sin(2.0 * i), 0.02 * std::cos(3.0 * i), 0.0);
    frames.push_back(film(picture, px_per_metre, look_at(true_lens(), eye, target, {0, 1, 0})));
  }
  return frames;
}

void expect_true(const Calibration& found) {
  EXPECT_NEAR(found.lens.fx, 820.0, 8.2);  // 1 %
  EXPECT_NEAR(found.lens.cx, true_lens().cx, 6.0);
  EXPECT_NEAR(found.lens.distortion[0], -0.12, 0.03);
  EXPECT_LT(found.rms_px, 0.5);
}

TEST(Calibrate, RecoversTheLensFromAChessboard) {
  cv::Mat picture(900, 1200, CV_8U, cv::Scalar(230));
  for (int i = 0; i < 10 * 7; ++i) {
    if ((i % 10 + i / 10) % 2 == 0)
      cv::rectangle(picture, cv::Rect(100 + 100 * (i % 10), 100 + 100 * (i / 10), 100, 100),
                    cv::Scalar(20), -1);
  }
  const auto frames = views_of(picture, 4000.0);

  const Calibration found = calibrate(frames, {.columns = 9, .rows = 6, .square = 0.025});

  EXPECT_GE(found.used, 6);
  expect_true(found);
}

TEST(Calibrate, RecoversTheLensFromACharucoBoard) {
  Board board;
  board.charuco = true;
  board.columns = 7;
  board.rows = 5;
  board.square = 0.04;
  board.marker = 0.03;
  cv::Mat picture;
  draw(make_charuco({7, 5}, 0.04F, 0.03F, cv::aruco::DICT_4X4_50), {1120, 800}, picture);

  const Calibration found = calibrate(views_of(picture, 4000.0), board);

  EXPECT_GE(found.used, 6);
  expect_true(found);
}

TEST(Calibrate, SaysWhenItSeesNoBoard) {
  const std::vector<cv::Mat> blank(4, cv::Mat(200, 300, CV_8UC3, cv::Scalar::all(128)));
  EXPECT_THROW((void)calibrate(blank, {}), std::invalid_argument);
  EXPECT_THROW((void)calibrate(blank, {.columns = 1}), std::invalid_argument);
}

TEST(Calibrate, RefusesPicturesItCannotRead) {
  const auto refusal = [](int type, cv::Size size, bool charuco) -> std::string {
    try {
      (void)calibrate(std::vector<cv::Mat>(3, cv::Mat(size, type, cv::Scalar::all(90))),
                      {.charuco = charuco});
    } catch (const std::invalid_argument& e) {
      return e.what();
    }
    return "accepted";
  };
  for (const bool charuco : {false, true}) {
    EXPECT_THAT(refusal(CV_16UC3, {300, 200}, charuco),
                ::testing::HasSubstr("of type CV_16UC3; allowed: CV_8UC1 or CV_8UC3"));
    EXPECT_THAT(refusal(CV_8UC4, {300, 200}, charuco), ::testing::HasSubstr("of type CV_8UC4"));
    EXPECT_THAT(refusal(CV_8UC3, {1, 1}, charuco),
                ::testing::HasSubstr("has 1x1 px; allowed: 64x64 px or more"));
    EXPECT_THAT(refusal(CV_8UC3, {0, 0}, charuco), ::testing::HasSubstr("has 0x0 px"));
  }
  const std::vector<cv::Mat> odd{cv::Mat(200, 300, CV_8U), cv::Mat(100, 300, CV_8U)};
  EXPECT_THROW((void)calibrate(odd, {}), std::invalid_argument);
}

}  // namespace
}  // namespace billiard::vision
