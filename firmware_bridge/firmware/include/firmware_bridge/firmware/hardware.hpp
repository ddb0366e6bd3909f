// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "firmware_bridge/protocol/bytes.hpp"

namespace firmware_bridge::firmware {

/// What must outlive a reset. A board stores it as it likes, but must notice damage.
struct PersistentRecord {
  std::uint32_t boot_count{};
  std::uint32_t session_count{};
  std::uint32_t last_shot_id{};  ///< Of the last stroke begun
};

/// Memory that keeps its content over a reset: backup registers, FRAM or a flash page.
class PersistentMemory {
 public:
  /// False when nothing valid is stored; `record` is then untouched.
  [[nodiscard]] virtual bool load(PersistentRecord& record) noexcept = 0;
  /// True only when `record` would survive a reset right now.
  [[nodiscard]] virtual bool save(const PersistentRecord& record) noexcept = 0;

 protected:
  ~PersistentMemory() = default;
};

/// Everything the firmware needs from a board. A new board is one new implementation of this class
/// (README.md). All calls come from the 1 kHz loop and must return at once.
class Hardware : public PersistentMemory {
 public:
  /// Incremental encoder of the cue carriage, forward positive [ticks of kEncoderStep].
  [[nodiscard]] virtual std::int32_t encoder_ticks() noexcept = 0;
  /// Switch at the rear end of the rail.
  [[nodiscard]] virtual bool home_switch() noexcept = 0;
  /// The E-stop chain is open. The chain itself also cuts the drive's power; this is for reporting.
  [[nodiscard]] virtual bool estop_pressed() noexcept = 0;
  /// False: power stage off and spring brake on. True: brake released, current as commanded.
  virtual void enable_drive(bool on) noexcept = 0;
  /// Motor current, forward positive [A].
  virtual void set_current(float current) noexcept = 0;
  /// Bytes from the host; returns how many were there, at most `out.size`.
  [[nodiscard]] virtual std::size_t read(protocol::ByteSpan out) noexcept = 0;
  /// Bytes that `write` would take now.
  [[nodiscard]] virtual std::size_t write_room() noexcept = 0;
  /// Queues bytes for the host; called with at most `write_room()` bytes.
  virtual void write(protocol::ByteView bytes) noexcept = 0;
  /// Free-running counter that wraps, for measuring the loop's own work [1 / clock_mhz() us].
  [[nodiscard]] virtual std::uint32_t clock() noexcept = 0;
  [[nodiscard]] virtual float clock_mhz() noexcept = 0;

 protected:
  ~Hardware() = default;
};

}  // namespace firmware_bridge::firmware
