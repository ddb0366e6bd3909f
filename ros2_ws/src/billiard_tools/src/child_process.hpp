// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace billiard {

/// Runs a command with its standard output and error handed over line by line. SIGINT and SIGTERM
/// that reach us meanwhile are passed on to it as SIGINT, so that it can end in order; if we die it
/// gets SIGINT, too. Returns its exit code, or 128 + the signal that ended it. Throws CouldNot if
/// it cannot be started.
int run_child(const std::vector<std::string>& command,
              const std::function<void(const std::string& line)>& on_line);

}  // namespace billiard
