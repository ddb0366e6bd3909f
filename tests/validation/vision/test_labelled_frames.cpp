// SPDX-License-Identifier: Apache-2.0
// Real frames with boxes drawn by others. Skipped where the data are missing; $BILLIARD_DATA says
// where they are.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <opencv2/imgcodecs.hpp>

#include "billiard_vision/locator.hpp"

namespace billiard::vision {
namespace {

namespace fs = std::filesystem;

struct Label {
  cv::Rect2d box;
  int ball_class{0};  // 1 cue, 2 eight, 3 solid, 4 stripe
};

struct Detection {
  double confidence{0.0};
  bool right{false};
};

struct Totals {
  std::array<std::vector<Detection>, 5> detections;
  std::array<int, 5> labels{};
  double overlap{0.0};
  int matched{0}, frames{0};
};

fs::path data_folder() {
  const char* given = std::getenv("BILLIARD_DATA");
  return fs::path(given != nullptr ? given : BILLIARD_SHARED_DATA) / "padova_game1";
}

double overlap(const cv::Rect2d& a, const cv::Rect2d& b) {
  const double common = (a & b).area();
  return common / (a.area() + b.area() - common);
}

void add_frame(const fs::path& image, const fs::path& boxes, Totals& totals) {
  std::vector<Label> labels;
  std::ifstream file(boxes);
  Label label;
  while (file >> label.box.x >> label.box.y >> label.box.width >> label.box.height >>
         label.ball_class) {
    labels.push_back(label);
    ++totals.labels[static_cast<std::size_t>(label.ball_class)];
  }
  const Location seen = locate(cv::imread(image.string()), {});
  ASSERT_TRUE(seen.table.view) << image << ": " << seen.table.problem;
  EXPECT_GT(seen.table.view->confidence, 0.8) << image;
  for (const LocatedBall& ball : seen.balls) {
    const auto own =
        static_cast<int>(
            ball_kinds(BallSet::kPool)[static_cast<std::size_t>(ball.kind)].ball_class) +
        1;
    double best = 0.0;
    int truth = 0;
    for (const Label& l : labels) {
      const double o = overlap(l.box, pixel_box(ball.sighting.image));
      if (o > best) {
        best = o;
        truth = l.ball_class;
      }
    }
    if (best > 0.5) {
      totals.overlap += best;
      ++totals.matched;
    }
    totals.detections[static_cast<std::size_t>(own)].push_back(
        {ball.confidence, best > 0.5 && truth == own});
  }
  ++totals.frames;
}

double average_precision(std::vector<Detection> d, int labels) {
  std::sort(d.begin(), d.end(),
            [](const Detection& a, const Detection& b) { return a.confidence > b.confidence; });
  std::vector<double> precision, recall;
  int right = 0;
  for (std::size_t i = 0; i < d.size(); ++i) {
    right += d[i].right ? 1 : 0;
    precision.push_back(right / (double(i) + 1.0));
    recall.push_back(double(right) / labels);
  }
  double area = 0.0, ceiling = 0.0;
  for (std::size_t i = d.size(); i-- > 0;) {
    ceiling = std::max(ceiling, precision[i]);
    area += ceiling * (recall[i] - (i > 0 ? recall[i - 1] : 0.0));
  }
  return area;
}

TEST(LabelledFrames, MeanAveragePrecisionAndOverlap) {
  if (!fs::exists(data_folder()))
    GTEST_SKIP() << "no labelled frames in " << data_folder() << " (set BILLIARD_DATA)";
  Totals totals;
  std::vector<fs::path> clips(fs::directory_iterator(data_folder()), {});
  std::sort(clips.begin(), clips.end());
  for (const fs::path& clip : clips) {
    for (const std::string frame : {"frame_first", "frame_last"}) {
      add_frame(clip / "frames" / (frame + ".png"), clip / "bounding_boxes" / (frame + "_bbox.txt"),
                totals);
    }
  }
  double sum = 0.0;
  for (std::size_t c = 1; c <= 4; ++c)
    sum += average_precision(totals.detections[c], std::max(1, totals.labels[c]));
  const double mean_precision = sum / 4.0,
               mean_overlap = totals.overlap / std::max(1, totals.matched);
  std::printf("%d frames: mean average precision %.3f, mean overlap %.3f\n", totals.frames,
              mean_precision, mean_overlap);
  EXPECT_GE(mean_precision, 0.85);
  EXPECT_GE(mean_overlap, 0.75);
}

}  // namespace
}  // namespace billiard::vision
