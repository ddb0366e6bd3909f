// SPDX-License-Identifier: Apache-2.0
#include "tracker/clear_table.hpp"

#include "billiard_vision/bed_watch.hpp"

namespace billiard_nodes {
namespace {

using billiard::vision::TrackedBall;
using billiard::vision::TrackedFrame;

constexpr int kSure = 2;            // looks in a row that show something
constexpr int kSureClear = 4;       // likewise that show nothing
constexpr double kMissing = 0.3;    // a resting ball not seen for so long is missed [s]
constexpr double kBareCloth = 0.6;  // share of its place that shows cloth when it is gone

}  // namespace

void ClearTable::note_foreign_things(const TrackedFrame& frame) {
  if (!frame.looked) return;
  const bool foreign = frame.foreign > billiard::vision::kObstruction;
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
    const bool missing = frame.time - since >= kMissing && ball.bare >= kBareCloth;
    if (missing && taken.empty()) {
      taken = "ball " + book.id_of(ball.track, ball.kind) + " was taken away";
    }
  }
  unseen_since_ = std::move(unseen);
  return taken;
}

std::string ClearTable::check(const TrackedFrame& frame, const BallBook& book) {
  note_foreign_things(frame);
  const std::string taken = find_taken(frame, book);
  return covered_ ? "something is over the table" : taken;
}

}  // namespace billiard_nodes
