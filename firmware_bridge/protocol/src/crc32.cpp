// SPDX-License-Identifier: Apache-2.0
#include "firmware_bridge/protocol/crc32.hpp"

namespace firmware_bridge::protocol {
namespace {

/// Remainders of the 16 half-bytes: 64 bytes of flash, two look-ups per byte.
struct HalfByteTable {
  std::uint32_t remainder[16]{};
  constexpr HalfByteTable() noexcept {
    for (std::uint32_t i = 0; i < 16; ++i) {
      std::uint32_t value = i;
      for (int bit = 0; bit < 4; ++bit) value = (value >> 1U) ^ ((value & 1U) * 0xEDB88320U);
      remainder[i] = value;
    }
  }
};
constexpr HalfByteTable kTable;

}  // namespace

std::uint32_t crc32(ByteView bytes, std::uint32_t seed) noexcept {
  std::uint32_t crc = seed;
  for (std::size_t i = 0; i < bytes.size; ++i) {
    crc ^= bytes.data[i];
    crc = (crc >> 4U) ^ kTable.remainder[crc & 15U];
    crc = (crc >> 4U) ^ kTable.remainder[crc & 15U];
  }
  return ~crc;
}

}  // namespace firmware_bridge::protocol
