// SPDX-License-Identifier: Apache-2.0
// Balls over time: a filter per ball, with the physics engine as the motion model of all.
#pragma once

#include <cstdint>
#include <memory>
#include <opencv2/core/mat.hpp>
#include <optional>
#include <string>
#include <vector>

#include "billiard_engine/physics.hpp"
#include "billiard_engine/table.hpp"
#include "billiard_vision/expected_stroke.hpp"
#include "billiard_vision/table_finder.hpp"

namespace billiard::vision {

/// What is known about one ball at the time of a frame.
struct TrackedBall {
  std::uint32_t track{0};  ///< Stays with the ball as long as it is followed; never used again
  int kind{0};             ///< Index in ball_kinds()
  cv::Vec3d position;      ///< [m], frame T
  cv::Vec3d velocity;      ///< [m/s]
  cv::Vec3d spin;          ///< [rad/s]; about z from the ball's pattern where it shows
  cv::Matx44d covariance;  ///< Of x, y [m] and their velocities [m/s]
  Motion motion{Motion::kRest};
  bool seen{false};        ///< In this frame, or held by neighbours that hide it; else predicted
  double confidence{0.0};  ///< 0 to 1
  ImageCircle image;       ///< Outline [px]
  cv::Vec3d spin_sigma;    ///< Standard deviation of the spin [rad/s]
  double bare{0.0};        ///< Not seen: share of its place that shows bare cloth, 0 to 1
};

/// A ball that is no longer in play.
struct LostBall {
  enum class Reason { kPocketed, kOffTable, kVanished };
  std::uint32_t track{0};
  int kind{0};         ///< Index in ball_kinds()
  cv::Vec3d position;  ///< Where it was last [m], frame T
  Reason reason{Reason::kVanished};
  int pocket{-1};  ///< Index in Table::pockets when pocketed, else -1
};

struct TrackedFrame {
  double time{0.0};                ///< [s]
  std::string problem;             ///< Why there is no table, or why the frame was skipped
  std::vector<TrackedBall> balls;  ///< In play
  std::vector<LostBall> lost;      ///< Since the last frame, or falling right now
  bool looked{false};              ///< Whether the bed was looked at in this frame for what follows
  double foreign{0.0};  ///< Largest thing beside the balls, see kObstruction [areas of a ball]
};

struct TrackerOptions {
  double occlusion{0.8};      ///< A moving ball that is not seen is dropped after this [s]
  double hidden_rest{20.0};   ///< Likewise one that rested [s]
  double look{0.045};         ///< Period of looking for things beside the balls [s]
  double look_at_news{0.15};  ///< Period of searching those of a ball's size for new balls [s]
  double look_again{0.5};     ///< Period of searching all of them for new balls [s]
  double look_over{2.0};      ///< Period of searching the whole bed while all balls rest [s]
  double most_speed{12.0};    ///< Of a ball [m/s]
};

/// Follows the balls of one camera. Frames may come at any rate, with irregular stamps and gaps.
class Tracker {
 public:
  /// Throws std::invalid_argument for a table or physics the engine refuses.
  Tracker(const Table& table, const Physics& physics, CameraHint camera = {},
          TrackerOptions options = {});
  ~Tracker();
  Tracker(Tracker&&) noexcept;
  Tracker& operator=(Tracker&&) noexcept;

  /// Takes the next frame (8-bit BGR). A stamp [s] that is not later than the last, or a frame of
  /// another size, is skipped and said so in `problem`.
  [[nodiscard]] TrackedFrame update(const cv::Mat& frame, double stamp);

  /// A stroke is about to be made. Without this the spin of a struck ball is found only from how
  /// its sliding ends. A stroke that comes out otherwise, or not at all, does no harm.
  void expect(const ExpectedStroke& stroke);

  /// The table as found in the first good frame.
  [[nodiscard]] const std::optional<TableView>& view() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace billiard::vision
