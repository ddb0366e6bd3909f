// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace ros2_command {

using Arguments = std::vector<std::string>;

/// The user asked for something that does not exist or is written wrongly: exit code 2.
class UsageError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Each runs one `ros2 NAME ...` and returns the exit code. They throw UsageError for wrong
// arguments and std::runtime_error for everything that could not be done.
int run(const Arguments& arguments);
int launch(const Arguments& arguments);
int topic(const Arguments& arguments);
int service(const Arguments& arguments);
int param(const Arguments& arguments);
int node(const Arguments& arguments);
int bag(const Arguments& arguments);

/// Takes `--name VALUE` out of the arguments; `otherwise` if it is not there.
[[nodiscard]] std::string take_option(Arguments& arguments, const std::string& name,
                                      const std::string& otherwise);
/// Takes `--name` out of the arguments; whether it was there.
[[nodiscard]] bool take_flag(Arguments& arguments, const std::string& name);
/// A number greater than `low`; throws UsageError naming the option.
[[nodiscard]] double to_number(const std::string& text, const std::string& option, double low);

/// Path of an executable in `lib/<package>`; throws std::runtime_error naming what there is.
[[nodiscard]] std::string find_executable(const std::string& package, const std::string& name);

}  // namespace ros2_command
