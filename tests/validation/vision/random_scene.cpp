// SPDX-License-Identifier: Apache-2.0
#include "random_scene.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <opencv2/calib3d.hpp>

namespace billiard::vision {

namespace {

constexpr double kDegree = CV_PI / 180.0;

double draw(std::mt19937_64& random, double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(random);
}

// Moves the camera away until the outer edge of the rails fits into the frame.
Camera fitting_camera(const TableGeometry& t, const Lens& lens, double elevation, double azimuth) {
  for (double distance = 1.5;; distance *= 1.02) {
    const cv::Vec3d away(std::cos(elevation) * std::sin(azimuth),
                         -std::cos(elevation) * std::cos(azimuth), std::sin(elevation));
    const cv::Vec3d up(-std::sin(azimuth), std::cos(azimuth), 0.0);
    const Camera camera = look_at(lens, distance * away, {0, 0, 0}, up);
    bool inside = true;
    for (const double sx : {-1.0, 1.0}) {
      for (const double sy : {-1.0, 1.0}) {
        const auto p =
            project(camera, {sx * (0.5 * t.length + 0.10), sy * (0.5 * t.width + 0.10), 0.04});
        inside = inside && p && p->x > 15 && p->y > 15 && p->x < lens.width - 16 &&
                 p->y < lens.height - 16;
      }
    }
    if (inside) return camera;
  }
}

Look random_look(std::mt19937_64& random, int index) {
  const std::array<cv::Vec3d, 6> cloths{{{0.12, 0.42, 0.66},
                                         {0.12, 0.46, 0.22},
                                         {0.05, 0.45, 0.45},
                                         {0.58, 0.06, 0.10},
                                         {0.10, 0.30, 0.55},
                                         {0.20, 0.52, 0.28}}};
  const std::array<cv::Vec3d, 3> rails{
      {{0.16, 0.14, 0.13}, {0.30, 0.18, 0.10}, {0.07, 0.07, 0.08}}};
  Look look;
  look.cloth = cloths[static_cast<std::size_t>(index) % cloths.size()];
  look.rail = rails[static_cast<std::size_t>(index / 2) % rails.size()];
  look.floor = {draw(random, 0.1, 0.4), draw(random, 0.1, 0.4), draw(random, 0.1, 0.4)};
  look.gain = draw(random, 0.55, 0.9);
  look.ambient = draw(random, 0.25, 0.6);
  look.noise = draw(random, 0.5, 3.0);
  look.blur_px = draw(random, 0.3, 0.8);
  look.white_balance = {draw(random, 0.88, 1.12), 1.0, draw(random, 0.85, 1.1)};
  for (Lamp& lamp : look.lamps) {
    lamp.centre +=
        cv::Vec3d(draw(random, -0.1, 0.1), draw(random, -0.15, 0.15), draw(random, -0.1, 0.3));
    lamp.power = draw(random, 0.7, 1.1);
  }
  look.seed = static_cast<std::uint64_t>(index) + 1;
  return look;
}

std::vector<SceneBall> random_balls(std::mt19937_64& random, const TableGeometry& t,
                                    bool touching) {
  const auto count = std::uniform_int_distribution<std::size_t>(3, 16)(random);
  std::vector<int> kinds(15);
  std::iota(kinds.begin(), kinds.end(), 1);
  std::shuffle(kinds.begin(), kinds.end(), random);
  kinds.insert(kinds.begin(), 0);  // the cue ball is always there
  std::vector<SceneBall> balls;
  const double x = 0.5 * t.length - t.ball_radius, y = 0.5 * t.width - t.ball_radius;
  while (balls.size() < count) {
    SceneBall ball;
    ball.kind = kinds[balls.size()];
    ball.position = {draw(random, -x, x), draw(random, -y, y), t.ball_radius};
    if (touching && !balls.empty() && draw(random, 0, 1) < 0.4) {
      const double angle = draw(random, 0, 2 * CV_PI);
      ball.position = balls.back().position +
                      2.0005 * t.ball_radius * cv::Vec3d(std::cos(angle), std::sin(angle), 0);
    }
    bool free = std::abs(ball.position[0]) <= x && std::abs(ball.position[1]) <= y;
    for (const SceneBall& other : balls)
      free = free && cv::norm(other.position - ball.position) > 2.0 * t.ball_radius;
    for (const PocketHole& hole : pocket_holes(t)) {
      free = free && std::hypot(ball.position[0] - hole.x, ball.position[1] - hole.y) >
                         hole.radius + t.ball_radius;
    }
    if (!free) continue;
    ball.rotation = random_rotation(random);
    balls.push_back(ball);
  }
  return balls;
}

}  // namespace

cv::Matx33d random_rotation(std::mt19937_64& random) {
  std::normal_distribution<double> normal;
  cv::Vec4d q(normal(random), normal(random), normal(random), normal(random));
  q = q * (1.0 / std::max(cv::norm(q), 1e-9));
  const double half = std::acos(std::clamp(q[0], -1.0, 1.0));
  const cv::Vec3d axis(q[1], q[2], q[3]);
  cv::Matx33d rotation;
  cv::Rodrigues(axis * (2.0 * half / std::max(cv::norm(axis), 1e-9)), rotation);
  return rotation;
}

RandomScene make_scene(int index, bool overhead, cv::Size image) {
  std::mt19937_64 random(static_cast<std::uint64_t>(index) * 7919 + (overhead ? 1 : 0));
  RandomScene scene;
  scene.elevation = overhead ? draw(random, 85, 90) * kDegree : draw(random, 35, 85) * kDegree;
  Lens lens = make_lens(image.width, image.height, draw(random, 0.75, 1.5) * image.width);
  lens.distortion = {draw(random, -0.08, 0.02), draw(random, -0.01, 0.02),
                     draw(random, -5e-4, 5e-4), draw(random, -5e-4, 5e-4), 0.0};
  const double side =
      overhead ? 0.0 : 0.5 * CV_PI * std::uniform_int_distribution<int>(0, 3)(random);
  const double azimuth = side + draw(random, -20, 20) * kDegree;
  scene.camera = fitting_camera(scene.table, lens, scene.elevation, azimuth);
  scene.look = random_look(random, index);
  scene.balls = random_balls(random, scene.table, index % 3 == 0);
  return scene;
}

}  // namespace billiard::vision
