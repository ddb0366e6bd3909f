// SPDX-License-Identifier: Apache-2.0
#include "predictor/prediction_loop.hpp"

#include <time.h>

#include <algorithm>
#include <span>

#include "billiard_engine/settle.hpp"

namespace billiard_nodes {
namespace {

using billiard::Ball;
using billiard::Motion;

constexpr std::int64_t kStepsBetweenLooks = 250;  // at the clock: some 0.1 ms of work
constexpr std::int64_t kMostSteps = 2'000'000;
constexpr int kMostEvents = 1024;

std::int64_t read_clock(clockid_t clock) noexcept {
  timespec time{};
  clock_gettime(clock, &time);
  return 1'000'000'000 * static_cast<std::int64_t>(time.tv_sec) + time.tv_nsec;
}

double seconds(std::int64_t nanoseconds) noexcept {
  return 1e-9 * static_cast<double>(nanoseconds);
}

}  // namespace

PredictionLoop::PredictionLoop(const billiard::Table& table, const billiard::Physics& physics,
                               const PredictionOptions& options)
    : table_(table),
      physics_(physics),
      options_(options),
      simulator_(table, physics),
      results_([&options] {
        const int samples = static_cast<int>(options.horizon / options.sample_period) + 3;
        return Prediction{{}, {}, billiard::Recorder(options.sample_period, samples, kMostEvents)};
      }) {}

void PredictionLoop::submit() noexcept {
  input().handed_over_ns = read_clock(CLOCK_MONOTONIC);
  if (!inputs_.hand_over()) replaced_.fetch_add(1, std::memory_order_relaxed);
}

bool PredictionLoop::run_once() noexcept {
  const PredictionInput* input = inputs_.take();
  if (input == nullptr) return false;
  Prediction* out = results_.slot();
  if (out == nullptr) {
    dropped_.fetch_add(1, std::memory_order_relaxed);
    return true;
  }
  predict(*input, *out);
  results_.hand_over();
  return true;
}

// A ball that cannot be where it was measured is left out rather than the whole prediction.
void PredictionLoop::make_possible(Prediction& out) const noexcept {
  const std::span<Ball> balls(out.input.balls.data(), static_cast<std::size_t>(out.input.count));
  for (int i = 0; i < billiard::kMaxBalls; ++i) {
    const auto error = billiard::settle(balls, table_, physics_);
    if (!error) return;
    balls[static_cast<std::size_t>(error->ball)].motion = Motion::kOffTable;
  }
}

void PredictionLoop::predict(const PredictionInput& input, Prediction& out) noexcept {
  const std::int64_t start = read_clock(CLOCK_MONOTONIC);
  const std::int64_t cpu_start = read_clock(CLOCK_THREAD_CPUTIME_ID);
  out.input = input;
  make_possible(out);
  out.recorder.clear();
  out.cut = false;
  simulator_.reset({out.input.balls.data(), static_cast<std::size_t>(out.input.count)});
  // Steps end a run without changing what comes after, so that the clock can be looked at. A piece
  // that would end after the deadline, if it takes as long as the longest so far, is not begun.
  std::int64_t before = start, longest = 0;
  for (std::int64_t steps = kStepsBetweenLooks;; steps += kStepsBetweenLooks) {
    out.result = simulator_.run({options_.horizon, steps}, &out.recorder);
    if (out.result.status != billiard::Status::kStepLimit || steps >= kMostSteps) break;
    const std::int64_t now = read_clock(CLOCK_MONOTONIC);
    longest = std::max(longest, now - before);
    before = now;
    out.cut = seconds(now + longest - start) > options_.deadline;
    if (out.cut) break;
  }
  out.recorder.end_at(out.result.time);
  out.compute = seconds(read_clock(CLOCK_THREAD_CPUTIME_ID) - cpu_start);
  out.answer = seconds(read_clock(CLOCK_MONOTONIC) - input.handed_over_ns);
}

void PredictionLoop::warm_up() noexcept {
  PredictionInput& balls = input();
  balls = {};
  const double r = physics_.ball.radius;
  balls.count = 3;
  for (int i = 0; i < 3; ++i) {
    balls.balls[static_cast<std::size_t>(i)].position = {-0.4 + 0.4 * i, 0.1 * r * i, r};
  }
  balls.balls[0].velocity = {3.0, 0.1, 0.0};
  for (std::size_t i = 0; i < kSlots; ++i) {
    PredictionInput& again = input();
    again = balls;
    submit();
    (void)run_once();
    release();
  }
}

}  // namespace billiard_nodes
