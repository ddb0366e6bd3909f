// SPDX-License-Identifier: Apache-2.0
#include "billiard_vision/tracker.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <opencv2/imgproc.hpp>
#include <optional>

#include "billiard_engine/simulator.hpp"
#include "billiard_vision/engine_table.hpp"
#include "scene_for_tests.hpp"

namespace billiard::vision {
namespace {

constexpr double kRadius = 0.028575;

// A shot simulated by the engine and filmed by the renderer.
class Film {
 public:
  explicit Film(std::vector<std::pair<std::string, Ball>> balls)
      : table_(build_table({}, kRadius)),
        simulator_(table_, Physics{}),
        camera_(look_at(make_lens(960, 540, 800.0), {0.0, 0.0, 2.7}, {0, 0, 0}, {0, 1, 0})),
        renderer_(geometry_of(TableSpec{}, kRadius), camera_, {}) {
    std::vector<Ball> start;
    for (auto& [id, ball] : balls) {
      ids_.push_back(id);
      start.push_back(ball);
    }
    simulator_.reset(start);
    states_ = start;
    rotations_.assign(start.size(), cv::Matx33d::eye());
  }

  void advance(double dt) {
    now_ += dt;
    const Result r = simulator_.run({now_, 1000000});
    for (std::size_t i = 0; i < states_.size(); ++i) {
      const auto& w = states_[i].spin;
      rotations_[i] = turn(rotations_[i], {w.x(), w.y(), w.z()}, dt);
      states_[i] = r.balls[i];
    }
  }

  [[nodiscard]] cv::Mat frame() {
    std::vector<SceneBall> balls;
    for (std::size_t i = 0; i < states_.size(); ++i) {
      if (!states_[i].in_play() || ids_[i] == taken_) continue;
      SceneBall b = pool_ball(states_[i].position.x(), states_[i].position.y(), ids_[i]);
      b.position[2] = states_[i].position.z();
      b.rotation = rotations_[i];
      balls.push_back(b);
    }
    return renderer_.render(balls, ++count_);
  }

  [[nodiscard]] const Ball& state(const std::string& id) const {
    return states_[static_cast<std::size_t>(std::find(ids_.begin(), ids_.end(), id) -
                                            ids_.begin())];
  }
  [[nodiscard]] Tracker tracker() const {
    CameraHint hint;
    hint.lens = camera_.lens;
    return Tracker(table_, Physics{}, hint);
  }
  [[nodiscard]] double now() const { return now_; }
  /// Puts a ball elsewhere at once.
  void move(const std::string& id, double x, double y) {
    const auto i = std::find(ids_.begin(), ids_.end(), id) - ids_.begin();
    states_[static_cast<std::size_t>(i)].position = {x, y, kRadius};
  }
  /// From now on this ball is not on the table any more.
  void take_away(const std::string& id) { taken_ = id; }

