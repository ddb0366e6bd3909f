// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <rcl_interfaces/msg/parameter_type.hpp>
#include <rcl_interfaces/msg/parameter_value.hpp>
#include <string>
#include <type_traits>
#include <vector>

#include "rclcpp/exceptions.hpp"

namespace rclcpp {

enum ParameterType : std::uint8_t {
  PARAMETER_NOT_SET = 0,
  PARAMETER_BOOL = 1,
  PARAMETER_INTEGER = 2,
  PARAMETER_DOUBLE = 3,
  PARAMETER_STRING = 4,
  PARAMETER_BYTE_ARRAY = 5,
  PARAMETER_BOOL_ARRAY = 6,
  PARAMETER_INTEGER_ARRAY = 7,
  PARAMETER_DOUBLE_ARRAY = 8,
  PARAMETER_STRING_ARRAY = 9,
};

[[nodiscard]] std::string to_string(ParameterType type);

class ParameterTypeException : public std::runtime_error {
 public:
  ParameterTypeException(ParameterType expected, ParameterType actual)
      : std::runtime_error("expected [" + to_string(expected) + "] got [" + to_string(actual) +
                           "]") {}
};

namespace detail {
template <typename T>
struct IsVector : std::false_type {};
template <typename T>
struct IsVector<std::vector<T>> : std::true_type {
  using Element = T;
};
}  // namespace detail

/// The value of a parameter: one of nine types, or nothing.
class ParameterValue {
 public:
  ParameterValue() = default;
  explicit ParameterValue(const rcl_interfaces::msg::ParameterValue& value) : value_(value) {}
  explicit ParameterValue(bool value);
  explicit ParameterValue(int value) : ParameterValue(std::int64_t{value}) {}
  explicit ParameterValue(std::int64_t value);
  explicit ParameterValue(float value) : ParameterValue(double{value}) {}
  explicit ParameterValue(double value);
  explicit ParameterValue(const std::string& value);
  explicit ParameterValue(const char* value) : ParameterValue(std::string(value)) {}
  explicit ParameterValue(const std::vector<std::uint8_t>& value);
  explicit ParameterValue(const std::vector<bool>& value);
  explicit ParameterValue(const std::vector<int>& value)
      : ParameterValue(std::vector<std::int64_t>(value.begin(), value.end())) {}
  explicit ParameterValue(const std::vector<std::int64_t>& value);
  explicit ParameterValue(const std::vector<float>& value)
      : ParameterValue(std::vector<double>(value.begin(), value.end())) {}
  explicit ParameterValue(const std::vector<double>& value);
  explicit ParameterValue(const std::vector<std::string>& value);

  [[nodiscard]] ParameterType get_type() const { return static_cast<ParameterType>(value_.type); }
  [[nodiscard]] const rcl_interfaces::msg::ParameterValue& to_value_msg() const { return value_; }
  friend bool operator==(const ParameterValue&, const ParameterValue&) = default;

  /// Throws ParameterTypeException if the value has another type.
  template <typename T>
  [[nodiscard]] auto get() const;

 private:
  void require(ParameterType type) const {
    if (get_type() != type) throw ParameterTypeException(type, get_type());
  }

  rcl_interfaces::msg::ParameterValue value_;
};

[[nodiscard]] std::string to_string(const ParameterValue& value);

template <typename T>
auto ParameterValue::get() const {
  if constexpr (std::is_same_v<T, bool>) {
    require(PARAMETER_BOOL);
    return value_.bool_value;
  } else if constexpr (std::is_integral_v<T>) {
    require(PARAMETER_INTEGER);
    return static_cast<T>(value_.integer_value);
  } else if constexpr (std::is_floating_point_v<T>) {
    require(PARAMETER_DOUBLE);
    return static_cast<T>(value_.double_value);
  } else if constexpr (std::is_convertible_v<T, std::string>) {
    require(PARAMETER_STRING);
    return value_.string_value;
  } else {
    using Element = typename detail::IsVector<T>::Element;
    if constexpr (std::is_same_v<Element, std::uint8_t>) {
      require(PARAMETER_BYTE_ARRAY);
      return T(value_.byte_array_value);
    } else if constexpr (std::is_same_v<Element, bool>) {
      require(PARAMETER_BOOL_ARRAY);
      return T(value_.bool_array_value);
    } else if constexpr (std::is_integral_v<Element>) {
      require(PARAMETER_INTEGER_ARRAY);
      return T(value_.integer_array_value.begin(), value_.integer_array_value.end());
    } else if constexpr (std::is_floating_point_v<Element>) {
      require(PARAMETER_DOUBLE_ARRAY);
      return T(value_.double_array_value.begin(), value_.double_array_value.end());
    } else {
      require(PARAMETER_STRING_ARRAY);
      return T(value_.string_array_value);
    }
  }
}

}  // namespace rclcpp
