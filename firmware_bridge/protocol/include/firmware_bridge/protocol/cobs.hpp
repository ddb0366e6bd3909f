// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "firmware_bridge/protocol/bytes.hpp"

namespace firmware_bridge::protocol {

/// Room that `cobs_encode` needs for `size` bytes: one code byte per started block of 254.
[[nodiscard]] constexpr std::size_t cobs_encoded_size(std::size_t size) noexcept {
  return size + size / 254 + 1;
}

/// Consistent Overhead Byte Stuffing (Cheshire and Baker, 1999): `out` holds no zero byte, so that
/// zero can delimit frames. Returns the bytes written, or 0 when `out` may be too small.
[[nodiscard]] std::size_t cobs_encode(ByteView in, ByteSpan out) noexcept;

/// Undoes `cobs_encode`. Returns false, whatever the input, when it holds a zero byte, ends inside
/// a block, is empty, or decodes to more than `out` holds; `*written` is valid only on true.
[[nodiscard]] bool cobs_decode(ByteView in, ByteSpan out, std::size_t* written) noexcept;

}  // namespace firmware_bridge::protocol
