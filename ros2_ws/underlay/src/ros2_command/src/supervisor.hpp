// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <chrono>
#include <string>
#include <vector>

#include "launch_file.hpp"

namespace ros2_command {

/// Starts processes, shows their output, restarts those that ask for it, and ends all of them in
/// order: SIGINT, after a while SIGTERM, at last SIGKILL.
class Supervisor {
 public:
  explicit Supervisor(const std::vector<ProcessSpec>& processes);
  ~Supervisor();
  Supervisor(const Supervisor&) = delete;
  Supervisor& operator=(const Supervisor&) = delete;

  /// Looks after the processes for a moment; false when all have ended.
  bool attend();
  /// Asks everything to end. Calling it again changes nothing.
  void stop(const std::string& reason);
  /// Whether a process ended with an error that nobody asked for.
  [[nodiscard]] bool failed() const { return failed_; }

 private:
  using Clock = std::chrono::steady_clock;
  struct Child {
    ProcessSpec spec;
    std::string label;
    pid_t pid{-1};
    int output{-1};
    std::string line;  ///< not yet complete
    Clock::time_point restart_at{Clock::time_point::max()};
  };

  void start(Child& child);
  void read_output(Child& child);
  void on_end(Child& child, int status);
  void signal_all(int signal);

  std::vector<Child> children_;
  bool stopping_{false};
  bool failed_{false};
  Clock::time_point terminate_at_{Clock::time_point::max()};
  Clock::time_point kill_at_{Clock::time_point::max()};
};

}  // namespace ros2_command
