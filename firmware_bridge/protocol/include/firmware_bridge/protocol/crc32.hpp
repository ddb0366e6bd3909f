// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "firmware_bridge/protocol/bytes.hpp"

namespace firmware_bridge::protocol {

/// Seed that makes `crc32` the usual CRC-32 (IEEE 802.3): "123456789" gives 0xCBF43926.
inline constexpr std::uint32_t kStandardCrcSeed = 0xFFFFFFFFU;

/// CRC-32, polynomial 0x04C11DB7 reflected, with a chosen start value. Finds every error burst up
/// to 32 bits, and every 1 to 5 flipped bits in messages below 258 bytes (Koopman 2002, HD = 6).
[[nodiscard]] std::uint32_t crc32(ByteView bytes, std::uint32_t seed) noexcept;

}  // namespace firmware_bridge::protocol
