// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "fit/trajectories.hpp"

namespace billiard {

/// A place where the clock of a recording stood still.
struct Standstill {
  double time = 0.0;     ///< of the first sight after it, as recorded [s]
  double missing = 0.0;  ///< [s]
};

/// Where the clock of a shot stood still by one or two periods: there a ball makes a step that is
/// twice or three times as long as those before and after, which agree. Nothing that a ball meets
/// does that. Missing is 0 if it was not seen to.
[[nodiscard]] Standstill find_standstill(const ObservedShot& shot);

/// Sets the times right that come after the clock stood still. Where most shots that show it agree
/// on when, it is believed of the others too.
void mend_clock(std::vector<ObservedShot>& shots);

}  // namespace billiard
