// SPDX-License-Identifier: Apache-2.0
#include "frame_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "billiard_engine/settle.hpp"
#include "camera_hint.hpp"
#include "could_not.hpp"
#include "image_file.hpp"

namespace billiard {
namespace {

/// Less sure sightings are not played with.
constexpr double kLeastConfidence = 0.3;

/// On a table at once; in carom four are played with, too.
std::size_t most_balls(vision::BallSet set) {
  if (set == vision::BallSet::kCarom) return 4;
  return set == vision::BallSet::kPool ? 16 : 22;
}

/// Names as layouts have them: unique, so that the second red is "red2".
Layout layout_of(const vision::Location& location, double radius) {
  Layout layout;
  std::map<std::string, int> seen;
  const vision::BallSet set = location.table.view->table.balls;
  for (const vision::LocatedBall& found : location.balls) {
    if (found.confidence < kLeastConfidence) continue;
    std::string id(vision::ball_id(set, found.kind));
    const int number = ++seen[id];
    if (number > 1) id += std::to_string(number);
    Ball ball;
    ball.position = {found.sighting.position.x, found.sighting.position.y, radius};
    layout.ids.push_back(id);
    layout.balls.push_back(ball);
  }
  return layout;
}

}  // namespace

void doubt_table(const vision::Location& location, const std::string& image) {
  std::string doubt;
  const auto sure = std::count_if(
      location.balls.begin(), location.balls.end(),
      [](const vision::LocatedBall& ball) { return ball.confidence >= kLeastConfidence; });
  if (location.ball_scale != 1.0) {
    doubt = fmt::format("balls look {:.2f} times as large as on", location.ball_scale);
  } else if (static_cast<std::size_t>(sure) > most_balls(location.table.view->table.balls)) {
    doubt = fmt::format("{} balls are more than belong on", sure);
  } else {
    return;
  }
  fmt::print(stderr,
             "billiard: {}: {} the table named; places are right only if that is the table\n",
             image, doubt);
}

void settle(Layout& layout, const Settings& settings) {
  if (const auto error = settle(layout.balls, settings.table, settings.physics)) {
    const auto ball = static_cast<std::size_t>(error->ball);
    throw CouldNot(fmt::format("ball '{}' at [{:.4f}, {:.4f}] m cannot be where it was seen",
                               layout.ids[ball], layout.balls[ball].position.x(),
                               layout.balls[ball].position.y()));
  }
  for (std::size_t i = layout.balls.size(); i-- > 0;) {  // those over a pocket
    if (layout.balls[i].in_play()) continue;
    layout.ids.erase(layout.ids.begin() + static_cast<std::ptrdiff_t>(i));
    layout.balls.erase(layout.balls.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

SeenTable see_table(const std::string& image, const std::string& camera, const Settings& settings) {
  const double radius = settings.physics.ball.radius;
  const vision::CameraHint hint = load_camera_hint(camera);
  SeenTable seen{load_image(image), {}, {}};
  check_size(hint, camera, seen.frame.size(), image);
  seen.location = vision::locate(seen.frame, visible_table(settings), hint);
  if (!seen.location.table.view) throw CouldNot(image + ": " + seen.location.table.problem);
  warn_if_doubtful(*seen.location.table.view, image);
  doubt_table(seen.location, image);
  seen.layout = layout_of(seen.location, radius);
  settle(seen.layout, settings);
  return seen;
}

}  // namespace billiard
