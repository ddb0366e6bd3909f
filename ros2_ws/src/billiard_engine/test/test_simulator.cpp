// SPDX-License-Identifier: Apache-2.0
#include "billiard_engine/simulator.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

namespace billiard {
namespace {

constexpr double kRadius = BallProperties{}.radius;

template <typename Scalar = double>
BasicBall<Scalar> at(double x, double y) {
  BasicBall<Scalar> ball;
  ball.position = Vec3<double>{x, y, kRadius}.cast<Scalar>();
  return ball;
}

/// A cue ball and a loose rack of six, off the table's axes: a busy shot.
template <typename Scalar = double>
std::vector<BasicBall<Scalar>> layout(double sign = 1.0) {
  std::vector<BasicBall<Scalar>> balls;
  const double xy[][2] = {{-0.7, 0.1},  {0.3, 0.02},  {0.36, 0.06}, {0.36, -0.03},
                          {0.43, 0.09}, {0.43, 0.01}, {0.9, 0.5},   {-0.2, -0.4}};
  for (const auto& p : xy) balls.push_back(at<Scalar>(p[0], sign * p[1]));
  return balls;
}

Shot busy_shot(double sign = 1.0) {
  return {.speed = 6.0, .azimuth = sign * -0.07, .offset_side = sign * 0.2, .offset_height = 0.1};
}

Result play(const Table& table, const Physics& physics, double sign = 1.0,
            Recorder* recorder = nullptr) {
  Simulator simulator{table, physics};
  simulator.reset(layout(sign));
  simulator.strike(busy_shot(sign));
  return simulator.run({}, recorder);
}

void expect_same_bits(const Result& a, const Result& b) {
  EXPECT_EQ(a.status, b.status);
  EXPECT_EQ(a.time, b.time);
  for (int i = 0; i < a.ball_count; ++i) {
    const Ball& p = a.balls[static_cast<std::size_t>(i)];
    const Ball& q = b.balls[static_cast<std::size_t>(i)];
    EXPECT_EQ(p.position, q.position) << i;
    EXPECT_EQ(p.velocity, q.velocity) << i;
    EXPECT_EQ(p.spin, q.spin) << i;
    EXPECT_EQ(p.motion, q.motion) << i;
    EXPECT_EQ(p.pocket, q.pocket) << i;
  }
}

class SimulatorTest : public testing::Test {
 protected:
  Physics physics_;
  Table table_ = build_table({}, kRadius);
};

TEST_F(SimulatorTest, EndsWithEverythingAtRest) {
  Recorder recorder;
  const Result r = play(table_, physics_, 1.0, &recorder);

  EXPECT_EQ(r.status, Status::kRest);
  EXPECT_GT(r.contact_steps, 0);
  EXPECT_GT(r.free_steps, 0);
  int contacts = 0;
  for (const Event& e : recorder.events()) contacts += e.kind == EventKind::kBallBall ? 1 : 0;
  EXPECT_GT(contacts, 3) << "a shot that tests nothing";
  for (int i = 0; i < r.ball_count; ++i) {
    const Ball& ball = r.balls[static_cast<std::size_t>(i)];
    EXPECT_EQ(ball.velocity.norm() + ball.spin.norm(), 0.0) << i;
  }
}

TEST_F(SimulatorTest, GivesTheSameBitsEveryTime) {
  const Result first = play(table_, physics_);
  expect_same_bits(first, play(table_, physics_));
  // Also from a simulator that has played other shots.
  Simulator used{table_, physics_};
  used.reset(layout());
  used.strike({.ball = 1, .speed = 2.0, .azimuth = 2.0});
  (void)used.run();
  used.reset(layout());
  used.strike(busy_shot());
  expect_same_bits(first, used.run());
}

TEST_F(SimulatorTest, MirroredShotGivesMirroredBits) {
  const Result a = play(table_, physics_, 1.0);
  const Result b = play(table_, physics_, -1.0);

  EXPECT_EQ(a.time, b.time);
  for (int i = 0; i < a.ball_count; ++i) {
    const Ball& p = a.balls[static_cast<std::size_t>(i)];
    const Ball& q = b.balls[static_cast<std::size_t>(i)];
    EXPECT_EQ(p.position.x(), q.position.x()) << i;
    EXPECT_EQ(p.position.y(), -q.position.y()) << i;
    EXPECT_EQ(p.motion, q.motion) << i;
  }
}

TEST_F(SimulatorTest, RunInPiecesEqualsRunAtOnce) {
  const Result whole = play(table_, physics_);
  Simulator simulator{table_, physics_};
  simulator.reset(layout());
  simulator.strike(busy_shot());
  for (int i = 1; i <= 20000; ++i) (void)simulator.run({.time = 0.0001 * i});  // within contacts
  expect_same_bits(whole, simulator.run());
}

TEST_F(SimulatorTest, RecorderDoesNotChangeTheResult) {
  Recorder recorder(0.01, 2000);
  expect_same_bits(play(table_, physics_), play(table_, physics_, 1.0, &recorder));
  EXPECT_GT(recorder.samples().size(), 100U);
}

TEST_F(SimulatorTest, EventsAreInOrderAndBeginWithTheStroke) {
  Recorder recorder;
  (void)play(table_, physics_, 1.0, &recorder);
  ASSERT_FALSE(recorder.events().empty());
  EXPECT_EQ(recorder.events().front().kind, EventKind::kStrike);
  // Two groups of one window are stepped one after the other: 64 contact steps at most.
  const double window = 64 * physics_.steps.contact;
  double before = 0.0;
  for (const Event& e : recorder.events()) {
    EXPECT_GE(e.time, before - window) << name(e.kind);
    before = std::max(before, e.time);
  }
}

TEST_F(SimulatorTest, TimeLimitIsAStatus) {
  Simulator simulator{table_, physics_};
  simulator.reset(layout());
  simulator.strike(busy_shot());
  const Result r = simulator.run({.time = 0.25});
  EXPECT_EQ(r.status, Status::kTimeLimit);
  EXPECT_EQ(r.time, 0.25);
  EXPECT_GT(r.balls[0].velocity.norm(), 0.0);
}

TEST_F(SimulatorTest, SpinWithoutFrictionIsNoRest) {
  physics_.cloth.friction = 0.0;
  Simulator simulator{table_, physics_};
  Ball ball = at(0.1, 0.1);
  ball.spin.z() = 50.0;
  simulator.reset(std::vector<Ball>{ball});
  const Result r = simulator.run({.time = 3.0});

  EXPECT_EQ(r.status, Status::kTimeLimit);
  EXPECT_EQ(r.balls[0].motion, Motion::kSpinning);
  EXPECT_EQ(r.balls[0].spin.z(), 50.0);
}

TEST_F(SimulatorTest, SamplesDoNotChangeTheResultOfASingleRate) {
  Physics compliant = physics_;
  compliant.cloth.contact = ClothContact::kCompliant;
  for (const Physics& physics : {physics_, compliant}) {
    const auto run = [&](Recorder* recorder) {
      Simulator simulator{table_, physics, Stepping::kSingleRate};
      simulator.reset(std::vector<Ball>{at(0.0, 0.0), at(0.2, 0.01)});
      simulator.strike({.speed = 0.4});
      return simulator.run({.time = 3.0}, recorder);
    };
    Recorder samples(0.01, 400);
    expect_same_bits(run(nullptr), run(&samples));
  }
}

TEST_F(SimulatorTest, StepLimitIsAStatus) {
  Simulator simulator{table_, physics_};
  simulator.reset(layout());
  simulator.strike(busy_shot());
  const Result r = simulator.run({.steps = 100});
  EXPECT_EQ(r.status, Status::kStepLimit);
  // One more window of contact steps may have been under way.
  EXPECT_LE(r.free_steps + r.contact_steps, 100 + 64 + 2);
  expect_same_bits(simulator.run(), play(table_, physics_));
}

TEST_F(SimulatorTest, NoBallsAreAtRest) {
  Simulator simulator{table_, physics_};
  simulator.reset({});
  const Result r = simulator.run();
  EXPECT_EQ(r.status, Status::kRest);
  EXPECT_EQ(r.ball_count, 0);
  EXPECT_FALSE(simulator.strike({.ball = 0, .speed = 1.0}));
}

TEST_F(SimulatorTest, IgnoresAStrokeOnNoBall) {
  Simulator simulator{table_, physics_};
  simulator.reset(layout());
  EXPECT_FALSE(simulator.strike({.ball = 8, .speed = 1.0}));
  EXPECT_FALSE(simulator.strike({.ball = -1, .speed = 1.0}));
  EXPECT_EQ(simulator.run().time, 0.0);
}

TEST_F(SimulatorTest, BallAimedAtAPocketFalls) {
  for (int i = 0; i < table_.pocket_count; ++i) {
    const Pocket& pocket = table_.pockets[static_cast<std::size_t>(i)];
    const Vec2<double> from = pocket.mouth - 0.4 * pocket.inward;
    const std::vector<Ball> balls{at(from.x(), from.y())};
    Simulator simulator{table_, physics_};
    simulator.reset(balls);
    simulator.strike({.speed = 1.0, .azimuth = std::atan2(pocket.inward.y(), pocket.inward.x())});
    const Result r = simulator.run();
    EXPECT_EQ(r.balls[0].motion, Motion::kPocketed) << i;
    EXPECT_EQ(r.balls[0].pocket, i);
  }
}

TEST_F(SimulatorTest, HardElevatedStrokeJumpsAndLands) {
  Simulator simulator{table_, physics_};
  simulator.reset(std::vector<Ball>{at(-0.6, 0.0)});
  simulator.strike({.speed = 4.0, .elevation = 0.6});
  Recorder recorder(1e-3, 4000);
  const Result r = simulator.run({}, &recorder);
  double highest = 0.0;
  for (const auto& s : recorder.samples()) highest = std::max(highest, s.balls[0].position.z());
  EXPECT_GT(highest, kRadius + 0.01);
  EXPECT_EQ(r.status, Status::kRest);
  EXPECT_EQ(r.balls[0].position.z(), kRadius);
}

TEST_F(SimulatorTest, BallThatFliesOverTheRailIsOffTheTable) {
  Ball flying = at(1.0, 0.0);
  flying.velocity = {3.0, 0.0, 1.5};
  Simulator simulator{table_, physics_};
  simulator.reset(std::vector<Ball>{flying});
  const Result r = simulator.run();
  EXPECT_EQ(r.balls[0].motion, Motion::kOffTable);
  EXPECT_EQ(r.status, Status::kRest);
}

TEST_F(SimulatorTest, SingleRateAgreesWithMultiRate) {
  // One collision, then the balls roll: two ways to step the same equations. Both leave a contact
  // with an error of some 0.1 % in speed.
  constexpr double kTolerance = 3e-3;  // m, after paths of about a metre
  const std::vector<Ball> balls{at(-0.3, 0.0), at(0.1, 0.02)};
  TableSpec spec;
  spec.endless = true;
  const Table endless = build_table(spec, kRadius);
  Result r[2];
  for (const Stepping stepping : {Stepping::kMultiRate, Stepping::kSingleRate}) {
    Simulator simulator{endless, physics_, stepping};
    simulator.reset(balls);
    simulator.strike({.speed = 1.2, .offset_height = 0.1});
    r[static_cast<int>(stepping)] = simulator.run({.time = 1.5});
  }
  EXPECT_GT(r[0].balls[1].position.x(), 0.8);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_NEAR(r[0].balls[i].position.x(), r[1].balls[i].position.x(), kTolerance) << i;
    EXPECT_NEAR(r[0].balls[i].position.y(), r[1].balls[i].position.y(), kTolerance) << i;
  }
}

TEST_F(SimulatorTest, SingleRateComesToRestAtTheSameTime) {
  TableSpec spec;
  spec.endless = true;
  const Table endless = build_table(spec, kRadius);
  Result r[2];
  for (const Stepping stepping : {Stepping::kMultiRate, Stepping::kSingleRate}) {
    Simulator simulator{endless, physics_, stepping};
    simulator.reset(std::vector<Ball>{at(0.0, 0.0)});
    simulator.strike({.speed = 0.5, .offset_side = 0.2});
    r[static_cast<int>(stepping)] = simulator.run();
    EXPECT_EQ(r[static_cast<int>(stepping)].status, Status::kRest);
  }
  EXPECT_NEAR(r[0].time, r[1].time, 0.02);
  EXPECT_NEAR(r[0].balls[0].position.x(), r[1].balls[0].position.x(), 1e-4);
  EXPECT_NEAR(r[0].balls[0].position.y(), r[1].balls[0].position.y(), 1e-4);
}

TEST_F(SimulatorTest, FloatIsCloseToDoubleUntilChaosSetsIn) {
  // One rail and one collision; float carries seven digits.
  constexpr double kTolerance = 2e-3;  // m
  const Shot shot{.speed = 1.5, .azimuth = 0.05, .offset_height = 0.2};
  Simulator exact{table_, physics_};
  exact.reset(std::vector<Ball>{at(-0.5, 0.0), at(0.2, 0.05)});
  exact.strike(shot);
  const Result d = exact.run();
  BasicSimulator<float> coarse{table_, physics_};
  coarse.reset(std::vector<BasicBall<float>>{at<float>(-0.5, 0.0), at<float>(0.2, 0.05)});
  coarse.strike(shot);
  const BasicResult<float> f = coarse.run();
  EXPECT_EQ(f.status, Status::kRest);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_NEAR(static_cast<double>(f.balls[i].position.x()), d.balls[i].position.x(), kTolerance);
    EXPECT_NEAR(static_cast<double>(f.balls[i].position.y()), d.balls[i].position.y(), kTolerance);
  }
}

