// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "session/game_summary.hpp"

namespace billiard::session {

/// The game as one HTML file: figures, and every shot as an animated view from above.
[[nodiscard]] std::string to_html(const GameSummary& summary, const Recording& recording,
                                  const Settings& settings);

}  // namespace billiard::session
