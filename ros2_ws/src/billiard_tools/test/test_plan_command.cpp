// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <nlohmann/json.hpp>
#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>

#include "billiard_engine/files/settings.hpp"
#include "billiard_vision/engine_table.hpp"
#include "billiard_vision/renderer.hpp"
#include "command_line.hpp"

namespace billiard {
namespace {

using Json = nlohmann::json;
using ::testing::HasSubstr;

const char* const kTable = " --table pool_9ft --simulations 400 ";

class Plan : public CommandLine {
 protected:
  /// `plan` of these balls.
  std::string plan(const std::string& balls, const std::string& more = "") {
    write("layout.yaml", "balls: [" + balls + "]\n");
    return "plan --layout layout.yaml" + std::string(kTable) + more;
  }
  Json answer(const std::string& arguments) {
    EXPECT_EQ(run(arguments + " --json -"), 0) << err_;
    return Json::parse(out_, nullptr, false);
  }
};

const char* const kEasy = "{id: cue, position: [0, 0]}, {id: \"1\", position: [0.6, 0.3]}";

TEST_F(Plan, GivesShotCallProbabilityAndPrediction) {
  const Json json = answer(plan(kEasy));

  EXPECT_EQ(json["target"], "1");
  EXPECT_EQ(json["pocket"], "corner_pp");
  EXPECT_EQ(json["kind"], "direct");
  EXPECT_GT(json["success_probability"].get<double>(), 0.5);
  EXPECT_GT(json["shot"]["speed_m_s"].get<double>(), 0.3);
  EXPECT_EQ(json["predicted"]["balls"][1]["pocket"], "corner_pp");
  EXPECT_GT(json["simulations"].get<int>(), 100);
}

TEST_F(Plan, RepeatsForASeed) {
  const Json first = answer(plan(kEasy, "--seed 5"));
  const Json second = answer(plan(kEasy, "--seed 5"));

  EXPECT_EQ(first["shot"], second["shot"]);
  EXPECT_EQ(first["success_probability"], second["success_probability"]);
}

TEST_F(Plan, DrawsTheShot) {
  ASSERT_EQ(run(plan(kEasy, "--svg shot.svg")), 0) << err_;

  EXPECT_THAT(read(folder_ / "shot.svg"), HasSubstr("direct 1 corner_pp"));
  EXPECT_THAT(out_, HasSubstr("wrote shot.svg"));
}

TEST_F(Plan, PlacesACueBallInHand) {
  const Json json = answer(plan("{id: \"1\", position: [0.6, 0.3]}", "--in-hand"));

  EXPECT_EQ(json["kind"], "direct");
}

TEST_F(Plan, TakesACueBallInHandFromWhereverItIs) {
  const Json json = answer(
      plan("{id: cue, position: [0, 0], velocity: [1, 0]}, {id: \"1\", position: [0.6, 0.3]}",
           "--in-hand"));

  EXPECT_EQ(json["kind"], "direct");
}

TEST_F(Plan, SaysWhyThereIsNoShot) {
  expect_failure(plan("{id: cue, position: [0, 0]}"), 1, "all balls are pocketed");
  expect_failure(
      plan("{id: cue, position: [0, 0]}, {id: red, position: [0.5, 0]}", "--game eight_ball"), 1,
      "no ball on the table belongs to eight_ball");
  expect_failure(plan("{id: cue, position: [0, 0]}, {id: \"1\", position: [0.5, 0]}, "
                      "{id: \"8\", position: [0.8, 0.2]}",
                      "--game eight_ball --target 8"),
                 1, "rules of eight_ball do not allow ball '8'");
}

TEST_F(Plan, WritesTheReasonAsJsonToo) {
  EXPECT_EQ(run(plan("{id: cue, position: [0, 0]}", "--json none.json")), 1);

  const Json json = Json::parse(read(folder_ / "none.json"));
  EXPECT_TRUE(json["shot"].is_null());
  EXPECT_THAT(json["reason"].get<std::string>(), HasSubstr("all balls are pocketed"));
}

TEST_F(Plan, AnswersWithASafetyWhenNothingCanBePotted) {
  const Json json =
      answer(plan("{id: cue, position: [-0.23, 0]}, {id: \"1\", position: [-1.14, 0.37]}, "
                  "{id: \"9\", position: [1.1, 0.38]}, {id: \"5\", position: [-0.95, -0.24]}",
                  "--game nine_ball --target 9"));

  EXPECT_EQ(json["kind"], "safety");
  EXPECT_TRUE(json["target"].is_null());
}

TEST_F(Plan, WarnsWhereTheLayoutNamesAnotherTable) {
  write("layout.yaml", std::string("table: pool_9ft\nballs: [") + kEasy + "]\n");
  for (const std::string command :
       {"plan --simulations 400", "shape --to 0.4,0 --budget 0.05", "render --out frame.png"}) {
    EXPECT_EQ(run(command + " --layout layout.yaml --table pool_8ft"), 0) << err_;
    EXPECT_EQ(err_,
              "billiard: layout.yaml: table is 'pool_9ft'; taken is 'pool_8ft', as --table says\n");
    EXPECT_EQ(run(command + " --layout layout.yaml --table pool_9ft"), 0) << err_;
    EXPECT_EQ(err_, "");
  }
}

TEST_F(Plan, RefusesImpossibleLayouts) {
  expect_failure(plan("{id: cue, position: [0, 0]}, {id: \"1\", position: [0.03, 0]}"), 2,
                 "overlap by");
  expect_failure(plan("{id: cue, position: [0, 0]}, {id: \"1\", position: [1.5, 0]}"), 2,
                 "too far out");
  expect_failure(plan("{id: cue, position: [0, 0]}, {id: cue, position: [0.5, 0]}"), 2, "cue");
}

TEST_F(Plan, RefusesLayoutsThatCannotBeStruck) {
  const std::string no_cue = "{id: \"1\", position: [0, 0]}, {id: \"2\", position: [0.5, 0]}";
  expect_failure(plan(no_cue), 2,
                 "layout.yaml: no ball has the id 'cue'; it has 1, 2; allowed: one ball 'cue'");
  const std::string moves = ", {id: \"7\", position: [-0.6, 0.3], spin: [0, 0, 3]}";
  expect_failure(plan(kEasy + moves), 2, "layout.yaml: ball '7' moves; allowed: all at rest");
  expect_failure(plan(kEasy + moves, "--in-hand"), 2, "ball '7' moves");
}

TEST_F(Plan, RefusesWrongOptionsWithFieldValueAndAllowed) {
  expect_failure(plan(kEasy, "--budget 0"), 2, "--budget: is '0'; allowed: 0.001 to 3600");
  expect_failure(plan(kEasy, "--noise -1"), 2, "--noise: is '-1'; allowed: 0 to 100");
  expect_failure(plan(kEasy, "--budget nan"), 2, "--budget: is 'nan'; allowed: 0.001 to 3600");
  expect_failure(plan(kEasy, "--seed -1"), 2,
                 "--seed: is '-1'; allowed: a whole number, 0 to 1000000000000000000");
  expect_failure(plan(kEasy, "--seed 1.5"), 2, "--seed: is '1.5'; allowed: a whole number, 0 to");
  expect_failure("shape --layout layout.yaml --table pool_9ft --to 0,0 --budget nan", 2,
                 "--budget: is 'nan'");
  expect_failure("plan --layout layout.yaml --table pool_9ft --simulations -5", 2,
                 "--simulations: is '-5'; allowed: a whole number, 0 to 1000000000000");
  expect_failure(plan(kEasy, "--game chess"), 2, "--game: chess not in");
  expect_failure(plan(kEasy, "--target 7"), 2, "target is '7'; allowed: 1");
  expect_failure(plan(kEasy, "--target cue"), 2, "target is 'cue'; allowed: 1");
  expect_failure(plan(kEasy, "--image x.png"), 2, "allowed: exactly one of them");
  expect_failure("plan --table pool_9ft", 2, "allowed: exactly one of them");
  expect_failure(plan(kEasy, "--camera x.yaml"), 2, "--camera is 'x.yaml'; allowed: only together");
  expect_failure("plan --layout none.yaml --table pool_9ft", 2, "none.yaml: no such file");
  expect_failure("plan --image none.png --table pool_9ft", 2, "none.png: cannot be read");
}

/// A rendered photo of these balls.
cv::Mat photograph(const std::vector<std::pair<const char*, cv::Vec2d>>& balls) {
  const Settings settings = load_settings("pool_9ft");
  const auto geometry = vision::geometry_of(settings.table.spec, settings.physics.ball.radius);
  const vision::Camera camera =
      vision::look_at(vision::make_lens(1280, 720, 1000.0), {0.05, -1.2, 2.3}, {0.0, -0.05, 0.0});
  std::vector<vision::SceneBall> scene;
  for (const auto& [id, place] : balls) {
    vision::SceneBall ball;
    ball.kind = vision::find_kind(geometry.balls, id);
    ball.position = {place[0], place[1], geometry.ball_radius};
    scene.push_back(ball);
  }
  return vision::Renderer(geometry, camera, {}).render(scene);
}

/// The shot leaves its mark, and most of the frame stays as it was.
void expect_drawn_into(const cv::Mat& frame, const std::filesystem::path& file) {
  const cv::Mat overlay = cv::imread(file.string());
  ASSERT_EQ(overlay.size(), frame.size());
  cv::Mat change;
  cv::absdiff(overlay, frame, change);
  const double changed = cv::mean(change.reshape(1) > 40)[0] / 255.0;
  EXPECT_GT(changed, 0.002);
  EXPECT_LT(changed, 0.2);
}

TEST_F(Plan, PlansFromAPhotoAndDrawsIntoIt) {
  const cv::Mat photo = photograph({{"cue", {-0.2, 0.0}}, {"3", {0.5, 0.25}}, {"11", {0.1, -0.4}}});
  ASSERT_TRUE(cv::imwrite((folder_ / "frame.png").string(), photo));

  ASSERT_EQ(run("plan --image frame.png --table pool_9ft --simulations 400 --overlay over.png "
                "--json plan.json"),
            0)
      << err_;

  EXPECT_EQ(Json::parse(read(folder_ / "plan.json"))["kind"], "direct");
  expect_drawn_into(photo, folder_ / "over.png");
}

TEST_F(Plan, DrawsIntoALayoutSeenFromAbove) {
  ASSERT_EQ(run(plan(kEasy, "--overlay over.png")), 0) << err_;
  EXPECT_THAT(out_, HasSubstr("wrote over.png"));
  ASSERT_EQ(run("render --layout layout.yaml --table pool_9ft --elevation 90 --out frame.png"), 0);

  const cv::Mat frame = cv::imread((folder_ / "frame.png").string());
  EXPECT_EQ(frame.cols, 1280);
  expect_drawn_into(frame, folder_ / "over.png");
  const cv::Rect corner_np(90, 70, 60, 50);  // a pocket that was not called [px]
  const cv::Mat overlay = cv::imread((folder_ / "over.png").string());
  EXPECT_EQ(cv::norm(frame(corner_np), overlay(corner_np), cv::NORM_INF), 0.0);
}

TEST_F(Plan, DrawsACueBallInHandWhereItIsPlaced) {
  ASSERT_EQ(run(plan("{id: \"1\", position: [0.6, 0.3]}", "--in-hand --overlay over.png")), 0)
      << err_;

  EXPECT_FALSE(cv::imread((folder_ / "over.png").string()).empty());
}

TEST_F(Plan, NeedsKnownIdsOnlyToDrawThem) {
  const std::string odd = "{id: cue, position: [0, 0]}, {id: a, position: [0.6, 0.3]}";

  EXPECT_EQ(answer(plan(odd))["target"], "a");
  expect_failure(plan(odd, "--overlay over.png"), 2,
                 "layout.yaml: id is 'a'; allowed on this table: cue, 1, ");
}

TEST_F(Plan, TakesTheWhiteBallOfASnookerPhotoForTheCueBall) {
  write("layout.yaml", "balls: [{id: cue, position: [0, 0]}, {id: pink, position: [0.9, 0.5]}]\n");
  const std::string table = " --table snooker_12ft ";
  ASSERT_EQ(run("render --layout layout.yaml --out frame.png" + table), 0) << err_;

  EXPECT_EQ(answer("plan --image frame.png --simulations 400" + table)["target"], "pink");
}

TEST_F(Plan, TakesTheWhiteBallOfASnookerLayoutForTheCueBall) {
  write("layout.yaml",
        "balls: [{id: white, position: [0, 0]}, {id: pink, position: [0.9, 0.5]}]\n");
  const std::string rest = "--layout layout.yaml --table snooker_12ft";

  EXPECT_EQ(answer("plan --simulations 400 " + rest)["target"], "pink");
  EXPECT_EQ(answer("shape --to 0.5,0 " + rest)["predicted"]["balls"][0]["id"], "cue");
  expect_failure("plan --layout layout.yaml --table pool_9ft", 2, "no ball has the id 'cue'");
}

TEST_F(Plan, SaysWhenAPhotoShowsNoCueBall) {
  ASSERT_TRUE(cv::imwrite((folder_ / "frame.png").string(), photograph({{"3", {0.5, 0.25}}})));

  EXPECT_EQ(run("plan --image frame.png" + std::string(kTable)), 1);
  EXPECT_THAT(err_, HasSubstr("there is no cue ball"));
}

TEST_F(Plan, SaysWhenAPhotoShowsNoTable) {
  cv::imwrite((folder_ / "black.png").string(), cv::Mat::zeros(64, 96, CV_8UC3));

  expect_failure("plan --image black.png --table pool_9ft --json out.json", 1, "black.png: ");
}

}  // namespace
}  // namespace billiard
