// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstring>
#include <type_traits>

#include "firmware_bridge/protocol/bytes.hpp"
#include "firmware_bridge/protocol/messages.hpp"

/// Message <-> bytes: fields in table order, little endian, no padding, floats as IEEE 754.
namespace firmware_bridge::protocol {

static_assert(sizeof(float) == 4, "the wire format is IEEE 754 binary32");

/// The unsigned integer that carries a field of type T.
template <class T>
using Wire = std::conditional_t<sizeof(T) == 1, std::uint8_t,
                                std::conditional_t<sizeof(T) == 2, std::uint16_t, std::uint32_t>>;

/// Bytes of a message on the wire.
template <class Message>
[[nodiscard]] constexpr std::size_t wire_size() noexcept {
  std::size_t size = 0;
  const Message message{};
  Message::visit(message, [&size](const auto& value, const Field&) { size += sizeof(value); });
  return size;
}

/// True when the value is a number inside the table's range.
template <class T>
[[nodiscard]] constexpr bool in_range(const T& value, const Field& field) noexcept {
  double number = 0.0;
  if constexpr (std::is_enum_v<T>) {
    number = static_cast<double>(static_cast<std::underlying_type_t<T>>(value));
  } else {
    number = static_cast<double>(value);
  }
  // Bounds such as 0.2 have no exact float: compare after the same rounding as the field had.
  const auto min =
      std::is_same_v<T, float> ? static_cast<double>(static_cast<float>(field.min)) : field.min;
  const auto max =
      std::is_same_v<T, float> ? static_cast<double>(static_cast<float>(field.max)) : field.max;
  return number >= min && number <= max;  // false for NaN
}

/// The name of the first field outside its range, or nullptr.
template <class Message>
[[nodiscard]] constexpr const char* find_out_of_range(const Message& message) noexcept {
  const char* name = nullptr;
  Message::visit(message, [&name](const auto& value, const Field& field) {
    if (name == nullptr && !in_range(value, field)) name = field.name;
  });
  return name;
}

/// Writes the payload. Returns its size, or 0 when `out` is too small; writes nothing then.
template <class Message>
[[nodiscard]] std::size_t write_payload(const Message& message, ByteSpan out) noexcept {
  if (out.size < wire_size<Message>()) return 0;
  std::size_t at = 0;
  Message::visit(message, [&](const auto& value, const Field&) {
    using T = std::decay_t<decltype(value)>;
    Wire<T> bits{};
    static_assert(sizeof(bits) == sizeof(T));
    std::memcpy(&bits, &value, sizeof(T));
    for (std::size_t i = 0; i < sizeof(T); ++i) {
      out.data[at++] = static_cast<std::uint8_t>(bits >> (8U * i));
    }
  });
  return at;
}

enum class PayloadError : std::uint8_t { kNone, kWrongSize, kOutOfRange };

/// Reads a payload; `message` is usable only on kNone. Any bytes are allowed.
template <class Message>
[[nodiscard]] PayloadError read_payload(ByteView in, Message& message) noexcept {
  if (in.size != wire_size<Message>()) return PayloadError::kWrongSize;
  std::size_t at = 0;
  bool fits = true;
  Message::visit(message, [&](auto& value, const Field& field) {
    using T = std::decay_t<decltype(value)>;
    Wire<T> bits{};
    for (std::size_t i = 0; i < sizeof(T); ++i) {
      bits = static_cast<Wire<T>>(bits | static_cast<Wire<T>>(in.data[at++]) << (8U * i));
    }
    std::memcpy(&value, &bits, sizeof(T));
    fits = in_range(value, field) && fits;
  });
  return fits ? PayloadError::kNone : PayloadError::kOutOfRange;
}

/// Payload of the longest message [bytes].
[[nodiscard]] constexpr std::size_t max_payload_size() noexcept {
  std::size_t longest = 0;
  visit_messages([&longest](const auto& message) {
    constexpr std::size_t size = wire_size<std::decay_t<decltype(message)>>();
    longest = size > longest ? size : longest;
  });
  return longest;
}

}  // namespace firmware_bridge::protocol
