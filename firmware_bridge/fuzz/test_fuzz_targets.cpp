// SPDX-License-Identifier: Apache-2.0
// Runs every fuzz target without a fuzzer: its seeds, the seeds cut at every byte, and the seeds
// with random bytes changed. A broken promise aborts the program.
#include <gtest/gtest.h>

#include <random>

#include "targets.hpp"

namespace firmware_bridge::fuzz {
namespace {

void run(const Target& target, const std::string& input) {
  target.run(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
}

class FuzzTarget : public ::testing::TestWithParam<Target> {};

TEST_P(FuzzTarget, SurvivesItsSeeds) {
  const auto seeds = make_seeds(GetParam().name);
  ASSERT_FALSE(seeds.empty());
  for (const std::string& seed : seeds) run(GetParam(), seed);
  run(GetParam(), "");
}

TEST_P(FuzzTarget, SurvivesItsSeedsCutAtEveryByte) {
  for (const std::string& seed : make_seeds(GetParam().name)) {
    const std::size_t limit = std::min<std::size_t>(seed.size(), 400);
    for (std::size_t size = 0; size < limit; ++size) run(GetParam(), seed.substr(0, size));
  }
}

TEST_P(FuzzTarget, SurvivesChangedBytes) {
  std::mt19937 random(5);
  const auto seeds = make_seeds(GetParam().name);
  for (int trial = 0; trial < 300; ++trial) {
    std::string input = seeds[random() % seeds.size()];
    for (unsigned i = 0; i < 1 + random() % 8; ++i) {
      input[random() % input.size()] = static_cast<char>(random());
    }
    run(GetParam(), input);
  }
}

INSTANTIATE_TEST_SUITE_P(Of, FuzzTarget, ::testing::ValuesIn(kTargets),
                         [](const auto& target) { return std::string(target.param.name); });

}  // namespace
}  // namespace firmware_bridge::fuzz
