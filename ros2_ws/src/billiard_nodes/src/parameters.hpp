// SPDX-License-Identifier: Apache-2.0
// Parameters of a node, one line each: name, default, what is allowed, description with unit.
#pragma once

#include <cstdint>
#include <rclcpp/node.hpp>
#include <string>
#include <vector>

namespace billiard_nodes {

/// Declares read-only parameters of a node and gives their values. A wrong one throws
/// std::invalid_argument (or rclcpp's own exception) that names parameter, value and what is
/// allowed.
class Parameters {
 public:
  explicit Parameters(rclcpp::Node& node) : node_(node) {}

  /// A number within [least, most].
  [[nodiscard]] double number(const std::string& name, double initial, double least, double most,
                              const std::string& description);
  [[nodiscard]] std::int64_t integer(const std::string& name, std::int64_t initial,
                                     std::int64_t least, std::int64_t most,
                                     const std::string& description);
  [[nodiscard]] bool flag(const std::string& name, bool initial, const std::string& description);
  [[nodiscard]] std::string text(const std::string& name, const std::string& initial,
                                 const std::string& description);
  /// One of the allowed words.
  [[nodiscard]] std::string choice(const std::string& name, const std::string& initial,
                                   const std::vector<std::string>& allowed,
                                   const std::string& description);

 private:
  rclcpp::Node& node_;
};

/// Throws std::invalid_argument if a parameter was given that the node has not declared by now: a
/// misspelt one would leave its default in force.
void refuse_unknown_parameters(rclcpp::Node& node);

/// Runs `load` and puts the names of the parameters in front of what it throws.
template <typename Load>
auto load_named(const std::string& parameters, Load load) {
  try {
    return load();
  } catch (const std::exception& error) {
    throw std::invalid_argument("parameter " + parameters + ": " + error.what());
  }
}

}  // namespace billiard_nodes
