// SPDX-License-Identifier: Apache-2.0
// Names of nodes, topics and services, and the rules that change them.
#include <cctype>
#include <sstream>

#include "rclcpp/detail/arguments.hpp"
#include "rclcpp/exceptions.hpp"

namespace rclcpp::detail {
namespace {

constexpr std::size_t kLongestNodeName = 255;

std::vector<std::string> tokens_of(const std::string& name) {
  std::vector<std::string> tokens;
  std::istringstream stream(name);
  for (std::string token; std::getline(stream, token, '/');) {
    if (!token.empty()) tokens.push_back(token);
  }
  return tokens;
}

/// Why a token (a name between slashes) is not allowed; empty if it is.
std::string fault_of_token(const std::string& token) {
  if (token.empty()) return "it has an empty part";
  if (std::isdigit(static_cast<unsigned char>(token[0]))) return "a part starts with a digit";
  for (const char c : token) {
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '_') {
      return std::string("'") + c + "' is not a letter, digit or underscore";
    }
  }
  return {};
}

std::string fault_of_full_name(const std::string& name) {
  if (name.size() < 2 || name[0] != '/') return "it is empty or not absolute";
  std::string token;
  std::istringstream stream(name.substr(1));
  while (std::getline(stream, token, '/')) {
    if (const std::string fault = fault_of_token(token); !fault.empty()) return fault;
  }
  return name.back() == '/' ? "it ends with a slash" : "";
}

bool matches_tokens(const std::vector<std::string>& pattern, std::size_t p,
                    const std::vector<std::string>& name, std::size_t n) {
  if (p == pattern.size()) return n == name.size();
  if (pattern[p] == "**") {
    for (std::size_t skip = n; skip <= name.size(); ++skip) {
      if (matches_tokens(pattern, p + 1, name, skip)) return true;
    }
    return false;
  }
  if (n == name.size() || (pattern[p] != "*" && pattern[p] != name[n])) return false;
  return matches_tokens(pattern, p + 1, name, n + 1);
}

}  // namespace

bool matches_node(const std::string& pattern, const std::string& node) {
  return matches_tokens(tokens_of(pattern), 0, tokens_of(node), 0);
}

std::string expand_name(const std::string& name, const std::string& node_namespace,
                        const std::string& node) {
  const std::string prefix = node_namespace == "/" ? "" : node_namespace;
  std::string full;
  if (!name.empty() && name[0] == '/') {
    full = name;
  } else if (name == "~") {
    full = prefix + "/" + node;
  } else if (name.rfind("~/", 0) == 0) {
    full = prefix + "/" + node + name.substr(1);
  } else {
    full = prefix + "/" + name;
  }
  if (const std::string fault = fault_of_full_name(full); !fault.empty()) {
    throw exceptions::InvalidTopicNameError("invalid topic or service name '" + name +
                                            "': " + fault);
  }
  return full;
}

std::string resolve_name(const std::string& name, const std::string& node_namespace,
                         const std::string& node, const std::vector<RemapRule>& remaps) {
  const std::string full = expand_name(name, node_namespace, node);
  for (const RemapRule& rule : remaps) {
    if (!rule.node.empty() && rule.node != node) continue;
    if (rule.from.rfind("__", 0) == 0) continue;
    if (expand_name(rule.from, node_namespace, node) == full) {
      return expand_name(rule.to, node_namespace, node);
    }
  }
  return full;
}

void validate_node_name(const std::string& name, const std::string& node_namespace) {
  std::string fault = fault_of_token(name);
  if (name.size() > kLongestNodeName) fault = "it is longer than 255 characters";
  if (!fault.empty()) {
    throw exceptions::InvalidNodeNameError("invalid node name '" + name + "': " + fault);
  }
  if (node_namespace == "/") return;
  fault = fault_of_full_name(node_namespace);
  if (!fault.empty()) {
    throw exceptions::InvalidNodeNameError("invalid namespace '" + node_namespace + "': " + fault);
  }
}

}  // namespace rclcpp::detail
