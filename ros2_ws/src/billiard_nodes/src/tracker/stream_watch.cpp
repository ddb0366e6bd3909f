// SPDX-License-Identifier: Apache-2.0
#include "tracker/stream_watch.hpp"

#include <cmath>

namespace billiard_nodes {
namespace {

constexpr double kJumpBack = 1.0;  // a frame older than this by its stamp is no late one [s]

}  // namespace

StreamWatch::Verdict StreamWatch::take(double stamp, double now, bool same) {
  ++frames_;
  last_arrival_ = now;
  if (frames_ == 1) {
    last_stamp_ = stamp;
    return Verdict::kUse;
  }
  const double step = stamp - last_stamp_;
  if (step <= 0.0 && step > -kJumpBack) {
    ++out_of_order_;
    return Verdict::kOutOfOrder;
  }
  last_stamp_ = stamp;
  same_ = same ? same_ + 1 : 0;
  if (step <= 0.0) {
    ++restarts_;
    return Verdict::kRestart;
  }
  const double usual = period();
  if (periods_.count() > 10 && step > 1.5 * usual) {
    dropped_ += static_cast<std::uint64_t>(std::lround(std::min(step / usual, 1e6))) - 1;
  }
  periods_.add(step);
  return Verdict::kUse;
}

std::string StreamWatch::find_trouble(double now) const {
  if (frames_ == 0) return "the camera gives no frames";
  if (is_silent(now)) return "the camera gives no frames any more";
  if (options_.frozen_frames > 0 && same_ >= options_.frozen_frames) {
    return "the camera's picture stands still";
  }
  return {};
}

}  // namespace billiard_nodes
