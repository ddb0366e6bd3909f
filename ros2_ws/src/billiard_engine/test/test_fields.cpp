// SPDX-License-Identifier: Apache-2.0
#include "billiard_engine/fields.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <set>
#include <stdexcept>
#include <string>

namespace billiard {
namespace {

using ::testing::HasSubstr;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

TEST(PhysicsFields, DefaultsAreAllowed) { EXPECT_NO_THROW(validate(Physics{})); }

TEST(PhysicsFields, HaveDistinctNamesAndMembers) {
  Physics physics;
  std::set<std::string> names;
  std::set<const double*> members;
  for (const auto& field : physics_numbers()) {
    EXPECT_TRUE(names.insert(field.name).second) << field.name;
    EXPECT_TRUE(members.insert(&field.member(physics)).second) << field.name;
  }
}

// A new member without a row would go unchecked: counts members by size.
TEST(PhysicsFields, CoverEveryNumberOfThePhysics) {
  constexpr std::size_t kEnums = sizeof(Physics) % sizeof(double);
  EXPECT_EQ(kEnums, 0U);
  // Each of the seven choices is padded to a double except cloth's contact and law, which are
  // apart as well: members in doubles = numbers + choices.
  EXPECT_EQ(sizeof(Physics) / sizeof(double), physics_numbers().size() + physics_choices().size());
}

TEST(PhysicsFields, RefuseEveryNumberOutOfRangeByName) {
  for (const auto& field : physics_numbers()) {
    for (const double bad :
         {kNan, field.min - 1.0, field.max + 1.0, std::numeric_limits<double>::infinity()}) {
      Physics physics;
      field.member(physics) = bad;
      const auto error = find_error(physics);
      ASSERT_TRUE(error.has_value()) << field.name << " = " << bad;
      EXPECT_STREQ(error->field, field.name);
    }
  }
}

TEST(PhysicsFields, MessageNamesFieldValueRangeAndUnit) {
  Physics physics;
  physics.ball.radius = -0.02;

  try {
    validate(physics);
    FAIL() << "a negative radius was accepted";
  } catch (const std::invalid_argument& e) {
    EXPECT_STREQ(e.what(), "ball.radius is -0.02; allowed: 0.001 to 0.5 [m]");
  }
}

TEST(PhysicsFields, RefuseValuesThatDoNotFitTogether) {
  Physics physics;
  physics.cloth.contact_radius = 0.02;
  EXPECT_STREQ(find_error(physics)->field, "cloth.contact_radius");
  EXPECT_THAT(message(*find_error(physics)), HasSubstr("at most half of ball.radius"));

  physics = {};
  physics.steps.contact = 2e-4;
  physics.steps.free = 1e-4;
  EXPECT_STREQ(find_error(physics)->field, "steps.contact");

  physics = {};
  physics.ball_cushion.ambrosio_speed_high = physics.ball_cushion.ambrosio_speed_low;
  EXPECT_STREQ(find_error(physics)->field, "ball_cushion.ambrosio_speed_high");

  physics = {};
  physics.ball_ball.law = static_cast<NormalLaw>(17);
  EXPECT_STREQ(find_error(physics)->field, "ball_ball.law");
}

}  // namespace
}  // namespace billiard
