// SPDX-License-Identifier: Apache-2.0
#include "table_sim/stroke_ledger.hpp"

#include <gtest/gtest.h>

namespace billiard_nodes {
namespace {

billiard::Shot straight(double speed) {
  billiard::Shot shot;
  shot.speed = speed;
  return shot;
}

TEST(StrokeLedger, PlaysOneStrokePerReportWhicheverComesFirst) {
  StrokeLedger ledger;

  EXPECT_FALSE(ledger.add_command(7, straight(2.0)));
  const auto stroke = ledger.add_report(7, 2.1);
  ASSERT_TRUE(stroke);
  EXPECT_DOUBLE_EQ(stroke->speed, 2.1);  // as measured
  EXPECT_FALSE(ledger.add_report(7, 2.1));
  EXPECT_FALSE(ledger.add_command(7, straight(2.0)));
  EXPECT_EQ(ledger.repeated(), 1U);

  EXPECT_FALSE(ledger.add_report(8, 1.0));
  EXPECT_TRUE(ledger.add_command(8, straight(3.0)));
  EXPECT_FALSE(ledger.add_report(9, 1.0));  // no command: nothing is struck
}

}  // namespace
}  // namespace billiard_nodes
