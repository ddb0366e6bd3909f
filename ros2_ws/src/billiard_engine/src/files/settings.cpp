// SPDX-License-Identifier: Apache-2.0
#include "files/settings.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numbers>

#include "billiard_engine/files/config.hpp"

namespace billiard {
namespace {

/// A file may extend another, that one a third; more is a circle.
constexpr int kMaxExtends = 8;
/// Height of a pool nose (WPA: 63.5 % of the ball's diameter) [ball radii].
constexpr double kNoseHeight = 1.27;

const FileField kPhysicsFiles[] = {
    {"extends", "physics (name or path) that counts where this file says nothing"},
};
const FileField kTableFiles[] = {
    {"extends", "table (name or path) that counts where this file says nothing"},
    {"physics", "it is played with (name or path); default: that of `balls`"},
};

template <typename Fields>
void append_names(std::vector<std::string>& names, const Fields& fields) {
  for (const auto& field : fields) names.emplace_back(field.name);
}

std::vector<std::string> physics_names() {
  std::vector<std::string> names;
  append_names(names, physics_numbers());
  append_names(names, physics_choices());
  return names;
}

std::vector<std::string> table_names() {
  std::vector<std::string> names;
  append_names(names, table_numbers());
  append_names(names, table_choices());
  return names;
}

bool assign_physics(const Document& document, const Entry& entry, Physics& physics) {
  return assign(document, entry, physics, physics_numbers(), physics_choices());
}

bool assign_table(const Document& document, const Entry& entry, TableFile& table) {
  if (!assign(document, entry, table.spec, table_numbers(), table_choices())) return false;
  if (entry.field == "nose_height") table.nose_height_given = true;
  return true;
}

/// What the entry for `name` says; empty if there is none.
std::string find_text(const Document& document, const std::vector<Entry>& entries,
                      const std::string& name) {
  for (const Entry& entry : entries) {
    if (entry.field == name) return document.text(entry);
  }
  return {};
}

/// The file that `field` of a document means, seen from there; messages name both.
std::filesystem::path follow(const Document& document, const char* field, const char* folder,
                             const std::string& reference) {
  try {
    return find_config(folder, reference, document.path().parent_path(), field);
  } catch (const FileError& e) {
    throw FileError(fmt::format("{}: {}", document.path().string(), e.what()));
  }
}

Physics read_physics_file(const std::filesystem::path& path, int depth) {
  const Document document(path);
  const std::vector<Entry> entries = document.flat_entries(document.root());
  Physics physics;
  if (const auto base = find_text(document, entries, "extends"); !base.empty()) {
    if (depth == kMaxExtends) document.fail(document.root(), "extends leads in a circle");
    physics = read_physics_file(follow(document, "extends", "physics", base), depth + 1);
  }
  for (const Entry& entry : entries) {
    if (entry.field == "extends" || assign_physics(document, entry, physics)) continue;
    auto known = physics_names();
    append_names(known, physics_files());
    document.fail_unknown(entry, known);
  }
  if (const auto error = find_error(physics)) document.fail(document.root(), message(*error));
  return physics;
}

/// What a table has when its file gives only length, width and balls.
TableFile default_table(BallSet set) {
  TableFile table;
  table.spec.balls = set;
  table.spec.pockets = set != BallSet::kCarom;
  table.physics = name(set);
  if (set == BallSet::kSnooker) {
    // See config/tables/snooker_12ft.yaml for the sources.
    constexpr double kDegree = std::numbers::pi / 180.0;
    table.spec.corner = {.mouth = 0.0855,
                         .jaw_angle = 137.0 * kDegree,
                         .shelf = 0.040,
                         .radius = 0.050,
                         .tip_radius = 0.060};
    table.spec.side = {.mouth = 0.1050,
                       .jaw_angle = 100.0 * kDegree,
                       .shelf = 0.015,
                       .radius = 0.050,
                       .tip_radius = 0.035};
  }
  return table;
}

void require_custom_fields(const Document& document, const std::vector<Entry>& entries) {
  for (const char* needed : {"length", "width", "balls"}) {
    bool found = false;
    for (const Entry& entry : entries) found = found || entry.field == needed;
    if (!found) {
      document.fail(document.root(),
                    fmt::format("{} is missing; a table needs length, width and balls", needed));
    }
  }
}

/// The table a file starts from: the one it extends, or its ball set's.
TableFile read_table_file(const std::filesystem::path& path, int depth);

TableFile starting_table(const Document& document, const std::vector<Entry>& entries, int depth) {
  if (const auto base = find_text(document, entries, "extends"); !base.empty()) {
    if (depth == kMaxExtends) document.fail(document.root(), "extends leads in a circle");
    return read_table_file(follow(document, "extends", "tables", base), depth + 1);
  }
  require_custom_fields(document, entries);
  TableFile only_set;
  for (const Entry& entry : entries) {
    if (entry.field == "balls") assign_table(document, entry, only_set);
  }
  return default_table(only_set.spec.balls);
}

TableFile read_table_file(const std::filesystem::path& path, int depth) {
  const Document document(path);
  const std::vector<Entry> entries = document.flat_entries(document.root());
  auto known = table_names();
  append_names(known, table_files());
  for (const Entry& entry : entries) {
    if (std::find(known.begin(), known.end(), entry.field) == known.end()) {
      document.fail_unknown(entry, known);
    }
  }
  TableFile table = starting_table(document, entries, depth);
  for (const Entry& entry : entries) {
    if (entry.field == "physics") {
      table.physics = follow(document, "physics", "physics", document.text(entry)).string();
    }
    assign_table(document, entry, table);
  }
  table.file = path.string();
  return table;
}

/// The ball's radius and where it stands, for errors of a table that has no room for it.
std::string ball_behind(const FieldError& error, const TableFile& table, const Physics& physics) {
  if (error.reason == nullptr || std::string(error.reason).find("ball") == std::string::npos) {
    return "";
  }
  return fmt::format("; ball.radius{} is {:g} [m]",
                     table.physics.empty() ? "" : " of physics '" + table.physics + "'",
                     physics.ball.radius);
}

}  // namespace

Physics read_physics(const std::string& reference, const std::filesystem::path& base) {
  return read_physics_file(find_config("physics", reference, base), 0);
}

TableFile read_table(const std::string& reference, const std::filesystem::path& base) {
  if (reference == "none") {
    TableFile table;
    table.spec.endless = true;
    table.physics = "pool";
    return table;
  }
  return read_table_file(find_config("tables", reference, base), 0);
}

void apply_overrides(const Document& document, const YAML::Node& overrides, TableFile& table,
                     Physics& physics) {
  (void)document.entries(overrides, "overrides");  // refuses what is no map under this name
  for (const Entry& entry : document.flat_entries(overrides)) {
    // What is wrong may stand here, not in the files.
    if (assign_physics(document, entry, physics)) {
      if (entry.field == "ball.radius") table.physics.clear();
      continue;
    }
    if (assign_table(document, entry, table)) {
      table.file.clear();
      continue;
    }
    if (entry.field == "physics" || entry.field == "table") {
      document.fail(entry.node,
                    fmt::format("overrides.{0} is {1}; allowed: {0} beside overrides, not in it",
                                entry.field, shown(entry.node)));
    }
    auto known = physics_names();
    const auto more = table_names();
    known.insert(known.end(), more.begin(), more.end());
    document.fail_unknown(entry, known, "overrides");
  }
}

Settings combine(TableFile table, const Physics& physics, const std::string& where) {
  if (!table.nose_height_given) table.spec.nose_height = kNoseHeight * physics.ball.radius;
  if (const auto error = find_error(physics)) {
    throw FileError(fmt::format("{}: {}", where, message(*error)));
  }
  if (const auto error = find_error(table.spec, physics.ball.radius)) {
    const std::string from = table.file.empty() || table.file == where ? "" : table.file + ": ";
    throw FileError(fmt::format("{}: {}{}{}", where, from, message(*error),
                                ball_behind(*error, table, physics)));
  }
  return {build_table(table.spec, physics.ball.radius), physics};
}

std::span<const FileField> physics_files() noexcept { return kPhysicsFiles; }
std::span<const FileField> table_files() noexcept { return kTableFiles; }

Physics load_physics(const std::string& reference) { return read_physics(reference, {}); }

TableFile load_table(const std::string& reference) { return read_table(reference, {}); }

Settings load_settings(const std::string& table, const std::string& physics) {
  TableFile file = load_table(table);
  if (!physics.empty()) file.physics = physics;
  return combine(file, load_physics(file.physics), table);
}

}  // namespace billiard
