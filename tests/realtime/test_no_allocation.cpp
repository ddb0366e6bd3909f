// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdlib>
#include <vector>

#include "billiard_engine/simulator.hpp"
#include "heap_watch.hpp"

namespace billiard {
namespace {

// Keeps the compiler from leaving the memory out.
void use(const void* memory) { __asm volatile("" : : "r"(memory) : "memory"); }

TEST(HeapWatch, SeesMallocNewAndEigen) {
  EXPECT_GT(heap_calls([] {
              void* memory = std::malloc(64);
              use(memory);
              std::free(memory);
            }),
            0);
  EXPECT_GT(heap_calls([] {
              const std::vector<int> numbers(100);
              use(numbers.data());
            }),
            0);
  EXPECT_GT(heap_calls([] {
              const Eigen::VectorXd numbers = Eigen::VectorXd::Zero(50);
              use(numbers.data());
            }),
            0);
}

template <typename Scalar>
std::vector<BasicBall<Scalar>> rack(const Physics& physics) {
  const double r = physics.ball.radius;
  std::vector<BasicBall<Scalar>> balls(16);
  balls[0].position = Vec3<double>(-0.6, 0.01, r).cast<Scalar>();
  std::size_t next = 1;
  for (int row = 0; row < 5; ++row) {
    for (int i = 0; i <= row; ++i) {
      balls[next++].position =
          Vec3<double>(0.635 + 1.7325 * r * row, 1.0005 * r * (2 * i - row), r).cast<Scalar>();
    }
  }
  return balls;
}

// A break with an elevated cue: strike, flight, landing, rack, cushions, pockets, recording.
template <typename Scalar>
long calls_of_a_break(const Physics& physics, Stepping stepping, double time) {
  const Table table = build_table(TableSpec{}, physics.ball.radius);
  BasicSimulator<Scalar> simulator(table, physics, stepping);
  Recorder recorder(0.01, 200);
  const std::vector<BasicBall<Scalar>> balls = rack<Scalar>(physics);
  BasicResult<Scalar> result;
  const long found = heap_calls([&] {
    simulator.reset(balls);
    simulator.strike(Shot{.ball = 0, .speed = 6.0, .elevation = 0.15, .offset_side = 0.2});
    result = simulator.run(Limits{.time = time}, &recorder);
  });
  EXPECT_GT(result.contact_steps, 0);
  EXPECT_FALSE(recorder.events().empty());
  return found;
}

TEST(Simulator, TakesNoMemoryWhileItRuns) {
  for (const ClothLaw law :
       {ClothLaw::kPade, ClothLaw::kPadeFitted, ClothLaw::kExact, ClothLaw::kIntegral}) {
    Physics physics;
    physics.cloth.law = law;
    EXPECT_EQ(calls_of_a_break<double>(physics, Stepping::kMultiRate, 3.0), 0) << name(law);
    EXPECT_EQ(calls_of_a_break<float>(physics, Stepping::kMultiRate, 3.0), 0) << name(law);
  }
}

TEST(Simulator, TakesNoMemoryInTheOtherModesEither) {
  Physics physics;
  EXPECT_EQ(calls_of_a_break<double>(physics, Stepping::kSingleRate, 0.5), 0);
  physics.cloth.contact = ClothContact::kCompliant;
  EXPECT_EQ(calls_of_a_break<double>(physics, Stepping::kMultiRate, 0.5), 0);
}

}  // namespace
}  // namespace billiard
