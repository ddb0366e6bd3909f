// SPDX-License-Identifier: Apache-2.0
#include "tracker/clear_table.hpp"

#include <vector>

namespace billiard_nodes {
namespace {

using billiard::vision::BedWatch;
using billiard::vision::ImageCircle;
using billiard::vision::TrackedBall;
using billiard::vision::TrackedFrame;

constexpr double kPeriod = 0.045;   // between looks at the bed [s]
constexpr int kSure = 2;            // looks in a row that show something
constexpr int kSureClear = 4;       // likewise that show nothing
constexpr double kMissing = 0.3;    // a resting ball not seen for so long is missed [s]
constexpr double kBareCloth = 0.6;  // share of its place that shows cloth when it is gone

std::vector<ImageCircle> outlines(const TrackedFrame& frame) {
  std::vector<ImageCircle> found;
  for (const TrackedBall& ball : frame.balls) found.push_back(ball.image);
  return found;
}

}  // namespace

void ClearTable::look_at_bed(const cv::Mat& picture, const TrackedFrame& frame,
                             const billiard::vision::TableView& view) {
  if (!watch_ || corners_px_ != view.corners_px) {
    watch_.emplace(picture, view, outlines(frame));
    corners_px_ = view.corners_px;
    foreign_looks_ = clear_looks_ = 0;
  } else if (frame.time - last_look_ < kPeriod && frame.time >= last_look_) {
    return;
  }
  last_look_ = frame.time;
  const bool foreign =
      watch_->look(picture, outlines(frame)) > billiard::vision::kObstruction;
  foreign_looks_ = foreign ? foreign_looks_ + 1 : 0;
  clear_looks_ = foreign ? 0 : clear_looks_ + 1;
  if (foreign_looks_ >= kSure) covered_ = true;
  if (clear_looks_ >= kSureClear) covered_ = false;
}

std::string ClearTable::find_taken(const TrackedFrame& frame, const BallBook& book) {
  std::map<std::uint32_t, double> unseen;
  std::string taken;
  for (const TrackedBall& ball : frame.balls) {
    if (ball.seen || ball.motion != billiard::Motion::kRest) continue;
    const auto before = unseen_since_.find(ball.track);
    const double since = before == unseen_since_.end() ? frame.time : before->second;
    unseen[ball.track] = since;
    if (frame.time - since < kMissing || watch_->bare_share(ball.image) < kBareCloth) continue;
    if (taken.empty()) taken = "ball " + book.id_of(ball.track, ball.kind) + " was taken away";
  }
  unseen_since_ = std::move(unseen);
  return taken;
}

std::string ClearTable::check(const cv::Mat& picture, const TrackedFrame& frame,
                              const billiard::vision::TableView& view, const BallBook& book) {
  look_at_bed(picture, frame, view);
  const std::string taken = find_taken(frame, book);
  if (covered_) return "something is over the table";
  return taken;
}

}  // namespace billiard_nodes
