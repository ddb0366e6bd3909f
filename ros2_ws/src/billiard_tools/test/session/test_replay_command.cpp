// SPDX-License-Identifier: Apache-2.0
// `billiard replay` and `billiard report` on bags of simulated shots.
#include <nlohmann/json.hpp>

#include "../command_line.hpp"
#include "recorded_shots.hpp"

namespace billiard::session {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;
namespace fs = std::filesystem;

constexpr double kAllowed_mm = 5.0;  // median error 1 s after the strike, matched physics

/// One bag for all tests of this process; its making takes longest. 640x360 at 60 Hz.
const fs::path& recorded() {
  static const struct Bag {
    Bag() {
      RecordedShotsOptions options;
      options.longest = 3.0;
      options.seed = 4;
      record_shots(path, options);
    }
    ~Bag() { fs::remove_all(path); }
    fs::path path{fs::temp_directory_path() / ("billiard-shots-" + std::to_string(getpid()))};
  } bag;
  return bag.path;
}

fs::path mcap_of(const fs::path& bag) {
  for (const auto& entry : fs::directory_iterator(bag)) {
    if (entry.path().extension() == ".mcap") return entry.path();
  }
  return {};
}

class ReplayCommand : public CommandLine {
 protected:
  nlohmann::json json(const std::string& name) {
    return nlohmann::json::parse(read(folder_ / name));
  }
  /// A bag without some topics; quick where the pictures are among them.
  std::string bag_without(const std::set<std::string>& topics, int damaged = 0) {
    RecordedShotsOptions options;
    options.damaged = damaged;
    options.shots = 1;
    options.longest = 1.5;
    options.without = topics;
    record_shots(folder_ / "bag", options);
    return "bag";
  }
};

TEST_F(ReplayCommand, SameBagGivesSameBytes) {
  const std::string bag = recorded().string();
  fs::copy(recorded(), folder_ / "elsewhere", fs::copy_options::recursive);

  ASSERT_EQ(run("replay " + bag + " --json a.json --html a.html"), 0) << err_;
  const std::string text = out_;
  ASSERT_EQ(run("replay elsewhere --json b.json --html b.html"), 0) << err_;

  EXPECT_EQ(out_, text);
  EXPECT_EQ(read(folder_ / "a.json"), read(folder_ / "b.json"));
  EXPECT_EQ(read(folder_ / "a.html"), read(folder_ / "b.html"));
}

TEST_F(ReplayCommand, PredictsWithinFiveMillimetres) {
  ASSERT_EQ(run("replay " + recorded().string() + " --json a.json"), 0) << err_;

  const nlohmann::json report = json("a.json");
  EXPECT_LE(report["prediction_error_1s_mm"], kAllowed_mm) << out_;
  EXPECT_EQ(report["reference"], "truth");
  ASSERT_EQ(report["shots"].size(), 2);
  EXPECT_GT(report["predictions"], 200);
  EXPECT_EQ(report["frames_damaged"], 0);
  EXPECT_EQ(report["by_horizon"].size(), 10);
  EXPECT_DOUBLE_EQ(report["by_horizon"][5]["horizon_s"], 1.0);
  EXPECT_GT(report["by_horizon"][5]["count"], 100);
  EXPECT_TRUE(report["by_ball"].contains("cue"));
  EXPECT_EQ(report["by_time_since_strike"].size(), 8);
  EXPECT_LE(report["tracking"]["moving"]["median_mm"], 2.0);
  EXPECT_EQ(report["tracking"]["balls_invented"], 0);
  EXPECT_THAT(out_, HasSubstr("prediction error 1 s after the strike: "));
}

TEST_F(ReplayCommand, SeesPhysicsThatDoNotFit) {
  write("slow.yaml",
        "extends: pool\ncloth:\n  contact_radius: 0.0084\n");  // a cloth thrice as slow

  ASSERT_EQ(run("replay " + recorded().string() + " --physics slow.yaml --json a.json"), 0) << err_;

  EXPECT_GT(json("a.json")["prediction_error_1s_mm"], kAllowed_mm) << out_;
}

TEST_F(ReplayCommand, ReportsAGame) {
  ASSERT_EQ(run("report " + recorded().string() + " --json a.json --html a.html"), 0) << err_;

  const nlohmann::json game = json("a.json");
  EXPECT_EQ(game["racks"], 1);
  EXPECT_EQ(game["shots"], 2);
  EXPECT_EQ(game["called_shots"], 2);
  EXPECT_DOUBLE_EQ(game["promised_probability"], 0.5);
  EXPECT_EQ(game["strokes"]["commanded"], 2);
  EXPECT_EQ(game["strokes"]["fired"], 2);
  EXPECT_EQ(game["strokes"]["unanswered"], 0);
  EXPECT_EQ(game["strokes"]["fired_twice"], 0);
  EXPECT_EQ(game["layouts"]["balls_missed"], 0);
  EXPECT_EQ(game["layouts"]["balls_invented"], 0);
  EXPECT_NEAR(game["timings"]["planning"]["p50_ms"], 250.0, 1e-6);
  EXPECT_NEAR(game["timings"]["frame_to_prediction"]["p99_ms"], 8.0, 1e-3);
  EXPECT_NEAR(game["timings"]["frame_to_recorder"]["p99_ms"], 10.0, 1e-3);
  const std::string page = read(folder_ / "a.html");
  EXPECT_THAT(page, HasSubstr("id=\"shot-2\""));
  EXPECT_THAT(page, Not(HasSubstr("src=")));
  EXPECT_THAT(page, Not(HasSubstr("href=\"http")));
}

TEST_F(ReplayCommand, ReadsWhatIsLeftOfACutBag) {
  fs::copy(recorded(), folder_ / "cut", fs::copy_options::recursive);
  const fs::path file = mcap_of(folder_ / "cut");
  fs::resize_file(file, fs::file_size(file) * 4 / 10);

  ASSERT_EQ(run("replay cut --json a.json"), 0) << err_;

  const nlohmann::json report = json("a.json");
  EXPECT_EQ(report["shots"].size(), 1);
  EXPECT_GT(report["predictions"], 20);
  EXPECT_THAT(report["notes"].dump(), HasSubstr("messages are there"));
  fs::remove(folder_ / "cut" / "metadata.yaml");
  EXPECT_EQ(run("report cut --html a.html"), 0) << err_;
  EXPECT_THAT(out_, HasSubstr("1 rack, 1 shot:"));
}

TEST_F(ReplayCommand, UnpacksACompressedBag) {
  RecordedShotsOptions options;
  options.shots = 1;
  options.longest = 0.5;
  for (const std::string compression : {"none", "file", "message"}) {
    options.compression = compression;
    record_shots(folder_ / compression, options);

    EXPECT_EQ(run("replay " + compression + " --json replay_" + compression), 0) << err_;
    EXPECT_EQ(run("report " + compression + " --json report_" + compression), 0) << err_;

    EXPECT_EQ(read(folder_ / ("replay_" + compression)), read(folder_ / "replay_none"));
    EXPECT_EQ(read(folder_ / ("report_" + compression)), read(folder_ / "report_none"));
  }
}

TEST_F(ReplayCommand, TakesRecordedBallsWhereThereAreNoImages) {
  const std::string bag =
      bag_without({"/camera/image_raw/compressed", "/predictions", "/cue/result", "/shot_command",
                   "/game/state", "/ground_truth"},
                  2);

  ASSERT_EQ(run("replay " + bag + " --json a.json"), 0) << err_;

  const nlohmann::json report = json("a.json");
  EXPECT_EQ(report["reference"], "tracked");
  EXPECT_EQ(report["frames"], 0);
  EXPECT_EQ(report["shots"].size(), 1);
  EXPECT_TRUE(report["tracking"].is_null());
  EXPECT_THAT(report["notes"], Contains("/cue/result: not recorded"));
  EXPECT_THAT(report["notes"], Contains("/balls: 2 messages cannot be used"));
}

TEST_F(ReplayCommand, TracksImagesAlone) {
  const std::string bag =
      bag_without({"/table", "/balls", "/predictions", "/cue/result", "/shot_plan", "/shot_command",
                   "/game/state", "/ground_truth"});

  expect_failure("replay " + bag, 2, "does not name its table");
  ASSERT_EQ(run("replay " + bag + " --table pool_9ft --json a.json"), 0) << err_;

  const nlohmann::json report = json("a.json");
  EXPECT_EQ(report["reference"], "tracked");
  EXPECT_GT(report["frames"], 100);
  EXPECT_EQ(report["shots"].size(), 1);
  expect_failure("report " + bag, 2, "/balls: not recorded; /ground_truth: not recorded");
}

TEST_F(ReplayCommand, RefusesACameraFileForAnotherSize) {
  write("camera.yaml",
        "image_width: 1280\nimage_height: 720\n"
        "camera_matrix: {data: [985, 0, 640, 0, 985, 360, 0, 0, 1]}\n");

  expect_failure("replay " + recorded().string() + " --camera camera.yaml --json a.json", 2,
                 "camera.yaml: image_width and image_height are 1280x720 px; allowed with ");
  EXPECT_THAT(err_, HasSubstr(": 640x360 px"));
}

TEST_F(ReplayCommand, SaysWhyTheImagesWereNotUsed) {
  write("camera.yaml",  // no table is a square
        "image_width: 640\nimage_height: 360\n"
        "camera_matrix: {data: [460, 0, 320, 0, 460, 180, 0, 0, 1]}\n"
        "corners_px: [[10, 310], [310, 310], [310, 10], [10, 10]]\n");

  ASSERT_EQ(run("replay " + recorded().string() + " --camera camera.yaml --json a.json"), 0)
      << err_;

  const std::string notes = json("a.json")["notes"].dump();
  EXPECT_THAT(notes, HasSubstr("images: not used: corners_px are [10, 310]"));
  EXPECT_THAT(notes, Not(HasSubstr(recorded().string())));
}

TEST_F(ReplayCommand, ReportAsksForATableByItsOption) {
  const std::string bag = bag_without({"/table", "/camera/image_raw/compressed"});

  expect_failure("report " + bag, 2, "does not name its table; give one with --table");
  EXPECT_EQ(run("report " + bag + " --table pool_9ft"), 0) << err_;
}

TEST_F(ReplayCommand, RefusesWhatIsNoBag) {
  fs::create_directory(folder_ / "empty");
  write("text.mcap", "not a bag");
  record_wrong_type(folder_ / "other");

  for (const std::string command : {"replay", "report"}) {
    expect_failure(command + " empty", 2, "empty");
    expect_failure(command + " text.mcap", 2, "text.mcap");
    expect_failure(command + " missing", 2, "missing");
    expect_failure(command + " other", 2, "topic /balls is a billiard_msgs/msg/Table");
    expect_failure(command, 2, "BAG");
  }
  expect_failure("replay " + recorded().string() + " --table no_such", 2, "no_such");
  expect_failure("replay " + recorded().string() + " --physics no_such", 2, "no_such");
  expect_failure("replay " + recorded().string() + " --camera no_such", 2, "no_such");
  expect_failure("replay " + recorded().string() + " --topic /no_such", 2, "/no_such");
}

}  // namespace
}  // namespace billiard::session
