// SPDX-License-Identifier: Apache-2.0
#include <opencv2/imgproc.hpp>

#include "billiard_vision/locator.hpp"

namespace billiard::vision {

namespace {

constexpr int kShift = 4;  // sub-pixel drawing: coordinates × 16
const cv::Scalar kNose(60, 220, 255), kOutline(200, 120, 60), kX(60, 60, 255), kY(60, 220, 60);
const cv::Scalar kInk(255, 255, 255), kShade(0, 0, 0);

cv::Point fixed(const cv::Point2d& p) { return {cvRound(p.x * 16), cvRound(p.y * 16)}; }

void draw_line(cv::Mat& picture, const cv::Point2d& a, const cv::Point2d& b,
               const cv::Scalar& colour, int width) {
  cv::line(picture, fixed(a), fixed(b), colour, width, cv::LINE_AA, kShift);
}

void draw_text(cv::Mat& picture, const std::string& text, const cv::Point& at, double scale) {
  cv::putText(picture, text, at, cv::FONT_HERSHEY_SIMPLEX, scale, kShade, 3, cv::LINE_AA);
  cv::putText(picture, text, at, cv::FONT_HERSHEY_SIMPLEX, scale, kInk, 1, cv::LINE_AA);
}

void draw_table(cv::Mat& picture, const TableView& view) {
  for (std::size_t i = 0; i < 4; ++i) {
    draw_line(picture, view.outline_px[i], view.outline_px[(i + 1) % 4], kOutline, 1);
    draw_line(picture, view.corners_px[i], view.corners_px[(i + 1) % 4], kNose, 1);
  }
  const auto at = [&](double x, double y) { return project_visible(view.camera, {x, y, 0.0}); };
  draw_line(picture, at(0, 0), at(0.2, 0), kX, 2);
  draw_line(picture, at(0, 0), at(0, 0.2), kY, 2);
}

void draw_ball(cv::Mat& picture, const LocatedBall& ball, BallSet set, double scale) {
  const BallKind& kind = ball_kinds(set)[static_cast<std::size_t>(ball.kind)];
  const ImageCircle& image = ball.sighting.image;
  const cv::Scalar colour =
      ball.confidence > 0.5 ? cv::Scalar(80, 255, 80) : cv::Scalar(40, 160, 255);
  cv::circle(picture, fixed(image.center_px), cvRound(image.radius_px * 16), colour, 1, cv::LINE_AA,
             kShift);
  cv::circle(picture, fixed(image.center_px), 24, colour, cv::FILLED, cv::LINE_AA, kShift);
  const cv::Point label(cvRound(image.center_px.x + image.radius_px + 2),
                        cvRound(image.center_px.y - 0.4 * image.radius_px));
  draw_text(picture, std::string(kind.id), label, scale);
}

}  // namespace

cv::Mat draw_overlay(const cv::Mat& frame, const Location& location) {
  cv::Mat picture = frame.clone();
  const double scale = std::max(0.4, frame.cols / 2600.0);
  if (!location.table.view) {
    draw_text(picture, location.table.problem, {12, 28}, scale);
    return picture;
  }
  const TableView& view = *location.table.view;
  draw_table(picture, view);
  for (const LocatedBall& ball : location.balls) draw_ball(picture, ball, view.table.balls, scale);
  return picture;
}

}  // namespace billiard::vision
