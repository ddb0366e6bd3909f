// SPDX-License-Identifier: Apache-2.0
#include "drawing/plan_overlay.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>
#include <opencv2/imgproc.hpp>
#include <optional>

#include "billiard_vision/camera.hpp"
#include "drawing/ball_colours.hpp"
#include "drawing/path.hpp"

namespace billiard {
namespace {

constexpr int kShift = 4;  // sub-pixel drawing: coordinates in 1/16 pixel
const cv::Scalar kInk(255, 255, 255), kShade(25, 25, 25), kGood(90, 210, 90), kPoor(60, 60, 230);

/// "#rrggbb".
cv::Scalar colour_of(const std::string& text) {
  unsigned value = 0;
  std::from_chars(text.data() + 1, text.data() + text.size(), value, 16);
  return {static_cast<double>(value & 255U), static_cast<double>(value >> 8 & 255U),
          static_cast<double>(value >> 16 & 255U)};
}

/// Draws things of the table frame into the picture; sizes follow the picture's.
class Pen {
 public:
  Pen(cv::Mat& picture, const PlanOverlay& plan)
      : picture_(picture),
        camera_(plan.view.camera),
        radius_(plan.settings.physics.ball.radius),
        width_(std::max(2, cvRound(picture.cols / 600.0))) {}

  /// A line along the cloth at the height of the balls' centres.
  void path(const std::vector<Vec2<double>>& points, const cv::Scalar& colour) const {
    const std::vector<cv::Point> pixels = project(points, radius_);
    line(pixels, kShade, width_ + 2, false);
    line(pixels, colour, width_, false);
  }
  /// Outline of a ball, for what lies below to be seen.
  void ball(const Vec2<double>& place, const cv::Scalar& colour) const {
    const std::vector<cv::Point> pixels = outline(place);
    line(pixels, kShade, width_, true);
    line(pixels, colour, width_ - 1, true);
  }
  /// A ball that comes to lie here, half transparent.
  void stop(const Vec2<double>& place, const cv::Scalar& colour) const {
    const std::vector<cv::Point> pixels = outline(place);
    cv::Mat filled = picture_.clone();
    cv::fillPoly(filled, std::vector{pixels}, colour, cv::LINE_AA, kShift);
    cv::addWeighted(filled, 0.65, picture_, 0.35, 0.0, picture_);
    line(pixels, kShade, width_ - 1, true);
  }
  /// A level circle at this height [m].
  void ring(const Vec2<double>& centre, double radius, double height,
            const cv::Scalar& colour) const {
    std::vector<Vec2<double>> points;
    constexpr int kCorners = 48;
    for (int i = 0; i < kCorners; ++i) {
      const double angle = 2.0 * std::numbers::pi * i / kCorners;
      points.emplace_back(centre + radius * Vec2<double>(std::cos(angle), std::sin(angle)));
    }
    const std::vector<cv::Point> pixels = project(points, height);
    line(pixels, kShade, width_ + 3, true);
    line(pixels, colour, width_ + 1, true);
  }

 private:
  static cv::Point fixed(const cv::Point2d& p) { return {cvRound(p.x * 16), cvRound(p.y * 16)}; }
  std::vector<cv::Point> outline(const Vec2<double>& place) const {
    std::vector<cv::Point> pixels;
    for (const cv::Point2d& p :
         vision::sphere_outline(camera_, {place.x(), place.y(), radius_}, radius_, 48)) {
      pixels.push_back(fixed(p));
    }
    return pixels;
  }
  std::vector<cv::Point> project(const std::vector<Vec2<double>>& points, double height) const {
    std::vector<cv::Point> pixels;
    for (const Vec2<double>& p : points) {
      const auto pixel = vision::project(camera_, {p.x(), p.y(), height});
      if (pixel) pixels.push_back(fixed(*pixel));
    }
    return pixels;
  }
  void line(const std::vector<cv::Point>& pixels, const cv::Scalar& colour, int width,
            bool closed) const {
    if (pixels.size() < 2) return;
    cv::polylines(picture_, pixels, closed, colour, width, cv::LINE_AA, kShift);
  }

