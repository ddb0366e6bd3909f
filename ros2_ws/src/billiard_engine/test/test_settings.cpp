// SPDX-License-Identifier: Apache-2.0
#include "billiard_engine/files/settings.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "billiard_engine/fields.hpp"
#include "billiard_engine/files/config.hpp"
#include "billiard_engine/files/file_error.hpp"
#include "temporary_folder.hpp"

namespace billiard {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

std::string refusal(const std::string& path, bool table) {
  try {
    if (table) (void)load_table(path);
    if (!table) (void)load_physics(path);
  } catch (const FileError& e) {
    return e.what();
  }
  return "accepted";
}

TEST(Presets, AllLoadAndFitTheirTables) {
  for (const auto& name : config_names("physics")) EXPECT_NO_THROW((void)load_physics(name));
  for (const auto& name : config_names("tables")) EXPECT_NO_THROW((void)load_settings(name));
  EXPECT_THAT(config_names("physics"),
              ::testing::ElementsAre("carom", "gismeros2021", "kudra2016", "pool", "snooker"));
  EXPECT_THAT(config_names("tables"), ::testing::ElementsAre("carom_10ft", "pool_7ft", "pool_8ft",
                                                             "pool_9ft", "snooker_12ft"));
}

// pool.yaml writes every value out: it must not drift from the defaults of the structs.
TEST(Presets, PoolIsWhatTheStructsDefaultTo) {
  Physics file = load_physics("pool");
  Physics defaults;
  for (const auto& field : physics_numbers()) {
    EXPECT_EQ(field.member(file), field.member(defaults)) << field.name;
  }
  for (const auto& field : physics_choices()) {
    EXPECT_EQ(field.get(file), field.get(defaults)) << field.name;
  }
}

TEST(Presets, Kudra2016HasThePapersParameters) {
  const Physics p = load_physics("kudra2016");

  EXPECT_EQ(p.ball.radius, 0.02);
  EXPECT_EQ(p.cloth.contact_radius, 0.003);
  EXPECT_EQ(p.cloth.rolling, 1.0);
  EXPECT_EQ(p.cloth.friction, 0.2);
  EXPECT_EQ(p.cloth.epsilon_slip, 0.01);
}

TEST(Presets, Gismeros2021HasThePapersTables) {
  const Physics p = load_physics("gismeros2021");

  EXPECT_EQ(p.ball_ball.law, NormalLaw::kLankaraniNikravesh);
  EXPECT_EQ(p.ball_ball.restitution, 0.93);
  EXPECT_EQ(p.ball_ball.friction_law, FrictionLaw::kThrelfall);
  EXPECT_EQ(p.ball_cushion.restitution, 0.85);
  EXPECT_EQ(p.cushion.young_modulus, 7e6);
}

TEST(LoadTable, NeedsOnlyLengthWidthAndBalls) {
  const TemporaryFolder folder;
  const auto path = folder.write("t.yaml", "length: 2.0\nwidth: 1.0\nballs: snooker\n");

  const Settings settings = load_settings(path);

  EXPECT_EQ(settings.table.pocket_count, 6);
  EXPECT_EQ(settings.physics.ball.radius, 0.02625);
  EXPECT_DOUBLE_EQ(settings.table.spec.nose_height, 1.27 * 0.02625);
}

TEST(LoadTable, RefusesWhatIsMissingUnknownOrImpossible) {
  const TemporaryFolder folder;

  EXPECT_THAT(refusal(folder.write("a.yaml", "length: 2\nwidth: 1\n"), true),
              HasSubstr("balls is missing"));
  EXPECT_THAT(refusal(folder.write("a.yaml", "lenght: 2\nwidth: 1\nballs: pool\n"), true),
              HasSubstr("did you mean 'length'"));
  EXPECT_THAT(refusal(folder.write("a.yaml", "length: -2\nwidth: 1\nballs: pool\n"), true),
              HasSubstr("length is '-2'; allowed: 0.1 to 20 [m]"));
  EXPECT_THAT(refusal(folder.write("a.yaml", "extends: a.yaml\n"), true), HasSubstr("circle"));
  EXPECT_THAT(refusal(folder.write("a.yaml", "extends: pool_9ft\nside: 3\n"), true),
              HasSubstr("a.yaml:2: side is '3'; allowed: a map of mouth, "));
}

TEST(LoadPhysics, ExtendsAnotherFile) {
  const TemporaryFolder folder;
  folder.write("base.yaml", "extends: snooker\ngravity: 9.8\n");

  const Physics p = load_physics(folder.write("p.yaml", "extends: base.yaml\ncue: {mass: 0.5}\n"));

  EXPECT_EQ(p.gravity, 9.8);
  EXPECT_EQ(p.cue.mass, 0.5);
  EXPECT_EQ(p.ball.radius, 0.02625);
}

TEST(LoadSettings, FindsPhysicsBesideTheTableFile) {
  const TemporaryFolder folder;
  const std::string custom = "length: 2.0\nwidth: 1.0\nballs: pool\nphysics: ";
  folder.write("slow.yaml", "extends: pool\ncloth: {friction: 0.31}\n");

  const Settings settings = load_settings(folder.write("t.yaml", custom + "slow.yaml\n"));

  EXPECT_EQ(settings.physics.cloth.friction, 0.31);
  EXPECT_THAT(refusal(folder.write("t.yaml", custom + "quick.yaml\n"), true),
              HasSubstr("t.yaml: physics is 'quick.yaml', no such file; allowed: "));
  EXPECT_THAT(refusal(folder.write("t.yaml", custom + "pol\n"), true),
              AllOf(HasSubstr("t.yaml: physics is 'pol'; allowed: "), HasSubstr("pool")));
}

TEST(LoadSettings, NamesTheBallThatATableHasNoRoomFor) {
  const TemporaryFolder folder;
  const std::string big = folder.write("big.yaml", "extends: pool\nball: {radius: 0.5}\n");
  const auto refusal = [](const std::string& table, const std::string& physics) -> std::string {
    try {
      (void)load_settings(table, physics);
    } catch (const FileError& e) {
      return e.what();
    }
    return "accepted";
  };

  EXPECT_THAT(refusal("pool_9ft", big),
              AllOf(HasSubstr("pool_9ft.yaml: width is 1.27; allowed: 2 to 20 [m]"),
                    HasSubstr("; ball.radius of physics '" + big + "' is 0.5 [m]")));
  EXPECT_THAT(refusal(folder.write("t.yaml", "length: 1.0\nwidth: 1.27\nballs: pool\n"), ""),
              ::testing::EndsWith("t.yaml: width is 1.27; allowed: 0.1143 to 1 [m] (at most the "
                                  "length)"));
}

TEST(LoadPhysics, RefusesCirclesAndUnknownBases) {
  const TemporaryFolder folder;

  EXPECT_THAT(refusal(folder.write("p.yaml", "extends: p.yaml\n"), false), HasSubstr("circle"));
  EXPECT_THAT(refusal(folder.write("p.yaml", "extends: pol\n"), false),
              HasSubstr("p.yaml: extends is 'pol'; allowed: carom, "));
  EXPECT_THAT(refusal("no/such.yaml", false),
              HasSubstr("physics is 'no/such.yaml', no such file; allowed: carom, "));
}

TEST(FindConfig, NamesFieldValueAndAllowed) {
  const auto refused = [](const char* folder) {
    try {
      (void)find_config(folder, "nothing");
    } catch (const FileError& e) {
      return std::string(e.what());
    }
    return std::string("accepted");
  };

  EXPECT_THAT(refused("tables"), AllOf(HasSubstr("table is 'nothing'; allowed: carom_10ft, "),
                                       HasSubstr("tables) or a path")));
  EXPECT_THAT(refused("physics"), HasSubstr("physics is 'nothing'; allowed: carom, "));
  EXPECT_THAT(refused("cameras"), HasSubstr("camera is 'nothing'; allowed: overhead_720p (names"));
  EXPECT_EQ(refused("no_folder"), "no_folder is 'nothing'; allowed: a path");
}

TEST(FindConfig, FindsAFileWithoutExtension) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.write("mine", "cloth: {friction: 0.3}\n");

