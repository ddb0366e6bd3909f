// SPDX-License-Identifier: Apache-2.0
#include "billiard_engine/files/scenario.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numbers>

#include "billiard_engine/files/config.hpp"
#include "billiard_engine/simulator.hpp"
#include "files/settings.hpp"

namespace billiard {
namespace {

// Far beyond anything on a table; smaller limits belong to the physics.
constexpr double kMaxCoordinate = 1000.0;  // [m]
constexpr double kMaxSpeed = 100.0;        // [m/s]
constexpr double kMaxSpin = 10000.0;       // [rad/s]
constexpr double kMaxTime = 3600.0;        // [s]

const std::vector<std::string> kScenarioFields = {"table", "physics", "overrides", "balls",
                                                  "shot",  "until",   "samples"};
const std::vector<std::string> kBallFields = {"id", "position", "velocity", "spin"};
const std::vector<std::string> kShotFields = {"ball", "speed", "azimuth", "elevation", "offset"};
constexpr const char* kIds = "allowed: 1 to 32 letters, digits, '-' or '_'";

/// Entry of a map, or one with an undefined node; null counts as absent.
Entry find_entry(const std::vector<Entry>& entries, const std::string& field) {
  for (const Entry& entry : entries) {
    if (entry.field == field && !entry.node.IsNull()) return entry;
  }
  return {field, YAML::Node(YAML::NodeType::Undefined)};
}

void refuse_unknown(const Document& document, const std::vector<Entry>& entries,
                    const std::vector<std::string>& known, const std::string& path = {}) {
  for (const Entry& entry : entries) {
    if (std::find(known.begin(), known.end(), entry.field) == known.end()) {
      document.fail_unknown(entry, known, path);
    }
  }
}

Vec3<double> vector(const std::array<double, 3>& numbers) {
  return {numbers[0], numbers[1], numbers[2]};
}

/// Letters, digits, '-' and '_': safe in every output format.
std::string read_id(const Document& document, const Entry& entry) {
  const std::string id = document.text(entry);
  const auto fine = [](unsigned char c) { return std::isalnum(c) != 0 || c == '-' || c == '_'; };
  if (id.size() > 32 || !std::all_of(id.begin(), id.end(), fine)) {
    document.fail(entry.node, fmt::format("{} is {}; {}", entry.field, shown(entry.node), kIds));
  }
  return id;
}

Ball read_ball(const Document& document, const std::vector<Entry>& entries, const std::string& name,
               double radius) {
  const auto named = [&](const char* field) {
    Entry entry = find_entry(entries, field);
    entry.field = fmt::format("{}.{}", name, field);
    return entry;
  };
  Ball ball;
  const Entry position = named("position");
  if (!position.node.IsDefined()) {
    document.fail(entries.front().node,
                  fmt::format("{} is missing; allowed: 2 to 3 numbers [m]", position.field));
  }
  ball.position = vector(document.numbers(position, kMaxCoordinate, "m", radius));
  if (const Entry e = named("velocity"); e.node.IsDefined()) {
    ball.velocity = vector(document.numbers(e, kMaxSpeed, "m/s"));
  }
  if (const Entry e = named("spin"); e.node.IsDefined()) {
    ball.spin = vector(document.numbers(e, kMaxSpin, "rad/s"));
  }
  return ball;
}

Layout read_balls(const Document& document, const YAML::Node& node, double radius) {
  if (!node.IsDefined() || !node.IsSequence() || node.size() == 0 ||
      node.size() > static_cast<std::size_t>(kMaxBalls)) {
    document.fail(node,
                  fmt::format("balls is {}; allowed: a list of 1 to {}", shown(node), kMaxBalls));
  }
  Layout layout;
  for (std::size_t i = 0; i < node.size(); ++i) {
    const std::string name = fmt::format("balls[{}]", i);
    const std::vector<Entry> entries = document.entries(node[i], name);
    refuse_unknown(document, entries, kBallFields, name);
    Entry id = find_entry(entries, "id");
    id.field = name + ".id";
    if (!id.node.IsDefined())
      document.fail(node[i], fmt::format("{} is missing; {}", id.field, kIds));
    layout.ids.push_back(read_id(document, id));
    if (layout.find(layout.ids.back()) != static_cast<int>(i)) {
      document.fail(id.node, fmt::format("{} is '{}', which another ball has; allowed: unique ids",
                                         id.field, layout.ids.back()));
    }
    layout.balls.push_back(read_ball(document, entries, name, radius));
  }
  return layout;
}

void check(const Document& document, const YAML::Node& node, const Layout& layout,
           const Settings& settings) {
  if (const auto error = check_layout(layout.balls, settings.table, settings.physics)) {
    document.fail(node, "balls: " + describe(*error, layout, settings.table));
  }
}

/// At rest a ball lies on the cloth; what is off by less is rounding.
void refuse_in_air(const Document& document, const YAML::Node& node, const Layout& layout,
                   double radius) {
  constexpr double kLifted = 1e-3;  // [m]
  for (std::size_t i = 0; i < layout.balls.size(); ++i) {
    const double height = layout.balls[i].position.z();
    if (height <= radius + kLifted) continue;
    document.fail(node[i], fmt::format("balls[{}].position[2] is {:g}; allowed: {:g} [m], the "
                                       "ball's radius (on the cloth), or nothing",
                                       i, height, radius));
  }
}

Shot read_shot(const Document& document, const YAML::Node& node, const Layout& layout) {
  const std::vector<Entry> entries = document.entries(node, "shot");
  refuse_unknown(document, entries, kShotFields, "shot");
  const auto number = [&](const char* field, double min, double max, const char* unit) {
    Entry entry = find_entry(entries, field);
    if (!entry.node.IsDefined()) return 0.0;
    entry.field = fmt::format("shot.{}", field);
    return document.number(entry, min, max, unit);
  };
  if (!find_entry(entries, "speed").node.IsDefined())
    document.fail(node, "shot.speed is missing; allowed: 0 to 30 [m/s]");
  Shot shot;
  shot.speed = number("speed", 0.0, 30.0, "m/s");
  shot.azimuth = number("azimuth", -100.0, 100.0, "rad");
  shot.elevation = number("elevation", 0.0, 0.5 * std::numbers::pi, "rad");
  const Entry ball = find_entry(entries, "ball");
  const std::string id = ball.node.IsDefined() ? document.text(ball) : "cue";
  shot.ball = layout.find(id);
  if (shot.ball < 0)
    document.fail(node,
                  fmt::format("shot.ball is '{}'; allowed: {}", id, fmt::join(layout.ids, ", ")));
  if (const Entry e = find_entry(entries, "offset"); e.node.IsDefined()) {
    if (!e.node.IsSequence() || e.node.size() != 2) {
      document.fail(e.node, fmt::format("shot.offset is {}; allowed: 2 numbers, -1 to 1 [radii]",
                                        shown(e.node)));
    }
    shot.offset_side = document.number({"shot.offset[0]", e.node[0]}, -1.0, 1.0, "radii");
    shot.offset_height = document.number({"shot.offset[1]", e.node[1]}, -1.0, 1.0, "radii");
    if (shot.offset_side * shot.offset_side + shot.offset_height * shot.offset_height > 1.0) {
      document.fail(e.node, fmt::format("shot.offset is [{:g}, {:g}]; allowed: on the ball, at "
                                        "most 1 radius from its centre",
                                        shot.offset_side, shot.offset_height));
    }
  }
  return shot;
}

void read_duration(const Document& document, const std::vector<Entry>& entries,
                   Scenario& scenario) {
  if (const Entry e = find_entry(entries, "until"); e.node.IsDefined()) {
    const bool rest = e.node.IsScalar() && e.node.Scalar() == "rest";
    if (!rest) scenario.limits.time = document.number(e, 0.0, kMaxTime, "s, or rest");
  }
  if (const Entry e = find_entry(entries, "samples"); e.node.IsDefined()) {
    scenario.sample_period = document.number(e, 1e-5, kMaxTime, "s");
  }
}

Settings read_settings(const Document& document, const std::vector<Entry>& entries) {
  const std::filesystem::path base = document.path().parent_path();
  const Entry table_entry = find_entry(entries, "table");
  if (!table_entry.node.IsDefined())
    document.fail(document.root(), "table is missing; allowed: a name, a path or none");
  const Entry physics_entry = find_entry(entries, "physics");
  const std::string table_name = document.text(table_entry);
  const std::string physics_name =
      physics_entry.node.IsDefined() ? document.text(physics_entry) : "";
  TableFile table;
  Physics physics;
  try {
    table = read_table(table_name, base);
    if (!physics_name.empty()) table.physics = physics_name;
    physics = read_physics(table.physics, base);
  } catch (const FileError& e) {
    throw FileError(fmt::format("{}: {}", document.path().string(), e.what()));
  }
  if (const Entry e = find_entry(entries, "overrides"); e.node.IsDefined()) {
    apply_overrides(document, e.node, table, physics);
  }
  return combine(table, physics, document.path().string());
}

}  // namespace

std::string describe(const LayoutError& error, const Layout& layout, const Table& table) {
  const auto ball = static_cast<std::size_t>(error.ball);
  const std::string who = fmt::format("ball '{}'", layout.ids[ball]);
  const auto& p = layout.balls[ball].position;
  switch (error.kind) {
    case LayoutError::Kind::kOverlap:
      return fmt::format("{} and ball '{}' overlap by {:.6g} m; allowed: at most {:g} m", who,
                         layout.ids[static_cast<std::size_t>(error.other)], error.amount,
                         kOverlapAllowed);
    case LayoutError::Kind::kOutside:
      return fmt::format(
          "{} at [{:g}, {:g}] is {:.6g} m too far out; allowed: between the cushions of {:g} x "
          "{:g} m",
          who, p.x(), p.y(), error.amount, table.spec.length, table.spec.width);
    case LayoutError::Kind::kBelowCloth:
      return fmt::format("{} has its centre at z = {:g} m; allowed: its radius or more", who,
                         p.z());
    case LayoutError::Kind::kInPocket:
      return fmt::format("{} at [{:g}, {:g}] lies over pocket {}; allowed: on the cloth", who,
                         p.x(), p.y(), name(static_cast<PocketId>(error.other)));
    case LayoutError::Kind::kTooMany:
      return fmt::format("{} is one too many; allowed: {} balls", who, kMaxBalls);
    case LayoutError::Kind::kNotFinite:
      break;
  }
  return fmt::format("{} at [{:g}, {:g}] has a value that is not finite; allowed: numbers", who,
                     p.x(), p.y());
}

int Layout::find(const std::string& id) const noexcept {
  const auto found = std::find(ids.begin(), ids.end(), id);
  return found == ids.end() ? -1 : static_cast<int>(found - ids.begin());
}

Scenario load_scenario(const std::string& path) {
  const Document document(path);
  const std::vector<Entry> entries = document.entries(document.root(), "");
  refuse_unknown(document, entries, kScenarioFields);
  const Settings settings = read_settings(document, entries);
  Scenario scenario;
  scenario.table = settings.table;
  scenario.physics = settings.physics;
  const YAML::Node balls = find_entry(entries, "balls").node;
  scenario.layout = read_balls(document, balls, settings.physics.ball.radius);
  check(document, balls, scenario.layout, settings);
  if (const Entry e = find_entry(entries, "shot"); e.node.IsDefined()) {
    scenario.shot = read_shot(document, e.node, scenario.layout);
  }
  read_duration(document, entries, scenario);
  return scenario;
}

Layout load_layout(const std::string& path, const Settings& settings) {
  const Document document(path);
  YAML::Node balls = document.root();
  if (!balls.IsSequence()) {
    const std::vector<Entry> entries = document.entries(document.root(), "");
    refuse_unknown(document, entries, kScenarioFields);
    balls.reset(find_entry(entries, "balls").node);
  }
  Layout layout = read_balls(document, balls, settings.physics.ball.radius);
  check(document, balls, layout, settings);
  refuse_in_air(document, balls, layout, settings.physics.ball.radius);
  return layout;
}

std::string find_other_table(const std::string& layout, const std::string& table) {
  const Document document(layout);
  if (document.root().IsSequence()) return "";
  const YAML::Node node = find_entry(document.entries(document.root(), ""), "table").node;
  if (!node.IsDefined() || !node.IsScalar() || node.Scalar() == table) return "";
  if (node.Scalar() == "none" || table == "none") return node.Scalar();
  const auto same = [&] {
    std::error_code not_there;
    return std::filesystem::equivalent(
        find_config("tables", node.Scalar(), document.path().parent_path()),
        find_config("tables", table), not_there);
  };
  try {
    return same() ? "" : node.Scalar();
  } catch (const FileError&) {  // a name that nothing has
    return node.Scalar();
  }
}

}  // namespace billiard
