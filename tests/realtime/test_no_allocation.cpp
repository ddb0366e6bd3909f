// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <vector>

#include "billiard_engine/simulator.hpp"

// Every way to the heap goes through these; the real ones are glibc's.
extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* memory, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
void __libc_free(void* memory);
}

namespace {
std::atomic<bool> watching{false};
std::atomic<long> calls{0};

void count() noexcept {
  if (watching.load(std::memory_order_relaxed)) calls.fetch_add(1, std::memory_order_relaxed);
}
}  // namespace

extern "C" {
void* malloc(std::size_t size) {
  count();
  return __libc_malloc(size);
}
void* calloc(std::size_t n, std::size_t size) {
  count();
  return __libc_calloc(n, size);
}
void* realloc(void* memory, std::size_t size) {
  count();
  return __libc_realloc(memory, size);
}
void* memalign(std::size_t alignment, std::size_t size) {
  count();
  return __libc_memalign(alignment, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) {
  count();
  return __libc_memalign(alignment, size);
}
int posix_memalign(void** memory, std::size_t alignment, std::size_t size) {
  count();
  *memory = __libc_memalign(alignment, size);
  return *memory == nullptr ? ENOMEM : 0;
}
void free(void* memory) {
  if (memory != nullptr) count();
  __libc_free(memory);
}
}

namespace billiard {
namespace {

/// Calls to the heap while `work` runs.
template <typename Work>
long heap_calls(const Work& work) {
  calls = 0;
  watching = true;
  work();
  watching = false;
  return calls;
}

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
