// SPDX-License-Identifier: Apache-2.0
// Includes nothing: every executable of a component is compiled with it.
#pragma once

namespace rclcpp_components {

/// The main() of an executable that runs one component. executor: "SingleThreadedExecutor" or
/// "MultiThreadedExecutor".
int run_standalone(int argc, char** argv, const char* package, const char* class_name,
                   const char* executor);

/// The main() of a container, with one thread or several.
int run_container(int argc, char** argv, bool several_threads);

}  // namespace rclcpp_components
