// SPDX-License-Identifier: Apache-2.0
// Texts made from the tables of fields.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "billiard_engine/fields.hpp"
#include "billiard_engine/files/settings.hpp"

namespace billiard {
namespace {

/// One line of the physics file.
struct Line {
  std::string field;
  std::string value;
  std::string comment;
};

std::vector<Line> physics_lines(Physics physics) {
  std::vector<Line> lines;
  for (const auto& f : physics_choices()) {
    lines.push_back({f.name, f.allowed[static_cast<std::size_t>(f.get(physics))],
                     fmt::format("{}: {}", f.meaning, fmt::join(f.allowed, ", "))});
  }
  for (const auto& f : physics_numbers()) {
    lines.push_back({f.name, fmt::format("{}", f.member(physics)),
                     fmt::format("[{}] {:g} to {:g}; {}", f.unit, f.min, f.max, f.meaning)});
  }
  return lines;
}

template <typename Numbers, typename Choices>
std::string markdown_rows(std::span<const FileField> files, const Numbers& numbers,
                          const Choices& choices) {
  std::string text = "| field | unit | allowed | meaning |\n|---|---|---|---|\n";
  for (const FileField& f : files) text += fmt::format("| `{}` | | | {} |\n", f.name, f.meaning);
  for (const auto& f : choices) {
    text += fmt::format("| `{}` | | {} | {} |\n", f.name, fmt::join(f.allowed, ", "), f.meaning);
  }
  for (const auto& f : numbers) {
    text +=
        fmt::format("| `{}` | {} | {:g} to {:g} | {} |\n", f.name, f.unit, f.min, f.max, f.meaning);
  }
  return text;
}

}  // namespace

std::string to_yaml(const Physics& physics) {
  const std::vector<Line> lines = physics_lines(physics);
  std::string text;
  for (const char* section : {"", "ball", "cloth", "ball_ball", "ball_cushion", "cue", "steps"}) {
    const std::string prefix = *section == '\0' ? "" : fmt::format("{}.", section);
    if (!prefix.empty()) text += fmt::format("{}:\n", section);
    for (const Line& line : lines) {
      const bool top = line.field.find('.') == std::string::npos;
      if (prefix.empty() ? !top : line.field.rfind(prefix, 0) != 0) continue;
      text += fmt::format("{}{}: {}  # {}\n", prefix.empty() ? "" : "  ",
                          line.field.substr(prefix.size()), line.value, line.comment);
    }
  }
  return text;
}

std::string describe_fields() {
  return "## Physics file\n\n" +
         markdown_rows(physics_files(), physics_numbers(), physics_choices()) +
         "\n## Table file\n\n" + markdown_rows(table_files(), table_numbers(), table_choices());
}

}  // namespace billiard
