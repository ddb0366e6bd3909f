// SPDX-License-Identifier: Apache-2.0
#include <yaml-cpp/yaml.h>

#include <optional>
#include <stdexcept>

#include "rclcpp/detail/arguments.hpp"

namespace rclcpp::detail {
namespace {

constexpr char kParametersKey[] = "ros__parameters";
constexpr int kDeepestNesting = 50;

template <typename T>
std::optional<T> scalar_as(const YAML::Node& node) {
  T value;
  if (node.Tag() != "!" && YAML::convert<T>::decode(node, value)) return value;  // "!": quoted
  return std::nullopt;
}

ParameterValue scalar_value(const YAML::Node& node) {
  if (const auto value = scalar_as<bool>(node)) return ParameterValue(*value);
  if (const auto value = scalar_as<std::int64_t>(node)) return ParameterValue(*value);
  if (const auto value = scalar_as<double>(node)) return ParameterValue(*value);
  return ParameterValue(node.Scalar());
}

template <typename T>
ParameterValue sequence_of(const YAML::Node& node) {
  std::vector<T> values;
  for (const auto& item : node) values.push_back(item.as<T>());
  return ParameterValue(values);
}

ParameterValue sequence_value(const YAML::Node& node) {
  if (node.size() == 0) return {};
  std::optional<ParameterType> type;
  for (const auto& item : node) {
    if (!item.IsScalar()) throw std::invalid_argument("a list may hold scalars only");
    const ParameterType found = scalar_value(item).get_type();
    if (type && *type != found) {
      throw std::invalid_argument("a list may not mix " + to_string(*type) + " and " +
                                  to_string(found));
    }
    type = found;
  }
  switch (*type) {
    case PARAMETER_BOOL:
      return sequence_of<bool>(node);
    case PARAMETER_INTEGER:
      return sequence_of<std::int64_t>(node);
    case PARAMETER_DOUBLE:
      return sequence_of<double>(node);
    default:
      return sequence_of<std::string>(node);
  }
}

ParameterValue value_of(const YAML::Node& node) {
  if (node.IsSequence()) return sequence_value(node);
  if (node.IsScalar()) return scalar_value(node);
  throw std::invalid_argument("a value must be a scalar or a list of scalars");
}

class FileReader {
 public:
  explicit FileReader(std::string file) : file_(std::move(file)) {}

  std::vector<ParameterOverride> read() {
    YAML::Node root;
    try {
      root = YAML::LoadFile(file_);
    } catch (const YAML::Exception& error) {
      throw std::invalid_argument("parameter file '" + file_ + "': " + error.what());
    }
    if (root.IsNull()) return {};
    if (!root.IsMap()) refuse(root, "node names must be the top level");
    read_nodes(root, "", 0);
    return std::move(overrides_);
  }

 private:
  void read_nodes(const YAML::Node& map, const std::string& path, int depth) {
    if (depth > kDeepestNesting) refuse(map, "it is nested too deeply");
    for (const auto& entry : map) {
      const std::string key = entry.first.Scalar();
      if (key == kParametersKey) {
        if (!entry.second.IsMap() && !entry.second.IsNull()) {
          refuse(entry.second, "ros__parameters must be a map");
        }
        read_parameters(entry.second, path, "", depth + 1);
      } else if (entry.second.IsMap()) {
        const std::string part = !key.empty() && key[0] == '/' ? key : "/" + key;
        read_nodes(entry.second, path + part, depth + 1);
      } else {
        refuse(entry.second, "'" + key + "' stands outside of ros__parameters");
      }
    }
  }

  void read_parameters(const YAML::Node& map, const std::string& node, const std::string& prefix,
                       int depth) {
    if (depth > kDeepestNesting) refuse(map, "it is nested too deeply");
    for (const auto& entry : map) {
      const std::string name = prefix + entry.first.Scalar();
      if (entry.second.IsMap()) {
        read_parameters(entry.second, node, name + ".", depth + 1);
        continue;
      }
      try {
        overrides_.push_back({node, name, value_of(entry.second)});
      } catch (const std::invalid_argument& error) {
        refuse(entry.second, "parameter '" + name + "': " + error.what());
      }
    }
  }

  [[noreturn]] void refuse(const YAML::Node& node, const std::string& why) const {
    throw std::invalid_argument("parameter file '" + file_ + "', line " +
                                std::to_string(node.Mark().line + 1) + ": " + why);
  }

  std::string file_;
  std::vector<ParameterOverride> overrides_;
};

}  // namespace

std::vector<ParameterOverride> load_parameter_file(const std::string& file) {
  return FileReader(file).read();
}

ParameterValue parse_parameter_value(const std::string& yaml) {
  try {
    return value_of(YAML::Load(yaml));
  } catch (const YAML::Exception& error) {
    throw std::invalid_argument("'" + yaml + "' is not YAML: " + error.what());
  }
}

}  // namespace rclcpp::detail
