// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "firmware_bridge/protocol/frame.hpp"

namespace firmware_bridge::protocol {

/// What a receiver has seen since it was made.
struct ReceiveCounts {
  std::uint32_t accepted{};
  std::uint32_t rejected{};
  std::uint32_t by_error[kFrameErrorCount]{};  ///< Indexed by FrameError; [kNone] stays 0
};

/// Cuts a byte stream into frames. Holds at most one frame; never allocates; any bytes are allowed.
class FrameReceiver {
 public:
  enum class Status : std::uint8_t { kIncomplete, kFrame, kRejected };

  /// Takes one byte. On kFrame, `frame()` is valid until the next call; on kRejected, `error()`.
  [[nodiscard]] Status push(std::uint8_t byte) noexcept;

  [[nodiscard]] const Frame& frame() const noexcept { return frame_; }
  [[nodiscard]] FrameError error() const noexcept { return error_; }
  [[nodiscard]] const ReceiveCounts& counts() const noexcept { return counts_; }

  /// Forgets a half-received frame, as after a re-plugged cable. Counts stay.
  void restart() noexcept;

 private:
  [[nodiscard]] Status finish() noexcept;

  std::uint8_t buffer_[kMaxEncodedSize]{};
  std::size_t size_{0};
  bool overflow_{false};
  Frame frame_{};
  FrameError error_{FrameError::kNone};
  ReceiveCounts counts_{};
};

}  // namespace firmware_bridge::protocol
