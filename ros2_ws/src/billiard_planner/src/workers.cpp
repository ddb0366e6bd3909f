// SPDX-License-Identifier: Apache-2.0
#include "workers.hpp"

#include <algorithm>
#include <atomic>
#include <thread>

namespace billiard {
namespace {

int thread_count(int asked) {
  if (asked > 0) return std::min(asked, 256);
  return static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1U, 256U));
}

}  // namespace

Workers::Workers(const Table& table, const Physics& physics, int threads) {
  const int count = thread_count(threads);
  runners_.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) runners_.emplace_back(table, physics);
}

void Workers::set_deadline(Clock::time_point deadline) noexcept {
  for (ShotRunner& runner : runners_) runner.set_deadline(deadline);
}

std::vector<char> Workers::run(int count, Clock::time_point last_start,
                               const std::function<void(ShotRunner&, int)>& task) {
  std::vector<char> done(static_cast<std::size_t>(count), 0);
  std::atomic<int> next{0};
  const auto work = [&](ShotRunner& runner) {
    while (!runner.expired() && Clock::now() < last_start) {
      const int i = next.fetch_add(1);
      if (i >= count) return;
      task(runner, i);
      done[static_cast<std::size_t>(i)] = runner.expired() ? 0 : 1;
    }
  };
  {
    std::vector<std::jthread> threads;
    const int useful = std::min(size(), count);
    for (int i = 1; i < useful; ++i) {
      threads.emplace_back(work, std::ref(runners_[static_cast<std::size_t>(i)]));
    }
    work(runners_.front());
  }
  return done;
}

std::int64_t Workers::count() const noexcept {
  std::int64_t sum = 0;
  for (const ShotRunner& runner : runners_) sum += runner.count();
  return sum;
}

}  // namespace billiard
