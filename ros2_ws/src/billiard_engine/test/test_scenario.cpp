// SPDX-License-Identifier: Apache-2.0
#include "billiard_engine/files/scenario.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>

#include "billiard_engine/files/config.hpp"
#include "billiard_engine/files/file_error.hpp"
#include "temporary_folder.hpp"

namespace billiard {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

const std::string kGood = R"(table: pool_9ft
physics: pool
overrides: {cloth.friction: 0.25, ball_ball.law: flores, nose_height: 0.036}
balls:
  - {id: cue, position: [-0.635, 0.0], velocity: [1.0, 0, 0], spin: [0, 35.0, 0]}
  - {id: 1, position: [0.635, 0.01, 0.1]}
shot: {ball: cue, speed: 3.0, azimuth: 0.1, elevation: 0.2, offset: [0.1, -0.2]}
until: 2.5
samples: 0.05
)";

TEST(LoadScenario, ReadsEveryField) {
  const TemporaryFolder folder;

  const Scenario s = load_scenario(folder.write("a.yaml", kGood));

  EXPECT_EQ(s.physics.cloth.friction, 0.25);
  EXPECT_EQ(s.physics.ball_ball.law, NormalLaw::kFlores);
  EXPECT_EQ(s.table.spec.nose_height, 0.036);
  EXPECT_EQ(s.table.pocket_count, 6);
  EXPECT_EQ(s.layout.ids, (std::vector<std::string>{"cue", "1"}));
  EXPECT_EQ(s.layout.balls[0].position, Vec3<double>(-0.635, 0.0, 0.028575));
  EXPECT_EQ(s.layout.balls[0].velocity, Vec3<double>(1.0, 0.0, 0.0));
  EXPECT_EQ(s.layout.balls[0].spin, Vec3<double>(0.0, 35.0, 0.0));
  EXPECT_EQ(s.layout.balls[1].position.z(), 0.1);
  ASSERT_TRUE(s.shot.has_value());
  EXPECT_EQ(s.shot->ball, 0);
  EXPECT_EQ(s.shot->speed, 3.0);
  EXPECT_EQ(s.shot->offset_height, -0.2);
  EXPECT_EQ(s.limits.time, 2.5);
  EXPECT_EQ(s.sample_period, 0.05);
}

TEST(LoadScenario, ThirdCoordinatesAreOptional) {
  const TemporaryFolder folder;

  const Scenario s = load_scenario(folder.write(
      "a.yaml",
      "table: none\nballs: [{id: cue, position: [0, 1], velocity: [1, 2], spin: [0, 35]}]\n"));

  EXPECT_EQ(s.layout.balls[0].position, Vec3<double>(0.0, 1.0, 0.028575));
  EXPECT_EQ(s.layout.balls[0].velocity, Vec3<double>(1.0, 2.0, 0.0));
  EXPECT_EQ(s.layout.balls[0].spin, Vec3<double>(0.0, 35.0, 0.0));
}

TEST(LoadScenario, ReadsJson) {
  const TemporaryFolder folder;
  const auto path = folder.write("a.json",
                                 "{\n\t\"table\": \"none\",\n\t\"overrides\": {\"cloth\": "
                                 "{\"law\": \"exact\"}},\n\t\"balls\": [{\"id\": \"a\", "
                                 "\"position\": [1, 2]}],\n\t\"until\": \"rest\"\n}");

  const Scenario s = load_scenario(path);

  EXPECT_TRUE(s.table.spec.endless);
  EXPECT_EQ(s.physics.cloth.law, ClothLaw::kExact);
  EXPECT_EQ(s.limits.time, Limits{}.time);
}

TEST(LoadScenario, TakesTheTablesOwnPhysics) {
  const TemporaryFolder folder;

  const Scenario s = load_scenario(
      folder.write("a.yaml", "table: snooker_12ft\nballs: [{id: cue, position: [0, 0]}]\n"));

  EXPECT_EQ(s.physics.ball.radius, 0.02625);
}

