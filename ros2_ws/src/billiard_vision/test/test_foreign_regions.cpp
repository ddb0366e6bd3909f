// SPDX-License-Identifier: Apache-2.0
#include "foreign_regions.hpp"

#include <gtest/gtest.h>

#include <opencv2/imgproc.hpp>

#include "scene_for_tests.hpp"

namespace billiard::vision {
namespace {

const cv::Scalar kSkin(110, 140, 195);

std::vector<SceneBall> some_balls() {
  return {pool_ball(0.0, 0.0, "3"), pool_ball(0.0, 0.06, "5"), pool_ball(-0.4, 0.2, "cue")};
}

// A table with some balls, found or thought to be found.
class ATable : public ::testing::Test {
 protected:
  ATable() : renderer_({}, side_camera(), {}), frame_(renderer_.render(some_balls())) {
    CameraHint hint;
    hint.lens = renderer_.camera().lens;
    view_ = find_table(frame_, renderer_.table(), hint).view.value();
    for (const SceneBall& ball : some_balls()) add(ball.position[0], ball.position[1], 0.9);
  }
  void add(double x, double y, double confidence) {
    FoundBall ball;
    ball.fit.position = {x, y};
    ball.fit.image = ball_image(view_, ball.fit.position).value();
    ball.confidence = confidence;
    found_.push_back(ball);
  }
  // Something of a ball's size at a place of the table.
  void draw_knuckle(double x, double y) {
    const ImageCircle disc = ball_image(view_, {x, y}).value();
    cv::circle(frame_, disc.center_px, cvRound(disc.radius_px), kSkin, -1, cv::LINE_AA);
  }
  // From the near rail.
  void draw_arm(double x, double y) {
    const ImageCircle disc = ball_image(view_, {x, y}).value();
    cv::line(frame_, disc.center_px, {cvRound(disc.center_px.x) + 40, frame_.rows - 1}, kSkin,
             cvRound(1.6 * disc.radius_px), cv::LINE_AA);
  }
  [[nodiscard]] BedImage bed() const {
    return cut_bed(frame_, view_, bed_box(view_, frame_.size()), nullptr);
  }

  Renderer renderer_;
  cv::Mat frame_;
  TableView view_;
  std::vector<FoundBall> found_;
};

TEST_F(ATable, KeepsItsBalls) {
  drop_arms(bed(), found_);
  drop_explained(bed(), found_);

  EXPECT_EQ(found_.size(), 3U);
}

TEST_F(ATable, HasNoBallsAmongTheKnucklesOfAHand) {
  draw_arm(0.5, -0.1);
  for (const double x : {0.44, 0.5, 0.56}) {
    draw_knuckle(x, -0.05);
    add(x, -0.05, 0.6);
  }

  drop_arms(bed(), found_);

  EXPECT_EQ(found_.size(), 3U);
  for (const FoundBall& ball : found_) EXPECT_LT(ball.fit.position.x, 0.1);
}

TEST_F(ATable, HasNoBallInTheMiddleOfAnArmHoweverSure) {
  draw_arm(0.5, -0.1);
  add(0.51, -0.25, 0.95);

  drop_arms(bed(), found_);

  EXPECT_EQ(found_.size(), 3U);
}

TEST_F(ATable, KeepsADoubtfulBallOnAThingThatDoesNotReachTheRail) {
  for (const double x : {0.44, 0.5, 0.56}) draw_knuckle(x, -0.05);
  add(0.5, -0.05, 0.6);

  drop_arms(bed(), found_);

  EXPECT_EQ(found_.size(), 4U);
}

TEST_F(ATable, KeepsADoubtfulBallAtTheRail) {
  const double y = 0.5 * renderer_.table().width - 0.02;
  draw_knuckle(0.5, y);
  add(0.5, y, 0.5);

  drop_arms(bed(), found_);

  EXPECT_EQ(found_.size(), 4U);
}

TEST_F(ATable, KeepsABallThatAFingerTouches) {
  draw_arm(0.02, -0.065);

  drop_arms(bed(), found_);

  EXPECT_EQ(found_.size(), 3U);
}

TEST_F(ATable, HasNoBallBetweenTwoThatExplainIt) {
  draw_knuckle(0.0, 0.12);
  add(0.0, 0.12, 0.9);
  add(0.01, 0.09, 0.5);

  drop_explained(bed(), found_);

  ASSERT_EQ(found_.size(), 4U);
  for (const FoundBall& ball : found_) EXPECT_NE(ball.confidence, 0.5);
}

}  // namespace
}  // namespace billiard::vision
