// SPDX-License-Identifier: Apache-2.0
// The shots of a recording: when the cue struck, and until when the balls ran.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "session/recording.hpp"

namespace billiard::session {

struct RecordedShot {
  double strike{0.0};  ///< Impact, from the struck ball's first motion where it was seen [s]
  double end{0.0};     ///< Everything rests again, the next strike, or the end of the recording [s]
  bool ended{false};   ///< The balls were seen to come to rest
  std::uint32_t shot_id{0};  ///< Of the command; 0 where the recording has none
};

/// The shots by the fired strokes of `results`, or, where there are no results at all, by the
/// moments when balls at rest begin to move. `moments` in order of time. A stroke after which
/// nothing is seen to move is no shot.
[[nodiscard]] std::vector<RecordedShot> find_shots(std::span<const RecordedResult> results,
                                                   std::span<const BallsMoment> moments);

/// The moments within [from, to].
[[nodiscard]] std::span<const BallsMoment> between(std::span<const BallsMoment> moments,
                                                   double from, double to);

/// The last moment at or before `time`; nullptr if there is none.
[[nodiscard]] const BallsMoment* last_before(std::span<const BallsMoment> moments, double time);

/// The moment nearest to `time`, at most 30 ms away; or the last one before it, if all rest there.
[[nodiscard]] const BallsMoment* moment_at(std::span<const BallsMoment> moments, double time);

}  // namespace billiard::session