 private:
  Table table_;
  Simulator simulator_;
  Camera camera_;
  Renderer renderer_;
  std::vector<std::string> ids_;
  std::vector<Ball> states_;
  std::vector<cv::Matx33d> rotations_;
  double now_{0.0};
  std::uint64_t count_{0};
  std::string taken_;
};

Ball ball_at(double x, double y, double vx = 0.0, double vy = 0.0) {
  Ball b;
  b.position = {x, y, kRadius};
  b.velocity = {vx, vy, 0.0};
  b.spin = {-vy / kRadius, vx / kRadius, 0.0};
  return b;
}

const TrackedBall* find(const TrackedFrame& frame, const std::string& id) {
  const int kind = find_kind(BallSet::kPool, id);
  for (const TrackedBall& b : frame.balls) {
    if (b.kind == kind) return &b;
  }
  return nullptr;
}

double miss(const TrackedBall& b, const Ball& truth) {
  return std::hypot(b.position[0] - truth.position.x(), b.position[1] - truth.position.y());
}

TEST(Tracker, FollowsARollingBallThroughACollision) {
  Film film({{"cue", ball_at(-0.6, 0.02, 1.4, 0.0)},
             {"3", ball_at(0.0, 0.0)},
             {"8", ball_at(0.7, -0.3)}});
  Tracker tracker = film.tracker();
  (void)tracker.update(film.frame(), 0.0);
  TrackedFrame last;
  for (int i = 1; i <= 54; ++i) {
    film.advance(1.0 / 60.0);
    last = tracker.update(film.frame(), film.now());
  }
  ASSERT_EQ(last.balls.size(), 3U);
  for (const char* id : {"cue", "3", "8"}) {
    const TrackedBall* b = find(last, id);
    ASSERT_NE(b, nullptr) << id;
    EXPECT_LT(miss(*b, film.state(id)), 0.004) << id;
    const auto& v = film.state(id).velocity;
    const double error = std::hypot(b->velocity[0] - v.x(), b->velocity[1] - v.y());
    EXPECT_LT(error, 0.05 + 0.05 * v.norm()) << id;
  }
}

// By edges alone the place is known to 0.13 mm then, and the speed to 4 mm/s.
TEST(Tracker, SharpensTheOutlineOfASlowBall) {
  Film film({{"3", ball_at(-0.3, 0.1, 0.25, 0.1)}});
  Tracker tracker = film.tracker();
  TrackedFrame frame = tracker.update(film.frame(), film.now());
  for (int k = 0; k < 7; ++k) {
    film.advance(1.0 / 60.0);
    frame = tracker.update(film.frame(), film.now());
  }

  const TrackedBall* ball = find(frame, "3");
  ASSERT_NE(ball, nullptr);
  EXPECT_LT(std::sqrt(ball->covariance(0, 0)), 1e-4);
  EXPECT_LT(std::sqrt(ball->covariance(2, 2)), 3.4e-3);
  const Vec3<double>& truth = film.state("3").velocity;
  EXPECT_LT(std::hypot(ball->velocity[0] - truth.x(), ball->velocity[1] - truth.y()), 3e-3);
}

TEST(Tracker, HoldsRestingBallsStill) {
  Film film({{"cue", ball_at(-0.5, 0.2)}, {"5", ball_at(0.4, -0.3)}});
  Tracker tracker = film.tracker();
  double low = 1e9, high = -1e9;
  for (int i = 0; i < 30; ++i) {
    const TrackedFrame frame = tracker.update(film.frame(), i / 60.0);
    ASSERT_EQ(frame.balls.size(), 2U);
    const TrackedBall* b = find(frame, "5");
    ASSERT_NE(b, nullptr);
    EXPECT_EQ(b->velocity, cv::Vec3d(0, 0, 0));
    if (i < 10) continue;
    low = std::min(low, b->position[0]);
    high = std::max(high, b->position[0]);
  }
  EXPECT_LT(high - low, 2e-4);  // 0.1 mm either way
}

TEST(Tracker, KeepsABallHiddenForHalfASecond) {
  Film film({{"cue", ball_at(-0.6, 0.1, 0.8, 0.0)}, {"3", ball_at(0.6, -0.4)}});
  Tracker tracker = film.tracker();
  TrackedFrame last;
  for (int i = 0; i <= 60; ++i) {
    cv::Mat frame = film.frame();
    if (i > 15 && i < 45) cv::rectangle(frame, {0, 150, 960, 120}, {70, 100, 150}, -1);  // an arm
    last = tracker.update(frame, film.now());
    film.advance(1.0 / 60.0);
  }
  ASSERT_EQ(last.balls.size(), 2U);
  const TrackedBall* cue = find(last, "cue");
  ASSERT_NE(cue, nullptr);
  EXPECT_TRUE(cue->seen);
}

TEST(Tracker, SaysIntoWhichPocketABallFell) {
  Film film({{"cue", ball_at(-0.6, 0.1)}, {"3", ball_at(0.95, 0.33, 0.9, 0.8)}});
  Tracker tracker = film.tracker();
  (void)tracker.update(film.frame(), 0.0);
  std::vector<LostBall> lost;
  for (int i = 1; i <= 60; ++i) {
    film.advance(1.0 / 60.0);
    const TrackedFrame frame = tracker.update(film.frame(), film.now());
    lost.insert(lost.end(), frame.lost.begin(), frame.lost.end());
    ASSERT_NE(find(frame, "cue"), nullptr);
    EXPECT_TRUE(find(frame, "3") != nullptr || !lost.empty()) << "gone without a word";
  }
  ASSERT_EQ(film.state("3").motion, Motion::kPocketed);
  ASSERT_FALSE(lost.empty());
  EXPECT_EQ(lost.back().kind, find_kind(BallSet::kPool, "3"));
  EXPECT_EQ(lost.back().reason, LostBall::Reason::kPocketed);
  EXPECT_EQ(lost.back().pocket, static_cast<int>(PocketId::kCornerPP));
}

TEST(Tracker, KeepsARestingBallThatWasTakenFromAPocketsMouth) {
  Film film({{"cue", ball_at(-0.6, 0.1)}, {"3", ball_at(1.18, 0.55)}});
  Tracker tracker = film.tracker();
  TrackedFrame last;
  for (int i = 0; i <= 110; ++i) {
    if (i == 70) film.take_away("3");  // long after anything moved
    last = tracker.update(film.frame(), i / 60.0);
    EXPECT_TRUE(last.lost.empty());
  }
  const TrackedBall* taken = find(last, "3");
  ASSERT_NE(taken, nullptr);
  EXPECT_FALSE(taken->seen);
}

TEST(Tracker, TakesABallThatAHandTookFromAPocketsMouthForNoneThatFell) {
  Film film({{"cue", ball_at(-0.9, -0.3, 0.5)}, {"3", ball_at(1.21, 0.575)}});
  Tracker tracker = film.tracker();
  TrackedFrame last;
  for (int i = 0; i <= 120; ++i) {  // the cue ball rolls all the time
    if (i > 0) film.advance(1.0 / 60.0);
    if (i == 60) film.take_away("3");
    cv::Mat frame = film.frame();
    if (i >= 40 && i < 70) {  // over the ball at the upper right
      cv::ellipse(frame, cv::RotatedRect({842, 97}, {130, 90}, 20), {120, 150, 205}, -1);
    }
    last = tracker.update(frame, i / 60.0);
    EXPECT_TRUE(last.lost.empty()) << i;
  }
  const TrackedBall* taken = find(last, "3");
  ASSERT_NE(taken, nullptr);
  EXPECT_FALSE(taken->seen);
}

TEST(Tracker, FindsABallAgainThatWasHitBetweenTwoFrames) {
  Film film({{"cue", ball_at(-0.6, 0.1)}, {"3", ball_at(0.6, -0.4)}, {"8", ball_at(0.2, 0.3)}});
  Tracker tracker = film.tracker();
  TrackedFrame frame;
  for (int i = 0; i < 6; ++i) frame = tracker.update(film.frame(), i / 60.0);
  const std::uint32_t eight = find(frame, "8")->track, three = find(frame, "3")->track;
  film.move("8", -0.9, -0.4);  // farther than any ball comes in a sixtieth of a second
  film.move("3", 0.9, 0.4);
  for (int i = 6; i < 12; ++i) frame = tracker.update(film.frame(), i / 60.0);
  ASSERT_EQ(frame.balls.size(), 3U);
  ASSERT_NE(find(frame, "8"), nullptr);
  EXPECT_EQ(find(frame, "8")->track, eight);
  EXPECT_NEAR(find(frame, "8")->position[0], -0.9, 0.005);
  ASSERT_NE(find(frame, "3"), nullptr);
  EXPECT_EQ(find(frame, "3")->track, three);
}

TEST(Tracker, FindsABallThatWasPutDownAtACushion) {
  Film film(
      {{"cue", ball_at(-0.6, 0.1)}, {"3", ball_at(0.6, -0.605)}, {"8", ball_at(1.235, 0.62)}});
  Tracker tracker = film.tracker();
  film.take_away("3");
  (void)tracker.update(film.frame(), 0.0);
  film.take_away("");
  TrackedFrame frame;
  for (int i = 1; i < 150 && frame.balls.size() < 3; ++i)
    frame = tracker.update(film.frame(), i / 60.0);
  ASSERT_NE(find(frame, "3"), nullptr);
  EXPECT_LT(miss(*find(frame, "3"), film.state("3")), 0.004);
}

TEST(Tracker, KnowsTheTableAfterAGapAndSeesTheBallsAnew) {
  Film film({{"cue", ball_at(-0.6, 0.1)}, {"3", ball_at(0.6, -0.4)}, {"8", ball_at(0.2, 0.3)}});
  Tracker tracker = film.tracker();
  (void)tracker.update(film.frame(), 0.0);
  const auto corners = tracker.view()->corners_px;
  film.take_away("8");
  TrackedFrame frame = tracker.update(film.frame(), 1.0);
  EXPECT_EQ(frame.balls.size(), 2U);
  EXPECT_EQ(tracker.view()->corners_px, corners) << "the camera was not moved";
  frame = tracker.update(film.frame(), 20.0);
  EXPECT_EQ(frame.balls.size(), 2U);
  EXPECT_NE(tracker.view()->corners_px, corners) << "after so long it is looked for again";
}

// A stroke with back and side spin, seen for `seen` [s]; the tracker was told of it with an offset
// up or down, or not at all. Returns the error of the cue ball's spin [rad/s].
double spin_error_after_stroke(std::optional<double> told_offset, double seen) {
  Shot shot;
  shot.speed = 2.0;
  shot.offset_height = -0.3;
  shot.offset_side = 0.2;
  const StrikeResult<double> struck = strike<double>(shot, Physics{});
  Ball cue = ball_at(-0.8, 0.1);
  Film film({{"cue", cue}, {"3", ball_at(0.6, -0.4)}});
  Tracker tracker = film.tracker();
  for (int i = 0; i < 20; ++i) (void)tracker.update(film.frame(), i / 60.0);
  if (told_offset) {
    ExpectedStroke stroke;
    stroke.shot = shot;
    stroke.shot.offset_height = *told_offset;
    stroke.place = {-0.8, 0.1};
    stroke.until = 5.0;
    tracker.expect(stroke);
  }
  cue.velocity = {struck.velocity.x(), struck.velocity.y(), 0.0};
  cue.spin = struck.spin;
  Film run({{"cue", cue}, {"3", ball_at(0.6, -0.4)}});
  run.advance(0.007);  // between two frames
  TrackedFrame last = tracker.update(run.frame(), 20 / 60.0);
  for (int i = 21; run.now() < seen; ++i) {
    run.advance(1.0 / 60.0);
    last = tracker.update(run.frame(), i / 60.0);
  }
  const TrackedBall* b = find(last, "cue");
  EXPECT_NE(b, nullptr);
  if (b == nullptr) return 1e9;
  const auto& w = run.state("cue").spin;
  return cv::norm(b->spin - cv::Vec3d(w.x(), w.y(), w.z()));
}

TEST(Tracker, KnowsTheSpinOfAnExpectedStrokeAtOnce) {
  EXPECT_LT(spin_error_after_stroke(-0.3, 0.05), 6.0);
  EXPECT_LT(spin_error_after_stroke(-0.3, 0.10), 6.0);
  EXPECT_GT(spin_error_after_stroke(std::nullopt, 0.10), 12.0);
}

TEST(Tracker, KnowsHowABallHopsAfterAnElevatedStroke) {
  Shot shot;
  shot.speed = 2.5;
  shot.elevation = 0.3;  // the ball leaves the cloth for a tenth of a second
  shot.offset_side = 0.15;
  Ball cue = ball_at(-0.8, 0.1);
  Film film({{"cue", cue}, {"3", ball_at(0.6, -0.4)}});
  Tracker tracker = film.tracker();
  for (int i = 0; i < 20; ++i) (void)tracker.update(film.frame(), i / 60.0);
  ExpectedStroke stroke;
  stroke.shot = shot;
  stroke.place = {-0.8, 0.1};
  stroke.until = 5.0;
  tracker.expect(stroke);
  const StrikeResult<double> struck = strike<double>(shot, Physics{});
  cue.velocity = struck.velocity;
  cue.spin = struck.spin;
  Film run({{"cue", cue}, {"3", ball_at(0.6, -0.4)}});
  run.advance(0.009);
  TrackedFrame last = tracker.update(run.frame(), 20 / 60.0);
  for (int i = 21; i < 27; ++i) {
    run.advance(1.0 / 60.0);
    last = tracker.update(run.frame(), i / 60.0);
  }

  const TrackedBall* b = find(last, "cue");
  ASSERT_NE(b, nullptr);
  Ball seen = ball_at(b->position[0], b->position[1]);
  seen.position.z() = b->position[2];
  seen.velocity = {b->velocity[0], b->velocity[1], b->velocity[2]};
  seen.spin = {b->spin[0], b->spin[1], b->spin[2]};
  Film prediction({{"cue", seen}, {"3", ball_at(0.6, -0.4)}});
  prediction.advance(0.5);
  run.advance(0.5);
  const auto& truth = run.state("cue").position;
  EXPECT_LT((prediction.state("cue").position - truth).norm(), 0.01);
}

TEST(Tracker, GetsOverAStrokeThatCameOutOtherwise) {
  Film film({{"cue", ball_at(-0.8, 0.1)}, {"3", ball_at(0.6, -0.4)}});
  Tracker tracker = film.tracker();
  for (int i = 0; i < 20; ++i) (void)tracker.update(film.frame(), i / 60.0);
  ExpectedStroke stroke;  // to the left and fast; it goes right and slowly
  stroke.shot.speed = 4.0;
  stroke.shot.azimuth = 2.5;
  stroke.place = {-0.8, 0.1};
  stroke.until = 5.0;
  tracker.expect(stroke);
  Film run({{"cue", ball_at(-0.8, 0.1, 1.0, 0.0)}, {"3", ball_at(0.6, -0.4)}});
  TrackedFrame last;
  for (int i = 0; i < 20; ++i) {
    run.advance(1.0 / 60.0);
    last = tracker.update(run.frame(), (20 + i) / 60.0);
  }

  const TrackedBall* b = find(last, "cue");
  ASSERT_NE(b, nullptr);
  EXPECT_LT(miss(*b, run.state("cue")), 0.004);
  EXPECT_LT(std::abs(b->velocity[0] - run.state("cue").velocity.x()), 0.06);
}

TEST(Tracker, SkipsWhatMakesNoSense) {
  Film film({{"cue", ball_at(-0.6, 0.1)}, {"3", ball_at(0.6, -0.4)}});
  Tracker tracker = film.tracker();
  const cv::Mat good = film.frame();
  EXPECT_FALSE(tracker.update(cv::Mat(540, 960, CV_8UC3, cv::Scalar::all(0)), 0.0).problem.empty());
  EXPECT_TRUE(tracker.update(good, 0.1).problem.empty());
  EXPECT_THAT(tracker.update(good, 0.1).problem, ::testing::HasSubstr("not later"));
  EXPECT_THAT(tracker.update(cv::Mat(100, 100, CV_8UC3, cv::Scalar::all(0)), 0.2).problem,
              ::testing::HasSubstr("size"));
  EXPECT_EQ(tracker.update(good, 0.3).balls.size(), 2U);
}

// A ball that is now seen and now not would show as something foreign, and be searched for.
TEST(Tracker, SeesNothingForeignInALooseCluster) {
  cv::RNG random(11);
  const Table table = build_table({}, kRadius);
  for (int cluster = 0; cluster < 4; ++cluster) {
    const std::vector<SceneBall> balls = loose_cluster(random);
    Renderer renderer(geometry_of(TableSpec{}, kRadius), small_camera(), {});
    CameraHint hint;
    hint.lens = renderer.camera().lens;
    Tracker tracker(table, Physics{}, hint);
    for (int i = 0; i < 40; ++i) {
      const TrackedFrame frame =
          tracker.update(renderer.render(balls, static_cast<std::uint64_t>(i)), i / 60.0);

      ASSERT_EQ(frame.balls.size(), balls.size()) << "cluster " << cluster << ", frame " << i;
      EXPECT_EQ(frame.foreign, 0.0) << "cluster " << cluster << ", frame " << i;
      for (const TrackedBall& ball : frame.balls) EXPECT_TRUE(ball.seen) << ball.kind;
    }
  }
}

}  // namespace
}  // namespace billiard::vision