TEST(LoadScenario, FindsTablesBesideItself) {
  const TemporaryFolder folder;
  folder.write("mine.yaml", "length: 2.0\nwidth: 1.0\nballs: carom\n");

  const Scenario s = load_scenario(
      folder.write("a.yaml", "table: mine.yaml\nballs: [{id: cue, position: [0, 0]}]\n"));

  EXPECT_EQ(s.table.segment_count, 4);
  EXPECT_EQ(s.physics.ball.radius, 0.03075);
}

/// A change to the good scenario and what its refusal must say.
struct Wrong {
  const char* name;
  const char* old_text;
  const char* new_text;
  std::vector<const char*> says;
};
void PrintTo(const Wrong& wrong, std::ostream* out) { *out << wrong.name; }

class WrongScenario : public ::testing::TestWithParam<Wrong> {};

TEST_P(WrongScenario, IsRefusedWithFileFieldValueAndRange) {
  const TemporaryFolder folder;
  std::string text = kGood;
  const auto place = text.find(GetParam().old_text);
  ASSERT_NE(place, std::string::npos);
  text.replace(place, std::string(GetParam().old_text).size(), GetParam().new_text);

  try {
    (void)load_scenario(folder.write("a.yaml", text));
    FAIL() << "accepted";
  } catch (const FileError& e) {
    EXPECT_THAT(e.what(), HasSubstr("a.yaml"));
    EXPECT_THAT(e.what(), ::testing::Not(HasSubstr("\n")));
    for (const char* part : GetParam().says) EXPECT_THAT(e.what(), HasSubstr(part));
  }
}

