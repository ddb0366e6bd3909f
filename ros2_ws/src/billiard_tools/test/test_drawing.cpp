// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "drawing/ball_colours.hpp"
#include "drawing/path.hpp"
#include "drawing/shot_drawing.hpp"

namespace billiard {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using Point = Vec2<double>;

int count(const std::string& text, const std::string& part) {
  int found = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

/// A cue ball that moves 1 m along x in 2 s, and a ball that rests.
struct Shot2 {
  Layout start;
  Result result;
  Recorder recorder{0.1, 21};
  Table table;

  explicit Shot2(const TableSpec& spec) : table(build_table(spec, 0.028575)) {
    start.ids = {"cue", "9"};
    start.balls.resize(2);
    start.balls[1].position = {0.5, 0.3, 0.028575};
    for (int i = 0; i <= 20; ++i) {
      auto* sample = recorder.next_sample();
      sample->time = 0.1 * i;
      sample->balls[0].position.x() = 0.05 * i;
      sample->balls[0].velocity.x() = 0.5;
      sample->balls[1] = start.balls[1];
    }
    result.ball_count = 2;
    result.time = 2.0;
    result.balls[0].position.x() = 1.0;
    result.balls[1] = start.balls[1];
    recorder.add({.time = 1.0, .kind = EventKind::kBallCushion, .ball = 0, .position = {0.5, 0}});
  }
  std::string draw(const std::string& title, const ShotGoal* goal = nullptr) const {
    return draw_shot({title, &table, 0.028575, &start, &result, &recorder, goal});
  }
};

TEST(BallPath, KeepsEndsAndDropsPointsOnALine) {
  const Shot2 shot({});

  const BallPath path = ball_path(shot.recorder, shot.result, 0, 0.5);

  EXPECT_EQ(path.points.size(), 2U);
  EXPECT_EQ(path.points.back(), Point(1.0, 0.0));
  ASSERT_EQ(path.ticks.size(), 4U);
  EXPECT_NEAR(path.ticks[0].point.x(), 0.25, 1e-12);
  EXPECT_EQ(path.ticks[0].direction, Point(1.0, 0.0));
  EXPECT_TRUE(ball_path(shot.recorder, shot.result, 1, 0.5).ticks.empty());
}

TEST(BallPath, EndsWhenAsked) {
  const Shot2 shot({});

  const BallPath path = ball_path(shot.recorder, shot.result, 0, 0.5, 1.05);

  EXPECT_EQ(path.points.back(), Point(0.5, 0.0));
  EXPECT_EQ(path.ticks.size(), 2U);
}

TEST(Simplify, KeepsCornersWithinTheTolerance) {
  const std::vector<Point> bend = {{0, 0}, {1, 0.00001}, {2, 0}, {2, 1}, {2, 2}};

  EXPECT_EQ(simplify(bend, 1e-3), (std::vector<Point>{{0, 0}, {2, 0}, {2, 2}}));
  EXPECT_EQ(simplify(bend, 1e-9).size(), 4U);
}

TEST(BallLook, FollowsTheSet) {
  EXPECT_TRUE(ball_look(BallSet::kPool, "9").striped);
  EXPECT_FALSE(ball_look(BallSet::kPool, "8").striped);
  EXPECT_EQ(ball_look(BallSet::kPool, "9").colour, ball_look(BallSet::kPool, "1").colour);
  EXPECT_EQ(ball_look(BallSet::kPool, "3").label, "3");
  EXPECT_EQ(ball_look(BallSet::kSnooker, "red12").colour, ball_look(BallSet::kCarom, "red").colour);
  EXPECT_EQ(ball_look(BallSet::kCarom, "white").label, "");
  EXPECT_NE(ball_look(BallSet::kPool, "a").colour, ball_look(BallSet::kPool, "b").colour);
}

TEST(DrawShot, ShowsTableBallsPathsAndScale) {
  const std::string svg = Shot2({}).draw("a shot");

  EXPECT_THAT(svg, ::testing::StartsWith("<svg xmlns"));
  EXPECT_EQ(count(svg, "url(#hole)"), 6);
  EXPECT_EQ(count(svg, "<polyline"), 4);  // two paths, each with its dark edge
  EXPECT_THAT(svg, HasSubstr("a shot"));
  EXPECT_THAT(svg, HasSubstr("50 cm"));
  EXPECT_THAT(svg, HasSubstr(">9</text>"));
  EXPECT_THAT(svg, Not(HasSubstr("nan")));
}

TEST(DrawShot, MarksWhatWasAskedAndPalesWhatComesAfter) {
  const ShotGoal goal{{0.25, 0.0}, {{0.1, 0.0}}, {{0.5, 0.3}}, 0.5};
  const std::string plain = Shot2({}).draw("shape");

  const std::string svg = Shot2({}).draw("shape", &goal);

  EXPECT_THAT(svg, HasSubstr("<line x1=\"207.1\" y1=\"0.0\" x2=\"292.9\" y2=\"0.0\""));  // cross
  EXPECT_THAT(svg, HasSubstr("points=\"115.7,0.0 "));                                    // diamond
  EXPECT_THAT(svg, HasSubstr("<circle cx=\"500.0\" cy=\"-300.0\" r=\"42.86\" fill=\"none\""));
  const auto pale = svg.find("<g opacity=\"0.35\">");
  ASSERT_NE(pale, std::string::npos);
  const auto strong = svg.find("</g>", pale);
  EXPECT_THAT(svg.substr(pale, strong - pale), HasSubstr("points=\"0.0,0.0 1000.0,0.0"));
  EXPECT_THAT(svg.substr(strong), HasSubstr("points=\"0.0,0.0 250.0,0.0"));
  EXPECT_THAT(svg.substr(strong), Not(HasSubstr("1000.0,0.0")));
  EXPECT_THAT(svg, HasSubstr("0.50 s"));
  EXPECT_THAT(plain, Not(HasSubstr("opacity=\"0.35\">")));
  EXPECT_THAT(plain, Not(HasSubstr("cross")));
}

TEST(DrawShot, ShowsAGridOnEndlessCloth) {
  const std::string svg = Shot2({.endless = true}).draw("free");

  EXPECT_THAT(svg, Not(HasSubstr("url(#wood)")));
  EXPECT_GT(count(svg, "<line"), 10);
  EXPECT_THAT(svg, HasSubstr("20 cm"));
}

TEST(DrawShot, ClosedCushionsHaveNoPockets) {
  const std::string svg = Shot2({.pockets = false}).draw("carom");

  EXPECT_EQ(count(svg, "url(#hole)"), 0);
}

TEST(DrawShot, ShrinksLegendsThatAreLong) {
  EXPECT_THAT(Shot2({}).draw("short"), HasSubstr("font-size=\"41.6\" fill=\"currentColor\">short"));
  EXPECT_THAT(Shot2({}).draw(std::string(150, 'x')), HasSubstr("font-size=\"18.3\""));
}

TEST(DrawShot, EscapesTheTitle) {
  const std::string svg = Shot2({}).draw("<a & \"b\">");

  EXPECT_THAT(svg, HasSubstr("&lt;a &amp; &quot;b&quot;&gt;"));
}

}  // namespace
}  // namespace billiard
