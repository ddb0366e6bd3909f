// SPDX-License-Identifier: Apache-2.0
#include "firmware_bridge/protocol/cobs.hpp"

namespace firmware_bridge::protocol {
namespace {
constexpr std::uint8_t kFullBlock = 0xFF;  ///< 254 bytes follow, and no zero after them
}

std::size_t cobs_encode(ByteView in, ByteSpan out) noexcept {
  if (out.size < cobs_encoded_size(in.size)) return 0;
  std::size_t code_at = 0;  // where the present block's length goes
  std::size_t at = 1;
  std::uint8_t code = 1;
  for (std::size_t i = 0; i < in.size; ++i) {
    if (in.data[i] != 0) {
      out.data[at++] = in.data[i];
      ++code;
    }
    const bool block_full = code == kFullBlock && i + 1 < in.size;
    if (in.data[i] == 0 || block_full) {
      out.data[code_at] = code;
      code_at = at++;
      code = 1;
    }
  }
  out.data[code_at] = code;
  return at;
}

bool cobs_decode(ByteView in, ByteSpan out, std::size_t* written) noexcept {
  std::size_t at = 0;
  std::size_t size = 0;
  while (at < in.size) {
    const std::uint8_t code = in.data[at++];
    const std::size_t length = code == 0 ? 0 : code - 1U;
    if (code == 0 || length > in.size - at || length > out.size - size) return false;
    for (std::size_t i = 0; i < length; ++i) {
      const std::uint8_t byte = in.data[at++];
      if (byte == 0) return false;
      out.data[size++] = byte;
    }
    // A block shorter than 254 stands for its bytes and a zero, except at the end.
    if (code != kFullBlock && at < in.size) {
      if (size == out.size) return false;
      out.data[size++] = 0;
    }
  }
  *written = size;
  return in.size != 0;
}

}  // namespace firmware_bridge::protocol
