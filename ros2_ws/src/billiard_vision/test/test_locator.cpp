// SPDX-License-Identifier: Apache-2.0
#include "billiard_vision/locator.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "scene_for_tests.hpp"

namespace billiard::vision {
namespace {

// A 9 ft table seen from the side.
class ATable : public ::testing::Test {
 protected:
  ATable() : renderer_({}, side_camera(), {}) {
    const std::array<const char*, 9> ids{"cue", "1", "3", "5", "8", "9", "11", "13", "14"};
    for (std::size_t i = 0; i < ids.size(); ++i) {
      const double n = static_cast<double>(i);
      balls_.push_back(
          pool_ball(-1.0 + 0.25 * n, 0.4 * std::sin(2.0 * n), ids[i], {n, 0.3 * n, 1}));
    }
  }
  // With all that is on it `times` as large, but for the balls.
  [[nodiscard]] Location locate_on(double times) {
    TableGeometry named;
    named.length *= times;
    named.width *= times;
    named.nose_height *= times;
    return locate(renderer_.render(balls_), named);
  }
  static BallClass class_of(int kind) {
    return ball_kinds(BallSet::kPool)[static_cast<std::size_t>(kind)].ball_class;
  }
  // Balls whose class is told rightly, with their centres within two pixels.
  [[nodiscard]] std::size_t count_right(const Location& location) const {
    std::size_t right = 0;
    for (const BallTruth& truth : renderer_.truth(balls_)) {
      right += std::any_of(location.balls.begin(), location.balls.end(), [&](const auto& ball) {
        const cv::Point2d gap = ball.sighting.image.center_px - truth.outline.center_px;
        return class_of(ball.kind) == class_of(truth.kind) && cv::norm(gap) < 2.0;
      });
    }
    return right;
  }

  Renderer renderer_;
  std::vector<SceneBall> balls_;
};

TEST_F(ATable, HasBallsOfItsOwnSize) {
  const Location location = locate_on(1.0);

  EXPECT_EQ(location.ball_scale, 1.0);
  EXPECT_EQ(count_right(location), balls_.size());
}

// 2.3: a home table of 4.5 ft taken for a full-size snooker table.
TEST_F(ATable, TakenForALargerOneHasLargeBallsFoundAllTheSame) {
  for (const double times : {1.25, 1.7, 2.3}) {
    const Location location = locate_on(times);

    EXPECT_NEAR(location.ball_scale, times, 0.04 * times);
    EXPECT_EQ(count_right(location), balls_.size()) << times;
  }
}

TEST_F(ATable, TakenForASmallerOneHasSmallBallsFoundAllTheSame) {
  const Location location = locate_on(0.78);

  EXPECT_NEAR(location.ball_scale, 0.78, 0.03);
  EXPECT_EQ(count_right(location), balls_.size());
}

TEST_F(ATable, WithTwoBallsSaysNothingOfTheirSize) {
  balls_.resize(2);

  EXPECT_EQ(locate_on(1.25).ball_scale, 1.0);
}

TEST_F(ATable, WithTwoBallsDoesNotTakeItsPocketsForMore) {
  balls_.resize(2);
  Renderer above({}, small_camera(), {});

  EXPECT_EQ(locate(above.render(balls_), {}).ball_scale, 1.0);
}

}  // namespace
}  // namespace billiard::vision
