// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace rclcpp {

/// A named source of log lines.
class Logger {
 public:
  enum class Level { Unset = 0, Debug = 10, Info = 20, Warn = 30, Error = 40, Fatal = 50 };

  explicit Logger(std::string name) : name_(std::move(name)) {}
  [[nodiscard]] const char* get_name() const { return name_.c_str(); }
  [[nodiscard]] Logger get_child(const std::string& suffix) const {
    return Logger(name_ + "." + suffix);
  }
  void set_level(Level level);
  [[nodiscard]] Level get_effective_level() const;

 private:
  std::string name_;
};

[[nodiscard]] Logger get_logger(const std::string& name);

}  // namespace rclcpp
