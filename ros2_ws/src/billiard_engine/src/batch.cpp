// SPDX-License-Identifier: Apache-2.0
#include "billiard_engine/batch.hpp"

#include <algorithm>
#include <atomic>
#include <thread>

namespace billiard {

Batch::Batch(const Table& table, const Physics& physics, int threads) {
  const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  const int count = threads > 0 ? threads : cores;
  simulators_.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) simulators_.emplace_back(table, physics);
}

Batch::~Batch() = default;

void Batch::run(std::span<const BatchRun> runs, std::span<Result> results) {
  const std::size_t count = std::min(runs.size(), results.size());
  std::atomic<std::size_t> next{0};
  const auto work = [&](Simulator& simulator) {
    for (std::size_t k = next.fetch_add(1); k < count; k = next.fetch_add(1)) {
      const BatchRun& run = runs[k];
      simulator.reset(run.balls);
      if (run.strikes) simulator.strike(run.shot);
      results[k] = simulator.run(run.limits);
    }
  };
  std::vector<std::jthread> helpers;
  helpers.reserve(simulators_.size() - 1);
  for (std::size_t i = 1; i < simulators_.size(); ++i) {
    helpers.emplace_back([&work, this, i] { work(simulators_[i]); });
  }
  work(simulators_.front());
}

}  // namespace billiard