  cv::Mat& picture_;
  const vision::Camera& camera_;
  double radius_;
  int width_;
};

/// Where the cue ball is when it first touches another one.
std::optional<Vec2<double>> ghost_ball(const PlanOverlay& plan) {
  for (const Event& event : plan.prediction.fine.events()) {
    const bool of_cue = event.ball == plan.shot.ball || event.other == plan.shot.ball;
    if (event.kind != EventKind::kBallBall || !of_cue) continue;
    if (event.ball == plan.shot.ball) return event.position;
    std::optional<Vec2<double>> place;
    for (const Recorder::Sample& sample : plan.prediction.fine.samples()) {
      if (sample.time > event.time) break;
      place = sample.balls[static_cast<std::size_t>(plan.shot.ball)].position.head<2>();
    }
    return place;
  }
  return std::nullopt;
}

void draw_balls(const Pen& pen, const PlanOverlay& plan) {
  for (std::size_t i = 0; i < plan.start.balls.size(); ++i) {
    const BallLook look = ball_look(plan.settings.table.spec.balls, plan.start.ids[i]);
    const cv::Scalar colour = colour_of(look.path);
    const BallPath path = ball_path(plan.prediction.fine, plan.prediction.result,
                                    static_cast<int>(i), plan.prediction.result.time + 1.0);
    const Ball& end = plan.prediction.result.balls[i];
    const Vec2<double> stop = end.position.head<2>();
    if ((stop - plan.start.balls[i].position.head<2>()).norm() < 1e-4) continue;
    pen.path(path.points, colour);
    if (end.in_play()) pen.stop(stop, colour);
  }
}

/// Pixels that the panel should leave free: balls, their ways, and the pockets.
std::vector<cv::Point2d> places_of_interest(const PlanOverlay& plan) {
  std::vector<cv::Point2d> pixels;
  const auto add = [&](const Vec2<double>& p) {
    const double height = plan.settings.physics.ball.radius;
    if (const auto pixel = vision::project(plan.view.camera, {p.x(), p.y(), height})) {
      pixels.push_back(*pixel);
    }
  };
  for (const Recorder::Sample& sample : plan.prediction.fine.samples()) {
    for (std::size_t i = 0; i < plan.start.balls.size(); ++i)
      add(sample.balls[i].position.head<2>());
  }
  const Table& table = plan.settings.table;
  for (int i = 0; i < table.pocket_count; ++i) {
    const Pocket& pocket = table.pockets[static_cast<std::size_t>(i)];
    for (const double x : {-1.0, 0.0, 1.0}) {
      for (const double y : {-1.0, 0.0, 1.0}) {
        add(pocket.centre + pocket.radius * Vec2<double>(x, y));
      }
    }
  }
  return pixels;
}

/// Where a panel hides least: in a corner, or else at the upper or lower edge.
cv::Rect panel_area(const cv::Mat& picture, cv::Size size, int margin, const PlanOverlay& plan) {
  const std::vector<cv::Point2d> pixels = places_of_interest(plan);
  cv::Rect best;
  std::ptrdiff_t least = -1;
  for (const double across : {0.0, 1.0, 0.2, 0.8}) {
    for (const double down : {0.0, 1.0}) {
      const cv::Rect area(margin + cvRound(across * (picture.cols - size.width - 2 * margin)),
                          margin + cvRound(down * (picture.rows - size.height - 2 * margin)),
                          size.width, size.height);
      const auto hidden = std::count_if(pixels.begin(), pixels.end(), [&](const cv::Point2d& p) {
        return area.contains(cv::Point(p));
      });
      if (least >= 0 && hidden >= least) continue;
      least = hidden;
      best = area;
    }
  }
  return best & cv::Rect({}, picture.size());
}

/// Texts, a bar as long as the probability, and the cue ball seen along the cue with its tip.
void draw_panel(cv::Mat& picture, const PlanOverlay& plan) {
  const double scale = std::max(0.45, picture.cols / 2400.0);
  const int row = cvRound(36.0 * scale);
  const int height = row * (static_cast<int>(plan.lines.size()) + 1) + row / 2;
  const cv::Rect area = panel_area(picture, {cvRound(640.0 * scale), height}, row / 2, plan);
  picture(area) = 0.35 * picture(area);
  const int left = area.x + row / 2;
  for (std::size_t i = 0; i < plan.lines.size(); ++i) {
    cv::putText(picture, plan.lines[i], {left, area.y + row * (static_cast<int>(i) + 1)},
                cv::FONT_HERSHEY_SIMPLEX, scale, kInk, scale > 0.8 ? 2 : 1, cv::LINE_AA);
  }
  const int right = area.x + area.width - cvRound(3.5 * row);
  const cv::Rect bar(left, area.y + area.height - row, right - left, row / 2);
  cv::rectangle(picture, bar, kInk, 1);
  const cv::Scalar colour = plan.probability * kGood + (1.0 - plan.probability) * kPoor;
  cv::rectangle(picture, {bar.x, bar.y, cvRound(bar.width * plan.probability), bar.height}, colour,
                cv::FILLED);
  const double r = 1.3 * row;
  const cv::Point2d centre(right + 1.75 * row, area.y + 0.5 * area.height);
  cv::circle(picture, centre, cvRound(r), kInk, cv::FILLED, cv::LINE_AA);
  cv::circle(picture, centre, cvRound(r * miscue_limit(plan.settings.physics.cue)),
             cv::Scalar(190, 190, 190), 1, cv::LINE_AA);
  const cv::Point2d tip = centre + r * cv::Point2d(plan.shot.offset_side, -plan.shot.offset_height);
  cv::circle(picture, tip, std::max(2, cvRound(0.2 * r)), kPoor, cv::FILLED, cv::LINE_AA);
}

}  // namespace

cv::Mat draw_plan(const cv::Mat& frame, const PlanOverlay& plan) {
  cv::Mat picture = frame.clone();
  const Pen pen(picture, plan);
  draw_balls(pen, plan);
  if (const auto ghost = ghost_ball(plan)) pen.ball(*ghost, kInk);
  if (plan.pocket >= 0) {
    const Pocket& pocket = plan.settings.table.pockets[static_cast<std::size_t>(plan.pocket)];
    pen.ring(pocket.centre, 1.15 * pocket.radius, plan.settings.table.spec.nose_height, kGood);
  }
  draw_panel(picture, plan);
  return picture;
}

}  // namespace billiard
