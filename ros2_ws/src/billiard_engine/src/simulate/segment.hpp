// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "billiard_engine/ball.hpp"
#include "cloth/free_motion.hpp"

namespace billiard {

/// How a ball moves over a segment of time.
enum class Path : std::uint8_t {
  kRest,      ///< stands still until something hits it
  kCloth,     ///< on the cloth, FreePlan
  kFlight,    ///< through the air
  kContact,   ///< in contact; the states at both ends are known
  kOutOfPlay  ///< pocketed or off the table
};

/// One ball over one step: its state at both ends, and between them a cubic (Hermite) path that
/// is good to 15 µm, mostly to far below one, and is used to look for contacts.
template <typename Scalar>
struct Segment {
  Path path = Path::kRest;
  double start_time = 0.0;  ///< [s]
  double end_time = 0.0;    ///< [s]; infinite for a ball at rest
  BasicBall<Scalar> start;
  BasicBall<Scalar> end;
  FreePlan<Scalar> plan;  ///< of kCloth
  bool lands = false;     ///< of kFlight: it ends on the cloth

  // What the search for contacts needs, from the path's Bézier control points.
  Scalar duration{};
  Scalar speed{};  ///< never exceeded [m/s]
  Vec3<Scalar> low = Vec3<Scalar>::Zero();
  Vec3<Scalar> high = Vec3<Scalar>::Zero();  ///< box that holds the centre [m]
  Vec3<Scalar> first = Vec3<Scalar>::Zero();
  Vec3<Scalar> second = Vec3<Scalar>::Zero();  ///< p(τ) = p0 + v0 τ + first τ² + second τ³
};

/// Position of the centre `time` after the segment's start.
template <typename Scalar>
[[nodiscard]] inline Vec3<Scalar> position_after(const Segment<Scalar>& s, Scalar time) noexcept {
  return s.start.position + time * (s.start.velocity + time * (s.first + time * s.second));
}

/// Velocity of the same path.
template <typename Scalar>
[[nodiscard]] inline Vec3<Scalar> velocity_after(const Segment<Scalar>& s, Scalar time) noexcept {
  return s.start.velocity + time * (Scalar(2) * s.first + (Scalar(3) * time) * s.second);
}

/// Fills path coefficients, bounding box and speed bound from the end states.
template <typename Scalar>
void bound_path(Segment<Scalar>& s) noexcept;

/// The ball's state `time` after the start: integrated again, not interpolated, except in contact.
template <typename Scalar>
[[nodiscard]] BasicBall<Scalar> state_after(const Segment<Scalar>& s, const ClothModel<Scalar>& m,
                                            Scalar gravity, Scalar time) noexcept;

/// Free flight for `time`.
template <typename Scalar>
[[nodiscard]] BasicBall<Scalar> fly(const BasicBall<Scalar>& ball, Scalar gravity,
                                    Scalar time) noexcept;

}  // namespace billiard
