// SPDX-License-Identifier: Apache-2.0
// `billiard fit` as a program.
#include <nlohmann/json.hpp>

#include "command_line.hpp"
#include "observed_shots.hpp"

namespace billiard {
namespace {

using Json = nlohmann::json;
using ::testing::HasSubstr;

class FitCommand : public CommandLine {
 protected:
  /// Writes shots.json as the carom table's own physics plays them.
  void write_shots(int count) {
    const Settings settings = load_settings("carom_10ft");
    Json list = Json::array();
    for (const ObservedShot& shot : record_shots(settings, count, {.until = 1.2})) {
      Json balls;
      for (const BallTrack& track : shot.balls) {
        Json& ball = balls[track.id];
        ball["t_s"] = track.time;
        for (const Vec2<double>& p : track.position) {
          ball["x_m"].push_back(p.x());
          ball["y_m"].push_back(p.y());
        }
      }
      list.push_back({{"id", list.size() + 1}, {"balls", balls}});
    }
    const Json file{{"table_m", {settings.table.spec.length, settings.table.spec.width}},
                    {"ball_diameter_m", 2.0 * settings.physics.ball.radius},
                    {"shots", list}};
    write("shots.json", file.dump());
  }
};

TEST_F(FitCommand, WritesAPhysicsFileThatSimulateTakes) {
  write_shots(4);

  ASSERT_EQ(run("fit --trajectories shots.json --table carom_10ft --until 1.2 --out fitted.yaml "
                "--json fit.json"),
            0)
      << err_;

  const Json fit = Json::parse(read(folder_ / "fit.json"));
  EXPECT_EQ(fit["shots"], 4);
  EXPECT_NEAR(fit["values"]["cloth.friction"]["value"].get<double>(), 0.2, 0.01);
  EXPECT_GT(fit["values"]["cloth.friction"]["sigma"].get<double>(), 0.0);
  EXPECT_THAT(out_, HasSubstr("cloth.friction"));
  write("roll.yaml",
        "table: carom_10ft\nphysics: fitted.yaml\n"
        "balls: [{id: cue, position: [0, 0], velocity: [1, 0]}]\n");
  EXPECT_EQ(run("simulate roll.yaml --json -"), 0) << err_;
}

TEST_F(FitCommand, TestsOnTheOtherHalf) {
  write_shots(6);

  ASSERT_EQ(
      run("fit --trajectories shots.json --table carom_10ft --until 1.2 --test --json fit.json"), 0)
      << err_;

  const Json fit = Json::parse(read(folder_ / "fit.json"));
  EXPECT_EQ(fit["shots"], 3);
  EXPECT_EQ(fit["test"]["shots"], 3);
  EXPECT_GT(fit["test"]["ahead"]["median_m"].get<double>(), 0.0);
  EXPECT_GE(fit["test"]["whole"]["largest_m"], fit["test"]["whole"]["median_m"]);
}

TEST_F(FitCommand, SaysWhatIsWrong) {
  write_shots(1);
  write("bad.json", R"({"table_m": [2.84, "wide"]})");
  const std::string table = " --table carom_10ft";

  expect_failure("fit" + table, 2,
                 "--trajectories is '' and --bag is ''; allowed: exactly one of them");
  expect_failure("fit --trajectories none.json" + table, 2, "none.json: cannot be read");
  expect_failure("fit --trajectories ." + table, 2, ".: cannot be read");
  expect_failure("fit --trajectories bad.json" + table, 2, "bad.json: table_m[1] is \"wide\"");
  expect_failure("fit --trajectories shots.json --table pool_9ft", 2, "table_m[0] is 2.84 m");
  expect_failure("fit --trajectories shots.json --test" + table, 2, "at least 2 shots");
  expect_failure("fit --trajectories shots.json --until 0" + table, 2, "--until");
  expect_failure("fit --trajectories shots.json --until nan" + table, 2, "--until: is 'nan'");
}

}  // namespace
}  // namespace billiard
