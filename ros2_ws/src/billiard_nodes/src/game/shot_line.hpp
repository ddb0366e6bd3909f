// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "billiard_engine/shot.hpp"
#include "game/game_flow.hpp"

namespace billiard_nodes {

/// One line about a shot for the terminal: number, called ball and pocket, promised probability,
/// speed and spin, what happened.
[[nodiscard]] std::string shot_line(const PlayedShot& played, const billiard::Shot& shot);

}  // namespace billiard_nodes
