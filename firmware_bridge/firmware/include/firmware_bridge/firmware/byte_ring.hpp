// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "firmware_bridge/protocol/bytes.hpp"

namespace firmware_bridge::firmware {

/// Bytes between an interrupt and the loop: one side only pushes, the other only pops.
template <std::size_t kCapacity>
class ByteRing {
  static_assert((kCapacity & (kCapacity - 1)) == 0,
                "a power of two keeps the wrapped indices right");

 public:
  /// Drops the byte when full.
  void push(std::uint8_t byte) noexcept {
    const std::size_t head = head_;
    if (head - tail_ == kCapacity) return;
    bytes_[head % kCapacity] = byte;
    head_ = head + 1;
  }
  [[nodiscard]] bool pop(std::uint8_t& byte) noexcept {
    const std::size_t tail = tail_;
    if (tail == head_) return false;
    byte = bytes_[tail % kCapacity];
    tail_ = tail + 1;
    return true;
  }
  [[nodiscard]] std::size_t room() const noexcept { return kCapacity - (head_ - tail_); }

 private:
  std::uint8_t bytes_[kCapacity]{};
  volatile std::size_t head_{0};
  volatile std::size_t tail_{0};
};

}  // namespace firmware_bridge::firmware
