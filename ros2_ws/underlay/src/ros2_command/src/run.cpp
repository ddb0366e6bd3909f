// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "commands.hpp"

namespace ros2_command {

int run(const Arguments& arguments) {
  if (arguments.size() < 2) throw UsageError("wants PACKAGE EXECUTABLE [ARGUMENTS]");
  const std::string executable = find_executable(arguments[0], arguments[1]);
  std::vector<char*> argv{const_cast<char*>(executable.c_str())};
  for (std::size_t i = 2; i < arguments.size(); ++i) {
    argv.push_back(const_cast<char*>(arguments[i].c_str()));
  }
  argv.push_back(nullptr);
  execv(executable.c_str(), argv.data());
  throw std::runtime_error("cannot start '" + executable + "': " + std::strerror(errno));
}

}  // namespace ros2_command
