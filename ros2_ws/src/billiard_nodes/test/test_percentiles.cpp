// SPDX-License-Identifier: Apache-2.0
#include "percentiles.hpp"

#include <gtest/gtest.h>

namespace billiard_nodes {
namespace {

TEST(Percentiles, AreThoseOfTheLastValues) {
  Percentiles values;
  EXPECT_EQ(values.at(0.5), 0.0);
  for (int i = 0; i <= 100; ++i) values.add(100 - i);
  EXPECT_EQ(values.at(0.5), 50.0);
  EXPECT_EQ(values.at(0.99), 99.0);
  for (std::size_t i = 0; i < Percentiles::kKept; ++i) values.add(7.0);
  EXPECT_EQ(values.at(1.0), 7.0);
}

}  // namespace
}  // namespace billiard_nodes
