// SPDX-License-Identifier: Apache-2.0
// `billiard fields`: every field of the physics and table files.
#include <memory>

#include "billiard_engine/files/settings.hpp"
#include "commands.hpp"
#include "output.hpp"

namespace billiard {

void add_fields(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "fields", "List every field of physics and table files with unit and range");
  const auto physics = std::make_shared<std::string>();
  command->add_option("--physics", *physics, "Print this preset or file with all its values");
  command->callback([physics] {
    Output output;
    output.add("-", physics->empty() ? describe_fields() : to_yaml(load_physics(*physics)));
    output.commit();
  });
}

}  // namespace billiard
