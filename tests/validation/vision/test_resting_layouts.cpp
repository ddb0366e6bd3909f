// SPDX-License-Identifier: Apache-2.0
// Resting balls seen by the small camera of the simulated robot: scattered, touching, at cushions,
// between the jaws of pockets, racked and in loose clusters. 4 layouts of each kind, 40 with
// BILLIARD_FULL_TESTS=1.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <random>

#include "billiard_engine/check_layout.hpp"
#include "billiard_engine/simulator.hpp"
#include "billiard_vision/engine_table.hpp"
#include "billiard_vision/renderer.hpp"
#include "billiard_vision/tracker.hpp"
#include "random_scene.hpp"

namespace billiard::vision {
namespace {

enum class Kind { kScattered, kTouching, kCushion, kJaws, kRack, kLoose };

constexpr double kNear = 0.015;  // a ball seen farther off is another one [m]

class Layouts {
 public:
  Layouts(Kind kind, int index)
      : random_(static_cast<std::uint64_t>(index) * 6007 + static_cast<std::uint64_t>(kind)) {
    if (kind == Kind::kRack) {
      rack();
    } else {
      const int count = std::uniform_int_distribution<int>(5, 16)(random_);
      if (kind == Kind::kLoose) cluster(std::uniform_int_distribution<std::size_t>(5, 8)(random_));
      for (int i = 0; i < 3000 && static_cast<int>(balls_.size()) < count; ++i) place(kind);
    }
  }

  /// The cue ball first, then any numbers, turned any way.
  [[nodiscard]] std::vector<SceneBall> scene() {
    std::vector<int> kinds(15);
    std::iota(kinds.begin(), kinds.end(), 1);
    std::shuffle(kinds.begin(), kinds.end(), random_);
    kinds.insert(kinds.begin(), 0);
    std::vector<SceneBall> scene;
    for (std::size_t i = 0; i < balls_.size(); ++i) {
      const auto& p = balls_[i].position;
      scene.push_back({kinds[i], {p.x(), p.y(), p.z()}, random_rotation(random_), {}});
    }
    return scene;
  }
  [[nodiscard]] const Table& table() const { return table_; }
  [[nodiscard]] const Physics& physics() const { return physics_; }

 private:
  double draw(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random_);
  }
  double gap() { return draw(0.0, 1.0) < 0.5 ? 2e-4 : draw(0.0, 4e-3); }

  void add(double x, double y) {
    Ball ball;
    ball.position = {x, y, radius_};
    balls_.push_back(ball);
    if (check_layout(balls_, table_, physics_)) balls_.pop_back();
  }

  void rack() {
    add(-0.635, draw(-0.3, 0.3));
    const double step = 2.0 * radius_ + 2e-4;
    for (int row = 0; row < 5; ++row) {
      for (int i = 0; i <= row; ++i)
        add(0.635 + row * step * std::sqrt(0.75), (i - 0.5 * row) * step);
    }
  }

  // Balls 58 to 72 mm from one of the others: gaps of up to three pixels.
  void cluster(std::size_t count) {
    const double half_x = 0.5 * table_.spec.length - 0.2, half_y = 0.5 * table_.spec.width - 0.2;
    add(draw(-half_x, half_x), draw(-half_y, half_y));
    while (balls_.size() < count) {
      const auto& other =
          balls_[std::uniform_int_distribution<std::size_t>(0, balls_.size() - 1)(random_)]
              .position;
      const double angle = draw(-M_PI, M_PI), apart = draw(0.058, 0.072);
      add(other.x() + apart * std::cos(angle), other.y() + apart * std::sin(angle));
    }
  }