INSTANTIATE_TEST_SUITE_P(
    Input, WrongScenario,
    ::testing::Values(
        Wrong{"unknown_key", "until:", "untill:", {"untill", "did you mean 'until'"}},
        Wrong{"no_table", "table: pool_9ft\n", "", {"table is missing"}},
        Wrong{"unknown_table",
              "pool_9ft",
              "pool_10ft",
              {"a.yaml: table is 'pool_10ft'; allowed: carom_10ft, ", "tables) or a path"}},
        Wrong{"unknown_physics",
              "physics: pool",
              "physics: poool",
              {"a.yaml: physics is 'poool'; allowed: carom, ", "physics) or a path"}},
        Wrong{"physics_list",
              "physics: pool",
              "physics: [pool]",
              {"a.yaml:2: physics is a list of 1; allowed: text"}},
        Wrong{"missing_table_file",
              "pool_9ft",
              "no/such.yaml",
              {"a.yaml: table is 'no/such.yaml', no such file; allowed: carom_10ft, "}},
        Wrong{"table_folder", "pool_9ft", "/tmp", {"a.yaml: table is '/tmp', not a file"}},
        Wrong{"missing_physics_file",
              "physics: pool",
              "physics: none.yaml",
              {"a.yaml: physics is 'none.yaml', no such file; allowed: carom, "}},
        Wrong{"unknown_override",
              "cloth.friction",
              "cloth.fricton",
              {"overrides.cloth.fricton", "`billiard fields`", "did you mean 'cloth.friction'"}},
        Wrong{"overrides_list",
              "{cloth.friction: 0.25, ball_ball.law: flores, nose_height: 0.036}",
              "[1]",
              {"a.yaml:3: overrides is a list of 1; allowed: a map of fields"}},
        Wrong{"override_of_physics",
              "cloth.friction: 0.25",
              "physics: snooker",
              {"overrides.physics is 'snooker'; allowed: physics beside overrides"}},
        Wrong{"override_range", "0.25", "-0.25", {"cloth.friction is '-0.25'", "0 to 2 [-]"}},
        Wrong{"override_nan", "0.25", ".nan", {"cloth.friction is '.nan'", "0 to 2 [-]"}},
        Wrong{"override_nan_word", "0.25", "nan", {"cloth.friction is 'nan'", "0 to 2 [-]"}},
        Wrong{"override_text", "0.25", "much", {"cloth.friction is 'much'", "a number, 0 to 2"}},
        Wrong{"override_twice",
              "cloth.friction: 0.25",
              "cloth: {friction: 1}, cloth.friction: 1",
              {"cloth.friction is given twice"}},
        Wrong{"unknown_law",
              "flores",
              "florres",
              {"ball_ball.law is 'florres'", "hertz, lankarani_nikravesh, flores",
               "did you mean 'flores'"}},
        Wrong{"negative_radius",
              "cloth.friction: 0.25",
              "ball.radius: -0.02",
              {"ball.radius is '-0.02'", "0.001 to 0.5 [m]"}},
        Wrong{"impossible_table",
              "nose_height: 0.036",
              "nose_height: 0.07",
              {"nose_height is 0.07", "1 to 1.7 ball radii"}},
        Wrong{"misfit",
              "cloth.friction: 0.25",
              "cloth.contact_radius: 0.05",
              {"cloth.contact_radius is 0.05", "half of ball.radius"}},
        Wrong{"no_id", "id: cue, ", "", {"balls[0].id is missing; allowed: 1 to 32"}},
        Wrong{"bad_id", "id: cue", "id: '<b>'", {"balls[0].id is '<b>'; allowed: 1 to 32 letters"}},
        Wrong{"same_id", "id: 1", "id: cue", {"balls[1].id is 'cue'", "unique"}},
        Wrong{"no_position",
              "position: [-0.635, 0.0], ",
              "",
              {"a.yaml:5: balls[0].position is missing; allowed: 2 to 3 numbers [m]"}},
        Wrong{"long_spin", "35.0, 0]", "35.0, 0, 0]", {"balls[0].spin is a list of 4", "2 to 3"}},
        Wrong{"short_position", "[-0.635, 0.0]", "[-0.635]", {"balls[0].position", "2 to 3"}},
        Wrong{"nan_position", "[-0.635, 0.0]", "[.nan, 0.0]", {"balls[0].position[0]", ".nan"}},
        Wrong{"infinite_spin", "35.0", ".inf", {"balls[0].spin[1]", ".inf", "10000"}},
        Wrong{"too_fast", "velocity: [1.0", "velocity: [1e9", {"balls[0].velocity[0]", "100"}},
        Wrong{"overlap",
              "[0.635, 0.01, 0.1]",
              "[-0.6, 0.0]",
              {"'cue' and ball '1' overlap by 0.02215 m; allowed: at most 1e-06 m"}},
        Wrong{"outside", "[0.635, 0.01, 0.1]", "[1.5, 0.0]", {"ball '1'", "2.54 x 1.27 m"}},
        Wrong{"in_cushion", "[0.635, 0.01, 0.1]", "[0.6, 0.63]", {"ball '1'", "too far out"}},
        Wrong{"in_pocket", "[0.635, 0.01, 0.1]", "[0, 0.7]", {"ball '1'", "side_p"}},
        Wrong{"below_cloth", "0.1]}", "0.01]}", {"ball '1'", "z = 0.01"}},
        Wrong{"unknown_ball_field",
              "spin:",
              "spn:",
              {"unknown field 'balls[0].spn'; allowed: id, position, velocity, spin (did you mean "
               "'spin'?)"}},
        Wrong{
            "short_ball_field", "velocity:", "vel:", {"'balls[0].vel'", "did you mean 'velocity'"}},
        Wrong{"unknown_shot_field",
              "azimuth:",
              "aim:",
              {"unknown field 'shot.aim'; allowed: ball, speed, "}},
        Wrong{"no_balls", "balls:", "balls: []\nballs:", {"balls is given twice"}},
        Wrong{"shot_unknown_ball", "ball: cue", "ball: eight", {"shot.ball is 'eight'", "cue, 1"}},
        Wrong{"shot_speed", "speed: 3.0", "speed: 1000", {"shot.speed", "0 to 30 [m/s]"}},
        Wrong{"shot_no_speed", "speed: 3.0, ", "", {"shot.speed is missing; allowed: 0 to 30"}},
        Wrong{"shot_offset", "[0.1, -0.2]", "[0.9, -0.9]", {"shot.offset", "at most 1 radius"}},
        Wrong{"shot_offset_short",
              "[0.1, -0.2]",
              "[0.1]",
              {"shot.offset is a list of 1; allowed: 2 numbers, -1 to 1 [radii]"}},
        Wrong{"shot_elevation",
              "elevation: 0.2",
              "elevation: 1.5708",
              {"shot.elevation is '1.5708'; allowed: 0 to 1.570796"}},
        Wrong{"second_document",
              "samples:",
              "---\nsamples:",
              {"a.yaml:9: a second document begins; allowed: one"}},
        Wrong{
            "text_behind", "samples: 0.05\n", "...\nand so on\n", {"a.yaml:10: a second document"}},
        Wrong{"brace_behind", "balls:\n", "}\nballs:\n", {"a.yaml:4: not valid YAML"}},
        Wrong{"until", "until: 2.5", "until: resting", {"until is 'resting'", "rest"}},
        Wrong{"until_negative", "until: 2.5", "until: -1", {"until is '-1'", "0 to 3600"}},
        Wrong{"samples", "samples: 0.05", "samples: 0", {"samples is '0'"}},
        Wrong{"broken_yaml", "overrides: {", "overrides: {{", {"a.yaml:"}},
        Wrong{"balls_no_list", "balls:\n  -", "balls: 3\nx:\n  -", {"unknown field 'x'"}}));

