// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstring>
#include <string>

#include "firmware_bridge/firmware/simulated_machine.hpp"

namespace firmware_bridge::firmware {

/// A board in the host's memory: its line is two byte queues, its clock stands still, and its
/// persistent memory is a variable that outlives the firmware object.
class MemoryBoard final : public SimulatedMachine {
 public:
  explicit MemoryBoard(const PlantParameters& parameters = {}) noexcept
      : SimulatedMachine(parameters) {}

  std::string to_device;  ///< Bytes on their way to the firmware
  std::string to_host;    ///< Bytes the firmware has written
  bool memory_works{true};
  bool has_record{false};
  PersistentRecord record{};

  [[nodiscard]] std::size_t read(protocol::ByteSpan out) noexcept override {
    const std::size_t size = out.size < to_device.size() ? out.size : to_device.size();
    if (size == 0) return 0;
    std::memcpy(out.data, to_device.data(), size);
    to_device.erase(0, size);
    return size;
  }
  [[nodiscard]] std::size_t write_room() noexcept override {
    return to_host.size() < kRoom ? kRoom - to_host.size() : 0;
  }
  void write(protocol::ByteView bytes) noexcept override {
    to_host.append(reinterpret_cast<const char*>(bytes.data), bytes.size);
  }
  [[nodiscard]] std::uint32_t clock() noexcept override { return 0; }
  [[nodiscard]] float clock_mhz() noexcept override { return 1.0F; }
  [[nodiscard]] bool load(PersistentRecord& out) noexcept override {
    if (has_record) out = record;
    return has_record;
  }
  [[nodiscard]] bool save(const PersistentRecord& in) noexcept override {
    if (!memory_works) return false;
    record = in;
    has_record = true;
    return true;
  }

 private:
  static constexpr std::size_t kRoom = 4096;
};

}  // namespace firmware_bridge::firmware
