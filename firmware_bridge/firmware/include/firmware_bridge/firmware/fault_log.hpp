// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "firmware_bridge/protocol/messages.hpp"

namespace firmware_bridge::firmware {

/// The newest faults since boot, oldest overwritten first.
class FaultLog {
 public:
  static constexpr std::uint16_t kCapacity = 32;

  void add(protocol::FaultCode code, protocol::CueState state, std::uint32_t now_ms,
           float detail) noexcept {
    entries_[count_ % kCapacity] = {count_, code, state, now_ms, detail};
    ++count_;
  }
  /// Entries ever added.
  [[nodiscard]] std::uint16_t count() const noexcept { return count_; }
  /// Index of the oldest entry still kept.
  [[nodiscard]] std::uint16_t oldest() const noexcept {
    return count_ > kCapacity ? static_cast<std::uint16_t>(count_ - kCapacity) : std::uint16_t{0};
  }
  /// `index` in [oldest(), count()).
  [[nodiscard]] const protocol::Fault& entry(std::uint16_t index) const noexcept {
    return entries_[index % kCapacity];
  }

 private:
  protocol::Fault entries_[kCapacity]{};
  std::uint16_t count_{0};
};

}  // namespace firmware_bridge::firmware
