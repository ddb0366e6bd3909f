// SPDX-License-Identifier: Apache-2.0
// From the bag of a played game to its report.
#pragma once

#include <cstdint>
#include <string>

#include "session/game_summary.hpp"

namespace billiard::session {

/// Where the report goes; "-" is stdout, an empty name writes nothing.
struct ReportFiles {
  std::string json;
  std::string html;
  std::string table;       ///< Table file; the one the bag names if empty
  std::uint32_t racks{0};  ///< That were to be played, if more than the bag holds
};

/// Reads the bag of a game (also one that was cut off), writes the files and returns the summary;
/// to_text() makes it readable. Throws FileError naming bag and topic for what is no bag of a game,
/// CouldNot for files that cannot be written.
GameSummary write_game_report(const std::string& bag, const ReportFiles& files);

}  // namespace billiard::session
