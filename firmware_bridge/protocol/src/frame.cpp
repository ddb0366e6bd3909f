// SPDX-License-Identifier: Apache-2.0
#include "firmware_bridge/protocol/frame.hpp"

#include "firmware_bridge/protocol/crc32.hpp"
#include "firmware_bridge/protocol/interface_hash.hpp"

namespace firmware_bridge::protocol {
namespace {

void write_u32(std::uint8_t* to, std::uint32_t value) noexcept {
  for (unsigned i = 0; i < 4; ++i) to[i] = static_cast<std::uint8_t>(value >> (8U * i));
}

std::uint32_t read_u32(const std::uint8_t* from) noexcept {
  std::uint32_t value = 0;
  for (unsigned i = 0; i < 4; ++i) value |= static_cast<std::uint32_t>(from[i]) << (8U * i);
  return value;
}

}  // namespace

std::uint32_t crc_seed(std::uint8_t type) noexcept {
  const bool greeting = type == Hello::kInfo.type || type == HelloReply::kInfo.type;
  return greeting ? kStandardCrcSeed : kInterfaceHash;
}

FrameError decode_frame(ByteSpan bytes, Frame& frame) noexcept {
  std::size_t size = 0;
  // In place is safe: decoded bytes never overtake encoded ones.
  if (!cobs_decode({bytes.data, bytes.size}, bytes, &size)) return FrameError::kBadStuffing;
  if (size < kHeaderSize + kCrcSize) return FrameError::kTooShort;
  if (size > kMaxFrameSize) return FrameError::kTooLong;
  const std::size_t crc_at = size - kCrcSize;
  const std::uint8_t type = bytes.data[1];
  if (crc32({bytes.data, crc_at}, crc_seed(type)) != read_u32(bytes.data + crc_at)) {
    return FrameError::kBadCrc;
  }
  frame.header = {bytes.data[0], type, read_u32(bytes.data + 2), read_u32(bytes.data + 6)};
  frame.payload = {bytes.data + kHeaderSize, crc_at - kHeaderSize};
  return frame.header.version == kProtocolVersion ? FrameError::kNone : FrameError::kForeignVersion;
}

std::size_t encode_frame(const Header& header, ByteView payload, ByteSpan out) noexcept {
  if (out.size < kMaxLineSize || payload.size > max_payload_size()) return 0;
  std::uint8_t plain[kMaxFrameSize];
  plain[0] = header.version;
  plain[1] = header.type;
  write_u32(plain + 2, header.session);
  write_u32(plain + 6, header.sequence);
  if (payload.size > 0) std::memcpy(plain + kHeaderSize, payload.data, payload.size);
  const std::size_t crc_at = kHeaderSize + payload.size;
  write_u32(plain + crc_at, crc32({plain, crc_at}, crc_seed(header.type)));

  out.data[0] = 0;
  const std::size_t size = cobs_encode({plain, crc_at + kCrcSize}, {out.data + 1, out.size - 2});
  out.data[1 + size] = 0;
  return size + 2;
}

}  // namespace firmware_bridge::protocol
