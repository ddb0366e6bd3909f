// SPDX-License-Identifier: Apache-2.0
// A node's parameters against the table in its section of docs/nodes.md (NODES_PAGE).
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <rclcpp/rclcpp.hpp>
#include <sstream>
#include <string>
#include <vector>

namespace documentation {

/// From "## <node> " to the next heading.
inline std::string section_of(const std::string& node) {
  std::ifstream file(NODES_PAGE);
  std::stringstream page;
  page << file.rdbuf();
  const std::string text = page.str();
  const auto from = text.find("\n## " + node + " ");
  if (from == std::string::npos) return {};
  return text.substr(from, text.find("\n## ", from + 1) - from);
}

inline std::vector<std::string> split(const std::string& text, const std::string& separator) {
  std::vector<std::string> parts;
  std::size_t from = 0;
  for (auto to = text.find(separator); to != std::string::npos; to = text.find(separator, from)) {
    parts.push_back(text.substr(from, to - from));
    from = to + separator.size();
  }
  parts.push_back(text.substr(from));
  return parts;
}

/// Default and range of a parameter; of a row that names several, its own.
struct Row {
  std::string initial, range;
};

inline Row row_of(const std::string& section, const std::string& name) {
  for (const std::string& line : split(section, "\n")) {
    const auto cells = split(line, "|");
    if (cells.size() < 5 || cells[1].find("`" + name + "`") == std::string::npos) continue;
    const std::size_t which =
        split(cells[1].substr(0, cells[1].find("`" + name + "`")), ",").size();
    const auto own = [&](const std::string& cell) {
      const auto parts = split(cell, ",");
      const std::string part = parts[parts.size() < which ? 0 : which - 1];
      const auto first = part.find_first_not_of(' '), last = part.find_last_not_of(' ');
      return first == std::string::npos ? "" : part.substr(first, last - first + 1);
    };
    return {own(cells[2]), own(cells[3])};
  }
  ADD_FAILURE() << "no row for parameter " << name;
  return {};
}

/// As people write it: with a minus sign, or as a power of ten.
inline double number_of(std::string text) {
  for (const auto& [from, to] : {std::pair{"\u2212", "-"}, std::pair{"10\u2079", "1e9"}}) {
    const auto at = text.find(from);
    if (at != std::string::npos) text.replace(at, std::string(from).size(), to);
  }
  return std::strtod(text.c_str() + std::min(text.size(), text.find_first_of("-0123456789")),
                     nullptr);
}

inline void expect_default(const std::string& written, const rclcpp::ParameterValue& value) {
  if (value.get_type() == rclcpp::PARAMETER_DOUBLE) {
    EXPECT_EQ(number_of(written), value.get<double>());
  } else if (value.get_type() == rclcpp::PARAMETER_INTEGER) {
    EXPECT_EQ(number_of(written), static_cast<double>(value.get<std::int64_t>()));
  } else {
    EXPECT_EQ(written, rclcpp::to_string(value));
  }
}

template <typename Range>
void expect_range(const std::string& written, const Range& range) {
  const auto ends = split(written, "\u2026");
  EXPECT_EQ(number_of(ends[0]), static_cast<double>(range.from_value));
  const bool open_end = written.find("\u2265") != std::string::npos;
  const auto last = static_cast<double>(range.to_value);
  EXPECT_TRUE(open_end || number_of(ends.back()) == last) << written << ", but " << last;
}

/// Every parameter has a row with the default and the range that the node declares.
inline void expect_documented(rclcpp::Node& node) {
  const std::string section = section_of(node.get_name());
  EXPECT_FALSE(section.empty()) << node.get_name();
  const auto given = node.get_node_parameters_interface()->get_parameter_overrides();
  for (const std::string& name : node.list_parameters({}, 10).names) {
    const bool of_every_node = name == "use_sim_time" || name == "start_type_description_service" ||
                               name.rfind("qos_overrides", 0) == 0;
    if (of_every_node) continue;
    SCOPED_TRACE(std::string(node.get_name()) + ": " + name);
    const Row row = row_of(section, name);
    const auto descriptor = node.describe_parameter(name);
    EXPECT_FALSE(descriptor.description.empty());
    if (!given.contains(name)) {
      expect_default(row.initial, node.get_parameter(name).get_parameter_value());
    }
    for (const auto& range : descriptor.floating_point_range) expect_range(row.range, range);
    for (const auto& range : descriptor.integer_range) expect_range(row.range, range);
  }
}

}  // namespace documentation
