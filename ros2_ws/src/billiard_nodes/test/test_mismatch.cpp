// SPDX-License-Identifier: Apache-2.0
#include "table_sim/mismatch.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

namespace billiard_nodes {
namespace {

TEST(Mismatch, StaysWithinItsShareAndRepeats) {
  const billiard::Physics nominal;
  bool differs = false;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const billiard::Physics real = mismatched(nominal, 0.1, seed);

    EXPECT_NEAR(real.cloth.friction / nominal.cloth.friction, 1.0, 0.1);
    EXPECT_NEAR(real.cloth.rolling / nominal.cloth.rolling, 1.0, 0.1);
    EXPECT_NEAR(real.ball_cushion.friction / nominal.ball_cushion.friction, 1.0, 0.1);
    EXPECT_LE(real.ball_ball.restitution, 0.98);
    EXPECT_EQ(real.cloth.friction, mismatched(nominal, 0.1, seed).cloth.friction);
    differs = differs || std::abs(real.cloth.friction - nominal.cloth.friction) > 0.01;
    EXPECT_NO_THROW(validate(real));
  }
  EXPECT_TRUE(differs);
  EXPECT_EQ(mismatched(nominal, 0.0, 1).cloth.friction, nominal.cloth.friction);
}

TEST(Mismatch, RefusesAShareThatIsNone) {
  EXPECT_THROW((void)mismatched({}, -0.1, 1), std::invalid_argument);
  EXPECT_THROW((void)mismatched({}, std::nan(""), 1), std::invalid_argument);
}

}  // namespace
}  // namespace billiard_nodes