TEST(LoadScenario, GuessesOnlyWhatIsClose) {
  const TemporaryFolder folder;
  try {
    (void)load_scenario(folder.write("a.yaml", std::string(kGood) + "colour: red\n"));
    FAIL() << "accepted";
  } catch (const FileError& e) {
    EXPECT_THAT(e.what(), HasSubstr("unknown field 'colour'; allowed: table, physics, "));
    EXPECT_THAT(e.what(), ::testing::Not(HasSubstr("did you mean")));
  }
}

TEST(LoadScenario, RefusesTextBehindJson) {
  const TemporaryFolder folder;
  const std::string json = R"({"table": "none", "balls": [{"id": "cue", "position": [0, 0]}]})";

  EXPECT_NO_THROW((void)load_scenario(folder.write("a.json", "---\n" + json + "\n...\n# end\n")));
  for (const char* more : {json.c_str(), "}", "]", "and so on", "[]", "[]]", "---"}) {
    EXPECT_THROW((void)load_scenario(folder.write("a.json", json + "\n" + more)), FileError)
        << more;
  }
}

TEST(LoadScenario, TakesNullForAbsent) {
  const TemporaryFolder folder;

  const Scenario scenario = load_scenario(folder.write(
      "a.json",
      R"({"table": "pool_9ft", "physics": null, "overrides": null, "shot": null, "until": null,
          "samples": null, "balls": [{"id": "cue", "position": [0, 0], "velocity": null}]})"));

  EXPECT_FALSE(scenario.shot);
  EXPECT_EQ(scenario.sample_period, 0.0);
  EXPECT_TRUE(scenario.layout.balls[0].velocity.isZero(0.0));
}

TEST(LoadScenario, NamesTheTableFileThatIsWrong) {
  const TemporaryFolder folder;
  folder.write("t.yaml", "length: 2\nwidth: 1\nballs: pool\nnose_height: 0.07\n");
  const std::string scenario = "table: t.yaml\nballs: [{id: cue, position: [0, 0]}]\n";
  const auto refusal = [&](const std::string& text) -> std::string {
    try {
      (void)load_scenario(folder.write("a.yaml", text));
    } catch (const FileError& e) {
      return e.what();
    }
    return "accepted";
  };

  EXPECT_THAT(refusal(scenario), ::testing::MatchesRegex(".*a.yaml: .*t.yaml: nose_height is .*"));
  EXPECT_THAT(refusal(scenario + "overrides: {nose_height: 0.08}\n"),
              ::testing::MatchesRegex(".*a.yaml: nose_height is 0.08.*"));
}

