// SPDX-License-Identifier: Apache-2.0
#include "files/document.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <yaml-cpp/eventhandler.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <optional>
#include <sstream>

#include "billiard_engine/files/config.hpp"

namespace billiard {
namespace {

/// Larger files are a mistake: a scenario of 22 balls has a few kilobytes.
constexpr std::uintmax_t kMaxBytes = 16U << 20U;
/// Field names a message can hold.
constexpr std::size_t kMostListed = 12;

std::string read_text(const std::filesystem::path& path) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  if (!fs::exists(path, ignored)) {
    throw FileError(fmt::format("{}: no such file", path.string()));
  }
  if (!fs::is_regular_file(path, ignored)) {
    throw FileError(fmt::format("{}: not a file", path.string()));
  }
  const std::uintmax_t size = fs::file_size(path, ignored);
  if (size > kMaxBytes) {
    throw FileError(
        fmt::format("{}: {} bytes; allowed: at most {}", path.string(), size, kMaxBytes));
  }
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  if (!stream) throw FileError(fmt::format("{}: cannot be read", path.string()));
  return text.str();
}

/// Notes where a document begins.
struct Beginning : YAML::EventHandler {
  int line = 0;

  void OnDocumentStart(const YAML::Mark& mark) override { line = mark.line + 1; }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark&, YAML::anchor_t) override {}
  void OnAlias(const YAML::Mark&, YAML::anchor_t) override {}
  void OnScalar(const YAML::Mark&, const std::string&, YAML::anchor_t,
                const std::string&) override {}
  void OnSequenceStart(const YAML::Mark&, const std::string&, YAML::anchor_t,
                       YAML::EmitterStyle::value) override {}
  void OnSequenceEnd() override {}
  void OnMapStart(const YAML::Mark&, const std::string&, YAML::anchor_t,
                  YAML::EmitterStyle::value) override {}
  void OnMapEnd() override {}
};

/// The line at which something follows the first document, or 0. (YAML::LoadAll() takes a stray
/// bracket for documents without end.)
int second_document(const std::string& text) {
  std::istringstream stream(text);
  YAML::Parser parser(stream);
  Beginning beginning;
  parser.HandleNextDocument(beginning);
  return parser.HandleNextDocument(beginning) ? beginning.line : 0;
}

/// A plain (unquoted) scalar as a number, or nothing.
std::optional<double> to_number(const YAML::Node& node) {
  if (!node.IsScalar() || node.Tag() == "!") return std::nullopt;
  std::string text = node.Scalar();
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.erase(0, 1);
  for (const char* special : {".nan", ".NaN", ".NAN"}) {
    if (text == special) return std::nan("");
  }
  if (text == ".inf" || text == "-.inf") return HUGE_VAL;
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end != text.data() + text.size() || text.empty()) return std::nullopt;
  if (error == std::errc::result_out_of_range) return HUGE_VAL;
  return error == std::errc{} ? std::optional{value} : std::nullopt;
}

}  // namespace

std::string shown(const YAML::Node& node) {
  if (!node.IsDefined()) return "missing";
  if (node.IsNull()) return "empty";
  if (node.IsMap()) return "a map";
  if (node.IsSequence()) return fmt::format("a list of {}", node.size());
  std::string text = node.Scalar().substr(0, 60);
  std::replace_if(
      text.begin(), text.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; }, ' ');
  return "'" + text + "'";
}

Document::Document(const std::filesystem::path& path) : path_(path) {
  const std::string text = read_text(path);
  int second = 0;
  try {
    root_ = YAML::Load(text);
    second = second_document(text);
  } catch (const YAML::Exception& e) {
    throw FileError(
        fmt::format("{}:{}: not valid YAML or JSON: {}", path.string(), e.mark.line + 1, e.msg));
  }
  if (second == 0) return;
  throw FileError(
      fmt::format("{}:{}: a second document begins; allowed: one", path.string(), second));
}

void Document::fail(const YAML::Node& node, const std::string& text) const {
  const int line = node.IsDefined() ? node.Mark().line + 1 : 0;
  if (line > 0) throw FileError(fmt::format("{}:{}: {}", path_.string(), line, text));
  throw FileError(fmt::format("{}: {}", path_.string(), text));
}

