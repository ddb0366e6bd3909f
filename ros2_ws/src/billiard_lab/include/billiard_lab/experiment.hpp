// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "billiard_lab/findings.hpp"

namespace billiard::lab {

/// How thorough a run is.
struct Effort {
  bool quick = false;  ///< coarser grids and shorter runs with the same conclusions, for tests
};

/// One experiment of the papers. To add one: write it in src/experiments/NAME.cpp, declare it in
/// src/experiments/all.hpp and list it in src/experiment.cpp.
struct Experiment {
  const char* name;
  const char* title;
  const char* source;  ///< paper and figures
  Findings (*run)(const Effort&);
};

/// In the order of the report.
[[nodiscard]] std::span<const Experiment> experiments() noexcept;

/// The named ones, each once, in the order of the report; all if `names` is empty. Throws
/// std::invalid_argument for an unknown name, with the list of those there are.
[[nodiscard]] std::vector<Experiment> select(const std::vector<std::string>& names);

/// An experiment with what it found.
struct Outcome {
  Experiment experiment;
  Findings findings;
  double cpu_time = 0.0;  ///< of the run [s]
};

/// Runs them on all cores; the findings do not depend on how many there are. `done` is told, one
/// call at a time, how many of them are ready. Rethrows what an experiment throws.
[[nodiscard]] std::vector<Outcome> run(const std::vector<Experiment>& list, const Effort& effort,
                                       const std::function<void(int)>& done);

}  // namespace billiard::lab
