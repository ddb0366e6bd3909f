// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "billiard_engine/simulator.hpp"

namespace billiard {

/// One run of a batch: a layout, and a stroke unless the balls move already.
struct BatchRun {
  std::span<const Ball> balls;  ///< must stay alive until run() returns
  Shot shot{};
  bool strikes = true;  ///< apply `shot`
  Limits limits{};
};

/// Runs many shots on all cores. Each run starts from its own layout, so that results do not
/// depend on how many threads there are or which of them took it.
class Batch {
 public:
  /// Builds one simulator per thread; 0 threads means one per core. Throws as Simulator does.
  Batch(const Table& table, const Physics& physics, int threads = 0);
  ~Batch();
  Batch(const Batch&) = delete;
  Batch& operator=(const Batch&) = delete;

  /// results[k] answers runs[k]. Both spans have the same length; extra runs are left out.
  /// Starts its threads anew each time (some 50 µs): meant for a millisecond of work and more.
  void run(std::span<const BatchRun> runs, std::span<Result> results);

  [[nodiscard]] int threads() const noexcept { return static_cast<int>(simulators_.size()); }

 private:
  std::vector<Simulator> simulators_;
};

}  // namespace billiard