  EXPECT_EQ(find_config("physics", "mine", file.parent_path()), file);
  EXPECT_NE(find_config("physics", "pool", file.parent_path()), file);
}

TEST(ToYaml, ReadsBackAsTheSamePhysics) {
  const TemporaryFolder folder;
  Physics physics = load_physics("gismeros2021");
  physics.cloth.friction = 0.1 + 0.2;

  Physics back = load_physics(folder.write("p.yaml", to_yaml(physics)));

  for (const auto& field : physics_numbers()) {
    EXPECT_EQ(field.member(back), field.member(physics)) << field.name;
  }
  for (const auto& field : physics_choices()) {
    EXPECT_EQ(field.get(back), field.get(physics)) << field.name;
  }
}

TEST(DescribeFields, NamesEveryField) {
  const std::string text = describe_fields();
  for (const auto& field : physics_numbers()) EXPECT_THAT(text, HasSubstr(field.name));
  for (const auto& field : table_numbers()) EXPECT_THAT(text, HasSubstr(field.name));
  EXPECT_THAT(text, HasSubstr("| `extends` |"));
  EXPECT_THAT(text, HasSubstr("| `physics` |"));
  // Its range depends on another field.
  EXPECT_THAT(text, HasSubstr("of the contact disc, at most half of ball.radius"));
}

TEST(ConfigDir, FollowsTheEnvironment) {
  const TemporaryFolder folder;
  setenv("BILLIARD_CONFIG", folder.path().c_str(), 1);
  EXPECT_THROW((void)config_dir(), FileError);

  std::filesystem::create_directories(folder.path() / "physics");
  std::filesystem::create_directories(folder.path() / "tables");
  EXPECT_EQ(config_dir(), folder.path());
  unsetenv("BILLIARD_CONFIG");
}

TEST(NearestName, FindsTypingErrorsAndLastParts) {
  const std::vector<std::string> known = {"cloth.friction", "ball.radius", "until"};

  EXPECT_EQ(nearest_name("untl", known), "until");
  EXPECT_EQ(nearest_name("friction", known), "cloth.friction");
  EXPECT_EQ(nearest_name("bal.radus", known), "ball.radius");
  EXPECT_EQ(nearest_name("x", {}), "");
}

}  // namespace
}  // namespace billiard
