// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "firmware_bridge/host/link.hpp"
#include "firmware_bridge/host/port.hpp"
#include "firmware_bridge/protocol/frame_receiver.hpp"

namespace firmware_bridge::host {

/// Where the cue is and how to talk to it.
struct ClientSettings {
  std::string address;        ///< "/dev/ttyACM0" or "unix:/path/of/emulator"
  int baud{115200};           ///< Of a serial line [Bd]
  TimeMs reopen_period{500};  ///< A missing port is tried this often [ms]
  LinkSettings link{};
};

/// Port, frames and link in one: call `step` every few ms from one thread. A port that is missing
/// or goes away is opened again by itself, and a new handshake follows.
class CueClient {
 public:
  /// Throws std::invalid_argument for an empty address or a baud rate that cannot be set.
  explicit CueClient(const ClientSettings& settings);

  /// Moves bytes both ways and runs the timers.
  void step(TimeMs now);
  /// As `step`, after sleeping until bytes come or `timeout_ms` have passed.
  void wait_and_step(int timeout_ms);

  [[nodiscard]] Link& link() noexcept { return link_; }
  [[nodiscard]] const Link& link() const noexcept { return link_; }
  [[nodiscard]] const protocol::ReceiveCounts& counts() const noexcept {
    return receiver_.counts();
  }
  [[nodiscard]] std::uint64_t times_opened() const noexcept { return times_opened_; }
  /// What is wrong with the connection, for a person; empty when nothing is.
  [[nodiscard]] std::string trouble() const;

  /// Monotonic time [ms].
  [[nodiscard]] static TimeMs now();

 private:
  void reopen(TimeMs now);
  void receive(TimeMs now);
  void transmit();

  ClientSettings settings_;
  Port port_;
  Link link_;
  protocol::FrameReceiver receiver_;
  std::vector<std::uint8_t> unsent_;
  bool was_open_{false};
  bool tried_{false};
  TimeMs tried_at_{0};
  std::uint64_t times_opened_{0};
};

}  // namespace firmware_bridge::host
