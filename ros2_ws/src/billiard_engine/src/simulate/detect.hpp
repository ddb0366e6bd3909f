// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "billiard_engine/table.hpp"
#include "simulate/segment.hpp"
#include "table/cushions.hpp"

namespace billiard {

// Where on its path does a free ball first touch something? A body that touches already counts only
// while it approaches. Times are those after the segment's start [s] unless something else is said;
// kNever: it touches nothing.

/// Answer of a search: when, and at which piece of cushion or pocket.
template <typename Scalar>
struct Touch {
  Scalar time{};
  int where = -1;
  /// False when the search ran out of iterations: nothing is touched before `time`, look again.
  bool certain = true;
};

inline constexpr double kNever = 1e30;

/// Answer of a search between two balls.
struct PairTouch {
  double time = kNever;  ///< on the clock of the run [s]
  bool certain = true;   ///< as in Touch
};

/// First touch of two balls of radius `radius`, from `from` to `to` [s] on the clock of the run.
template <typename Scalar>
[[nodiscard]] PairTouch detect_ball_ball(const Segment<Scalar>& a, const Segment<Scalar>& b,
                                         Scalar radius, double from, double to) noexcept;

template <typename Scalar>
[[nodiscard]] Touch<Scalar> detect_cushion(const Segment<Scalar>& s, const Cushions<Scalar>& c,
                                           Scalar radius) noexcept;

/// First moment the centre is over a pocket's hole, low enough to fall in.
template <typename Scalar>
[[nodiscard]] Touch<Scalar> detect_pocket(const Segment<Scalar>& s, const Table& table,
                                          Scalar radius) noexcept;

/// Time at which a flying ball comes down to the cloth.
template <typename Scalar>
[[nodiscard]] Scalar detect_landing(const BasicBall<Scalar>& ball, Scalar gravity,
                                    Scalar radius) noexcept;

}  // namespace billiard
