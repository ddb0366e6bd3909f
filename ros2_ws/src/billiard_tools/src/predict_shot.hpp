// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "billiard_engine/files/scenario.hpp"
#include "billiard_engine/result.hpp"
#include "billiard_engine/shot.hpp"

namespace billiard {

/// One shot until rest, sampled twice.
struct Prediction {
  Result result;
  Recorder coarse;  ///< for files: one sample per 0.05 s
  Recorder fine;    ///< for drawings: one per millisecond
};

/// Runs a shot undisturbed.
[[nodiscard]] Prediction predict_shot(const Settings& settings, const Layout& start,
                                      const Shot& shot);

}  // namespace billiard
