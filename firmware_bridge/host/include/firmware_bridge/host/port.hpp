// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace firmware_bridge::host {

/// A byte stream to the device: a serial line ("/dev/ttyACM0"; a pty is one, too) or the socket of
/// an emulator ("unix:/path"). Non-blocking. Only this class touches the operating system.
class Port {
 public:
  Port() = default;
  Port(const Port&) = delete;
  Port& operator=(const Port&) = delete;
  ~Port() { close(); }

  /// Opens `address`. A serial line is locked against every other program, set to raw 8N1 at
  /// `baud`, and what was in its buffers is thrown away. False on failure; `error()` tells.
  [[nodiscard]] bool open(const std::string& address, int baud);
  void close() noexcept;

  [[nodiscard]] bool is_open() const noexcept { return descriptor_ >= 0; }
  /// Reads what is there. Closes the port when the other end or the device has gone.
  [[nodiscard]] std::size_t read(std::span<std::uint8_t> out) noexcept;
  /// Writes what fits; returns how much. Closes the port when the device has gone.
  [[nodiscard]] std::size_t write(std::span<const std::uint8_t> bytes) noexcept;
  /// Sleeps until bytes can be read or the time is over [ms].
  void wait(int timeout_ms) const noexcept;

  /// Why the last open failed or the port closed itself; names address and reason.
  [[nodiscard]] const std::string& error() const noexcept { return error_; }

 private:
  [[nodiscard]] bool open_socket(const std::string& path);
  [[nodiscard]] bool open_serial(const std::string& path, int baud);
  [[nodiscard]] bool fail(const std::string& action);
  void lose(const char* action) noexcept;

  int descriptor_{-1};
  std::string address_;
  std::string error_;
};

/// True for the baud rates that `Port::open` can set.
[[nodiscard]] bool is_supported_baud(int baud) noexcept;

}  // namespace firmware_bridge::host
