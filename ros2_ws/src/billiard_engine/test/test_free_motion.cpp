// SPDX-License-Identifier: Apache-2.0
#include "cloth/free_motion.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "billiard_engine/fields.hpp"

namespace billiard {
namespace {

constexpr double kBaseStep = 1e-3;  // default Steps::free [s]
constexpr double kAllowed = 20e-6;  // position error of the default step [m]
constexpr double kFinerBy = 100.0;

struct Start {
  double vx, vy, wx, wy, wz;
};

// Initial conditions of Kudra et al. 2016, Figs. 6–10.
constexpr Start kFigures[] = {{0, 1, -50, 0, 0},
                              {0, 1, -50, 5, 0},
                              {0, 1, 150, 5, 0},
                              {0, 1, -50, -3.5, -150},
                              {0, 1, 150, 0, -150}};

Physics kudra(ClothLaw law = ClothLaw::kPade) {
  Physics p;
  p.ball.radius = 0.02;
  p.cloth.law = law;
  p.cloth.contact_radius = 0.003;
  p.cloth.rolling = 1.0;
  return p;
}

/// Runs one ball on an endless cloth and can stop at chosen times.
class Runner {
 public:
  Runner(const Physics& physics, const Start& start, double base = kBaseStep)
      : model_(physics, base) {
    Ball ball;
    ball.velocity = {start.vx, start.vy, 0};
    ball.spin = {start.wx, start.wy, start.wz};
    state_ = to_cloth(model_, ball);
  }

  /// Advances to `time` or to rest.
  void run_to(double time) {
    while (!rests_) {
      const FreePlan<double> plan = plan_free_motion(model_, state_, level_);
      if (plan.motion == Motion::kRest) {
        rests_ = true;
        break;
      }
      const double left = time - time_;
      if (plan.duration > left) {
        state_at_stop_ = advance_free(model_, state_, plan, left);
        return;
      }
      state_ = advance_free(model_, state_, plan, plan.duration);
      time_ += plan.duration;
      level_ = plan.level;
      ++steps_;
      check_energy();
    }
    state_at_stop_ = state_;
  }

  [[nodiscard]] const ClothState<double>& state() const { return state_at_stop_; }
  [[nodiscard]] bool rests() const { return rests_; }
  [[nodiscard]] int steps() const { return steps_; }
  [[nodiscard]] double energy_growth() const { return energy_growth_; }

 private:
  void check_energy() {
    Ball b;
    from_cloth(model_, state_, b);
    const double energy =
        0.5 * b.velocity.squaredNorm() + 0.2 * model_.radius * model_.radius * b.spin.squaredNorm();
    energy_growth_ = std::max(energy_growth_, energy - last_energy_);
    last_energy_ = energy;
  }