void Document::fail_unknown(const Entry& entry, const std::vector<std::string>& known,
                            const std::string& path) const {
  std::vector<std::string> inner;
  for (const std::string& name : known) {
    const std::string prefix = entry.field + ".";
    if (name.starts_with(prefix)) inner.push_back(name.substr(prefix.size()));
  }
  if (!inner.empty()) {
    fail(entry.node, fmt::format("{} is {}; allowed: a map of {}", entry.field, shown(entry.node),
                                 fmt::join(inner, ", ")));
  }
  const std::string name = path.empty() ? entry.field : path + "." + entry.field;
  const std::string allowed = known.size() > kMostListed
                                  ? "those that `billiard fields` lists"
                                  : fmt::format("{}", fmt::join(known, ", "));
  const std::string guess = close_name(entry.field, known);
  fail(entry.node, fmt::format("unknown field '{}'; allowed: {}{}", name, allowed,
                               guess.empty() ? "" : fmt::format(" (did you mean '{}'?)", guess)));
}

std::vector<Entry> Document::entries(const YAML::Node& map, const std::string& field) const {
  if (!map.IsMap()) {
    fail(map, fmt::format("{} is {}; allowed: a map of fields",
                          field.empty() ? "the file's content" : field, shown(map)));
  }
  std::vector<Entry> result;
  for (const auto& pair : map) {
    if (!pair.first.IsScalar() || pair.first.Scalar().empty()) {
      fail(pair.first, fmt::format("a field name in {} is {}; allowed: text",
                                   field.empty() ? "the file" : field, shown(pair.first)));
    }
    const std::string& key = pair.first.Scalar();
    const auto same = [&](const Entry& e) { return e.field == key; };
    if (std::any_of(result.begin(), result.end(), same)) {
      fail(pair.first, fmt::format("{} is given twice", key));
    }
    result.push_back({key, pair.second});
  }
  return result;
}

std::vector<Entry> Document::flat_entries(const YAML::Node& map, const std::string& prefix) const {
  // Deeper than any known name; also ends maps that contain themselves.
  constexpr auto kMaxDepth = 4;
  if (std::count(prefix.begin(), prefix.end(), '.') > kMaxDepth) {
    fail(map, fmt::format("{} is nested too deeply", prefix));
  }
  std::vector<Entry> result;
  const auto add = [&](const Entry& entry) {
    const auto same = [&](const Entry& e) { return e.field == entry.field; };
    if (std::any_of(result.begin(), result.end(), same)) {
      fail(entry.node, fmt::format("{} is given twice", entry.field));
    }
    result.push_back(entry);
  };
  for (const Entry& entry : entries(map, prefix)) {
    const std::string field = prefix.empty() ? entry.field : prefix + "." + entry.field;
    if (entry.node.IsMap()) {
      for (const Entry& inner : flat_entries(entry.node, field)) add(inner);
    } else {
      add({field, entry.node});
    }
  }
  return result;
}

std::string Document::text(const Entry& entry) const {
  if (!entry.node.IsScalar() || entry.node.Scalar().empty()) {
    fail(entry.node, fmt::format("{} is {}; allowed: text", entry.field, shown(entry.node)));
  }
  return entry.node.Scalar();
}

double Document::number(const Entry& entry, double min, double max, const char* unit) const {
  const std::optional<double> value = to_number(entry.node);
  if (!value || !is_within(*value, min, max)) {
    fail(entry.node, fmt::format("{} is {}; allowed: {}{} to {} [{}]", entry.field,
                                 shown(entry.node), value ? "" : "a number, ", min, max, unit));
  }
  return *value;
}

int Document::choice(const Entry& entry, const std::vector<std::string>& allowed) const {
  const std::string given = entry.node.IsScalar() ? entry.node.Scalar() : "";
  const auto found = std::find(allowed.begin(), allowed.end(), given);
  if (found == allowed.end()) {
    fail(entry.node,
         fmt::format("{} is {}; allowed: {} (did you mean '{}'?)", entry.field, shown(entry.node),
                     fmt::join(allowed, ", "), nearest_name(given, allowed)));
  }
  return static_cast<int>(found - allowed.begin());
}

std::array<double, 3> Document::numbers(const Entry& entry, double limit, const char* unit,
                                        double fallback) const {
  const YAML::Node& node = entry.node;
  if (!node.IsSequence() || node.size() < 2 || node.size() > 3) {
    fail(node, fmt::format("{} is {}; allowed: a list of 2 to 3 numbers [{}]", entry.field,
                           shown(node), unit));
  }
  std::array<double, 3> result{0.0, 0.0, fallback};
  for (std::size_t i = 0; i < node.size(); ++i) {
    result[i] = number({fmt::format("{}[{}]", entry.field, i), node[i]}, -limit, limit, unit);
  }
  return result;
}

}  // namespace billiard
