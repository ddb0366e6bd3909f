// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

namespace ros2_command {

using Strings = std::map<std::string, std::string>;

/// A process to start.
struct ProcessSpec {
  std::string label;  ///< for its log lines
  std::vector<std::string> command;
  Strings environment;  ///< besides our own
  bool respawn{false};
  double respawn_delay{0.0};  ///< [s]
  bool required{false};       ///< its end ends everything (on_exit="shutdown")
};

/// A component to load into a container that runs.
struct ComponentSpec {
  std::string container;  ///< full node name
  std::string package;
  std::string plugin;
  std::string name;
  std::string node_namespace;
  std::vector<std::string> remaps;
  std::vector<std::string> parameters;  ///< name:=value
  std::vector<std::string> parameter_files;
  bool use_intra_process{false};
};

struct ArgumentSpec {
  std::string name;
  std::string description;
  std::string default_value;
  bool has_default{false};
  std::vector<std::string> choices;  ///< values allowed; empty: all
};

struct LaunchPlan {
  std::vector<ProcessSpec> processes;
  std::vector<ComponentSpec> components;
  std::vector<ArgumentSpec> arguments;
};

/// Reads an XML launch file. With `show_only` nothing but the arguments is collected.
/// Throws std::runtime_error with file, line and reason.
[[nodiscard]] LaunchPlan read_launch_file(const std::string& file, const Strings& arguments,
                                          bool show_only);

}  // namespace ros2_command
