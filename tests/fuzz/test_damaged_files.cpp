// SPDX-License-Identifier: Apache-2.0
// Runs every fuzz target without a fuzzer: its seeds, the seeds cut off, and damaged ones. A broken
// promise ends the program.
#include <gtest/gtest.h>

#include <cstdlib>

#include "damage.hpp"
#include "targets.hpp"

namespace billiard::fuzz {
namespace {

class FuzzTarget : public ::testing::TestWithParam<Target> {};

TEST_P(FuzzTarget, AcceptsItsSeeds) {
  const auto seeds = make_seeds(GetParam().name);
  ASSERT_FALSE(seeds.empty());
  for (const std::string& seed : seeds) EXPECT_TRUE(GetParam().run(seed)) << seed;
  EXPECT_FALSE(GetParam().run(""));
}

TEST_P(FuzzTarget, TakesSeedsThatAreCutOff) {
  for (const std::string& seed : make_seeds(GetParam().name)) {
    const std::size_t step = 1 + seed.size() / 100;
    for (std::size_t size = 0; size < seed.size(); size += step) {
      (void)GetParam().run(seed.substr(0, size));
    }
  }
}

TEST_P(FuzzTarget, TakesThingsWithinThings) {
  for (const char* opening : {"[", "{", "{a: ", "- ", "[\"", "{\"shots\":["}) {
    std::string deep;
    for (int i = 0; i < 20000; ++i) deep += opening;
    EXPECT_FALSE(GetParam().run(deep));
  }
}

TEST_P(FuzzTarget, TakesDamagedSeeds) {
  const int rounds = std::getenv("BILLIARD_FULL_TESTS") != nullptr ? 100000 : 300;
  std::mt19937 random(20261117U);
  const auto seeds = make_seeds(GetParam().name);
  int accepted = 0;
  for (int i = 0; i < rounds; ++i) {
    const std::string input = damage(seeds[random() % seeds.size()], random);
    SCOPED_TRACE(input);
    accepted += GetParam().run(input) ? 1 : 0;
  }
  EXPECT_GT(accepted, rounds / 100);
  EXPECT_LT(accepted, rounds);
}

INSTANTIATE_TEST_SUITE_P(Of, FuzzTarget, ::testing::ValuesIn(kTargets),
                         [](const auto& target) { return std::string(target.param.name); });

}  // namespace
}  // namespace billiard::fuzz
