// SPDX-License-Identifier: Apache-2.0
// Makes a bag of simulated shots, for measurements by hand.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>

#include "recorded_shots.hpp"

int main(int argc, char** argv) try {
  std::string folder;
  billiard::session::RecordedShotsOptions options;
  CLI::App app{"Records simulated shots as the robot does."};
  app.add_option("FOLDER", folder, "New folder of the bag")->required();
  app.add_option("--table", options.table, "Table: a name in config/tables or a file");
  app.add_option("--physics", options.physics, "Of the world: a name or a file");
  app.add_option("--shots", options.shots, "How many");
  app.add_option("--balls", options.balls, "Besides the cue ball");
  app.add_option("--seed", options.seed, "Of layout, shots and noise");
  app.add_option("--width", options.width, "Of the pictures [px]");
  app.add_option("--rate", options.rate, "Pictures per second");
  app.add_option("--noise", options.noise, "Factor on the default execution noise");
  app.add_option("--without", options.without, "Topics that are not recorded");
  app.add_option("--compression", options.compression, "Of the bag: none, file or message");
  CLI11_PARSE(app, argc, argv);
  billiard::session::record_shots(folder, options);
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "make_bag: %s\n", error.what());
  return 1;
}
