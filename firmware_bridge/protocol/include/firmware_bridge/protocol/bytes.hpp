// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace firmware_bridge::protocol {

/// Read-only bytes owned by someone else (std::span is C++20; this layer is C++17).
struct ByteView {
  const std::uint8_t* data{nullptr};
  std::size_t size{0};
};

/// Writable bytes owned by someone else.
struct ByteSpan {
  std::uint8_t* data{nullptr};
  std::size_t size{0};
};

}  // namespace firmware_bridge::protocol
