// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "firmware_bridge/firmware/drive.hpp"
#include "firmware_bridge/firmware/hardware.hpp"
#include "firmware_bridge/firmware/supervisor.hpp"
#include "firmware_bridge/protocol/frame_receiver.hpp"

namespace firmware_bridge::firmware {

/// The firmware of the cue actuator on any board: bytes in, supervision, drive, bytes out.
class CueFirmware {
 public:
  explicit CueFirmware(Hardware& hardware) noexcept;

  /// One control period; the board calls it 1000 times per second. Real-time safe.
  void tick() noexcept;

  [[nodiscard]] const Supervisor& supervisor() const noexcept { return supervisor_; }
  [[nodiscard]] const Drive& drive() const noexcept { return drive_; }
  [[nodiscard]] const protocol::ReceiveCounts& counts() const noexcept {
    return receiver_.counts();
  }

 private:
  /// Bytes read per period: ten times what 115200 baud brings. More waits in the UART's buffer.
  static constexpr std::size_t kReadLimit = 128;

  void receive() noexcept;
  void dispatch(const protocol::Frame& frame) noexcept;
  template <class Message>
  void dispatch_as(const protocol::Frame& frame) noexcept;
  void control() noexcept;
  void transmit() noexcept;
  template <class Message>
  void transmit_each(std::uint32_t session) noexcept;

  Hardware& hardware_;
  Supervisor supervisor_;
  Drive drive_{};
  protocol::FrameReceiver receiver_{};
  std::uint32_t sequence_{0};
  float busiest_period_us_{0.0F};
};

}  // namespace firmware_bridge::firmware
