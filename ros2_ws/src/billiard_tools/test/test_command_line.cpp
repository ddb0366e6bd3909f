// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "billiard_engine/files/config.hpp"
#include "command_line.hpp"

namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::StartsWith;

const char* const kBall = "balls: [{id: cue, position: [0, 0], velocity: [1, 0]}]\n";

TEST_F(CommandLine, SimulatesToJsonAndSvg) {
  write("roll.yaml", std::string("table: none\nsamples: 0.5\n") + kBall);

  ASSERT_EQ(run("simulate roll.yaml --json roll.json --svg roll.svg"), 0) << err_;

  const auto json = nlohmann::json::parse(read(folder_ / "roll.json"));
  EXPECT_EQ(json["status"], "rest");
  EXPECT_EQ(json["balls"][0]["id"], "cue");
  EXPECT_GT(json["balls"][0]["position_m"][0].get<double>(), 0.5);
  EXPECT_EQ(json["samples"]["time_s"].size(), json["samples"]["balls"]["cue"]["position_m"].size());
  EXPECT_GT(json["samples"]["time_s"].size(), 3U);
  EXPECT_EQ(json["samples"]["time_s"][1], 0.5);
  EXPECT_THAT(read(folder_ / "roll.svg"), StartsWith("<svg"));
  EXPECT_THAT(out_, HasSubstr("wrote roll.json"));
}

TEST_F(CommandLine, PrintsOnlyJsonOnStdoutWhenAsked) {
  write("roll.yaml", std::string("table: none\n") + kBall);

  ASSERT_EQ(run("simulate roll.yaml --json -"), 0) << err_;

  EXPECT_TRUE(nlohmann::json::accept(out_));
  EXPECT_EQ(err_, "");
}

TEST_F(CommandLine, StopsAtTheGivenTime) {
  write("roll.yaml", std::string("table: none\nuntil: 0.25\n") + kBall);

  ASSERT_EQ(run("simulate roll.yaml --json -"), 0) << err_;

  const auto json = nlohmann::json::parse(out_);
  EXPECT_EQ(json["status"], "time_limit");
  EXPECT_EQ(json["time_s"], 0.25);
}

class Simulate : public CommandLine {
 protected:
  void expect_refused(const std::string& scenario, const std::string& part) {
    write("wrong.yaml", scenario);
    expect_failure("simulate wrong.yaml --json out.json --svg out.svg", 2, part);
    EXPECT_THAT(err_, StartsWith("billiard: wrong.yaml"));
  }
};

TEST_F(Simulate, RefusesWrongInput) {
  expect_refused("", "a map of fields");
  expect_refused(std::string("table: none\ntabel: none\n") + kBall, "did you mean 'table'");
  expect_refused(std::string("table: none\noverrides: {ball.radius: -0.02}\n") + kBall,
                 "ball.radius is '-0.02'; allowed: 0.001 to 0.5 [m]");
  expect_refused(std::string("table: none\noverrides: {cloth.law: pad}\n") + kBall,
                 "cloth.law is 'pad'; allowed: pade, pade_fitted, integral, exact");
  expect_refused("table: none\nballs: [{id: cue, position: [.nan, 0]}]\n",
                 "balls[0].position[0] is '.nan'");
  expect_refused("table: none\nballs: [{id: a, position: [0, 0]}, {id: b, position: [0, 0.05]}]\n",
                 "ball 'a' and ball 'b' overlap by 0.00715 m; allowed: at most 1e-06 m");
  expect_refused("table: pool_9ft\nballs: [{id: a, position: [1.4, 0]}]\n", "too far out");
  expect_refused(std::string("table: pool_9ft\noverrides: {corner.mouth: 0.05}\n") + kBall,
                 "corner.mouth is 0.05");
  expect_refused(std::string("table: none\nsamples: 1e-5\nuntil: 1000\n") +
                     "overrides: {cloth.rolling: 0}\n" + kBall,
                 "samples");
}

TEST_F(CommandLine, RefusesMissingFilesAndOptions) {
  EXPECT_EQ(run("simulate none.yaml --json out.json"), 2);
  EXPECT_THAT(err_, HasSubstr("none.yaml: no such file"));
  EXPECT_EQ(run("simulate"), 2);
  EXPECT_EQ(run("simulat x.yaml"), 2);
  EXPECT_THAT(err_, HasSubstr("subcommand is 'simulat'; allowed: simulate, "));
  EXPECT_THAT(err_, HasSubstr("replay"));
  EXPECT_EQ(run(""), 2);
  EXPECT_EQ(files(), 0);
}

