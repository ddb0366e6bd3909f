// SPDX-License-Identifier: Apache-2.0
#include "billiard_planner/planner.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <cstdlib>
#include <iostream>
#include <numbers>

#include "geometry.hpp"
#include "random_layout.hpp"

namespace billiard {
namespace {

bool full_form() { return std::getenv("BILLIARD_FULL_TESTS") != nullptr; }

/// A pot within 70 degrees of cut with nothing in the way, that a level or raised cue can play.
bool has_possible_pot(const Settings& settings, const PlanRequest& request) {
  const Rules rules(request.game, request.ids);
  Scene scene;
  scene.table = &settings.table;
  scene.physics = &settings.physics;
  scene.rules = &rules;
  scene.balls = request.balls;
  scene.in_play = in_play(request.balls);
  for (int p = 0; p < settings.table.pocket_count; ++p) {
    const Pocket& pocket = settings.table.pockets[static_cast<std::size_t>(p)];
    const auto pot = pot_geometry(scene, scene.position(0), scene.position(1), pocket);
    if (pot && pot->cos_cut >= std::cos(70.0 * std::acos(-1.0) / 180.0)) return true;
  }
  return false;
}

TEST(Planner, PotsSingleBallsWithAPerfectCue) {
  const Settings settings = load_settings("pool_9ft");
  Planner planner(settings.table, settings.physics);
  const int wanted = full_form() ? 500 : 40;
  int tried = 0;
  int potted = 0;

  for (std::uint64_t seed = 1; tried < wanted; ++seed) {
    PlanRequest request = random_layout(settings, 1, seed);
    if (!has_possible_pot(settings, request)) continue;
    ++tried;
    request.noise = 0.0;
    request.simulations = 1500;
    const Plan plan = planner.plan(request);
    const bool success = plan.found && planner.play(request, plan.best, 0, -1).success;
    potted += success ? 1 : 0;
    if (!success) {
      std::cerr << "seed " << seed << ": " << plan.reason << "\n";
    }
  }

  EXPECT_GE(potted, 0.99 * wanted);
}

using ::testing::HasSubstr;

class PlannerAnswers : public ::testing::Test {
 protected:
  PlanRequest layout(const std::vector<std::pair<std::string, Point>>& balls) const {
    PlanRequest request;
    request.simulations = 800;
    for (const auto& [id, place] : balls) {
      request.ids.push_back(id);
      Ball ball;
      ball.position = {place.x(), place.y(), settings_.physics.ball.radius};
      request.balls.push_back(ball);
    }
    return request;
  }
  /// A cue ball behind seven stripes, `distance` [m] from it and `apart` [rad] from each other, and
  /// the only solid beyond them; a perfect cue.
  PlanRequest walled(double distance, double apart) const {
    std::vector<std::pair<std::string, Point>> balls = {{"cue", {0.0, 0.0}}, {"1", {0.9, 0.0}}};
    for (int i = -3; i <= 3; ++i) {
      balls.emplace_back(std::to_string(12 + i),
                         distance * Point(std::cos(apart * i), std::sin(apart * i)));
    }
    PlanRequest request = layout(balls);
    request.game = {Game::kEightBall, Group::kSolids};
    request.noise = 0.0;
    return request;
  }
  /// Expects std::invalid_argument that says `part`.
  void expect_refused(const PlanRequest& request, const char* part) {
    try {
      (void)planner_.plan(request);
      ADD_FAILURE() << "not refused: " << part;
    } catch (const std::invalid_argument& e) {
      EXPECT_THAT(e.what(), HasSubstr(part));
    }
  }

