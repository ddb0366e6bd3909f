// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <cstdint>

namespace billiard {

/// Most balls one simulation holds (snooker: 22). Fixed, so that nothing allocates while running.
inline constexpr int kMaxBalls = 22;

template <typename Scalar>
using Vec2 = Eigen::Matrix<Scalar, 2, 1>;
template <typename Scalar>
using Vec3 = Eigen::Matrix<Scalar, 3, 1>;

/// What a ball is doing. The first four are on the cloth.
enum class Motion : std::uint8_t {
  kRest,      ///< all velocities exactly zero
  kSliding,   ///< the contact point slips
  kRolling,   ///< slip has settled to the small value that carries rolling resistance
  kSpinning,  ///< the centre stands still, spin about the vertical is left
  kAirborne,  ///< off the cloth, above the table
  kPocketed,  ///< fell into a pocket, out of play
  kOffTable   ///< left the table over a cushion, out of play
};

/// State of one ball in the table frame T (origin at the cloth's centre, x along the long side,
/// z up). A ball on the cloth has its centre at z = radius.
template <typename Scalar>
struct BasicBall {
  Vec3<Scalar> position = Vec3<Scalar>::Zero();  ///< centre [m]
  Vec3<Scalar> velocity = Vec3<Scalar>::Zero();  ///< of the centre [m/s]
  Vec3<Scalar> spin = Vec3<Scalar>::Zero();      ///< angular velocity [rad/s]
  Motion motion = Motion::kRest;
  std::int8_t pocket = -1;  ///< index into Table::pockets when pocketed, else -1

  [[nodiscard]] bool in_play() const noexcept {
    return motion != Motion::kPocketed && motion != Motion::kOffTable;
  }
};

using Ball = BasicBall<double>;

/// The name used in files and messages: "rest", "sliding", …, "off_table".
[[nodiscard]] const char* name(Motion motion) noexcept;

}  // namespace billiard
