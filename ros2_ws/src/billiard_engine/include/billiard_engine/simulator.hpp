// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "billiard_engine/ball.hpp"
#include "billiard_engine/physics.hpp"
#include "billiard_engine/result.hpp"
#include "billiard_engine/shot.hpp"
#include "billiard_engine/table.hpp"

namespace billiard {

/// How time is stepped.
enum class Stepping : std::uint8_t {
  kMultiRate,  ///< large steps for free balls, small ones for touching balls
  kSingleRate  ///< Steps::contact for everything: the reference, and the papers' way
};

/// Predicts the motion of balls on a table.
///
///   Simulator sim{table, physics};
///   sim.reset(balls);
///   sim.strike(shot);
///   Result result = sim.run();
///
/// Construction validates and allocates; everything else is real-time safe: no allocation, no
/// locks, no exceptions, bounded work (Limits). The same input gives the same bits everywhere.
template <typename Scalar>
class BasicSimulator {
 public:
  /// Throws std::invalid_argument on impossible values or law combinations.
  BasicSimulator(const Table& table, const Physics& physics,
                 Stepping stepping = Stepping::kMultiRate);
  ~BasicSimulator();
  BasicSimulator(BasicSimulator&&) noexcept;
  BasicSimulator& operator=(BasicSimulator&&) noexcept;

  /// Starts a new run at time 0 from these balls (at most kMaxBalls; more are ignored). They
  /// should have passed check_layout(). `motion` of balls in play is derived from their state. The
  /// balls of a result that were in contact do not push each other any more.
  void reset(std::span<const BasicBall<Scalar>> balls) noexcept;

  /// Applies a stroke to a ball now. Returns false on a miscue (the ball still moves a little).
  bool strike(const Shot& shot) noexcept;

  /// Advances until rest or a limit. May be called again to go on.
  BasicResult<Scalar> run(const Limits& limits = {}, Recorder* recorder = nullptr) noexcept;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

using Simulator = BasicSimulator<double>;

extern template class BasicSimulator<double>;
extern template class BasicSimulator<float>;

}  // namespace billiard
