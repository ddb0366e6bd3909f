// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>

#include "firmware_bridge/protocol/messages.hpp"

namespace firmware_bridge::protocol {

/// The wire type of a field, as in docs/protocol.md.
template <class T>
[[nodiscard]] constexpr const char* wire_type_name() noexcept {
  if (std::is_same_v<T, float>) return "f32";
  return sizeof(T) == 1 ? "u8" : sizeof(T) == 2 ? "u16" : "u32";
}

/// FNV-1a (Fowler, Noll, Vo), 32 bits, fed piece by piece.
class TableHash {
 public:
  constexpr void add_byte(std::uint8_t byte) noexcept { value_ = (value_ ^ byte) * 16777619U; }
  constexpr void add_text(const char* text) noexcept {
    for (; *text != '\0'; ++text) add_byte(static_cast<std::uint8_t>(*text));
    add_byte(0);
  }
  constexpr void add_number(double number) noexcept {
    const auto bits = __builtin_bit_cast(std::uint64_t, number);
    for (unsigned i = 0; i < 8; ++i) add_byte(static_cast<std::uint8_t>(bits >> (8U * i)));
  }
  [[nodiscard]] constexpr std::uint32_t value() const noexcept { return value_; }

 private:
  std::uint32_t value_{2166136261U};
};

/// Hash over everything both ends must agree on: types, names, layout, units and ranges.
[[nodiscard]] constexpr std::uint32_t compute_interface_hash() noexcept {
  TableHash hash;
  hash.add_byte(kProtocolVersion);
  visit_messages([&hash](const auto& message) {
    using Message = std::decay_t<decltype(message)>;
    hash.add_byte(Message::kInfo.type);
    hash.add_text(Message::kInfo.name);
    Message::visit(message, [&hash](const auto& value, const Field& field) {
      hash.add_text(wire_type_name<std::decay_t<decltype(value)>>());
      hash.add_text(field.name);
      hash.add_text(field.unit);
      hash.add_number(field.min);
      hash.add_number(field.max);
    });
  });
  return hash.value();
}

inline constexpr std::uint32_t kInterfaceHash = compute_interface_hash();

}  // namespace firmware_bridge::protocol