TEST(LoadScenario, RefusesMissingEmptyAndForeignFiles) {
  const TemporaryFolder folder;

  EXPECT_THROW((void)load_scenario((folder.path() / "none.yaml").string()), FileError);
  EXPECT_THROW((void)load_scenario(folder.path().string()), FileError);
  EXPECT_THROW((void)load_scenario(folder.write("e.yaml", "")), FileError);
  EXPECT_THROW((void)load_scenario(folder.write("l.yaml", "[1, 2]")), FileError);
  EXPECT_THROW((void)load_scenario(folder.write("b.yaml", std::string("\0\1\xff", 3))), FileError);
}

TEST(LoadScenario, RefusesMoreBallsThanFit) {
  const TemporaryFolder folder;
  std::string text = "table: none\nballs:\n";
  for (int i = 0; i < 23; ++i) {
    text += "  - {id: b" + std::to_string(i) + ", position: [" + std::to_string(i) + ", 0]}\n";
  }

  EXPECT_THROW((void)load_scenario(folder.write("a.yaml", text)), FileError);
}

TEST(LoadLayout, ReadsAListAndAScenario) {
  const TemporaryFolder folder;
  const Settings settings = load_settings("pool_9ft");

  const Layout list =
      load_layout(folder.write("l.yaml", "- {id: cue, position: [0, 0]}"), settings);
  const Layout scenario =
      load_layout(folder.write("s.yaml", kGood.substr(0, kGood.find(", 0.1]")) + "]}\n"), settings);

  EXPECT_EQ(list.find("cue"), 0);
  EXPECT_EQ(list.find("1"), -1);
  EXPECT_EQ(scenario.find("1"), 1);
  EXPECT_THROW((void)load_layout(folder.write("o.yaml", "- {id: cue, position: [9, 0]}"), settings),
               FileError);
  EXPECT_NO_THROW(
      (void)load_layout(folder.write("r.yaml", "- {id: cue, position: [0, 0, 0.0286]}"), settings));
  EXPECT_THROW((void)load_layout(folder.write("s.yaml", kGood), settings), FileError);
}

TEST(FindOtherTable, ComparesTheFilesThatTheNamesMean) {
  const TemporaryFolder folder;
  const std::string ball = "balls: [{id: cue, position: [0, 0]}]\n";
  const std::string file = (config_dir() / "tables" / "pool_9ft.yaml").string();
  const std::string named = folder.write("named.yaml", "table: pool_9ft\n" + ball);

  EXPECT_EQ(find_other_table(named, "pool_9ft"), "");
  EXPECT_EQ(find_other_table(named, file), "");
  EXPECT_EQ(find_other_table(named, "snooker_12ft"), "pool_9ft");
  EXPECT_EQ(find_other_table(named, "none"), "pool_9ft");
  EXPECT_EQ(find_other_table(folder.write("endless.yaml", "table: none\n" + ball), "none"), "");
  EXPECT_EQ(find_other_table(folder.write("gone.yaml", "table: gone\n" + ball), "pool_9ft"),
            "gone");
  EXPECT_EQ(find_other_table(folder.write("lost.yaml", "table: ./lost\n" + ball), "pool_9ft"),
            "./lost");
  EXPECT_EQ(find_other_table(folder.write("ball.yaml", ball), "pool_9ft"), "");
  EXPECT_EQ(find_other_table(folder.write("list.yaml", "- {id: cue, position: [0, 0]}"), "none"),
            "");
}

}  // namespace
}  // namespace billiard
