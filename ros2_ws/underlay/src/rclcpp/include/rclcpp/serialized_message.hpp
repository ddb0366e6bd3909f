// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "rclcpp/macros.hpp"
#include "rcutils/types/uint8_array.h"

/// The bytes of a serialised message, by rcl's name.
using rcl_serialized_message_t = rcutils_uint8_array_t;

namespace rclcpp {

/// A message as CDR, the 4-byte header included.
class SerializedMessage {
 public:
  RCLCPP_SMART_PTR_DEFINITIONS(SerializedMessage)

  SerializedMessage() = default;
  explicit SerializedMessage(std::size_t initial_capacity) { bytes_.reserve(initial_capacity); }
  /// A copy of the bytes, such as those of a bag's message.
  explicit SerializedMessage(const rcl_serialized_message_t& other)
      : bytes_(other.buffer, other.buffer + other.buffer_length) {}
  explicit SerializedMessage(std::vector<std::uint8_t> bytes) : bytes_(std::move(bytes)) {}

  [[nodiscard]] std::size_t size() const { return bytes_.size(); }
  [[nodiscard]] std::size_t capacity() const { return bytes_.capacity(); }
  void reserve(std::size_t capacity) { bytes_.reserve(capacity); }
  /// Points into this message and owns nothing.
  [[nodiscard]] rcl_serialized_message_t get_rcl_serialized_message() const {
    return {const_cast<std::uint8_t*>(bytes_.data()), bytes_.size(), bytes_.capacity(), {}};
  }

  // --- not in rclcpp ---
  [[nodiscard]] std::vector<std::uint8_t>& bytes() { return bytes_; }
  [[nodiscard]] const std::vector<std::uint8_t>& bytes() const { return bytes_; }

 private:
  std::vector<std::uint8_t> bytes_;
};

}  // namespace rclcpp