TEST_F(CommandLine, WritesNothingIfOneFileCannotBeWritten) {
  write("roll.yaml", std::string("table: none\n") + kBall);

  expect_failure("simulate roll.yaml --json out.json --svg no/such/folder.svg", 2,
                 "--svg is 'no/such/folder.svg'; allowed: a folder that is there");
  expect_failure("simulate roll.yaml --svg out.svg --json .", 2,
                 "--json is '.'; allowed: a file, this is a folder");
}

TEST_F(CommandLine, LooksAtFilesToWriteBeforeAnythingElse) {
  const std::string there = " --table pool_9ft --json no/out.json";
  for (const char* command :
       {"plan --layout none.yaml", "shape --layout none.yaml --to 0,0", "locate --image none.png",
        "track --video none.mp4", "fit --trajectories none.json"}) {
    expect_failure(command + there, 2, "--json is 'no/out.json'");
  }
  expect_failure("simulate none.yaml --json no/out.json", 2, "--json is 'no/out.json'");
  expect_failure("calibrate none.png --out no/camera.yaml", 2, "--out is 'no/camera.yaml'");
  expect_failure("lab --out report --json no/out.json", 2, "--json is 'no/out.json'");
  write("report", "no folder");
  expect_failure("lab --out report", 2, "--out is 'report'; allowed: a folder");
  expect_failure("cue status --port unix:none --json no/out.json", 2, "--json is 'no/out.json'");
}

TEST_F(CommandLine, RefusesOneFileForTwoOptions) {
  write("roll.yaml", std::string("table: none\n") + kBall);

  const std::string json = "simulate roll.yaml --json ";
  expect_failure(json + "a --svg a", 2, "--svg is 'a', the file of --json; allowed: different");
  expect_failure(json + "- --svg -", 2, "--svg is '-', the file of --json");
  expect_failure(json + "./a --svg a", 2, "--svg is 'a', the file of --json");
  expect_failure(json + "a --svg \"$PWD/a\"", 2, "the file of --json");
  write("there", "old");
  fs::create_symlink("there", folder_ / "link");
  fs::create_directory_symlink(".", folder_ / "here");
  expect_failure(json + "link --svg there", 2, "--svg is 'there', the file of --json");
  expect_failure(json + "a --svg here/a", 2, "--svg is 'here/a', the file of --json");
  EXPECT_EQ(run(json + "a --svg b"), 0) << err_;
  EXPECT_EQ(run(json + "/dev/null --svg /dev/null"), 0) << err_;
}

TEST_F(CommandLine, RefusesNamesThatAreTooLong) {
  const std::string name(300, 'x');
  write("table.yaml", "table: " + name + "\n" + kBall);
  write("physics.yaml", "table: none\nphysics: ./" + name + ".yaml\n" + kBall);
  write("roll.yaml", std::string("table: none\n") + kBall);

  expect_failure("simulate table.yaml", 2, "table.yaml: table is 'xxx");
  expect_failure("simulate physics.yaml", 2, "physics.yaml: physics is './xxx");
  expect_failure("simulate " + name, 2, "no such file");
  expect_failure("simulate roll.yaml --json " + name, 2, "--json is 'xxx");
  expect_failure("locate --image a.png --table " + name, 2, "table is 'xxx");
}

TEST_F(CommandLine, NeverReplacesWhatItReads) {
  write("roll.yaml", std::string("table: none\n") + kBall);
  write("layout.yaml", "balls: [{id: cue, position: [0, 0]}, {id: \"1\", position: [0.6, 0]}]\n");
  write("table.yaml", "extends: pool_9ft\n");
  ASSERT_EQ(run("render --layout layout.yaml --table pool_9ft --out frame.png --width 320"), 0);
  fs::create_symlink("roll.yaml", folder_ / "link.yaml");

  expect_failure("simulate roll.yaml --json roll.yaml", 2,
                 "--json is 'roll.yaml', the file that scenario reads; allowed: another file");
  expect_failure("simulate roll.yaml --svg ./link.yaml", 2, "--svg is './link.yaml', the file");
  expect_failure("plan --layout layout.yaml --table pool_9ft --json layout.yaml", 2,
                 "the file that --layout reads");
  expect_failure("render --layout layout.yaml --table table.yaml --out a.png --json table.yaml", 2,
                 "the file that --table reads");
  expect_failure("locate --image frame.png --table pool_9ft --overlay frame.png", 2,
                 "--overlay is 'frame.png', the file that --image reads");
  expect_failure("track --video frame.png --table pool_9ft --json frame.png", 2,
                 "the file that --video reads");

  EXPECT_EQ(read(folder_ / "roll.yaml"), std::string("table: none\n") + kBall);
}