TEST_F(SimulatorTest, FloatPlaysABusyShotToRest) {
  BasicSimulator<float> simulator{table_, physics_};
  simulator.reset(layout<float>());
  simulator.strike(busy_shot());
  const BasicResult<float> r = simulator.run();
  EXPECT_EQ(r.status, Status::kRest);
  for (int i = 0; i < r.ball_count; ++i) {
    const auto& ball = r.balls[static_cast<std::size_t>(i)];
    EXPECT_TRUE(ball.position.allFinite());
    if (ball.in_play()) {
      EXPECT_LT(std::abs(ball.position.x()), 1.3F) << i;
      EXPECT_LT(std::abs(ball.position.y()), 0.7F) << i;
    }
  }
}

TEST_F(SimulatorTest, RefusesImpossiblePhysics) {
  const auto refused = [this](auto change) {
    Physics p;
    change(p);
    try {
      Simulator simulator{table_, p};
      return std::string{};
    } catch (const std::invalid_argument& error) {
      return std::string{error.what()};
    }
  };
  EXPECT_NE(refused([](Physics& p) { p.ball.mass = 0.0; }).find("ball.mass"), std::string::npos);
  EXPECT_NE(refused([](Physics& p) { p.ball_ball.restitution = 1.2; }).find("ball_ball.rest"),
            std::string::npos);
  EXPECT_NE(refused([](Physics& p) {
              p.cloth.friction = std::numeric_limits<double>::quiet_NaN();
            }).find("cloth.friction"),
            std::string::npos);
  EXPECT_NE(refused([](Physics& p) { p.steps.contact = 0.0; }).find("steps.contact"),
            std::string::npos);
  EXPECT_NE(refused([](Physics& p) { p.steps.contact = 2.0 * p.steps.free; }).find("steps.contact"),
            std::string::npos);
  EXPECT_NE(refused([](Physics& p) {
              p.ball_ball.law = static_cast<NormalLaw>(99);
            }).find("ball_ball.law"),
            std::string::npos);
  EXPECT_EQ(refused([](Physics&) {}), "");
}

TEST_F(SimulatorTest, RefusesATableThatDoesNotFitTheBalls) {
  // A nose above the ball's top or below the cloth can never be touched.
  Physics big;
  big.ball.radius = 0.1;
  EXPECT_THROW((Simulator{table_, big}), std::invalid_argument);
  Physics small;
  small.ball.radius = 0.01;
  EXPECT_THROW((Simulator{table_, small}), std::invalid_argument);
}

}  // namespace
}  // namespace billiard
