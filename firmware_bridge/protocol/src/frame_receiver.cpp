// SPDX-License-Identifier: Apache-2.0
#include "firmware_bridge/protocol/frame_receiver.hpp"

namespace firmware_bridge::protocol {

FrameReceiver::Status FrameReceiver::push(std::uint8_t byte) noexcept {
  if (byte == 0) return finish();
  if (size_ == sizeof(buffer_)) {
    overflow_ = true;
  } else {
    buffer_[size_++] = byte;
  }
  return Status::kIncomplete;
}

void FrameReceiver::restart() noexcept {
  size_ = 0;
  overflow_ = false;
}

FrameReceiver::Status FrameReceiver::finish() noexcept {
  if (size_ == 0) return Status::kIncomplete;  // the empty frame between two delimiters
  error_ = overflow_ ? FrameError::kTooLong : decode_frame({buffer_, size_}, frame_);
  restart();
  if (error_ == FrameError::kNone) {
    ++counts_.accepted;
    return Status::kFrame;
  }
  ++counts_.rejected;
  ++counts_.by_error[static_cast<std::size_t>(error_)];
  return Status::kRejected;
}

}  // namespace firmware_bridge::protocol
