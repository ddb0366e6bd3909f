// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <chrono>
#include <string>
#include <vector>

namespace firmware_bridge::test {

/// A child process with its files in a directory of its own; both go with the object.
class Emulator {
 public:
  enum class Kind { kQemu, kNative };

  /// Starts the emulator; its line is at `address()`.
  explicit Emulator(Kind kind);
  Emulator(const Emulator&) = delete;
  Emulator& operator=(const Emulator&) = delete;
  ~Emulator();

  /// Why this kind cannot run here; empty when it can.
  static std::string missing(Kind kind);

  [[nodiscard]] std::string address() const { return "unix:" + directory_ + "/line"; }
  /// Resets the device: QEMU by its monitor, the native one by starting it again.
  void reset();
  void press_estop(bool pressed);

 private:
  void start();
  void stop();

  Kind kind_;
  std::string directory_;
  pid_t process_{-1};
};

/// Output and exit code of a command.
struct CommandResult {
  int code{-1};
  std::string output;
};
CommandResult run_command(const std::string& command);

/// Waits in small steps until `done` or the deadline; `step` does the work in between.
template <class Step, class Done>
bool wait_until(std::chrono::seconds limit, Step step, Done done) {
  const auto deadline = std::chrono::steady_clock::now() + limit;
  while (!done()) {
    if (std::chrono::steady_clock::now() > deadline) return false;
    step();
  }
  return true;
}

}  // namespace firmware_bridge::test
