// SPDX-License-Identifier: Apache-2.0
#include "rendered_frame.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <numbers>
#include <opencv2/calib3d.hpp>

#include "billiard_engine/files/file_error.hpp"
#include "billiard_vision/renderer.hpp"
#include "camera_hint.hpp"

namespace billiard {
namespace {

vision::Camera place_camera(const vision::TableGeometry& table, const FrameOptions& options) {
  constexpr double kMargin = 0.02;  // of the image's width
  const double angle = options.elevation * std::numbers::pi / 180.0;
  const vision::Lens lens =
      vision::make_lens(options.width, options.width * 9 / 16, 0.8 * options.width);
  const double margin = kMargin * options.width;
  const double around = table.cushion_width + table.rail_width;
  const cv::Vec2d half{0.5 * table.length + around, 0.5 * table.width + around};
  for (double distance = 0.5 * table.length;; distance *= 1.02) {
    const cv::Vec3d eye{0.0, -distance * std::cos(angle), distance * std::sin(angle)};
    const vision::Camera camera = vision::look_at(lens, eye, {}, {0.0, 1.0, 1.0});
    const auto is_seen = [&](double x, double y) {
      const auto p = vision::project(camera, {x * half[0], y * half[1], table.rail_height});
      return p && p->x > margin && p->x < lens.width - margin && p->y > margin &&
             p->y < lens.height - margin;
    };
    if (is_seen(-1, -1) && is_seen(1, -1) && is_seen(1, 1) && is_seen(-1, 1)) return camera;
  }
}

std::vector<vision::SceneBall> place_balls(const Layout& layout, const vision::TableGeometry& table,
                                           const FrameOptions& options) {
  cv::RNG random(options.seed);
  std::vector<vision::SceneBall> scene;
  for (std::size_t i = 0; i < layout.ids.size(); ++i) {
    vision::SceneBall ball;
    ball.kind = vision::find_kind(table.balls, layout.ids[i]);
    if (ball.kind < 0) {
      std::vector<std::string_view> known;
      for (const auto& kind : vision::ball_kinds(table.balls)) known.push_back(kind.id);
      throw FileError(fmt::format("{}: id is '{}'; allowed on this table: {}", options.layout,
                                  layout.ids[i], fmt::join(known, ", ")));
    }
    const Vec3<double>& p = layout.balls[i].position;
    ball.position = {p.x(), p.y(), p.z()};
    cv::Vec3d turned{random.gaussian(1.5), random.gaussian(1.5), random.gaussian(1.5)};
    cv::Rodrigues(turned, ball.rotation);
    scene.push_back(ball);
  }
  return scene;
}

vision::Location truth_of(const vision::Renderer& renderer,
                          const std::vector<vision::SceneBall>& scene) {
  vision::TableView view = vision::view_of(renderer.camera(), renderer.table());
  view.confidence = 1.0;
  vision::Location truth;
  for (const vision::BallTruth& ball : renderer.truth(scene)) {
    vision::LocatedBall located;
    located.kind = ball.kind;
    located.confidence = 1.0;
    located.sighting.position = {ball.position[0], ball.position[1]};
    located.sighting.image = ball.outline;
    truth.balls.push_back(located);
  }
  truth.table.view = view;
  return truth;
}

}  // namespace

RenderedFrame render_frame(const Settings& settings, const Layout& layout,
                           const FrameOptions& options) {
  const vision::TableGeometry geometry = visible_table(settings);
  const auto scene = place_balls(layout, geometry, options);
  vision::Look look;
  look.seed = options.seed;
  vision::Renderer renderer(geometry, place_camera(geometry, options), look);
  return {renderer.render(scene), truth_of(renderer, scene)};
}

}  // namespace billiard
