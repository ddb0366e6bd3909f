// SPDX-License-Identifier: Apache-2.0
// `billiard fit --bag` on bags of simulated shots.
#include <nlohmann/json.hpp>

#include "../command_line.hpp"
#include "recorded_shots.hpp"

namespace billiard::session {
namespace {

using ::testing::HasSubstr;
namespace fs = std::filesystem;

const std::set<std::string> kAllTopics{"/table",
                                       "/camera/image_raw/compressed",
                                       "/camera/camera_info",
                                       "/balls",
                                       "/predictions",
                                       "/cue/result",
                                       "/shot_plan",
                                       "/shot_command",
                                       "/game/state",
                                       "/ground_truth"};

class FitBagCommand : public CommandLine {
 protected:
  /// A bag with these topics only.
  void record(const std::string& name, RecordedShotsOptions options,
              const std::set<std::string>& topics) {
    for (const std::string& topic : kAllTopics) {
      if (!topics.contains(topic)) options.without.insert(topic);
    }
    record_shots(folder_ / name, options);
  }
  /// Median error 1 s after the strike on the shots of a bag [mm].
  double prediction_error(const std::string& bag, const std::string& physics) {
    EXPECT_EQ(
        run("replay " + bag + " --table pool_9ft --physics " + physics + " --json error.json"), 0)
        << err_;
    return nlohmann::json::parse(read(folder_ / "error.json"))["prediction_error_1s_mm"];
  }
};

TEST_F(FitBagCommand, FiveRecordedShotsMakeUpForPhysicsTenPercentOff) {
  write("world.yaml",
        "extends: pool\ncloth: {friction: 0.22, rolling: 0.459}\n"
        "ball_ball: {restitution: 0.855}\nball_cushion: {restitution: 0.765, friction: 0.154}\n");
  const std::string world = (folder_ / "world.yaml").string();
  record("seen", {.physics = world, .shots = 5, .seed = 11, .longest = 2.0}, {"/balls"});
  // Enough shots for a median: of three it may be 1.3 or 5 mm, and of eight, half may be shots that
  // do not feel the physics within a second.
  record("later", {.physics = world, .shots = 14, .seed = 12, .longest = 1.6}, kAllTopics);

  ASSERT_EQ(run("fit --bag seen --table pool_9ft --until 2 --out fitted.yaml --json fit.json"), 0)
      << err_;

  EXPECT_GE(nlohmann::json::parse(read(folder_ / "fit.json"))["shots"], 4);
  const double before = prediction_error("later", "pool");
  const double after = prediction_error("later", "fitted.yaml");
  const double matched = prediction_error("later", "world.yaml");
  std::printf("1 s after the strike: matched %.2f mm, 10 %% off %.2f mm, fitted %.2f mm\n", matched,
              before, after);
  EXPECT_LE(after, 2.0 * matched);
  EXPECT_GT(before, 2.0 * matched);  // else there was nothing to make up for
}

TEST_F(FitBagCommand, ReadsWhatIsLeftOfACutBag) {
  record("cut", {.shots = 3, .longest = 1.5}, {"/ground_truth", "/cue/result"});
  for (const auto& entry : fs::directory_iterator(folder_ / "cut")) {
    if (entry.path().extension() != ".mcap") continue;
    fs::resize_file(entry.path(), fs::file_size(entry.path()) * 7 / 10);
  }
  fs::remove(folder_ / "cut" / "metadata.yaml");

  ASSERT_EQ(run("fit --bag cut --table pool_9ft --until 1.2 --json fit.json"), 0) << err_;

  const int shots = nlohmann::json::parse(read(folder_ / "fit.json"))["shots"];
  EXPECT_GE(shots, 1);
  EXPECT_LT(shots, 3);
}

TEST_F(FitBagCommand, SaysWhatABagLacks) {
  record("pictures", {.shots = 1, .longest = 0.5}, {"/camera/image_raw/compressed"});
  record("nothing", {.shots = 1, .longest = 0.5}, {});
  fs::create_directory(folder_ / "empty");
  write("text.mcap", "not a bag");
  record_wrong_type(folder_ / "other");
  const std::string table = " --table pool_9ft";

  expect_failure("fit --bag pictures" + table, 1, "pictures: has no shot");
  expect_failure("fit --bag nothing" + table, 2, "nothing");
  expect_failure("fit --bag empty" + table, 2, "empty");
  expect_failure("fit --bag text.mcap" + table, 2, "text.mcap");
  expect_failure("fit --bag missing" + table, 2, "missing");
  expect_failure("fit --bag other" + table, 2, "topic /balls is a billiard_msgs/msg/Table");
}

}  // namespace
}  // namespace billiard::session