  ClothModel<double> model_;
  ClothState<double> state_;
  ClothState<double> state_at_stop_;
  double time_ = 0.0;
  int level_ = 0;
  int steps_ = 0;
  bool rests_ = false;
  double last_energy_ = 1e9;
  double energy_growth_ = -1e9;
};

double largest_error(const Physics& physics, const Start& start, double base = kBaseStep) {
  Runner coarse{physics, start, base};
  Runner fine{physics, start, kBaseStep / kFinerBy};
  double error = 0.0;
  for (const double time : {0.3, 1.0, 2.0, 4.0, 1e4}) {
    coarse.run_to(time);
    fine.run_to(time);
    error = std::max(
        error, std::hypot(coarse.state().x - fine.state().x, coarse.state().y - fine.state().y));
  }
  return error;
}

std::vector<Start> random_starts(int count) {
  std::mt19937 random{20161};
  std::uniform_real_distribution<double> unit{-1.0, 1.0};
  std::vector<Start> starts;
  for (int i = 0; i < count; ++i) {
    const double speed = 12.0 * std::abs(unit(random));
    const double azimuth = M_PI * unit(random);
    const double spin = 400.0 * std::abs(unit(random));
    const double z = unit(random);
    const double around = M_PI * unit(random);
    const double flat = spin * std::sqrt(1.0 - z * z);
    starts.push_back({speed * std::cos(azimuth), speed * std::sin(azimuth), flat * std::cos(around),
                      flat * std::sin(around), spin * z});
  }
  return starts;
}

TEST(FreeMotion, ReachesTheCheckValuesOfFigures6To8) {
  constexpr double kPrinted = 0.6e-5;  // check values are given to five decimals [m]
  const auto at = [](int figure, double time) {
    Runner run{kudra(), kFigures[figure]};
    run.run_to(time);
    return run.state();
  };

  EXPECT_NEAR(at(0, 1.0).y, 0.89489, kPrinted);
  EXPECT_NEAR(at(0, 2.0).y, 1.57957, kPrinted);
  EXPECT_NEAR(at(0, 1e4).y, 2.37853, kPrinted);
  EXPECT_NEAR(at(1, 1.0).x, 0.02540, kPrinted);
  EXPECT_NEAR(at(1, 1.0).y, 0.89495, kPrinted);
  EXPECT_NEAR(at(2, 0.3).x, 0.00215, kPrinted);
  EXPECT_NEAR(at(2, 0.3).y, 0.21174, kPrinted);
  EXPECT_NEAR(at(2, 1e4).x, 0.01535, kPrinted);
  EXPECT_NEAR(at(2, 1e4).y, 0.12049, kPrinted);
}

TEST(FreeMotion, AgreesWithHundredTimesSmallerStepsOnTheFigures) {
  for (const ClothLaw law : {ClothLaw::kPade, ClothLaw::kPadeFitted, ClothLaw::kExact}) {
    for (const Start& start : kFigures) {
      EXPECT_LT(largest_error(kudra(law), start), kAllowed) << name(law);
    }
  }
}

TEST(FreeMotion, AgreesWithHundredTimesSmallerStepsFromRandomStarts) {
  for (const ClothLaw law : {ClothLaw::kPade, ClothLaw::kExact}) {
    Physics pool;
    pool.cloth.law = law;
    double worst = 0.0;
    for (const Start& start : random_starts(100)) {
      worst = std::max({worst, largest_error(kudra(law), start), largest_error(pool, start)});
    }
    EXPECT_LT(worst, kAllowed) << name(law);
    RecordProperty(name(law), std::to_string(worst * 1e6) + " um");
    std::printf("%s: worst %.2f um\n", name(law), worst * 1e6);
  }
}

double longest_allowed_step() {
  for (const auto& field : physics_numbers()) {
    if (std::string(field.name) == "steps.free") return field.max;
  }
  return 0.0;
}

TEST(FreeMotion, StaysNearWithTheLongestAllowedStep) {
  constexpr double kCoarse = 0.01;  // [m]; of paths up to some 40 m long
  const double step = longest_allowed_step();
  std::vector<Start> starts = random_starts(50);
  starts.push_back({1.0, 0, 0, -73.5, 0});
  for (const ClothLaw law : {ClothLaw::kPade, ClothLaw::kExact}) {
    Physics pool;
    pool.cloth.law = law;
    for (const Physics& physics : {pool, kudra(law)}) {
      double worst = 0.0;
      for (const Start& start : starts) {
        worst = std::max(worst, largest_error(physics, start, step));
        Runner run{physics, start, step};
        run.run_to(1e4);
        EXPECT_LT(run.energy_growth(), 0.0);
      }
      EXPECT_LT(worst, kCoarse) << name(law);
    }
  }
}

/// How far a cubic that meets position and velocity at both ends of a piece strays from it [m].
double cubic_error(const ClothModel<double>& m, const ClothState<double>& s,
                   const FreePlan<double>& plan) {
  const double h = plan.duration;
  const ClothState<double> e = advance_free(m, s, plan, h);
  double error = 0.0;
  for (const double a : {0.1, 0.3, 0.5, 0.7, 0.9}) {
    const ClothState<double> c = advance_free(m, s, plan, a * h);
    const auto cubic = [&](double p0, double v0, double p1, double v1) {
      const double b = 1.0 - a;
      return b * b * ((1.0 + 2.0 * a) * p0 + a * h * v0) +
             a * a * ((1.0 + 2.0 * b) * p1 - b * h * v1);
    };
    error = std::max(
        error, std::hypot(c.x - cubic(s.x, s.vx, e.x, e.vx), c.y - cubic(s.y, s.vy, e.y, e.vy)));
  }
  return error;
}

TEST(FreeMotion, ACubicFollowsEveryPiece) {
  constexpr double kStrays = 15e-6;  // [m]
  for (const Start& start : random_starts(100)) {
    const ClothModel<double> model(Physics{}, kBaseStep);
    Ball ball;
    ball.velocity = {start.vx, start.vy, 0};
    ball.spin = {start.wx, start.wy, start.wz};
    ClothState<double> s = to_cloth(model, ball);
    int level = kLevels - 1;
    for (int i = 0; i < 200; ++i) {
      const FreePlan<double> plan = plan_free_motion(model, s, level);
      if (plan.motion == Motion::kRest) break;

      EXPECT_LT(cubic_error(model, s, plan), kStrays) << "step " << i;

      s = advance_free(model, s, plan, plan.duration);
      level = plan.level;
    }
  }
}

TEST(FreeMotion, EndsAtExactRest) {
  for (const Start& start : random_starts(50)) {
    Runner run{Physics{}, start};
    run.run_to(1e4);

    EXPECT_TRUE(run.rests());
    EXPECT_EQ(run.state().vx, 0.0);
    EXPECT_EQ(run.state().vy, 0.0);
    EXPECT_EQ(run.state().ux, 0.0);
    EXPECT_EQ(run.state().uy, 0.0);
    EXPECT_EQ(run.state().spin, 0.0);
  }
}

TEST(FreeMotion, EnergyNeverGrows) {
  for (const Start& start : random_starts(100)) {
    Runner run{Physics{}, start};
    run.run_to(1e4);

    EXPECT_LT(run.energy_growth(), 0.0);
  }
}

TEST(FreeMotion, MirroredStartGivesTheMirroredPathToTheLastBit) {
  for (const Start& s : random_starts(50)) {
    // y → −y turns ω_x and ω_z; a path is the same but for signs.
    Runner run{Physics{}, s};
    Runner mirrored{Physics{}, {s.vx, -s.vy, -s.wx, s.wy, -s.wz}};
    for (const double time : {0.1, 0.7, 3.0, 1e4}) {
      run.run_to(time);
      mirrored.run_to(time);

      EXPECT_EQ(run.state().x, mirrored.state().x);
      EXPECT_EQ(run.state().y, -mirrored.state().y);
      EXPECT_EQ(run.state().spin, -mirrored.state().spin);
    }
  }
}

TEST(FreeMotion, SlidingStartRollsAtFiveSeventhsForAPointContact) {
  Physics p;
  p.cloth.contact_radius = 1e-7;
  const double slide_time = 2.0 * 3.0 / (7.0 * p.cloth.friction * p.gravity);
  Runner run{p, {3.0, 0, 0, 0, 0}};
  run.run_to(1.01 * slide_time);

  constexpr double kContactRadiusLeft = 1e-4;  // rolling resistance of â = 0.1 µm [m/s]
  EXPECT_NEAR(run.state().vx, 3.0 * 5.0 / 7.0, kContactRadiusLeft);
}

Physics with_friction(double friction) {
  Physics p;
  p.cloth.friction = friction;
  return p;
}

/// a_r/g, the friction that rolling resistance takes.
double rolling_friction() {
  const Physics p;
  return p.cloth.contact_radius * p.cloth.rolling / (7.0 * p.ball.radius);
}

TEST(FreeMotion, WithoutFrictionRollingResistanceTurnsTheBallButDoesNotBrakeIt) {
  const Physics p = with_friction(0.0);
  const double turned = 3.5 * rolling_friction() * p.gravity * 0.5;  // slip gained in 0.5 s [m/s]
  for (const double rolling : {0.0, 1.0}) {
    Runner run{p, {1.0, 0, 0, rolling / p.ball.radius, 0}};
    run.run_to(0.5);

    EXPECT_EQ(run.state().vx, 1.0);
    EXPECT_NEAR(run.state().x, 0.5, 1e-12);
    constexpr double kSoftened = 1e-8;  // by ε_r [m/s]
    EXPECT_NEAR(run.state().ux, 1.0 - rolling + turned, kSoftened);
  }
}

TEST(FreeMotion, WeakFrictionLeavesASpinningBallItsSpin) {
  for (const double friction : {0.0, 0.005, 0.01, 0.012}) {
    const Physics p = with_friction(friction);
    Runner run{p, {0, 0, 0, 50.0, 0}};
    run.run_to(0.1);

    const double v = friction * p.gravity * 0.1;
    constexpr double kSoftened = 1e-6;  // by ε_t and ε_r [m/s]
    EXPECT_NEAR(run.state().vx, v, kSoftened) << friction;
    const double rolled = friction > 0.0 ? 3.5 * rolling_friction() * p.gravity * 0.1 : 0.0;
    EXPECT_NEAR(run.state().ux, -50.0 * p.ball.radius + 3.5 * v + rolled, 2e-3) << friction;
  }
}

TEST(FreeMotion, FrictionBelowRollingResistanceEndsByTurningBackAndForth) {
  // The ball slides to a stand, f = μ g, while rolling resistance a turns it back; it returns until
  // slip ends, then slides again: from speed V to q0 V, then q times slower each time.
  const Physics p = with_friction(0.005);
  const double f = 0.005 * p.gravity;
  const double a = rolling_friction() * p.gravity;
  const double q0 = (a - 5.0 / 7.0 * f) / (a + f);
  const double q = (a - f) / (a + f);
  const double end = (1.0 - 2.0 * q0 * q0 / (1.0 + q * q)) / (2.0 * f);
  Runner run{p, {1.0, 0, 0, 0, 0}};
  run.run_to(1e4);

  EXPECT_TRUE(run.rests());
  constexpr double kSoftened = 1e-3;  // by ε_t and ε_r, of 10 m [m]
  EXPECT_NEAR(run.state().x, end, kSoftened);
}

TEST(FreeMotion, AgreesWithSmallerStepsAtWeakFriction) {
  constexpr double kWeakAllowed = 5e-4;  // slides last up to some minutes [m]
  std::vector<Start> starts = random_starts(10);
  starts.push_back({1, 0, 0, -73.5, 0});
  for (const double friction : {0.0, 0.002, 0.005, 0.007, 0.0075, 0.008, 0.01, 0.015, 0.02}) {
    for (const Start& start : starts) {
      Runner coarse{with_friction(friction), start};
      Runner fine{with_friction(friction), start, kBaseStep / 10.0};
      for (const double time : {1.0, 4.0, 10.0, 20.0, 40.0, 100.0}) {
        coarse.run_to(time);
        fine.run_to(time);
        EXPECT_LT(std::hypot(coarse.state().x - fine.state().x, coarse.state().y - fine.state().y),
                  kWeakAllowed)
            << friction;
      }
    }
  }
}

TEST(FreeMotion, TakesFewSteps) {
  Runner run{Physics{}, {2.0, 0.5, 10, 5, 30}};
  run.run_to(1e4);

  EXPECT_LT(run.steps(), 35);
}

}  // namespace
}  // namespace billiard
