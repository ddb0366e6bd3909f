// SPDX-License-Identifier: Apache-2.0
// The images of a bag, tracked again.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "billiard_vision/tracker.hpp"
#include "session/recording.hpp"

namespace billiard::session {

/// Makes moments of tracked frames: balls keep their ids as long as they are followed, those that
/// fell stay in the layout, out of play.
class MomentMaker {
 public:
  explicit MomentMaker(vision::BallSet set) : set_(set) {}
  [[nodiscard]] BallsMoment take(const vision::TrackedFrame& frame);

 private:
  [[nodiscard]] std::string id_of(const vision::TrackedBall& ball);

  vision::BallSet set_;
  std::map<std::uint32_t, std::string> ids_;  // of the tracks there are
  std::map<std::string, Ball> fallen_;
};

/// What the tracker is told of the strokes, by the rule of the tracker node: a commanded one is
/// expected until the next command, or until the cue reports that it will not come.
class StrokeTeller {
 public:
  explicit StrokeTeller(const Recording& recording) : recording_(recording) {}
  /// What to expect from now on; empty: as before. Times must not decrease.
  [[nodiscard]] std::optional<vision::ExpectedStroke> take(double time);

 private:
  const Recording& recording_;
  std::size_t command_{0}, result_{0};  // the next ones
  std::uint32_t told_{0};               // shot id of the stroke that is expected
};

struct RetrackOptions {
  std::string topic;   ///< Of the images; empty: as open_bag() chooses
  std::string camera;  ///< Camera file; empty: the bag's camera_info
};

struct Retracked {
  std::vector<BallsMoment> moments;   ///< One for each image in which the table was found
  std::size_t frames{0}, damaged{0};  ///< Images read, and images that cannot be
  std::string problem;                ///< What was wrong last; says why if no moments
};

/// The tracker learns of the strokes from the recorded commands, as on the robot. `progress` is
/// told how much is done [0 … 1]. Throws FileError for a wrong topic, and for a camera file that is
/// wrong or for images of another size.
[[nodiscard]] Retracked track_images(const Recording& recording, const Settings& settings,
                                     const RetrackOptions& options,
                                     const std::function<void(double)>& progress);

}  // namespace billiard::session
