// SPDX-License-Identifier: Apache-2.0
#include "session/game_report.hpp"

#include <algorithm>

#include "billiard_engine/files/file_error.hpp"
#include "output.hpp"
#include "session/game_html.hpp"

namespace billiard::session {

GameSummary write_game_report(const std::string& bag, const ReportFiles& files) {
  Recording recording = read_recording(bag);
  if (recording.balls.empty() && recording.truth.empty()) {
    std::string why;
    for (const std::string& note : recording.notes) {
      if (note.starts_with("/balls") || note.starts_with("/ground_truth"))
        why += (why.empty() ? "" : "; ") + note;
    }
    throw FileError(bag + ": holds no balls that can be read (" + why + ")");
  }
  const std::string& table = files.table.empty() ? recording.table : files.table;
  if (table.empty()) throw FileError(bag + ": does not name its table; give one with --table");
  const Settings settings = load_settings(table);
  GameSummary summary = summarise(recording, settings.table,
                                  [&](const auto& take) { read_predictions(recording, take); });
  summary.racks_asked = std::max(summary.racks_asked, files.racks);
  Output output;
  output.add_json(files.json, to_json(summary, recording));
  if (!files.html.empty()) output.add(files.html, to_html(summary, recording, settings));
  output.commit();
  return summary;
}

}  // namespace billiard::session
