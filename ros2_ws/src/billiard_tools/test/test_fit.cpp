// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "billiard_engine/fields.hpp"
#include "billiard_engine/files/file_error.hpp"
#include "billiard_engine/files/settings.hpp"
#include "fit/adjustable_physics.hpp"
#include "fit/physics_fit.hpp"
#include "fit/session_shots.hpp"
#include "observed_shots.hpp"

namespace billiard {
namespace {

using ::testing::HasSubstr;

class Fit : public ::testing::Test {
 protected:
  void TearDown() override { std::filesystem::remove(path_); }

  void write(const std::string& text) { std::ofstream(path_) << text; }

  std::string message(const std::string& text) {
    write(text);
    try {
      (void)load_trajectories(path_);
    } catch (const FileError& e) {
      return e.what();
    }
    return "accepted";
  }

  const std::string path_ = ::testing::TempDir() + "fit_" + std::to_string(::getpid()) + ".json";
};

/// The carom table with physics that its file does not have.
Settings other_table() {
  Settings truth = load_settings("carom_10ft");
  truth.physics.cloth.friction = 0.17;
  truth.physics.cloth.rolling = 0.42;
  truth.physics.ball_ball.restitution = 0.93;
  truth.physics.ball_cushion.restitution = 0.87;
  truth.physics.ball_cushion.friction = 0.2;
  return truth;
}

std::vector<ShotModel> models(const Settings& settings, const std::vector<ObservedShot>& shots) {
  std::vector<ShotModel> list;
  const double noise = position_noise(shots);
  for (const ObservedShot& shot : shots) {
    list.emplace_back(settings.table, shot, settings.physics.ball.radius, noise);
  }
  return list;
}

double true_value(const Settings& truth, const std::string& field) {
  Physics physics = truth.physics;
  for (const NumberField<Physics>& f : physics_numbers()) {
    if (f.name == field) return f.member(physics);
  }
  throw std::invalid_argument(field);
}

struct Found {
  std::string field;
  double value = 0.0;
  double sigma = 0.0;
  double truth = 0.0;

