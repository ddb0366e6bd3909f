// SPDX-License-Identifier: Apache-2.0
// Real frames with boxes drawn by others. Skipped where the data are missing; $BILLIARD_DATA says
// where they are.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <opencv2/imgcodecs.hpp>

#include "billiard_vision/locator.hpp"
#include "labelled_boxes.hpp"

namespace billiard::vision {
namespace {

namespace fs = std::filesystem;

struct Detection {
  double confidence{0.0};
  bool right{false};
};

struct Totals {
  std::array<std::vector<Detection>, 5> detections;
  std::array<int, 5> labels{};
  double overlap{0.0};
  int matched{0}, frames{0};
  std::vector<double> cloth_px;  // each side of the cloth from the labelled field
};

// Distance of a side of the found cloth from the border of the labelled field, median along it.
double side_error(const cv::Mat1b& field, const cv::Point2d& a, const cv::Point2d& b) {
  constexpr int kSamples = 60, kReach_px = 15;
  const cv::Point2d along = b - a;
  const cv::Point2d across = cv::Point2d(-along.y, along.x) * (1.0 / cv::norm(along));
  std::vector<double> errors;
  for (int i = 0; i < kSamples; ++i) {  // without the corners: pockets
    const cv::Point2d at = a + (0.12 + 0.76 * i / kSamples) * along;
    const auto inside = [&](double t) {
      const cv::Point p = at + t * across;
      return cv::Rect({0, 0}, field.size()).contains(p) && field(p) != 0;
    };
    double nearest = kReach_px;
    for (double t = -kReach_px; t < kReach_px; t += 0.5) {
      if (inside(t) != inside(t + 0.5)) nearest = std::min(nearest, std::abs(t + 0.25));
    }
    errors.push_back(nearest);
  }
  std::nth_element(errors.begin(), errors.begin() + kSamples / 2, errors.end());
  return errors[kSamples / 2];
}

void add_cloth(const fs::path& mask, const TableView& view, Totals& totals) {
  const cv::Mat1b field = cv::imread(mask.string(), cv::IMREAD_GRAYSCALE);
  ASSERT_FALSE(field.empty()) << mask;
  for (std::size_t i = 0; i < 4; ++i)
    totals.cloth_px.push_back(side_error(field, view.outline_px[i], view.outline_px[(i + 1) % 4]));
}

void add_frame(const fs::path& clip, const std::string& frame, Totals& totals) {
  const fs::path image = clip / "frames" / (frame + ".png");
  const std::vector<LabelledBox> labels = read_boxes(clip, frame);
  for (const LabelledBox& label : labels)
    ++totals.labels[static_cast<std::size_t>(label.ball_class)];
  const Location seen = locate(cv::imread(image.string()), {});
  ASSERT_TRUE(seen.table.view) << image << ": " << seen.table.problem;
  EXPECT_GT(seen.table.view->confidence, 0.8) << image;
  add_cloth(clip / "masks" / (frame + ".png"), *seen.table.view, totals);
  for (const LocatedBall& ball : seen.balls) {
    const int own = labelled_class(ball.kind);
    double best = 0.0;
    int truth = 0;
    for (const LabelledBox& l : labels) {
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
  const std::vector<fs::path> clips = labelled_clips();
  if (clips.empty()) GTEST_SKIP() << "no labelled frames (set BILLIARD_DATA)";
  Totals totals;
  for (const fs::path& clip : clips) {
    for (const std::string frame : {"frame_first", "frame_last"}) {
      add_frame(clip, frame, totals);
    }
  }
  double sum = 0.0;
  for (std::size_t c = 1; c <= 4; ++c)
    sum += average_precision(totals.detections[c], std::max(1, totals.labels[c]));
  const double mean_precision = sum / 4.0,
               mean_overlap = totals.overlap / std::max(1, totals.matched);
  const double worst_side = *std::max_element(totals.cloth_px.begin(), totals.cloth_px.end());
  std::printf("%d frames: mean average precision %.3f, mean overlap %.3f, cloth within %.1f px\n",
              totals.frames, mean_precision, mean_overlap, worst_side);
  EXPECT_GE(mean_precision, 0.85);
  EXPECT_GE(mean_overlap, 0.75);
  EXPECT_LE(worst_side, 4.0);
}

}  // namespace
}  // namespace billiard::vision
