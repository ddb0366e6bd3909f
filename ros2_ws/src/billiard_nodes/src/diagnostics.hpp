// SPDX-License-Identifier: Apache-2.0
// What a node says about itself on /diagnostics.
#pragma once

#include <diagnostic_msgs/msg/diagnostic_array.hpp>
#include <functional>
#include <rclcpp/node.hpp>
#include <string>

namespace billiard_nodes {

/// One status in the making. The worst level wins; texts of that level are joined.
class Report {
 public:
  using Status = diagnostic_msgs::msg::DiagnosticStatus;

  void ok(const std::string& message) { say(Status::OK, message); }
  void warn(const std::string& message) { say(Status::WARN, message); }
  void error(const std::string& message) { say(Status::ERROR, message); }
  void add(const std::string& key, const std::string& value);
  void add(const std::string& key, std::uint64_t value) { add(key, std::to_string(value)); }
  /// With `decimals` digits behind the point.
  void add(const std::string& key, double value, int decimals);

  [[nodiscard]] const Status& status() const { return status_; }
  void set_source(const std::string& name, const std::string& hardware);

 private:
  void say(Status::_level_type level, const std::string& message);

  Status status_;
};

/// Publishes a report every second of wall time, and at once when asked to.
class Diagnostics {
 public:
  using Describe = std::function<void(Report&)>;

  /// The status is called "<node>: <part>". `describe` runs in the node's callbacks.
  Diagnostics(rclcpp::Node& node, const std::string& part, const std::string& hardware,
              Describe describe);

  void publish();

 private:
  rclcpp::Node& node_;
  std::string name_;
  std::string hardware_;
  Describe describe_;
  rclcpp::Publisher<diagnostic_msgs::msg::DiagnosticArray>::SharedPtr publisher_;
  rclcpp::TimerBase::SharedPtr timer_;
};

}  // namespace billiard_nodes
