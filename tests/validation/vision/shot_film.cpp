// SPDX-License-Identifier: Apache-2.0
#include "shot_film.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "billiard_vision/engine_table.hpp"
#include "random_scene.hpp"

namespace billiard::vision {

namespace {

constexpr double kRotationStep = 1.0 / 480.0;  // orientation is integrated this finely [s]

double draw(std::mt19937_64& random, double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(random);
}

FilmedBall resting(int kind, double x, double y, double radius, std::mt19937_64& random) {
  FilmedBall ball;
  ball.kind = kind;
  ball.state.position = {x, y, radius};
  ball.rotation = random_rotation(random);
  return ball;
}

// Six balls in a triangle, tip towards the cue ball.
std::vector<FilmedBall> break_layout(double radius, std::mt19937_64& random) {
  std::vector<FilmedBall> balls{resting(0, -0.635, draw(random, -0.1, 0.1), radius, random)};
  const double step = 2.0 * radius + 2e-4;
  int kind = 1;
  for (int row = 0; row < 3; ++row) {
    for (int i = 0; i <= row; ++i) {
      balls.push_back(resting(kind++, 0.45 + row * step * std::sqrt(0.75), (i - 0.5 * row) * step,
                              radius, random));
    }
  }
  return balls;
}

std::vector<FilmedBall> open_layout(const TableGeometry& t, std::mt19937_64& random) {
  const auto count = std::uniform_int_distribution<std::size_t>(2, 7)(random);
  std::vector<int> kinds(15);
  std::iota(kinds.begin(), kinds.end(), 1);
  std::shuffle(kinds.begin(), kinds.end(), random);
  std::vector<FilmedBall> balls;
  while (balls.size() < count) {
    const double x = draw(random, -0.5, 0.5) * (t.length - 0.3),
                 y = draw(random, -0.5, 0.5) * (t.width - 0.3);
    const bool free = std::all_of(balls.begin(), balls.end(), [&](const FilmedBall& b) {
      return std::hypot(b.state.position.x() - x, b.state.position.y() - y) > 0.13;
    });
    const int kind = balls.empty() ? 0 : kinds[balls.size()];
    if (free) balls.push_back(resting(kind, x, y, t.ball_radius, random));
  }
  return balls;
}

// At one of the other balls, not quite full.
Shot aimed_shot(const std::vector<FilmedBall>& balls, bool is_break, std::mt19937_64& random) {
  const auto& from = balls[0].state.position;
  const auto& to = balls[1].state.position;
  const double distance = std::hypot(to.x() - from.x(), to.y() - from.y());
  const double aside = is_break ? 0.003 : draw(random, -0.04, 0.04);
  Shot shot;
  shot.ball = 0;
  shot.azimuth = std::atan2(to.y() - from.y(), to.x() - from.x()) + aside / distance;
  shot.speed = is_break ? draw(random, 4.0, 6.0) : draw(random, 0.8, 3.5);
  shot.offset_side = draw(random, -0.35, 0.35);
  shot.offset_height = draw(random, -0.3, 0.35);
  return shot;
}

}  // namespace

ShotFilm::ShotFilm(int index)
    : table_(build_table({}, Physics{}.ball.radius)),
      simulator_(table_, physics_),
      recorder_(0.0, 0, 4096) {
  std::mt19937_64 random(static_cast<std::uint64_t>(index) * 104729 + 17);
  const TableGeometry geometry = geometry_of(table_.spec, physics_.ball.radius);
  const bool is_break = index % 10 == 0;
  balls_ = is_break ? break_layout(geometry.ball_radius, random) : open_layout(geometry, random);
  shot_ = aimed_shot(balls_, is_break, random);
  start_ = balls_[0].state.position;
  const double lean = draw(random, -0.5, 0.5), height = draw(random, 2.5, 2.8);
  camera_ = look_at(make_lens(1280, 720, 1050.0), {0.2 * lean, lean, height}, {0, 0, 0}, {0, 1, 0});
  Look look;
  look.exposure_time = 0.001;
  look.cloth = index % 2 == 0 ? cv::Vec3d(0.12, 0.45, 0.70) : cv::Vec3d(0.12, 0.46, 0.22);
  look.seed = static_cast<std::uint64_t>(index) + 1;
  renderer_.emplace_back(geometry, camera_, look);
}

void ShotFilm::advance_to(double time) {
  while (now_ < time) {
    const double next = struck_ ? std::min(time, now_ + kRotationStep)
                                : std::min(time, std::max(kStrikeTime, now_));
    if (struck_) {
      advance_a_little(next);
    } else if (now_ >= kStrikeTime) {
      std::vector<Ball> states;
      for (const FilmedBall& b : balls_) states.push_back(b.state);
      simulator_.reset(states);
      (void)simulator_.strike(shot_);
      struck_ = true;
    } else {
      now_ = next;
    }
  }
}

void ShotFilm::advance_a_little(double time) {
  recorder_.clear();
  const Result result = simulator_.run({time - kStrikeTime, 10000000}, &recorder_);
  for (std::size_t i = 0; i < balls_.size(); ++i) {
    const Vec3<double> w = 0.5 * (balls_[i].state.spin + result.balls[i].spin);
    balls_[i].rotation = turn(balls_[i].rotation, {w.x(), w.y(), w.z()}, time - now_);
    balls_[i].state = result.balls[i];
  }
  for (const Event& e : recorder_.events()) {
    const double at = e.time + kStrikeTime;
    for (const int who : {int(e.ball), int(e.other)}) {
      if (who < 0) continue;
      FilmedBall& ball = balls_[static_cast<std::size_t>(who)];
      if (e.kind == EventKind::kBallBall) ball.touched = at;
      if (e.kind == EventKind::kBallCushion || e.kind == EventKind::kPocketed) ball.bounced = at;
    }
  }
  now_ = time;
}

cv::Mat ShotFilm::frame() {
  std::vector<SceneBall> scene;
  for (const FilmedBall& b : balls_) {
    if (!b.state.in_play()) continue;
    const auto &p = b.state.position, &v = b.state.velocity;
    scene.push_back({b.kind, {p.x(), p.y(), p.z()}, b.rotation, {v.x(), v.y(), v.z()}});
  }
  return renderer_.front().render(scene, ++count_);
}

bool ShotFilm::at_rest() const {
  return struck_ && std::all_of(balls_.begin(), balls_.end(), [](const FilmedBall& b) {
           return !b.state.in_play() || b.state.motion == Motion::kRest;
         });
}

Tracker ShotFilm::tracker() const {
  CameraHint hint;
  hint.lens = camera_.lens;
  return {table_, physics_, hint};
}

}  // namespace billiard::vision
