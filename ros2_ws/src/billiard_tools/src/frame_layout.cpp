// SPDX-License-Identifier: Apache-2.0
#include "frame_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "billiard_engine/files/config.hpp"
#include "billiard_engine/simulator.hpp"
#include "billiard_vision/camera_file.hpp"
#include "billiard_vision/engine_table.hpp"
#include "commands.hpp"
#include "image_file.hpp"

namespace billiard {
namespace {

/// Less sure sightings are not played with.
constexpr double kLeastConfidence = 0.3;
constexpr double kRoom = 1e-5;      // [m] left between balls that were pushed apart
constexpr double kFarthest = 0.02;  // [m] more is no error of measurement
constexpr int kMaxMoves = 1000;

/// Names as layouts have them: unique, so that the second red is "red2".
Layout layout_of(const vision::Location& location, double radius) {
  Layout layout;
  std::map<std::string, int> seen;
  const auto kinds = vision::ball_kinds(location.table.view->table.balls);
  for (const vision::LocatedBall& found : location.balls) {
    if (found.confidence < kLeastConfidence) continue;
    const auto& kind = kinds[static_cast<std::size_t>(found.kind)];
    std::string id(kind.id);
    const int number = ++seen[id];
    if (number > 1) id += std::to_string(number);
    Ball ball;
    ball.position = {found.sighting.position.x, found.sighting.position.y, radius};
    layout.ids.push_back(id);
    layout.balls.push_back(ball);
  }
  return layout;
}

void push_apart(Ball& a, Ball& b, double radius) {
  Vec3<double> line = b.position - a.position;
  line.z() = 0.0;
  const double distance = line.norm();
  const Vec3<double> direction =
      distance > 1e-9 ? Vec3<double>(line / distance) : Vec3<double>::UnitX();
  const double move = 0.5 * (2.0 * radius + kRoom - distance);
  a.position -= move * direction;
  b.position += move * direction;
}

/// Towards the middle of the table by `depth`, along the rails it is beyond.
void push_inside(Ball& ball, const TableSpec& spec, double depth, double radius) {
  const double x = 0.5 * spec.length - radius;
  const double y = 0.5 * spec.width - radius;
  const bool beyond_x = std::abs(ball.position.x()) > x;
  const bool beyond_y = std::abs(ball.position.y()) > y;
  const double move = depth + kRoom;
  if (beyond_x || !beyond_y) ball.position.x() -= std::copysign(move, ball.position.x());
  if (beyond_y || !beyond_x) ball.position.y() -= std::copysign(move, ball.position.y());
}

void leave_out(Layout& layout, int ball) {
  layout.ids.erase(layout.ids.begin() + ball);
  layout.balls.erase(layout.balls.begin() + ball);
}

void move_once(Layout& layout, const LayoutError& error, const Settings& settings) {
  Ball& ball = layout.balls[static_cast<std::size_t>(error.ball)];
  const double radius = settings.physics.ball.radius;
  if (error.amount > kFarthest || error.kind == LayoutError::Kind::kTooMany) {
    throw CouldNot(fmt::format("ball '{}' at [{:.4f}, {:.4f}] m cannot be where it was seen",
                               layout.ids[static_cast<std::size_t>(error.ball)], ball.position.x(),
                               ball.position.y()));
  }
  if (error.kind == LayoutError::Kind::kOverlap) {
    push_apart(ball, layout.balls[static_cast<std::size_t>(error.other)], radius);
  } else {
    push_inside(ball, settings.table.spec, error.amount, radius);
  }
}

}  // namespace

void settle(Layout& layout, const Settings& settings) {
  for (int i = 0; i < kMaxMoves; ++i) {
    const auto error = check_layout(layout.balls, settings.table, settings.physics);
    if (!error) return;
    if (error->kind == LayoutError::Kind::kInPocket) {
      leave_out(layout, error->ball);
    } else {
      move_once(layout, *error, settings);
    }
  }
  throw CouldNot("the balls were seen in places that leave no room for all of them");
}

SeenTable see_table(const std::string& image, const std::string& camera, const Settings& settings) {
  const double radius = settings.physics.ball.radius;
  vision::CameraHint hint;
  if (!camera.empty()) hint = vision::load_camera(find_config("cameras", camera));
  SeenTable seen{load_image(image), {}, {}};
  seen.location =
      vision::locate(seen.frame, vision::geometry_of(settings.table.spec, radius), hint);
  if (!seen.location.table.view) throw CouldNot(image + ": " + seen.location.table.problem);
  seen.layout = layout_of(seen.location, radius);
  settle(seen.layout, settings);
  return seen;
}

}  // namespace billiard