TEST_F(CommandLine, RefusesEmptyValues) {
  write("roll.yaml", std::string("table: none\n") + kBall);

  expect_failure("simulate roll.yaml --json ''", 2, "--json is ''; allowed: a value");
  expect_failure("simulate roll.yaml --svg ''", 2, "--svg is ''");
  expect_failure("plan --layout roll.yaml --table pool_9ft --target ''", 2, "--target is ''");
  expect_failure("track --video '' --table pool_9ft", 2, "--video is ''");
}

TEST_F(CommandLine, WritesIntoPipesAndThroughLinksInsteadOfReplacingThem) {
  write("roll.yaml", std::string("table: none\n") + kBall);
  write("real.svg", "old");
  fs::create_symlink("real.svg", folder_ / "link.svg");
  const std::string pipe = folder_ / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const int reader = open(pipe.c_str(), O_RDWR | O_NONBLOCK);  // nobody waits for the other end
  ASSERT_GE(reader, 0);

  ASSERT_EQ(run("simulate roll.yaml --json pipe --svg link.svg"), 0) << err_;

  std::array<char, 10000> bytes{};
  const ssize_t count = ::read(reader, bytes.data(), bytes.size());
  close(reader);
  ASSERT_GT(count, 0);
  EXPECT_TRUE(nlohmann::json::accept(bytes.begin(), bytes.begin() + count));
  EXPECT_TRUE(fs::is_symlink(folder_ / "link.svg"));
  EXPECT_THAT(read(folder_ / "real.svg"), StartsWith("<svg"));
}

TEST_F(CommandLine, SimulatesEveryScenarioOfTheCheckout) {
  const std::vector<std::string> names = billiard::config_names("scenarios");
  ASSERT_THAT(names, ::testing::Contains("layout"));

  for (const std::string& name : names) {
    const fs::path file = billiard::config_dir() / "scenarios" / (name + ".yaml");
    EXPECT_EQ(run("simulate '" + file.string() + "' --svg out.svg"), 0) << err_;
  }
}

TEST_F(CommandLine, ThreeCushionsComeBeforeTheSecondBall) {
  const fs::path file = billiard::config_dir() / "scenarios" / "three_cushion.yaml";
  ASSERT_EQ(run("simulate '" + file.string() + "' --json -"), 0) << err_;

  std::vector<std::string> met;  // by white, until it meets yellow
  const auto result = nlohmann::json::parse(out_);
  for (const auto& event : result["events"]) {
    const std::vector<std::string> balls = event["balls"];
    if (balls[0] != "white" && balls.back() != "white") continue;
    if (event["kind"] == "ball_cushion") met.push_back("cushion");
    if (event["kind"] == "ball_ball") met.push_back(balls[0] == "white" ? balls[1] : balls[0]);
    if (!met.empty() && met.back() == "yellow") break;
  }
  EXPECT_THAT(met, ::testing::ElementsAre("red", "cushion", "cushion", "cushion", "yellow"));
}

TEST_F(CommandLine, ExplainsItself) {
  EXPECT_EQ(run("--help"), 0);
  for (const char* command : {"simulate", "play", "replay", "report", "Exit code", "docs/files.md"})
    EXPECT_THAT(out_, HasSubstr(command));
  EXPECT_EQ(run("simulate --help"), 0);
  EXPECT_THAT(out_, HasSubstr("--svg"));
  EXPECT_EQ(run("fields"), 0);
  EXPECT_THAT(out_, HasSubstr("`cloth.friction`"));
  EXPECT_EQ(run("fields --physics kudra2016"), 0);
  EXPECT_THAT(out_, HasSubstr("radius: 0.02 "));
}

