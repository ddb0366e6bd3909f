// SPDX-License-Identifier: Apache-2.0
// Balls of random rendered tables: 10 frames of each kind, 100 with BILLIARD_FULL_TESTS=1.
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
  std::vector<double> errors;   // [m]
  std::vector<double> sigmas;   // errors in standard deviations, as told
  std::vector<double> corners;  // worst of each frame [px]

  [[nodiscard]] double recall() const { return double(found) / std::max(1, found + missed); }
  [[nodiscard]] double precision() const { return double(found) / std::max(1, found + invented); }
  [[nodiscard]] double mean() const {
    double sum = 0.0;
    for (const double e : errors) sum += e;
    return sum / std::max<double>(1.0, double(errors.size()));
  }
};

double percentile(std::vector<double> values, double share) {
  if (values.empty()) return 0.0;
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(share * double(values.size() - 1))];
}

bool full() { return std::getenv("BILLIARD_FULL_TESTS") != nullptr; }
int frames() { return full() ? 100 : 10; }
// One ball more or less is 1 % of the short form.
double least_recall() { return full() ? 0.995 : 0.985; }

// Half a turn of the table looks the same: the sign that fits the truth.
double sign_of(const TableView& view, const Camera& truth) {
  const double along = view.camera.pose.R_CT(0, 0) * truth.pose.R_CT(0, 0) +
                       view.camera.pose.R_CT(1, 0) * truth.pose.R_CT(1, 0);
  return along >= 0.0 ? 1.0 : -1.0;
}

double corner_error(const TableView& view, const RandomScene& scene, double sign) {
  const auto corners = nose_corners(scene.table);
  double worst = 0.0;
  for (std::size_t i = 0; i < 4; ++i) {
    const cv::Point2d truth = project_visible(scene.camera, corners[i]);
    worst = std::max(worst, cv::norm(truth - view.corners_px[sign > 0.0 ? i : (i + 2) % 4]));
  }
  return worst;
}

void add_scene(int index, bool overhead, Score& score) {
  const RandomScene scene = make_scene(index, overhead);
  Renderer renderer(scene.table, scene.camera, scene.look);
  CameraHint hint;
  hint.lens = scene.camera.lens;
  const Location seen = locate(renderer.render(scene.balls), scene.table, hint);
  ASSERT_TRUE(seen.table.view) << "scene " << index << ": " << seen.table.problem;
  const double sign = sign_of(*seen.table.view, scene.camera);
  score.corners.push_back(corner_error(*seen.table.view, scene, sign));
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
    score.sigmas.push_back(least / best->sighting.sigma);
    score.right_class += kinds[static_cast<std::size_t>(best->kind)].ball_class ==
                                 kinds[static_cast<std::size_t>(truth.kind)].ball_class
                             ? 1
                             : 0;
  }
  score.invented +=
      static_cast<int>(seen.balls.size()) - hidden_found - (score.found - found_before);
}

void report(const char* name, const Score& score) {
  std::printf(
      "%s, %zu balls: recall %.4f precision %.4f class %.4f; position mean %.2f median %.2f "
      "p95 %.2f p99 %.2f mm, in sigmas median %.2f p95 %.2f; corners median %.2f worst %.2f px\n",
      name, score.errors.size(), score.recall(), score.precision(),
      double(score.right_class) / std::max(1, score.found), 1e3 * score.mean(),
      1e3 * percentile(score.errors, 0.5), 1e3 * percentile(score.errors, 0.95),
      1e3 * percentile(score.errors, 0.99), percentile(score.sigmas, 0.5),
      percentile(score.sigmas, 0.95), percentile(score.corners, 0.5),
      percentile(score.corners, 1.0));
}

TEST(RenderedLayouts, FromOverhead) {
  Score score;
  for (int i = 0; i < frames(); ++i) add_scene(i, true, score);
  report("overhead", score);

  EXPECT_GE(score.recall(), least_recall());
  EXPECT_GE(score.precision(), 0.995);
  EXPECT_GE(score.right_class, 0.98 * score.found);
  EXPECT_LE(score.mean(), 0.001);
  EXPECT_LE(percentile(score.errors, 0.99), 0.003);
  EXPECT_LE(percentile(score.corners, 1.0), 4.0);
  EXPECT_LE(percentile(score.sigmas, 0.95), 3.0);
}

TEST(RenderedLayouts, FromTheSide) {
  Score score;
  for (int i = 0; i < frames(); ++i) add_scene(i, false, score);
  report("oblique", score);

  EXPECT_GE(score.recall(), least_recall());
  EXPECT_GE(score.precision(), 0.995);
  EXPECT_GE(score.right_class, 0.98 * score.found);
  EXPECT_LE(score.mean(), 0.0025);
  EXPECT_LE(percentile(score.corners, 1.0), 4.0);
  EXPECT_LE(percentile(score.sigmas, 0.95), 3.0);
}

}  // namespace
}  // namespace billiard::vision
