// SPDX-License-Identifier: Apache-2.0
// Balls of random rendered tables: 4 frames of each kind, 100 with BILLIARD_FULL_TESTS=1.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "billiard_vision/locator.hpp"
#include "random_scene.hpp"

namespace billiard::vision {
namespace {

constexpr double kHidden = 0.5;    // balls less visible than this are not asked for
constexpr double kMatched = 0.02;  // a sighting this close is the ball [m]

struct Score {
  int found{0}, missed{0}, invented{0}, right_class{0};
  std::vector<double> errors;  // [m]

  [[nodiscard]] double recall() const { return double(found) / std::max(1, found + missed); }
  [[nodiscard]] double precision() const { return double(found) / std::max(1, found + invented); }
  [[nodiscard]] double mean() const {
    double sum = 0.0;
    for (const double e : errors) sum += e;
    return sum / std::max<double>(1.0, double(errors.size()));
  }
  [[nodiscard]] double percentile(double share) {
    if (errors.empty()) return 0.0;
    std::sort(errors.begin(), errors.end());
    return errors[static_cast<std::size_t>(share * double(errors.size() - 1))];
  }
};

int frames() { return std::getenv("BILLIARD_FULL_TESTS") != nullptr ? 100 : 4; }

// Half a turn of the table looks the same: the sign that fits the truth.
double sign_of(const TableView& view, const Camera& truth) {
  const double along = view.camera.pose.R_CT(0, 0) * truth.pose.R_CT(0, 0) +
                       view.camera.pose.R_CT(1, 0) * truth.pose.R_CT(1, 0);
  return along >= 0.0 ? 1.0 : -1.0;
}

void add_scene(int index, bool overhead, Score& score) {
  const RandomScene scene = make_scene(index, overhead);
  Renderer renderer(scene.table, scene.camera, scene.look);
  CameraHint hint;
  hint.lens = scene.camera.lens;
  const Location seen = locate(renderer.render(scene.balls), scene.table, hint);
  ASSERT_TRUE(seen.table.view) << "scene " << index << ": " << seen.table.problem;
  const double sign = sign_of(*seen.table.view, scene.camera);
  const auto kinds = ball_kinds(scene.table.balls);
  int hidden_found = 0, found_before = score.found;
  for (const BallTruth& truth : renderer.truth(scene.balls)) {
    const LocatedBall* best = nullptr;
    double least = kMatched;
    for (const LocatedBall& ball : seen.balls) {
      const cv::Point2d p = sign * ball.sighting.position;
      const double gap = std::hypot(p.x - truth.position[0], p.y - truth.position[1]);
      if (gap < least) {
        least = gap;
        best = &ball;
      }
    }
    if (truth.visible < kHidden) {
      hidden_found += best != nullptr ? 1 : 0;
      continue;
    }
    if (best == nullptr) {
      ++score.missed;
      continue;
    }
    ++score.found;
    score.errors.push_back(least);
    score.right_class += kinds[static_cast<std::size_t>(best->kind)].ball_class ==
                                 kinds[static_cast<std::size_t>(truth.kind)].ball_class
                             ? 1
                             : 0;
  }
  score.invented +=
      static_cast<int>(seen.balls.size()) - hidden_found - (score.found - found_before);
}

void report(const char* name, Score& score) {
  std::printf("%s: recall %.4f precision %.4f class %.4f mean %.2f mm p99 %.2f mm (%zu balls)\n",
              name, score.recall(), score.precision(),
              double(score.right_class) / std::max(1, score.found), 1e3 * score.mean(),
              1e3 * score.percentile(0.99), score.errors.size());
}

TEST(RenderedLayouts, FromOverhead) {
  Score score;
  for (int i = 0; i < frames(); ++i) add_scene(i, true, score);
  report("overhead", score);

  EXPECT_GE(score.recall(), 0.97);
  EXPECT_GE(score.precision(), 0.995);
  EXPECT_GE(score.right_class, 0.98 * score.found);
  EXPECT_LE(score.mean(), 0.001);
}

TEST(RenderedLayouts, FromTheSide) {
  Score score;
  for (int i = 0; i < frames(); ++i) add_scene(i, false, score);
  report("oblique", score);

  EXPECT_GE(score.recall(), 0.95);
  EXPECT_GE(score.precision(), 0.995);
  EXPECT_GE(score.right_class, 0.98 * score.found);
  EXPECT_LE(score.mean(), 0.0025);
}

}  // namespace
}  // namespace billiard::vision
