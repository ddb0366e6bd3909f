// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>

#include "billiard_planner/planner.hpp"
#include "workers.hpp"

namespace billiard {

/// How much of a decision's time, or of its number of simulations, is left.
class Budget {
 public:
  using Clock = Workers::Clock;
  static constexpr double kLastShare = 0.97;

  Budget(const PlanRequest& request, const Workers& workers)
      : request_(request), workers_(workers), start_(Clock::now()), counted_(workers.count()) {}

  [[nodiscard]] bool counts_simulations() const noexcept { return request_.simulations > 0; }
  [[nodiscard]] std::int64_t used() const noexcept { return workers_.count() - counted_; }
  [[nodiscard]] double elapsed() const {
    return std::chrono::duration<double>(Clock::now() - start_).count();
  }
  /// When simulations are given up: early enough to end threads and write the answer.
  [[nodiscard]] Clock::time_point last_moment() const { return deadline(kLastShare); }
  /// When `share` of the budget is over; never, if simulations are counted.
  [[nodiscard]] Clock::time_point deadline(double share) const {
    if (counts_simulations()) return Clock::time_point::max();
    const std::chrono::duration<double> time(share * request_.budget);
    return start_ + std::chrono::duration_cast<Clock::duration>(time);
  }
  /// Simulations that fit until `share` of the budget is used, from the pace so far.
  [[nodiscard]] double left(double share) const {
    if (counts_simulations()) {
      return share * static_cast<double>(request_.simulations) - static_cast<double>(used());
    }
    const double time = elapsed();
    const double pace =
        static_cast<double>(std::max<std::int64_t>(used(), 1)) / std::max(time, 1e-6);
    return pace * (share * request_.budget - time);
  }

 private:
  const PlanRequest& request_;
  const Workers& workers_;
  Clock::time_point start_;
  std::int64_t counted_;
};

}  // namespace billiard
