// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <vector>

/// `ros2 launch` of the simulated robot in a folder of its own, which is removed at the end.
class RobotProcess {
 public:
  /// Starts it with these launch arguments ("racks:=1") beside those for folder and recording.
  explicit RobotProcess(const std::vector<std::string>& arguments);
  /// Ends what is still running.
  ~RobotProcess();
  RobotProcess(const RobotProcess&) = delete;
  RobotProcess& operator=(const RobotProcess&) = delete;

  [[nodiscard]] bool is_running();
  /// Ctrl-C.
  void interrupt();
  /// Its exit code, or 128 + signal. Only when it is not running any more.
  [[nodiscard]] int exit_code() const { return exit_code_; }
  [[nodiscard]] std::string bag() const { return (folder_ / "bag").string(); }
  [[nodiscard]] std::string log() const;
  /// Processes that hold our folder in their command line: firmware, bridge and recorder.
  [[nodiscard]] std::vector<pid_t> find_processes(const std::string& program) const;

 private:
  std::filesystem::path folder_;
  pid_t pid_{-1};
  int exit_code_{-1};
};
