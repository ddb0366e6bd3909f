// SPDX-License-Identifier: Apache-2.0
#include "predict_shot.hpp"

#include <algorithm>

#include "billiard_engine/simulator.hpp"

namespace billiard {
namespace {

constexpr double kCoarsePeriod = 0.05;  // [s]
constexpr double kFinePeriod = 1e-3;    // [s]
constexpr double kMaxSamples = 40000.0;

Result run(const Settings& settings, const Layout& start, const Shot& shot, Recorder& recorder) {
  Simulator simulator(settings.table, settings.physics);
  simulator.reset(start.balls);
  simulator.strike(shot);
  const Result result = simulator.run({}, &recorder);
  recorder.end_at(result.time);
  return result;
}

}  // namespace

Prediction predict_shot(const Settings& settings, const Layout& start, const Shot& shot) {
  Recorder events;
  const double time = run(settings, start, shot, events).time;
  const auto recorder = [&](double period) {
    return Recorder(period, static_cast<int>(std::min(time / period + 2.0, kMaxSamples)));
  };
  Prediction prediction{{}, recorder(kCoarsePeriod), recorder(kFinePeriod)};
  prediction.result = run(settings, start, shot, prediction.coarse);
  run(settings, start, shot, prediction.fine);
  return prediction;
}

}  // namespace billiard
