// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rcl_interfaces/msg/parameter.hpp>
#include <string>
#include <utility>

#include "rclcpp/parameter_value.hpp"

namespace rclcpp {

/// A name with a value.
class Parameter {
 public:
  Parameter() = default;
  explicit Parameter(std::string name) : name_(std::move(name)) {}
  Parameter(std::string name, ParameterValue value)
      : name_(std::move(name)), value_(std::move(value)) {}
  template <typename T>
  Parameter(std::string name, const T& value) : Parameter(std::move(name), ParameterValue(value)) {}

  [[nodiscard]] const std::string& get_name() const { return name_; }
  [[nodiscard]] ParameterType get_type() const { return value_.get_type(); }
  [[nodiscard]] std::string get_type_name() const { return to_string(get_type()); }
  [[nodiscard]] const ParameterValue& get_parameter_value() const { return value_; }
  template <typename T>
  [[nodiscard]] auto get_value() const {
    try {
      return value_.get<T>();
    } catch (const ParameterTypeException& error) {
      throw exceptions::InvalidParameterTypeException(name_, error.what());
    }
  }
  [[nodiscard]] bool as_bool() const { return get_value<bool>(); }
  [[nodiscard]] std::int64_t as_int() const { return get_value<std::int64_t>(); }
  [[nodiscard]] double as_double() const { return get_value<double>(); }
  [[nodiscard]] std::string as_string() const { return get_value<std::string>(); }
  [[nodiscard]] std::vector<std::uint8_t> as_byte_array() const {
    return get_value<std::vector<std::uint8_t>>();
  }
  [[nodiscard]] std::vector<bool> as_bool_array() const { return get_value<std::vector<bool>>(); }
  [[nodiscard]] std::vector<std::int64_t> as_integer_array() const {
    return get_value<std::vector<std::int64_t>>();
  }
  [[nodiscard]] std::vector<double> as_double_array() const {
    return get_value<std::vector<double>>();
  }
  [[nodiscard]] std::vector<std::string> as_string_array() const {
    return get_value<std::vector<std::string>>();
  }
  [[nodiscard]] std::string value_to_string() const { return to_string(value_); }
  [[nodiscard]] rcl_interfaces::msg::Parameter to_parameter_msg() const;
  [[nodiscard]] static Parameter from_parameter_msg(const rcl_interfaces::msg::Parameter& message);
  friend bool operator==(const Parameter&, const Parameter&) = default;

 private:
  std::string name_;
  ParameterValue value_;
};

}  // namespace rclcpp
