// SPDX-License-Identifier: Apache-2.0
#include "contact/contact_group.hpp"

#include <gtest/gtest.h>

#include <memory>

namespace billiard {
namespace {

/// A group with everything it refers to.
struct Bench {
  explicit Bench(const Physics& p, const TableSpec& spec = {.endless = true})
      : physics(p), table(build_table(spec, p.ball.radius)) {}

  Physics physics;
  Table table;
  ClothModel<double> cloth{physics, 1e-3};
  ContactModels<double> models{physics};
  Cushions<double> cushions{table, physics.ball.radius};
  std::unique_ptr<ContactMemory<double>> memory = std::make_unique<ContactMemory<double>>();
  std::unique_ptr<ContactGroup<double>> group = std::make_unique<ContactGroup<double>>(
      ContactGroup<double>::Setup{.cloth = &cloth, .models = &models, .cushions = &cushions});
};

Ball at(double x, double vx) {
  Ball ball;
  ball.position = {x, 0.0, BallProperties{}.radius};
  ball.velocity = {vx, 0.0, 0.0};
  ball.motion = Motion::kSliding;
  return ball;
}

Physics slippery() {
  Physics p;
  p.cloth.friction = 0.0;
  p.cloth.rolling = 0.0;
  return p;
}

constexpr double kWidth = 2.0 * BallProperties{}.radius;

TEST(ContactGroup, StopsWhenNothingTouchesAnyMore) {
  Bench bench{slippery()};
  bench.group->add(0, at(0.0, 1.0));
  bench.group->add(1, at(kWidth, 0.0));
  bench.group->find_contacts(1e-3);

  const double reached = bench.group->advance(0.0, 0.01, 5e-6, *bench.memory, nullptr);

  EXPECT_GT(reached, 4e-4);
  EXPECT_LT(reached, 6e-4) << "a contact at 1 m/s lasts 0.46 ms";
  EXPECT_FALSE(bench.group->touches(0, *bench.memory));
  EXPECT_NEAR(bench.group->body(1).velocity.x(), 0.975, 1e-3) << "(1 + e)/2";
}

TEST(ContactGroup, ForcesAreEqualAndOpposite) {
  Bench bench{slippery()};
  Ball spinning = at(0.0, 1.0);
  spinning.spin = {3.0, 5.0, 40.0};
  bench.group->add(0, spinning);
  bench.group->add(1, at(kWidth - 1e-5, 0.0));
  bench.group->add(2, at(2 * kWidth - 2e-5, -0.5));
  bench.group->find_contacts(1e-3);
  for (int i = 0; i < 50; ++i) {
    (void)bench.group->advance(i * 5e-6, (i + 1) * 5e-6, 5e-6, *bench.memory, nullptr);
    Vec3<double> sum = Vec3<double>::Zero();
    for (int k = 0; k < 3; ++k) sum += bench.group->body(k).velocity;
    EXPECT_NEAR(sum.x(), 0.5, 1e-13);
    EXPECT_NEAR(sum.y(), 0.0, 1e-13);
  }
}

TEST(ContactGroup, LeavesUntouchedBallsExactlyAtRest) {
  Bench bench{Physics{}};
  bench.group->add(0, at(0.0, 1.0));
  Ball rest = at(kWidth + 0.01, 0.0);
  rest.motion = Motion::kRest;
  bench.group->add(1, rest);
  bench.group->find_contacts(0.02);

  (void)bench.group->advance(0.0, 1e-3, 5e-6, *bench.memory, nullptr);

  EXPECT_FALSE(bench.group->body(1).touched);
  EXPECT_EQ(bench.group->body(1).position, rest.position);
  EXPECT_EQ(bench.group->body(1).velocity, rest.velocity);
}

TEST(ContactGroup, TellsWhenOnlyCushionsCanBeTouched) {
  Bench bench{Physics{}, TableSpec{.pockets = false}};
  bench.group->add(0, at(0.5 * 2.54 - 0.03, 1.0));
  bench.group->find_contacts(5e-3);
  EXPECT_TRUE(bench.group->only_cushions());
  bench.group->add(1, at(0.5 * 2.54 - 0.03 - kWidth, 1.0));
  bench.group->find_contacts(5e-3);
  EXPECT_FALSE(bench.group->only_cushions());
}

TEST(ContactGroup, BallIsLiftedByAForceAboveItsWeight) {
  // A ball that drops onto the edge of another one pushes it down, and bounces off upwards.
  Bench bench{slippery()};
  Ball above = at(0.0, 0.0);
  above.position = {0.6 * kWidth, 0.0, BallProperties{}.radius + 0.8 * kWidth};
  above.velocity.z() = -1.0;
  above.motion = Motion::kAirborne;
  bench.group->add(0, at(0.0, 0.0));
  bench.group->add(1, above);
  bench.group->find_contacts(1e-3);

  (void)bench.group->advance(0.0, 1e-3, 5e-6, *bench.memory, nullptr);

  EXPECT_EQ(bench.group->body(0).position.z(), BallProperties{}.radius) << "the cloth carries it";
  EXPECT_LT(bench.group->body(0).velocity.x(), -0.1);
  EXPECT_GT(bench.group->body(1).velocity.x(), 0.1);
}

TEST(ContactGroup, LandingBallBouncesWithTheClothsRestitution) {
  Bench bench{slippery()};
  Ball falling = at(0.0, 0.0);
  falling.velocity.z() = -1.0;
  falling.motion = Motion::kAirborne;
  bench.group->add(0, falling);
  bench.group->find_contacts(1e-3);

  (void)bench.group->advance(0.0, 5e-3, 1e-6, *bench.memory, nullptr);

  // Gravity during the contact (0.5 ms) takes 5 mm/s.
  EXPECT_NEAR(bench.group->body(0).velocity.z(), 0.5, 0.02);
  EXPECT_EQ(bench.group->ball(0, falling).motion, Motion::kAirborne);
}

TEST(ContactGroup, RecordsEachContactOnce) {
  Bench bench{slippery()};
  Recorder recorder;
  bench.group->add(3, at(0.0, 1.0));
  bench.group->add(7, at(kWidth, 0.0));
  bench.group->find_contacts(1e-3);

  (void)bench.group->advance(1.0, 1.01, 5e-6, *bench.memory, &recorder);

  ASSERT_EQ(recorder.events().size(), 1U);
  EXPECT_EQ(recorder.events()[0].kind, EventKind::kBallBall);
  EXPECT_EQ(recorder.events()[0].ball, 3);
  EXPECT_EQ(recorder.events()[0].other, 7);
  EXPECT_NEAR(recorder.events()[0].time, 1.0, 1e-5);
}

TEST(ContactGroup, CompliantClothCarriesARestingBall) {
  // Equilibrium of K δ^1.5 = m g: 2.399 µm for the paper's ball and cloth.
  Physics physics;
  physics.ball.mass = 0.17;
  physics.cloth.contact = ClothContact::kCompliant;
  Bench bench{physics};
  ContactGroup<double> group({.cloth = &bench.cloth,
                              .models = &bench.models,
                              .cushions = &bench.cushions,
                              .compliant = true,
                              .friction_stride = 1,
                              .to_the_end = true});
  group.add(0, at(0.0, 0.0));
  group.find_contacts(1e-3);

  (void)group.advance(0.0, 0.2, 5e-6, *bench.memory, nullptr);

  EXPECT_NEAR((BallProperties{}.radius - group.body(0).position.z()) / 2.399e-6, 1.0, 1e-3);
  EXPECT_NEAR(group.body(0).velocity.z(), 0.0, 1e-9);
}

}  // namespace
}  // namespace billiard