TEST_F(CommandLine, TellsItsVersion) {
  ASSERT_EQ(run("--version"), 0) << err_;

  EXPECT_THAT(out_, ::testing::MatchesRegex("billiard [0-9]+\\.[0-9]+\\.[0-9]+\n"));
}

TEST_F(CommandLine, ListsFieldsAsJson) {
  ASSERT_EQ(run("fields --json -"), 0) << err_;
  const auto fields = nlohmann::json::parse(out_);
  EXPECT_EQ(fields["physics"].back()["field"], "steps.contact");
  EXPECT_EQ(fields["table"].back().count("value"), 0U);
  EXPECT_EQ(fields["physics"][0]["field"], "extends");
  EXPECT_EQ(fields["table"][1]["field"], "physics");

  ASSERT_EQ(run("fields --physics kudra2016 --json -"), 0) << err_;
  const auto values = nlohmann::json::parse(out_)["physics"];
  const auto radius = std::find_if(values.begin(), values.end(),
                                   [](const auto& f) { return f["field"] == "ball.radius"; });
  ASSERT_NE(radius, values.end());
  EXPECT_EQ((*radius)["value"], 0.02);
}

TEST_F(CommandLine, LocateRefusesWhatIsNoImage) {
  write("frame.png", "\x89PNG\r\n\x1a\n and then nothing");

  EXPECT_EQ(run("locate --image frame.png --table pool_9ft"), 2);
  EXPECT_THAT(err_, HasSubstr("frame.png: is cut off"));
  EXPECT_EQ(run("locate --image missing.png --table pool_9ft"), 2);
  EXPECT_THAT(err_, HasSubstr("missing.png: cannot be read"));
  EXPECT_TRUE(out_.empty());
}

TEST_F(CommandLine, LocateSaysWhenThereIsNoTable) {
  // A black bitmap of 96 x 64 pixels.
  std::string bitmap("BM", 2);
  const auto put = [&](std::uint32_t value, int bytes) {
    for (int i = 0; i < bytes; ++i) bitmap.push_back(static_cast<char>(value >> (8 * i)));
  };
  for (const std::uint32_t v : {54U + 96U * 64U * 3U, 0U, 54U, 40U, 96U, 64U}) put(v, 4);
  put(1, 2);
  put(24, 2);
  for (int i = 0; i < 6; ++i) put(0, 4);
  bitmap.append(96 * 64 * 3, '\0');
  write("black.bmp", bitmap);

  EXPECT_EQ(run("locate --image black.bmp --table pool_9ft --json out.json"), 1);
  EXPECT_THAT(err_, HasSubstr("black.bmp: "));
  EXPECT_FALSE(fs::exists(folder_ / "out.json"));
}

TEST_F(CommandLine, RunsAnExperimentOfTheLab) {
  ASSERT_EQ(run("lab contact_pressure --quick --out report --json numbers.json"), 0) << err_;

  EXPECT_THAT(read(folder_ / "report" / "index.html"), HasSubstr("Pressure under a rolling ball"));
  EXPECT_THAT(read(folder_ / "report" / "contact_pressure_1.svg"), StartsWith("<svg"));
  const auto json = nlohmann::json::parse(read(folder_ / "numbers.json"));
  EXPECT_EQ(json["contact_pressure"]["claims"][0]["id"], "total");
  EXPECT_EQ(err_, "");
}

TEST_F(CommandLine, LabWritesNumbersIntoTheFolderItMakes) {
  ASSERT_EQ(run("lab contact_pressure --quick --out new --json new/numbers.json"), 0) << err_;

  EXPECT_TRUE(fs::exists(folder_ / "new" / "numbers.json"));
}

TEST_F(CommandLine, LabWantsAFolder) {
  write("file", "");

  expect_failure("lab contact_pressure --out file", 2, "--out is 'file'; allowed: a folder");
}

TEST_F(CommandLine, RefusesUnknownExperimentsWithTheListOfThoseThereAre) {
  EXPECT_EQ(run("lab contact_presure --out report"), 2);

  EXPECT_THAT(err_, HasSubstr("experiment is 'contact_presure'; allowed: contact_pressure, "));
  EXPECT_EQ(files(), 0);
  EXPECT_EQ(run("lab"), 2);
  EXPECT_THAT(err_, HasSubstr("--out is required"));
}

}  // namespace
