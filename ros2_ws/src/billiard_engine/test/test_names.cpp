// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <string>

#include "billiard_engine/fields.hpp"
#include "billiard_engine/result.hpp"

namespace billiard {
namespace {

TEST(Names, AreTheOnesOfTheFileFormats) {
  EXPECT_STREQ(name(Motion::kRest), "rest");
  EXPECT_STREQ(name(Motion::kOffTable), "off_table");
  EXPECT_STREQ(name(EventKind::kStrike), "strike");
  EXPECT_STREQ(name(EventKind::kBallCushion), "ball_cushion");
  EXPECT_STREQ(name(EventKind::kRest), "rest");
  EXPECT_STREQ(name(Status::kStepLimit), "step_limit");
  EXPECT_STREQ(name(PocketId::kCornerNN), "corner_nn");
  EXPECT_STREQ(name(PocketId::kSideP), "side_p");
  EXPECT_STREQ(name(BallSet::kCarom), "carom");
  EXPECT_STREQ(name(ClothLaw::kExact), "exact");
  EXPECT_STREQ(name(ClothContact::kCompliant), "compliant");
  EXPECT_STREQ(name(NormalLaw::kTsuji), "tsuji");
  EXPECT_STREQ(name(FrictionLaw::kCoulombRegularised), "coulomb_regularised");
}

TEST(Names, OfValuesOutsideTheEnumerationAreUnknown) {
  EXPECT_STREQ(name(static_cast<Motion>(200)), "unknown");
  EXPECT_STREQ(name(static_cast<NormalLaw>(5)), "unknown");
}

// Choices in files and names in results come from different tables: they must agree.
TEST(Names, AgreeWithTheChoicesOfThePhysicsFile) {
  const std::map<std::string, std::function<std::string(const Physics&)>> current = {
      {"cloth.law", [](const Physics& p) { return name(p.cloth.law); }},
      {"cloth.contact", [](const Physics& p) { return name(p.cloth.contact); }},
      {"cloth.normal_law", [](const Physics& p) { return name(p.cloth.normal_law); }},
      {"ball_ball.law", [](const Physics& p) { return name(p.ball_ball.law); }},
      {"ball_ball.friction_law", [](const Physics& p) { return name(p.ball_ball.friction_law); }},
      {"ball_cushion.law", [](const Physics& p) { return name(p.ball_cushion.law); }},
      {"ball_cushion.friction_law",
       [](const Physics& p) { return name(p.ball_cushion.friction_law); }}};
  for (const auto& field : physics_choices()) {
    for (int i = 0; i < static_cast<int>(field.allowed.size()); ++i) {
      Physics physics;
      field.set(physics, i);

      EXPECT_EQ(field.get(physics), i);
      EXPECT_EQ(current.at(field.name)(physics), field.allowed[static_cast<std::size_t>(i)]);
    }
  }
}

}  // namespace
}  // namespace billiard