  void place(Kind kind) {
    const double half_x = 0.5 * table_.spec.length - radius_,
                 half_y = 0.5 * table_.spec.width - radius_;
    const bool special = draw(0.0, 1.0) < 0.6;
    double x = draw(-half_x, half_x), y = draw(-half_y, half_y);
    if (special && kind == Kind::kTouching && !balls_.empty()) {
      const auto& other =
          balls_[std::uniform_int_distribution<std::size_t>(0, balls_.size() - 1)(random_)]
              .position;
      const double angle = draw(-M_PI, M_PI), apart = 2.0 * radius_ + gap();
      x = other.x() + apart * std::cos(angle);
      y = other.y() + apart * std::sin(angle);
    } else if (special && kind == Kind::kCushion) {
      const bool end = draw(0.0, 1.0) < 0.5;
      (end ? x : y) = std::copysign((end ? half_x : half_y) - gap(), draw(-1.0, 1.0));
    } else if (special && kind == Kind::kJaws) {
      const Pocket& pocket = table_.pockets[static_cast<std::size_t>(
          std::uniform_int_distribution<int>(0, table_.pocket_count - 1)(random_))];
      const double turn = draw(-0.7, 0.7), out = draw(0.05, 0.11);
      const Vec2<double> back = -pocket.inward;
      x = pocket.centre.x() + out * (std::cos(turn) * back.x() - std::sin(turn) * back.y());
      y = pocket.centre.y() + out * (std::sin(turn) * back.x() + std::cos(turn) * back.y());
    }
    add(x, y);
  }

  Physics physics_;
  double radius_{physics_.ball.radius};
  Table table_{build_table({}, physics_.ball.radius)};
  std::mt19937_64 random_;
  std::vector<Ball> balls_;
};

struct Score {
  int balls{0}, missed{0}, invented{0}, misnamed{0};
};

void judge(Kind kind, int index, Score& score) {
  Layouts layout(kind, index);
  const std::vector<SceneBall> scene = layout.scene();
  const Camera camera = look_at(make_lens(640, 360, 576.0), {0.0, 0.0, 2.7}, {0, 0, 0}, {0, 1, 0});
  Look look;
  look.seed = static_cast<std::uint64_t>(index) + 1;
  Renderer renderer(geometry_of(layout.table().spec, layout.physics().ball.radius), camera, look);
  CameraHint hint;
  hint.lens = camera.lens;
  Tracker tracker(layout.table(), layout.physics(), hint);
  const TrackedFrame frame = tracker.update(renderer.render(scene), 0.0);
  ASSERT_TRUE(frame.problem.empty()) << frame.problem;
  // Half a turn of the table looks the same.
  const double sign = tracker.view()->camera.pose.R_CT(0, 0) > 0.0 ? 1.0 : -1.0;
  int seen = 0;
  for (const SceneBall& ball : scene) {
    const auto at = std::find_if(frame.balls.begin(), frame.balls.end(), [&](const auto& b) {
      return std::hypot(sign * b.position[0] - ball.position[0],
                        sign * b.position[1] - ball.position[1]) < kNear;
    });
    const bool found = at != frame.balls.end();
    seen += found ? 1 : 0;
    score.misnamed += found && at->kind != ball.kind ? 1 : 0;
  }
  score.balls += static_cast<int>(scene.size());
  score.missed += static_cast<int>(scene.size()) - seen;
  score.invented += static_cast<int>(frame.balls.size()) - seen;
}

struct Case {
  Kind kind;
  const char* name;
  double missed;  // share that may be
};

class RestingLayouts : public ::testing::TestWithParam<Case> {};

TEST_P(RestingLayouts, ShowEveryBall) {
  Score score;
  const int count = std::getenv("BILLIARD_FULL_TESTS") != nullptr ? 40 : 4;
  for (int i = 0; i < count; ++i) judge(GetParam().kind, i, score);
  std::printf("%s, %d layouts, %d balls: missed %d, invented %d, misnamed %d\n", GetParam().name,
              count, score.balls, score.missed, score.invented, score.misnamed);

  EXPECT_EQ(score.invented, 0);
  EXPECT_LE(score.missed, GetParam().missed * score.balls);
  EXPECT_LE(score.misnamed, 0.02 * score.balls);
}

// A ball of the cloth's own hue that touches others may be missed.
INSTANTIATE_TEST_SUITE_P(SmallCamera, RestingLayouts,
                         ::testing::Values(Case{Kind::kScattered, "scattered", 0.0},
                                           Case{Kind::kTouching, "touching", 0.02},
                                           Case{Kind::kCushion, "at cushions", 0.0},
                                           Case{Kind::kJaws, "in jaws", 0.01},
                                           Case{Kind::kRack, "racked", 0.005},
                                           Case{Kind::kLoose, "loose clusters", 0.005}),
                         [](const auto& each) {
                           std::string name = each.param.name;
                           std::erase(name, ' ');
                           return name;
                         });

}  // namespace
}  // namespace billiard::vision
