// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <vector>

#include "billiard_engine/table.hpp"
#include "fit/recording.hpp"

namespace billiard {

/// By how much a camera sees balls beside where they are, all over a table: lenses and
/// calibrations are wrong by millimetres, which bends straight ways as side spin does.
///
/// Two things tell. A ball that rolls freely goes straight, so the bends that many of them show at
/// the same place are the camera's: shifts on a grid, smooth between. And balls turn round where
/// the cushions are: shift and scale of the picture.
class CameraMap {
 public:
  /// Sees right.
  CameraMap() = default;

  /// Learned from shots; sees right where they tell too little.
  CameraMap(const std::vector<RecordedShot>& shots, const Table& table, double ball_radius);

  /// Where a ball is that was seen there [m].
  [[nodiscard]] Vec2<double> place(const Vec2<double>& seen) const;

  void correct(RecordedShot& shot) const;

  /// Root mean square of what is corrected over the table [m].
  [[nodiscard]] double size() const;

 private:
  void learn_bends(const std::vector<RecordedShot>& shots);
  void learn_edges(const std::vector<RecordedShot>& shots);

  [[nodiscard]] Vec2<double> bend(const Vec2<double>& seen) const;

  Vec2<double> reach_ = Vec2<double>::Ones();   ///< of the balls' centres [m]
  Eigen::Matrix2Xd bends_;                      ///< at the grid's nodes [m]; none: no columns
  Vec2<double> middle_ = Vec2<double>::Zero();  ///< where the table's middle is seen [m]
  Vec2<double> scale_ = Vec2<double>::Ones();
};

}  // namespace billiard