  Settings settings_ = load_settings("pool_9ft");
  Planner planner_{settings_.table, settings_.physics, 2};
};

TEST_F(PlannerAnswers, SaysWhyThereIsNoShot) {
  PlanRequest pocketed = layout({{"cue", {0, 0}}, {"1", {0.5, 0}}});
  pocketed.balls[0].motion = Motion::kPocketed;
  PlanRequest moving = layout({{"cue", {0, 0}}, {"1", {0.5, 0}}});
  moving.balls[1].velocity.x() = 0.1;
  PlanRequest foreign = layout({{"cue", {0, 0}}, {"red", {0.5, 0}}});
  foreign.game.game = Game::kEightBall;

  EXPECT_THAT(planner_.plan(layout({{"1", {0, 0}}})).reason, HasSubstr("no cue ball"));
  EXPECT_THAT(planner_.plan(layout({{"cue", {0, 0}}})).reason, HasSubstr("all balls are pocketed"));
  EXPECT_THAT(planner_.plan(pocketed).reason, HasSubstr("cue ball is not on the table"));
  EXPECT_THAT(planner_.plan(moving).reason, HasSubstr("still moves"));
  EXPECT_THAT(planner_.plan(foreign).reason, HasSubstr("belongs to eight_ball"));
  EXPECT_FALSE(planner_.plan(foreign).found);
}

TEST_F(PlannerAnswers, RefusesRequestsThatMakeNoSense) {
  PlanRequest target = layout({{"cue", {0, 0}}, {"1", {0.5, 0}}});
  target.target.push_back('7');
  PlanRequest cue = layout({{"cue", {0, 0}}, {"1", {0.5, 0}}, {"2", {0.5, 0.2}}});
  cue.target = "cue";
  PlanRequest alone = layout({{"cue", {0, 0}}});
  alone.target = "cue";
  PlanRequest budget = layout({{"cue", {0, 0}}, {"1", {0.5, 0}}});
  budget.budget = -1.0;

  PlanRequest sigma = layout({{"cue", {0, 0}}, {"1", {0.5, 0}}});
  sigma.position_sigma = 0.5;

  expect_refused(sigma, "position_sigma");
  expect_refused(target, "target is '7'; allowed: 1");
  expect_refused(cue, "target is 'cue'; allowed: 1, 2");
  expect_refused(alone, "target is 'cue'; allowed: none");
  expect_refused(budget, "budget is -1; allowed: 0.001 to 3600 [s]");
  expect_refused(layout({{"cue", {0, 0}}, {"1", {0.03, 0}}}), "overlap by");
  expect_refused(layout({{"cue", {0, 0}}, {"1", {1.5, 0}}}), "too far out");
  expect_refused(layout({{"cue", {0, 0}}, {"cue", {0.5, 0}}}), "given twice");
}

TEST_F(PlannerAnswers, RepeatsForASeedWhateverTheThreads) {
  const PlanRequest request = random_layout(settings_, 5, 11);
  PlanRequest counted = request;
  counted.simulations = 900;
  Planner single(settings_.table, settings_.physics, 1);

  const Plan a = planner_.plan(counted);
  const Plan b = single.plan(counted);

  ASSERT_TRUE(a.found);
  EXPECT_EQ(a.best.shot.azimuth, b.best.shot.azimuth);
  EXPECT_EQ(a.best.shot.speed, b.best.shot.speed);
  EXPECT_EQ(a.best.success_probability, b.best.success_probability);
  EXPECT_EQ(a.simulations, b.simulations);
}

TEST_F(PlannerAnswers, PlaysASafetyWhenTheBallIsHidden) {
  PlanRequest request = layout({{"cue", {0, 0}},
                                {"1", {0.9, 0}},
                                {"9", {0.2, 0}},
                                {"10", {0.2, 0.06}},
                                {"11", {0.2, -0.06}}});
  request.game = {Game::kEightBall, Group::kSolids};

  const Plan plan = planner_.plan(request);

  ASSERT_TRUE(plan.found) << plan.reason;
  EXPECT_NE(plan.best.kind, ShotKind::kDirect);
}

TEST_F(PlannerAnswers, ReachesAWalledBallOverCushions) {
  PlanRequest request = walled(0.13, 0.48);  // one gap, away from the only solid

  const Plan plan = planner_.plan(request);

  ASSERT_TRUE(plan.found) << plan.reason;
  EXPECT_NE(plan.best.kind, ShotKind::kDirect);
  EXPECT_FALSE(planner_.play(request, plan.best, 0, -1).foul);
}

TEST_F(PlannerAnswers, PlaysOnFromTheJawsOfAPocket) {
  // The eight is behind the jaw; no direction of 3 degrees apart leads to it over cushions.
  PlanRequest request = layout({{"cue", {0.0318, -0.6449}},
                                {"8", {0.7512, 0.0042}},
                                {"9", {0.7816, -0.0716}},
                                {"10", {0.7881, 0.2535}},
                                {"11", {0.7304, 0.1963}},
                                {"12", {1.0482, -0.1620}},
                                {"13", {-0.7039, 0.5270}},
                                {"14", {0.5207, 0.2049}},
                                {"15", {-0.1561, 0.0638}}});
  request.game = {Game::kEightBall, Group::kSolids};
  request.simulations = 6000;

  const Plan plan = planner_.plan(request);

  ASSERT_TRUE(plan.found) << plan.reason;
  EXPECT_GT(plan.best.success_probability, 0.02);
}

TEST_F(PlannerAnswers, PlaysAFoulWhenNothingElseIsLeft) {
  PlanRequest request = walled(0.085, 2.0 * std::numbers::pi / 7.0);  // no gap

  const Plan plan = planner_.plan(request);

  ASSERT_TRUE(plan.found) << plan.reason;
  EXPECT_EQ(plan.best.success_probability, 0.0);
  EXPECT_THAT(plan.reason, HasSubstr("It will be a foul"));
  EXPECT_FALSE(planner_.play(request, plan.best, 0, -1).lost);
}

TEST_F(PlannerAnswers, TrustsAThinCutFromCloseByOnlyAsFarAsTheCamera) {
  PlanRequest request = layout({{"cue", {-0.801, 0.065}}, {"1", {-0.857, 0.103}}});
  const auto promised = [&](double sigma) {
    request.position_sigma = sigma;
    const Plan plan = planner_.plan(request);
    double potted = 0.0;
    for (std::int64_t draw = 0; draw < 300; ++draw) {
      potted += planner_.play(request, plan.best, 99, draw).success ? 1.0 / 300.0 : 0.0;
    }
    EXPECT_NEAR(plan.best.success_probability, potted, 0.1) << sigma;
    return plan.best.success_probability;
  };
  request.game.game = Game::kFree;
  request.simulations = 3000;

  EXPECT_GT(promised(0.0), promised(0.002) + 0.1);
}

TEST_F(PlannerAnswers, PotsOnlyTheAskedBall) {
  PlanRequest request = layout({{"cue", {0, 0}}, {"1", {0.5, 0.25}}, {"2", {-0.5, 0.25}}});
  for (const int ball : {1, 2}) {
    request.target = request.ids[static_cast<std::size_t>(ball)];

    const Plan plan = planner_.plan(request);

    ASSERT_TRUE(plan.found) << plan.reason;
    EXPECT_EQ(plan.best.call.target, ball);
  }
}

TEST_F(PlannerAnswers, PotsABallAlongTheRailItTouches) {
  const double at_rail = -0.5 * settings_.table.spec.width + settings_.physics.ball.radius;
  for (const double x : {0.3, 1.1}) {
    PlanRequest request = layout({{"cue", {-0.2, -0.3}}, {"1", {x, at_rail}}});
    request.noise = 0.0;

    const Plan plan = planner_.plan(request);

    ASSERT_TRUE(plan.found);
    EXPECT_EQ(plan.best.kind, ShotKind::kDirect) << plan.reason;
    EXPECT_TRUE(planner_.play(request, plan.best, 0, -1).success) << plan.reason;
  }
}

TEST_F(PlannerAnswers, PotsABallThatTheCueBallTouches) {
  const Point object(0.6, 0.1);
  const Pocket& corner = settings_.table.pockets[static_cast<std::size_t>(PocketId::kCornerPP)];
  const Point way = (corner.mouth - object).normalized();
  // A tenth of a millimetre aside: as good as straight.
  const Point behind = (way + 1e-4 / 0.05715 * Point(-way.y(), way.x())).normalized();
  PlanRequest request = layout({{"cue", object - 0.05715 * behind}, {"1", object}});
  request.noise = 0.0;

  const Plan plan = planner_.plan(request);

  ASSERT_TRUE(plan.found);
  EXPECT_EQ(plan.best.kind, ShotKind::kDirect) << plan.reason;
  EXPECT_TRUE(planner_.play(request, plan.best, 0, -1).success) << plan.reason;
}

TEST_F(PlannerAnswers, AimsWithinHalfATurn) {
  // A safety past a ball that lies along -x, where the angle turns over.
  PlanRequest request = layout({{"cue", {1.096, -0.498}},
                                {"1", {-1.240, -0.475}},
                                {"8", {1.143, -0.179}},
                                {"10", {-0.445, 0.075}},
                                {"11", {-0.932, 0.457}},
                                {"12", {-0.198, 0.472}},
                                {"13", {0.262, 0.534}},
                                {"14", {-0.057, -0.172}},
                                {"15", {0.189, 0.602}}});
  request.game = {Game::kEightBall, Group::kSolids};
  request.simulations = 4000;
  for (request.seed = 1; request.seed <= 4; ++request.seed) {
    const Plan plan = planner_.plan(request);

    ASSERT_EQ(plan.best.kind, ShotKind::kSafety) << plan.reason;
    EXPECT_LE(std::abs(plan.best.shot.azimuth), std::numbers::pi);
  }
}

}  // namespace
}  // namespace billiard
