// SPDX-License-Identifier: Apache-2.0
#include "billiard_vision/bed_watch.hpp"

#include <gtest/gtest.h>

#include <opencv2/imgproc.hpp>

#include "billiard_vision/engine_table.hpp"
#include "scene_for_tests.hpp"

namespace billiard::vision {
namespace {

constexpr double kRadius = 0.028575;
const cv::Scalar kSkin(110, 140, 200);

struct Table {
  explicit Table(const Look& look = {}, cv::Size size = {640, 360})
      : renderer(geometry_of(TableSpec{}, kRadius),
                 look_at(make_lens(size.width, size.height, 0.77 * size.width), {0.0, -0.6, 2.6},
                         {0.0, 0.0, 0.0}, {0, 1, 0}),
                 look) {
    CameraHint hint;
    hint.lens = renderer.camera().lens;
    view = find_table(frame({}), renderer.table(), hint).view;
  }
  [[nodiscard]] cv::Mat frame(const std::vector<SceneBall>& balls) {
    return renderer.render(balls, ++count);
  }
  [[nodiscard]] std::vector<ImageCircle> outlines(const std::vector<SceneBall>& balls) const {
    std::vector<ImageCircle> found;
    for (const SceneBall& b : balls) {
      found.push_back(*sphere_image(view->camera, b.position, kRadius));
    }
    return found;
  }
  [[nodiscard]] cv::Point pixel(double x, double y, double z = 0.0) const {
    const cv::Point2d p = project_visible(view->camera, {x, y, z});
    return {cvRound(p.x), cvRound(p.y)};
  }
  /// An arm that reaches over the lower rail to (x, y).
  void draw_arm(cv::Mat& frame, double x, double y, double width) const {
    const int px = std::max(1, cvRound(width * view->camera.lens.fx / 2.6));
    cv::line(frame, pixel(x, -0.75, 0.1), pixel(x, y, 0.05), kSkin, px, cv::LINE_AA);
  }
  Renderer renderer;
  std::optional<TableView> view;
  std::uint64_t count{0};
};

double largest(const std::vector<ForeignThing>& things) {
  return things.empty() ? 0.0 : things.front().area;
}

std::vector<SceneBall> some_balls() {
  return {pool_ball(-0.5, 0.2, "cue"), pool_ball(0.4, -0.3, "9"), pool_ball(0.5, -0.3, "8"),
          pool_ball(0.0, 0.5, "1")};
}

TEST(BedWatch, SeesNothingOverAClearTable) {
  Table table;
  ASSERT_TRUE(table.view);
  const auto balls = some_balls();
  BedWatch watch(table.frame(balls), *table.view, table.outlines(balls));
  for (int i = 0; i < 20; ++i) {
    EXPECT_LT(largest(watch.look(table.frame(balls), table.outlines(balls))), 0.3);
  }
}

TEST(BedWatch, SeesAHandAndACue) {
  Table table;
  ASSERT_TRUE(table.view);
  const auto balls = some_balls();
  BedWatch watch(table.frame(balls), *table.view, table.outlines(balls));
  cv::Mat frame = table.frame(balls);
  table.draw_arm(frame, 0.3, -0.2, 0.09);
  EXPECT_GT(largest(watch.look(frame, table.outlines(balls))), 3.0 * kObstruction);
  frame = table.frame(balls);
  table.draw_arm(frame, -0.2, 0.1, 0.02);  // a cue's shaft
  EXPECT_GT(largest(watch.look(frame, table.outlines(balls))), kObstruction);
  EXPECT_LT(largest(watch.look(table.frame(balls), table.outlines(balls))), 0.3) << "gone again";
}

TEST(BedWatch, IsNotFooledByAHandThatIsThereFromTheBeginning) {
  Table table;
  ASSERT_TRUE(table.view);
  const auto balls = some_balls();
  cv::Mat frame = table.frame(balls);
  table.draw_arm(frame, 0.3, -0.2, 0.09);
  BedWatch watch(frame, *table.view, table.outlines(balls));
  EXPECT_GT(largest(watch.look(frame, table.outlines(balls))), kObstruction);
  EXPECT_LT(largest(watch.look(table.frame(balls), table.outlines(balls))), 0.3);
}

TEST(BedWatch, TakesOneUnknownBallForNoObstruction) {
  Table table;
  ASSERT_TRUE(table.view);
  const auto balls = some_balls();
  BedWatch watch(table.frame(balls), *table.view, table.outlines(balls));
  auto more = balls;
  more.push_back(pool_ball(-0.2, -0.2, "3"));
  const auto things = watch.look(table.frame(more), table.outlines(balls));
  ASSERT_EQ(things.size(), 1U);
  EXPECT_GT(things[0].area, 0.5);
  EXPECT_LT(things[0].area, kObstruction);
  EXPECT_TRUE(things[0].box_px.contains(table.pixel(-0.2, -0.2, kRadius)));
}

TEST(BedWatch, TellsBareClothWhereABallWas) {
  Table table;
  ASSERT_TRUE(table.view);
  auto balls = some_balls();
  const auto outlines = table.outlines(balls);
  BedWatch watch(table.frame(balls), *table.view, outlines);
  (void)watch.look(table.frame(balls), outlines);
  for (const auto& outline : outlines) EXPECT_LT(watch.bare_share(outline), 0.35);
  balls.erase(balls.begin() + 1);
  (void)watch.look(table.frame(balls), outlines);
  EXPECT_GT(watch.bare_share(outlines[1]), 0.6);
  EXPECT_LT(watch.bare_share(outlines[0]), 0.35);
}

TEST(BedWatch, SeesNothingInFramesOfOtherKinds) {
  Table table({}, {960, 540});
  const auto balls = some_balls();
  const auto outlines = table.outlines(balls);
  const cv::Mat frame = table.frame(balls);
  BedWatch watch(frame, *table.view, outlines);
  cv::Mat grey, deep;
  cv::cvtColor(frame, grey, cv::COLOR_BGR2GRAY);
  frame.convertTo(deep, CV_16U, 256.0);

  for (const cv::Mat& other : {cv::Mat(), grey, deep, cv::Mat(frame, cv::Rect(0, 0, 480, 270))}) {
    EXPECT_TRUE(watch.look(other, outlines).empty()) << other.size() << other.type();
    EXPECT_TRUE(BedWatch(other, *table.view, outlines).look(frame, outlines).empty());
  }
}

TEST(BedWatch, WorksInOtherLightAndOtherSizes) {
  Look look;
  look.cloth = {0.05, 0.40, 0.20};
  look.gain = 0.5;
  look.noise = 4.0;
  for (const cv::Size size : {cv::Size{480, 270}, cv::Size{1280, 720}}) {
    Table table(look, size);
    ASSERT_TRUE(table.view) << size;
    const auto balls = some_balls();
    BedWatch watch(table.frame(balls), *table.view, table.outlines(balls));
    EXPECT_LT(largest(watch.look(table.frame(balls), table.outlines(balls))), 0.5) << size;
    cv::Mat frame = table.frame(balls);
    table.draw_arm(frame, 0.3, -0.2, 0.09);
    EXPECT_GT(largest(watch.look(frame, table.outlines(balls))), kObstruction) << size;
  }
}

}  // namespace
}  // namespace billiard::vision
