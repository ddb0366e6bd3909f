// SPDX-License-Identifier: Apache-2.0
// `billiard fields`: every field of the physics and table files.
#include "billiard_engine/fields.hpp"

#include <memory>
#include <optional>

#include "billiard_engine/files/settings.hpp"
#include "commands.hpp"
#include "output.hpp"

namespace billiard {
namespace {

using Json = nlohmann::ordered_json;

struct FieldsOptions {
  std::string physics, json;
};

/// Every field, with its value where the settings are given.
template <typename Settings>
Json fields_json(std::span<const FileField> files, std::span<const ChoiceField<Settings>> choices,
                 std::span<const NumberField<Settings>> numbers, std::optional<Settings> given) {
  Json list = Json::array();
  for (const FileField& f : files) list.push_back({{"field", f.name}, {"meaning", f.meaning}});
  for (const auto& f : choices) {
    list.push_back({{"field", f.name}, {"allowed", f.allowed}, {"meaning", f.meaning}});
    if (given) list.back()["value"] = f.allowed[static_cast<std::size_t>(f.get(*given))];
  }
  for (const auto& f : numbers) {
    list.push_back({{"field", f.name},
                    {"unit", f.unit},
                    {"min", f.min},
                    {"max", f.max},
                    {"meaning", f.meaning}});
    if (given) list.back()["value"] = f.member(*given);
  }
  return list;
}

void list_fields(const FieldsOptions& options) {
  check_destinations({{"--json", options.json}});
  std::optional<Physics> physics;
  if (!options.physics.empty()) physics = load_physics(options.physics);
  Output output;
  const auto files = physics ? std::span<const FileField>{} : physics_files();
  Json json{{"physics", fields_json(files, physics_choices(), physics_numbers(), physics)}};
  if (!physics) {
    json["table"] = fields_json<TableSpec>(table_files(), table_choices(), table_numbers(), {});
  }
  output.add_json(options.json, json);
  if (!output.uses_stdout()) output.add("-", physics ? to_yaml(*physics) : describe_fields());
  output.commit();
}

}  // namespace

void add_fields(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "fields", "List every field of physics and table files with unit and range");
  const auto o = std::make_shared<FieldsOptions>();
  command->add_option("--physics", o->physics, "Print this preset or file with all its values");
  command->add_option("--json", o->json, "Write the list as JSON (- for stdout)");
  command->callback([o] { list_fields(*o); });
}

}  // namespace billiard
