// SPDX-License-Identifier: Apache-2.0
// Real shots, filmed with players over the table: the tracker's balls in the last frame against
// boxes drawn by others. Skipped where the data are missing; $BILLIARD_DATA says where they are.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <opencv2/videoio.hpp>
#include <set>

#include "billiard_vision/locator.hpp"
#include "billiard_vision/tracker.hpp"
#include "labelled_boxes.hpp"

namespace billiard::vision {
namespace {

struct Totals {
  int labels{0}, found{0}, right_class{0}, invented{0};
  int frames{0}, without_cue{0}, twice{0};  // frames without a cue ball, or with two of one kind
};

// Of a pool set there is one ball of each kind.
void count_names(const TrackedFrame& frame, Totals& totals) {
  std::multiset<int> kinds;
  for (const TrackedBall& ball : frame.balls) kinds.insert(ball.kind);
  ++totals.frames;
  totals.without_cue += kinds.contains(0) ? 0 : 1;
  const bool twice =
      std::any_of(kinds.begin(), kinds.end(), [&](int kind) { return kinds.count(kind) > 1; });
  totals.twice += twice ? 1 : 0;
}

void judge(const TrackedFrame& frame, const std::vector<LabelledBox>& labels, Totals& totals) {
  int matched = 0;
  for (const LabelledBox& label : labels) {
    const TrackedBall* own = nullptr;
    double best = 0.4;  // of a rough match; only names are judged
    for (const TrackedBall& ball : frame.balls) {
      const double common = overlap(label.box, pixel_box(ball.image));
      if (common > best) own = &ball;
      best = std::max(best, common);
    }
    if (own == nullptr) continue;
    ++matched;
    totals.right_class += labelled_class(own->kind) == label.ball_class ? 1 : 0;
  }
  totals.labels += static_cast<int>(labels.size());
  totals.found += matched;
  totals.invented += static_cast<int>(frame.balls.size()) - matched;
}

void add_clip(const std::filesystem::path& clip, Totals& totals) {
  cv::VideoCapture video((clip / (clip.filename().string() + ".mp4")).string());
  ASSERT_TRUE(video.isOpened()) << clip;
  const double rate = video.get(cv::CAP_PROP_FPS);
  const Physics physics;
  Tracker tracker(build_table({}, physics.ball.radius), physics);
  TrackedFrame last;
  cv::Mat image;
  for (int i = 0; video.read(image); ++i) {
    last = tracker.update(image, i / rate);
    ASSERT_EQ(last.problem, "") << clip << " frame " << i;
    count_names(last, totals);
  }
  judge(last, read_boxes(clip, "frame_last"), totals);
}

TEST(LabelledClips, EndWithTheRightBallsAndAlwaysOneCueBall) {
  const auto clips = labelled_clips();
  if (clips.empty()) GTEST_SKIP() << "no labelled clips (set BILLIARD_DATA)";
  Totals totals;
  for (const auto& clip : clips) add_clip(clip, totals);
  std::printf("%zu clips, %d frames: without a cue ball %d, with a name given twice %d\n",
              clips.size(), totals.frames, totals.without_cue, totals.twice);
  std::printf("last frames: %d of %d balls, %d of the right class, %d invented\n", totals.found,
              totals.labels, totals.right_class, totals.invented);

  EXPECT_LE(totals.without_cue, 0.01 * totals.frames);
  EXPECT_EQ(totals.twice, 0);
  EXPECT_GE(totals.found, 0.95 * totals.labels);
  EXPECT_GE(totals.right_class, 0.9 * totals.labels);
  EXPECT_LE(totals.invented, 0.05 * totals.labels);
}

}  // namespace
}  // namespace billiard::vision
