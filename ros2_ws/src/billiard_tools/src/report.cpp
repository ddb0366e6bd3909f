// SPDX-License-Identifier: Apache-2.0
// `billiard report`: what happened in a recorded game.
#include <fmt/format.h>

#include <memory>

#include "commands.hpp"
#include "output.hpp"
#include "session/game_report.hpp"

namespace billiard {

void add_report(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "report", "Summary and animated shots of a recorded game, as it was played");
  struct Options {
    std::string bag;
    session::ReportFiles files;
  };
  const auto options = std::make_shared<Options>();
  command->add_option("BAG", options->bag, "rosbag2 bag of the robot")->required();
  command->add_option("--table", options->files.table,
                      "Table: a name in config/tables or a file (default: the bag's)");
  command->add_option("--json", options->files.json, "Write all figures (- for stdout)");
  command->add_option("--html", options->files.html, "Write a page with every shot, animated");
  command->callback([options] {
    check_destinations({{"--json", options->files.json}, {"--html", options->files.html}});
    const session::GameSummary summary = write_game_report(options->bag, options->files);
    if (options->files.json != "-" && options->files.html != "-")
      fmt::print("{}", to_text(summary));
  });
}

}  // namespace billiard
