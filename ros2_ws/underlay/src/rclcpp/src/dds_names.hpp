// SPDX-License-Identifier: Apache-2.0
// ROS 2's names on the wire.
#pragma once

#include <string>

namespace rclcpp::detail {

/// "pkg/msg/Name" to "pkg::msg::dds_::Name_"
[[nodiscard]] inline std::string dds_type(const std::string& ros_type) {
  std::string name;
  const std::size_t last = ros_type.rfind('/');
  for (std::size_t i = 0; i < last; ++i) {
    if (ros_type[i] == '/') {
      name += "::";
    } else {
      name += ros_type[i];
    }
  }
  name += "::dds_::";
  name.append(ros_type, last + 1);
  name += '_';
  return name;
}

/// "pkg::msg::dds_::Name_" to "pkg/msg/Name"; empty if it is not such a name.
[[nodiscard]] inline std::string ros_type(const std::string& dds) {
  const std::size_t at = dds.find("::dds_::");
  if (at == std::string::npos || dds.back() != '_') return {};
  std::string name;
  for (std::size_t i = 0; i < at; ++i) {
    if (dds[i] == ':') {
      if (dds[i + 1] == ':') name += '/';
    } else {
      name += dds[i];
    }
  }
  name += '/';
  name.append(dds, at + 8, dds.size() - at - 9);
  return name;
}

}  // namespace rclcpp::detail
