// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>

namespace rclcpp::exceptions {

class InvalidNodeNameError : public std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};
class InvalidTopicNameError : public std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};
class InvalidServiceNameError : public std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};
class InvalidParametersException : public std::runtime_error {
  using std::runtime_error::runtime_error;
};
class InvalidParameterValueException : public std::runtime_error {
  using std::runtime_error::runtime_error;
};
class InvalidParameterTypeException : public std::runtime_error {
 public:
  InvalidParameterTypeException(const std::string& name, const std::string& message)
      : std::runtime_error("parameter '" + name + "' has invalid type: " + message) {}
};
class ParameterAlreadyDeclaredException : public std::runtime_error {
  using std::runtime_error::runtime_error;
};
class ParameterNotDeclaredException : public std::runtime_error {
  using std::runtime_error::runtime_error;
};
class ParameterImmutableException : public std::runtime_error {
  using std::runtime_error::runtime_error;
};
class ParameterUninitializedException : public std::runtime_error {
 public:
  explicit ParameterUninitializedException(const std::string& name)
      : std::runtime_error("parameter '" + name + "' is not initialized") {}
};
class RCLError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};
class UnknownROSArgsError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace rclcpp::exceptions
