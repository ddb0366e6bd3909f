// SPDX-License-Identifier: Apache-2.0
#include "diagnostics.hpp"

#include <fmt/format.h>

#include <chrono>

namespace billiard_nodes {

void Report::say(Status::_level_type level, const std::string& message) {
  if (level < status_.level) return;
  const bool join = level == status_.level && !status_.message.empty();
  status_.message = join ? status_.message + "; " + message : message;
  status_.level = level;
}

void Report::add(const std::string& key, const std::string& value) {
  status_.values.emplace_back();
  status_.values.back().key = key;
  status_.values.back().value = value;
}

void Report::add(const std::string& key, double value, int decimals) {
  add(key, fmt::format("{:.{}f}", value, decimals));
}

void Report::set_source(const std::string& name, const std::string& hardware) {
  status_.name = name;
  status_.hardware_id = hardware;
}

Diagnostics::Diagnostics(rclcpp::Node& node, const std::string& part, const std::string& hardware,
                         Describe describe)
    : node_(node),
      name_(std::string(node.get_name()) + ": " + part),
      hardware_(hardware),
      describe_(std::move(describe)),
      publisher_(node.create_publisher<diagnostic_msgs::msg::DiagnosticArray>("/diagnostics",
                                                                              rclcpp::QoS(10))),
      timer_(node.create_wall_timer(std::chrono::seconds(1), [this] { publish(); })) {}

void Diagnostics::publish() {
  Report report;
  describe_(report);
  report.set_source(name_, hardware_);
  diagnostic_msgs::msg::DiagnosticArray message;
  message.header.stamp = node_.now();
  message.status.push_back(report.status());
  publisher_->publish(message);
}

}  // namespace billiard_nodes
