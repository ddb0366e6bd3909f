// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ctime>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "billiard_engine/files/settings.hpp"
#include "billiard_planner/planner.hpp"
#include "suite_main.hpp"

namespace billiard {

using Json = nlohmann::ordered_json;

/// What every case measures on.
class PlannerBench {
 public:
  /// `count`: of layouts, racks or problems in every case; 0 for each case's own.
  PlannerBench(bool full, int count)
      : settings_(load_settings("pool_9ft")), full_(full), count_(count) {}

  [[nodiscard]] const Settings& settings() const noexcept { return settings_; }
  /// Number of layouts, racks or problems of a case.
  [[nodiscard]] int count(int full, int quick) const noexcept {
    return count_ > 0 ? count_ : replays(full, quick);
  }
  /// Repeats of each of them.
  [[nodiscard]] int replays(int full, int quick) const noexcept { return full_ ? full : quick; }
  [[nodiscard]] Planner planner() const { return {settings_.table, settings_.physics}; }
  /// Seven object balls at random places, free play.
  [[nodiscard]] PlanRequest layout(int number) const;

 private:
  Settings settings_;
  bool full_;
  int count_;
};

/// About what a second on two cores gives; a fixed number repeats exactly.
inline constexpr std::int64_t kOneSecond = 6000;  // simulations

/// Share of `replays` disturbed shots that succeed, with draws that no planner saw.
[[nodiscard]] double realised(Planner& planner, const PlanRequest& request, const Choice& choice,
                              int replays);

/// What `call` gives; the CPU time it takes on all threads goes to `times` [s].
template <typename Call>
auto timed(std::vector<double>& times, const Call& call) {
  const std::clock_t start = std::clock();
  auto answer = call();
  times.push_back(static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
  return answer;
}

struct PlannerCase {
  std::string name;
  std::function<Json(const PlannerBench&)> measure;
};

[[nodiscard]] const std::vector<PlannerCase>& planner_cases();

/// Promised against realised probability at the default noise.
[[nodiscard]] Json calibration(const PlannerBench& bench);
/// The chosen shot against the best of all candidates with all strokes.
[[nodiscard]] Json exhaustive(const PlannerBench& bench);
/// Realised probability with more and more simulations.
[[nodiscard]] Json monotony(const PlannerBench& bench);
/// Wall time of an answer over its budget [s].
[[nodiscard]] Json deadline(const PlannerBench& bench, double budget);
/// Eight-ball racks cleared from ball in hand after a break.
[[nodiscard]] Json run_outs(const PlannerBench& bench, double noise);
/// Curved shots round a ball, made from shots that exist.
[[nodiscard]] Json shaping(const PlannerBench& bench);

}  // namespace billiard
