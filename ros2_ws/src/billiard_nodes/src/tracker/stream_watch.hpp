// SPDX-License-Identifier: Apache-2.0
// Do frames come as they should? In time, in order, and alive.
#pragma once

#include <cstdint>
#include <string>

#include "percentiles.hpp"

namespace billiard_nodes {

/// Judges frames by their stamps and by whether their pixels change.
class StreamWatch {
 public:
  struct Options {
    double silence{0.5};   ///< No frame for so long: the camera is silent [s]
    int frozen_frames{4};  ///< So many equal frames: it stands still; 0: never
  };
  enum class Verdict {
    kUse,
    kOutOfOrder,  ///< Not later than one before: to be left out
    kRestart      ///< Time has jumped back: a new story begins with this frame
  };

  explicit StreamWatch(const Options& options) : options_(options) {}

  /// A frame stamped `stamp` arrived at `now`, both [s]. `same`: its pixels equal the last one's.
  [[nodiscard]] Verdict take(double stamp, double now, bool same);
  /// Why nobody should rely on the frames; empty when all is well.
  [[nodiscard]] std::string find_trouble(double now) const;
  [[nodiscard]] bool is_silent(double now) const {
    return frames_ == 0 || now - last_arrival_ > options_.silence;
  }

  [[nodiscard]] std::uint64_t frames() const { return frames_; }
  [[nodiscard]] std::uint64_t out_of_order() const { return out_of_order_; }
  /// Frames that never came, by the gaps between stamps.
  [[nodiscard]] std::uint64_t dropped() const { return dropped_; }
  [[nodiscard]] std::uint64_t restarts() const { return restarts_; }
  /// Median time between frames [s].
  [[nodiscard]] double period() const { return periods_.at(0.5); }

 private:
  Options options_;
  double last_stamp_{0.0};
  double last_arrival_{0.0};
  int same_{0};
  std::uint64_t frames_{0};
  std::uint64_t out_of_order_{0};
  std::uint64_t dropped_{0};
  std::uint64_t restarts_{0};
  Percentiles periods_;
};

}  // namespace billiard_nodes
