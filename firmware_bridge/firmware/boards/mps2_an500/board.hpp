// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "firmware_bridge/firmware/byte_ring.hpp"
#include "firmware_bridge/firmware/simulated_machine.hpp"

namespace firmware_bridge::firmware {

/// Arm MPS2 AN500 as QEMU emulates it: UART0 is the line to the host, UART1 a panel whose bytes 'E'
/// and 'e' press and release the E-stop. Motor and encoder are simulated, there being none.
class Mps2Board final : public SimulatedMachine {
 public:
  /// Starts timers, UARTs and the 1 kHz interrupt.
  void start() noexcept;
  /// Sleeps until the next control period begins.
  void wait_for_period() noexcept;
  /// The same without sleeping: with `qemu -icount` only this keeps virtual time exact.
  void spin_for_period() noexcept;
  void read_panel() noexcept;

  [[nodiscard]] std::size_t read(protocol::ByteSpan out) noexcept override;
  [[nodiscard]] std::size_t write_room() noexcept override;
  void write(protocol::ByteView bytes) noexcept override;
  [[nodiscard]] std::uint32_t clock() noexcept override;
  [[nodiscard]] float clock_mhz() noexcept override { return 25.0F; }
  [[nodiscard]] bool load(PersistentRecord& record) noexcept override;
  [[nodiscard]] bool save(const PersistentRecord& record) noexcept override;
};

}  // namespace firmware_bridge::firmware
