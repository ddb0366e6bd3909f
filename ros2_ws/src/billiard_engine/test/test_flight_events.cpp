// SPDX-License-Identifier: Apache-2.0
// What is told of balls that leave the cloth and come to rest, with either kind of cloth.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "billiard_engine/simulator.hpp"

namespace billiard {
namespace {

constexpr double kRadius = BallProperties{}.radius;

class FlightEvents : public ::testing::TestWithParam<ClothContact> {
 protected:
  FlightEvents() { physics_.cloth.contact = GetParam(); }

  static Ball at(double x, double y) {
    Ball ball;
    ball.position = {x, y, kRadius};
    return ball;
  }
  static Table endless() {
    TableSpec spec;
    spec.endless = true;
    return build_table(spec, kRadius);
  }
  Result run(const std::vector<Ball>& balls, const std::optional<Shot>& shot, double until = 1e9) {
    Simulator simulator{endless(), physics_};
    simulator.reset(balls);
    if (shot) simulator.strike(*shot);
    return simulator.run({.time = until}, &recorder_);
  }
  std::vector<EventKind> kinds(int ball = 0) const {
    std::vector<EventKind> list;
    for (const Event& e : recorder_.events()) {
      if (e.ball == ball) list.push_back(e.kind);
    }
    return list;
  }
  static void expect_hops(const std::vector<EventKind>& kinds) {
    EXPECT_GE(kinds.size(), 4U);
    for (std::size_t i = 0; i < kinds.size(); ++i) {
      EXPECT_EQ(kinds[i], i % 2 == 0 ? EventKind::kAirborne : EventKind::kLanded) << i;
    }
  }

  Physics physics_;
  Recorder recorder_;
};

TEST_P(FlightEvents, AnElevatedStrokeHopsAndLandsInTurn) {
  const Result r = run({at(0, 0)}, Shot{.speed = 4.0, .elevation = 1.0}, 0.8);

  std::vector<EventKind> seen = kinds();
  EXPECT_EQ(r.status, Status::kTimeLimit);
  ASSERT_FALSE(seen.empty());
  EXPECT_EQ(seen.front(), EventKind::kStrike);
  seen.erase(seen.begin());
  expect_hops(seen);
}

TEST_P(FlightEvents, ABallThrownUpIsAirborneUntilItLands) {
  Ball thrown = at(0, 0);
  thrown.velocity = {1.0, 0.0, 1.0};

  const Result up = run({thrown}, {}, 0.1);
  EXPECT_EQ(up.status, Status::kTimeLimit);
  EXPECT_EQ(up.balls[0].motion, Motion::kAirborne);

  recorder_.clear();
  const Result later = run({thrown}, {}, 0.7);
  EXPECT_NE(later.balls[0].motion, Motion::kAirborne);
  expect_hops(kinds());
}

TEST_P(FlightEvents, RestIsToldOncePerBallThatMoved) {
  const Result r = run({at(0, 0), at(0.3, 0.01), at(0, 0.5)}, Shot{.speed = 0.6});

  EXPECT_EQ(r.status, Status::kRest);
  EXPECT_LT(r.time, 15.0);
  const std::vector<Event>& all = recorder_.events();
  for (const int ball : {0, 1, 2}) {
    const auto rests = std::count_if(all.begin(), all.end(), [&](const Event& e) {
      return e.kind == EventKind::kRest && e.ball == ball;
    });
    EXPECT_EQ(rests, ball < 2 ? 1 : 0) << ball;
    EXPECT_EQ(r.balls[static_cast<std::size_t>(ball)].motion, Motion::kRest);
  }
}

TEST_P(FlightEvents, TimeThatIsOverIsNoRest) {
  const Result r = run({at(0, 0)}, Shot{.speed = 2.0}, 1.0);

  EXPECT_EQ(r.status, Status::kTimeLimit);
  EXPECT_EQ(r.time, 1.0);
  EXPECT_EQ(r.balls[0].motion, Motion::kRolling);
}

TEST_P(FlightEvents, ABallLetGoInTheAirFalls) {
  Ball ball = at(0, 0);
  ball.position.z() = 0.05;
  const Result r = run({ball}, std::nullopt);

  EXPECT_EQ(r.status, Status::kRest);
  EXPECT_EQ(r.balls[0].motion, Motion::kRest);
  EXPECT_GT(r.time, std::sqrt(2.0 * (0.05 - kRadius) / physics_.gravity));
  const double sinks = GetParam() == ClothContact::kCompliant ? 2.4e-6 : 0.0;
  EXPECT_NEAR(r.balls[0].position.z(), kRadius - sinks, 1e-8);
}

TEST(SingleRate, ABallLetGoInTheAirFalls) {
  TableSpec spec;
  spec.endless = true;
  Simulator simulator{build_table(spec, kRadius), {}, Stepping::kSingleRate};
  Ball ball;
  ball.position.z() = 0.05;
  simulator.reset(std::vector<Ball>{ball});

  EXPECT_EQ(simulator.run().status, Status::kRest);
  EXPECT_EQ(simulator.run().balls[0].position.z(), kRadius);
}

TEST(SingleRate, TellsTimeThatIsOverFromRest) {
  TableSpec spec;
  spec.endless = true;
  Simulator simulator{build_table(spec, kRadius), {}, Stepping::kSingleRate};
  Ball ball;
  ball.position.z() = kRadius;
  simulator.reset(std::vector<Ball>{ball});
  simulator.strike({.speed = 0.3});

  EXPECT_EQ(simulator.run({.time = 0.2}).status, Status::kTimeLimit);
  EXPECT_EQ(simulator.run({.steps = 40000}).status, Status::kStepLimit);
  EXPECT_EQ(simulator.run().status, Status::kRest);
}

INSTANTIATE_TEST_SUITE_P(Of, FlightEvents,
                         ::testing::Values(ClothContact::kPermanent, ClothContact::kCompliant));

}  // namespace
}  // namespace billiard
