// SPDX-License-Identifier: Apache-2.0
// A stroke nobody told of: the struck ball's follow or draw does not show while it slides, and what
// comes of it is far from linear. So several of them are followed side by side, each with all
// balls, until what is seen has told them apart.
#pragma once

#include <vector>

#include "correlations.hpp"
#include "motion_model.hpp"
#include "track.hpp"

namespace billiard::vision {

/// One ball's place in a frame.
struct Sight {
  std::uint32_t id{0};
  cv::Point2d place;       ///< [m]
  cv::Matx22d covariance;  ///< [m^2]
};

class Alternatives {
 public:
  [[nodiscard]] bool active() const { return !all_.empty(); }
  void clear() { all_.clear(); }

  /// Starts from `tracks`, of which `struck` has just been struck.
  void start(const std::vector<Track>& tracks, const Track& struck);

  /// As MotionModel::move() and correct(), for each of them. Those that what is seen speaks against
  /// are dropped.
  void move(MotionModel& model, double dt);
  void correct(MotionModel& model, const std::vector<Sight>& sights, double dt);

  /// The likeliest one's motion is taken over into `tracks`. Ends when a single one is left, or
  /// when there are other balls than at the start.
  void show(MotionModel& model, std::vector<Track>& tracks);

  /// The pictures of the balls' patterns go with all of them.
  void share_pictures(const std::vector<Track>& tracks);
  /// A pattern has shown the spin about the vertical.
  void set_side_spin(std::uint32_t id, double spin, double sigma);

  /// Mean and covariance of a track over all of them.
  [[nodiscard]] StateVector mean(const Track& track) const;
  [[nodiscard]] StateMatrix covariance(const Track& track) const;

 private:
  struct Alternative {
    std::vector<Track> tracks;
    Correlations correlations;
    double log_weight{0.0};
    double age{0.0};  // [s]
  };
  template <typename Do>
  void each(MotionModel& model, Do&& act);
  void drop_unlikely();
  void merge_alike();
  [[nodiscard]] const Alternative& best() const;

  std::vector<Alternative> all_;
  std::uint32_t struck_{0};
};

}  // namespace billiard::vision
