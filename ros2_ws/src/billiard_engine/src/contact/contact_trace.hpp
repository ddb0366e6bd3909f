// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "billiard_engine/ball.hpp"

namespace billiard {

/// A ball's states during its last contact, for samples and for the end of a run that fall inside
/// it. It changes nothing in the motion.
template <typename Scalar>
struct ContactTrace {
  static constexpr int kCapacity = 130;
  /// Steps of a contact are thinned out to fit.
  static constexpr int kWanted = 128;

  int count = 0;
  std::array<double, kCapacity> time{};
  std::array<BasicBall<Scalar>, kCapacity> state{};

  void add(double when, const BasicBall<Scalar>& ball) noexcept {
    if (count >= kCapacity) return;
    time[static_cast<std::size_t>(count)] = when;
    state[static_cast<std::size_t>(count)] = ball;
    ++count;
  }

  [[nodiscard]] bool covers(double when) const noexcept {
    return count > 1 && when >= time[0] && when <= time[static_cast<std::size_t>(count - 1)];
  }

  /// State at a covered time, on straight lines between the steps.
  [[nodiscard]] BasicBall<Scalar> at(double when) const noexcept {
    std::size_t k = 1;
    while (k + 1 < static_cast<std::size_t>(count) && time[k] < when) ++k;
    const double span = time[k] - time[k - 1];
    const auto part = static_cast<Scalar>(span > 0.0 ? (when - time[k - 1]) / span : 1.0);
    const BasicBall<Scalar>& a = state[k - 1];
    BasicBall<Scalar> ball = state[k];
    ball.position = a.position + part * (ball.position - a.position);
    ball.velocity = a.velocity + part * (ball.velocity - a.velocity);
    ball.spin = a.spin + part * (ball.spin - a.spin);
    return ball;
  }
};

}  // namespace billiard
