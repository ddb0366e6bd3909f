// SPDX-License-Identifier: Apache-2.0
#include "rclcpp/parameter.hpp"

#include <sstream>

namespace rclcpp {
namespace {

template <typename Sequence>
std::string join(const Sequence& items) {
  std::ostringstream text;
  text << std::boolalpha << "[";
  bool first = true;
  for (const auto& item : items) {
    if (!first) text << ", ";
    first = false;
    if constexpr (sizeof(item) == 1 && !std::is_same_v<Sequence, std::vector<bool>>) {
      text << static_cast<int>(item);
    } else {
      text << item;
    }
  }
  return text.str() + "]";
}

}  // namespace

std::string to_string(ParameterType type) {
  static const char* const kNames[] = {"not set",      "bool",        "integer",    "double",
                                       "string",       "byte_array",  "bool_array", "integer_array",
                                       "double_array", "string_array"};
  return type <= PARAMETER_STRING_ARRAY ? kNames[type] : "unknown type";
}

#define RCLCPP_UNDERLAY_VALUE(Type, enumerator, member) \
  ParameterValue::ParameterValue(Type value) {          \
    value_.type = enumerator;                           \
    value_.member = value;                              \
  }
RCLCPP_UNDERLAY_VALUE(bool, PARAMETER_BOOL, bool_value)
RCLCPP_UNDERLAY_VALUE(std::int64_t, PARAMETER_INTEGER, integer_value)
RCLCPP_UNDERLAY_VALUE(double, PARAMETER_DOUBLE, double_value)
RCLCPP_UNDERLAY_VALUE(const std::string&, PARAMETER_STRING, string_value)
RCLCPP_UNDERLAY_VALUE(const std::vector<std::uint8_t>&, PARAMETER_BYTE_ARRAY, byte_array_value)
RCLCPP_UNDERLAY_VALUE(const std::vector<bool>&, PARAMETER_BOOL_ARRAY, bool_array_value)
RCLCPP_UNDERLAY_VALUE(const std::vector<std::int64_t>&, PARAMETER_INTEGER_ARRAY,
                      integer_array_value)
RCLCPP_UNDERLAY_VALUE(const std::vector<double>&, PARAMETER_DOUBLE_ARRAY, double_array_value)
RCLCPP_UNDERLAY_VALUE(const std::vector<std::string>&, PARAMETER_STRING_ARRAY, string_array_value)
#undef RCLCPP_UNDERLAY_VALUE

std::string to_string(const ParameterValue& value) {
  const auto& message = value.to_value_msg();
  std::ostringstream text;
  switch (value.get_type()) {
    case PARAMETER_BOOL:
      return message.bool_value ? "true" : "false";
    case PARAMETER_INTEGER:
      return std::to_string(message.integer_value);
    case PARAMETER_DOUBLE:
      text << message.double_value;
      return text.str();
    case PARAMETER_STRING:
      return message.string_value;
    case PARAMETER_BYTE_ARRAY:
      return join(message.byte_array_value);
    case PARAMETER_BOOL_ARRAY:
      return join(message.bool_array_value);
    case PARAMETER_INTEGER_ARRAY:
      return join(message.integer_array_value);
    case PARAMETER_DOUBLE_ARRAY:
      return join(message.double_array_value);
    case PARAMETER_STRING_ARRAY:
      return join(message.string_array_value);
    default:
      return "not set";
  }
}

rcl_interfaces::msg::Parameter Parameter::to_parameter_msg() const {
  rcl_interfaces::msg::Parameter message;
  message.name = name_;
  message.value = value_.to_value_msg();
  return message;
}

Parameter Parameter::from_parameter_msg(const rcl_interfaces::msg::Parameter& message) {
  return Parameter(message.name, ParameterValue(message.value));
}

}  // namespace rclcpp