  [[nodiscard]] bool surprising() const { return std::abs(value - truth) > 2.0 * sigma; }
};

std::vector<Found> fitted_values(unsigned seed, int shots) {
  const Settings truth = other_table();
  const Settings guess = load_settings("carom_10ft");
  const PhysicsFit fit = fit_physics(models(guess, record_shots(truth, shots, {.seed = seed})),
                                     guess.table, guess.physics, 2.4, [](double) {});
  std::vector<Found> list;
  for (const FittedValue& v : fit.values) {
    list.push_back({v.field, v.value, v.sigma, true_value(truth, v.field)});
    std::printf("%-26s %.5f ± %.5f, truth %.5f\n", v.field, v.value, v.sigma, list.back().truth);
  }
  return list;
}

TEST_F(Fit, FindsThePhysicsThatMadeTheRecording) {
  int surprising = 0;
  for (const Found& found : fitted_values(7, 8)) {
    constexpr double kAllowed = 0.02;  // of the value; the least known, rolling, has sigma 0.6 %
    EXPECT_LT(std::abs(found.value / found.truth - 1.0), kAllowed) << found.field;
    surprising += found.surprising() ? 1 : 0;
  }
  EXPECT_LE(surprising, 2);
}

TEST_F(Fit, IsAsUncertainAsItSays) {
  if (std::getenv("BILLIARD_FULL_TESTS") == nullptr) {
    GTEST_SKIP() << "takes minutes: set BILLIARD_FULL_TESTS=1";
  }
  int within = 0;
  int count = 0;
  for (unsigned seed = 1; seed <= 12; ++seed) {
    for (const Found& found : fitted_values(seed, 8)) {
      within += found.surprising() ? 0 : 1;
      ++count;
    }
  }
  std::printf("%d of %d within two sigma\n", within, count);
  // 95 % are promised; shots of many contacts bend the cost more than its curvature tells.
  EXPECT_GT(within, 0.8 * count);
}

/// What a robot knows of its own stroke: the tip hits the ball 0.5 mm beside where it should.
StrokePrior own_stroke(const Ball& cue, double radius, std::mt19937& random) {
  const double rolling = cue.velocity.norm() / radius;
  const double spread = 2.5 * 0.0005 / radius;  // spin of a tip offset, as part of rolling
  std::normal_distribution<double> error{0.0, spread};
  StrokePrior prior;
  prior.follow = cue.spin.head<2>().norm() / rolling + error(random);
  prior.follow_spread = spread;
  prior.side = cue.spin.z() + rolling * error(random);
  prior.side_spread = rolling * spread;
  return prior;
}

/// Median distance of the cue ball from where it was predicted 1 s after the strike [m], for a
/// robot's shots on `world` that are tracked for 0.4 s and predicted with `believed`.
double error_after_a_second(const Settings& world, const Settings& believed) {
  constexpr double kSeen = 0.4;
  constexpr double kPeriod = 1.0 / 60.0;
  const RecordedAs tracked{.period = kPeriod, .noise = 3e-4, .until = 1.1, .rests = 60, .seed = 99};
  const double radius = world.physics.ball.radius;
  std::mt19937 random{tracked.seed};
  std::vector<double> errors;
  Simulator simulator(believed.table, believed.physics);
  for (int i = 0; i < 25; ++i) {
    const std::vector<Ball> balls = random_shot(world, random);
    ShotModel shot(believed.table, record(world, balls, tracked, random), radius, tracked.noise);
    shot.set_prior(own_stroke(balls[0], radius, random));
    Start start;
    (void)fit_start(shot, simulator, {.until = kSeen}, start);
    const double error = shot.cue_error(simulator, start, 1.0 - kPeriod, 1.0);
    if (std::isfinite(error)) errors.push_back(error);  // else it is in a pocket
  }
  std::sort(errors.begin(), errors.end());
  return errors.at(errors.size() / 2);
}

TEST_F(Fit, FiveShotsMakeUpForPhysicsTenPercentOff) {
  const Settings believed = load_settings("pool_9ft");
  Settings world = believed;
  world.physics.cloth.friction *= 1.1;
  world.physics.cloth.rolling *= 0.9;
  world.physics.ball_ball.restitution *= 0.9;
  world.physics.ball_cushion.restitution *= 0.9;
  world.physics.ball_cushion.friction *= 1.1;
  const RecordedAs tracked{
      .period = 1.0 / 60.0, .noise = 3e-4, .until = 2.5, .rests = 60, .seed = 3};
  Settings fitted = believed;

  fitted.physics = fit_physics(models(believed, record_shots(world, 5, tracked)), believed.table,
                               believed.physics, 2.5, [](double) {})
                       .physics;

  const double matched = error_after_a_second(world, world);
  const double after = error_after_a_second(world, fitted);
  const double before = error_after_a_second(world, believed);
  std::printf("1 s after the strike: matched %.3f mm, 10 %% off %.3f mm, fitted %.3f mm\n",
              1e3 * matched, 1e3 * before, 1e3 * after);
  EXPECT_LE(matched, 0.005);
  EXPECT_LE(after, 2.0 * matched);
  EXPECT_GT(before, 2.0 * matched);  // else there was nothing to make up for
}

TEST_F(Fit, FindsTheStartOfAShot) {
  const Settings settings = load_settings("carom_10ft");
  Simulator simulator(settings.table, settings.physics);
  for (const ShotModel& shot : models(settings, record_shots(settings, 5, {}))) {
    Start start;
    (void)fit_start(shot, simulator, {.until = 2.4}, start);

    constexpr double kAllowed = 0.0015;  // RMS distance, with 0.5 mm of noise in x and in y [m]
    EXPECT_LT(shot.cue_error(simulator, start, 0.0, 2.4), kAllowed);
  }
}

/// What most strokes have in common shows: players strike with a cue that slopes.
TEST_F(Fit, LearnsTheSlopeOfTheCue) {
  constexpr double kSlope = 0.1;
  const Settings settings = load_settings("carom_10ft");
  const double radius = settings.physics.ball.radius;
  std::mt19937 random{3};
  std::vector<ObservedShot> shots;
  for (int i = 0; i < 12; ++i) {
    std::vector<Ball> balls = random_shot(settings, random);
    Ball& cue = balls[0];
    cue.spin.z() = (i % 2 == 0 ? 0.6 : -0.6) * cue.velocity.norm() / radius;
    cue.spin += kSlope * cue.spin.z() * cue.velocity / cue.velocity.norm();
    shots.push_back(record(settings, balls, {.until = 0.8}, random));
  }
  const PhysicsFit fit =
      fit_physics(models(settings, shots), settings.table, settings.physics, 0.8, [](double) {});
  EXPECT_NEAR(fit.slope, kSlope, 0.02);
}

/// A stroke along the table, with side spin from a cue that slopes.
std::vector<Ball> bent_stroke(double radius, double side, double slope) {
  constexpr double kSpeed = 2.5;
  std::vector<Ball> balls(3);
  balls[0].position = {-1.2, 0.1, radius};
  balls[1].position = {1.2, -0.4, radius};
  balls[2].position = {1.2, 0.5, radius};
  balls[0].velocity = {kSpeed, 0.0, 0.0};
  balls[0].spin = kSpeed / radius * Vec3<double>{slope * side, 0.4, side};
  return balls;
}

/// By how much side spin is mistaken in the mean, as part of rolling, by what shows in 0.4 s.
double side_error(const Settings& settings, double slope, double believed) {
  const RecordedAs as{.until = 0.4};
  const double radius = settings.physics.ball.radius;
  Simulator simulator(settings.table, settings.physics);
  StrokePrior prior;
  prior.slope = believed;
  std::mt19937 random{as.seed};
  double sum = 0.0;
  constexpr int kShots = 20;
  for (int i = 0; i < kShots; ++i) {
    const double side = i % 2 == 0 ? 0.6 : -0.6;
    ShotModel shot(settings.table, record(settings, bent_stroke(radius, side, slope), as, random),
                   radius, as.noise);
    shot.set_prior(prior);
    Start start;
    (void)fit_start(shot, simulator, {.until = as.until}, start);
    sum += std::abs(shot.spin(start).side - side);
  }
  return sum / kShots;
}

TEST_F(Fit, TellsTheSideByTheBendOfTheWay) {
  const Settings settings = load_settings("carom_10ft");
  const double known = side_error(settings, 0.1, 0.1);
  const double unknown = side_error(settings, 0.1, 0.0);
  std::printf("side spin mistaken by %.2f, by %.2f where the slope is not known\n", known, unknown);
  EXPECT_LT(known, 0.7 * unknown);
}

TEST_F(Fit, KnowsTheNoiseOfARecording) {
  const Settings settings = load_settings("carom_10ft");
  for (const double noise : {3e-4, 1e-3, 3e-3}) {
    EXPECT_NEAR(position_noise(record_shots(settings, 3, {.noise = noise})), noise, 0.15 * noise);
  }
}

TEST_F(Fit, SeesThatABallRested) {
  BallTrack track{"red", {0.0, 0.95, 0.97, 0.99}, {{0, 0}, {0.01, 0}, {0.05, 0}, {0.09, 0}}};

  fill_rests(track);

  ASSERT_EQ(track.time.size(), 12u);  // 0.1, 0.2 … 0.8 s are new
  EXPECT_NEAR(track.time[8], 0.8, 1e-9);
  EXPECT_EQ(track.position[8], Vec2<double>(0, 0));
  EXPECT_EQ(track.time[9], 0.95);
}

TEST_F(Fit, AddsNothingWhereABallWasLostOnItsWay) {
  BallTrack track{"red", {0.0, 1.0, 1.02}, {{0, 0}, {0.5, 0}, {0.51, 0}}};

  fill_rests(track);

  EXPECT_EQ(track.time.size(), 3u);
}

/// What a tracker tells of a shot: a second of rest, the shot, then rest again.
void add_session(const ObservedShot& shot, std::vector<session::BallsMoment>& moments) {
  constexpr double kPeriod = 0.02;
  constexpr int kRests = 60;
  const double begin = moments.empty() ? 0.0 : moments.back().time + kPeriod;
  const int count = static_cast<int>(shot.balls[0].time.size());
  for (int k = -kRests; k < count + kRests; ++k) {
    const auto now = static_cast<std::size_t>(std::clamp(k, 0, count - 1));
    session::BallsMoment moment;
    moment.time = begin + kPeriod * (k + kRests);
    moment.at_rest = k <= 0 || k >= count;
    for (const BallTrack& track : shot.balls) {
      Ball ball;
      ball.position << track.position[now], 0.03;
      const std::size_t before = now > 0 ? now - 1 : 0;
      ball.velocity.head<2>() = (track.position[now] - track.position[before]) / kPeriod;
      moment.layout.ids.push_back(track.id);
      moment.layout.balls.push_back(ball);
    }
    moments.push_back(moment);
  }
}

TEST_F(Fit, TakesTheShotsOutOfASession) {
  const Settings settings = load_settings("carom_10ft");
  const std::vector<ObservedShot> played = record_shots(settings, 3, {.noise = 1e-6});
  std::vector<session::BallsMoment> moments;
  for (const ObservedShot& shot : played) add_session(shot, moments);

  const std::vector<ObservedShot> shots =
      shots_of_session(moments, session::find_shots({}, moments));

  ASSERT_EQ(shots.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(shots[i].cue, 0);
    const BallTrack& cue = shots[i].balls[0];
    EXPECT_GT(cue.rests, 30);
    EXPECT_LT((cue.position[0] - played[i].balls[0].position[0]).norm(), 1e-5);
    ASSERT_GT(cue.time.size(), 50u);
    EXPECT_LT((cue.position[50] - played[i].balls[0].position[50]).norm(), 1e-5);
    EXPECT_NEAR(cue.time[50], played[i].balls[0].time[50], 1e-9);
  }
}

TEST_F(Fit, RefusesWhatIsNotARecording) {
  const std::string head = R"({"table_m": [2.84, 1.42], "ball_diameter_m": 0.0615, "shots": )";

  EXPECT_THAT(message("nothing"), HasSubstr("is not JSON"));
  EXPECT_THAT(message(R"({"table_m": [2.84]})"), HasSubstr("[length, width]"));
  EXPECT_THAT(message(R"({"table_m": [2.84, -1]})"), HasSubstr("table_m[1] is -1"));
  EXPECT_THAT(message(head + "[]}"), HasSubstr("no shot in which a ball moves"));
  EXPECT_THAT(
      message(head + R"([{"balls": {"a": {"t_s": [0, 0], "x_m": [0, 1], "y_m": [0, 1]}}}]})"),
      HasSubstr("shots[0].balls.a.t_s[1] does not come after"));
  EXPECT_THAT(message(head + R"([{"balls": {"a": {"t_s": [0], "x_m": [0, 1], "y_m": [0]}}}]})"),
              HasSubstr("1 times, 2 x and 1 y"));
}

TEST_F(Fit, BeginsWhenTheFirstBallMoves) {
  ObservedShot shot;
  shot.balls.push_back({"red", {0.0, 1.0, 2.0}, {{1, 0}, {1.002, 0}, {1.1, 0}}});
  shot.balls.push_back({"white", {0.0, 0.5, 1.0, 1.1}, {{0, 0}, {0, 0.001}, {0, 0.002}, {0, 0.3}}});

  ASSERT_TRUE(begin_at_strike(shot));

  EXPECT_EQ(shot.cue, 1);
  EXPECT_EQ(shot.balls[1].time.size(), 2u);
  EXPECT_NEAR(shot.balls[1].position[0].y(), 0.001, 1e-12);
  EXPECT_NEAR(shot.balls[1].time[1], 0.1, 1e-12);
  EXPECT_NEAR(shot.balls[0].position[0].x(), 1.001, 1e-12);
  EXPECT_NEAR(shot.balls[0].time[1], 1.0, 1e-12);
}

TEST_F(Fit, BeginsAtTheStrikeWhereTheRestWasLeftOut) {
  ObservedShot shot;
  shot.balls.push_back({"red", {0.0, 9.0}, {{1, 0}, {1, 0}}});
  shot.balls.push_back(
      {"white", {0.0, 6.66, 6.7, 6.74}, {{0, 0}, {0.04, 0}, {0.08, 0}, {0.12, 0}}});

  ASSERT_TRUE(begin_at_strike(shot));

  EXPECT_NEAR(shot.balls[1].time[1], 0.04, 1e-9);  // 40 mm at 1 m/s
  EXPECT_NEAR(shot.balls[0].time[1], 9.0 - 6.62, 1e-9);
}

TEST_F(Fit, KeepsToPhysicsThatTheEngineTakes) {
  const Settings settings = load_settings("carom_10ft");
  const AdjustablePhysics adjustable(settings.physics);
  for (const double far : {-50.0, 50.0}) {
    const Eigen::VectorXd values = Eigen::VectorXd::Constant(adjustable.size(), far);
    EXPECT_NO_THROW(validate(adjustable.physics(adjustable.limited(values)))) << far;
  }
}

}  // namespace
}  // namespace billiard
