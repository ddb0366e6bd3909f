// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "firmware_bridge/protocol/cobs.hpp"
#include "firmware_bridge/protocol/codec.hpp"

/// Message <-> frame. On the line a frame is
///   0x00  COBS( version u8 | type u8 | session u32 | sequence u32 | payload | crc u32 )  0x00
/// The zero in front ends whatever noise came before; empty frames are skipped.
namespace firmware_bridge::protocol {

inline constexpr std::size_t kHeaderSize = 10;
inline constexpr std::size_t kCrcSize = 4;
inline constexpr std::size_t kMaxFrameSize = kHeaderSize + max_payload_size() + kCrcSize;
inline constexpr std::size_t kMaxEncodedSize = cobs_encoded_size(kMaxFrameSize);
/// Room for any frame on the line, delimiters included.
inline constexpr std::size_t kMaxLineSize = kMaxEncodedSize + 2;

struct Header {
  std::uint8_t version{kProtocolVersion};
  std::uint8_t type{};
  std::uint32_t session{};   ///< Given by HELLO_REPLY; 0 before it
  std::uint32_t sequence{};  ///< Per sender and session; a repeated command keeps its number
};

enum class FrameError : std::uint8_t {
  kNone,
  kTooLong,         ///< More bytes than any frame has
  kBadStuffing,     ///< Not COBS
  kTooShort,        ///< No room for header and CRC
  kBadCrc,          ///< Damaged, or made with another message table
  kForeignVersion,  ///< Undamaged, but of another protocol version
};
inline constexpr std::size_t kFrameErrorCount = 6;

/// A checked frame; `payload` points into the buffer it was decoded from.
struct Frame {
  Header header;
  ByteView payload;
};

/// CRC start value of a frame type: HELLO and HELLO_REPLY are readable for every version.
[[nodiscard]] std::uint32_t crc_seed(std::uint8_t type) noexcept;

/// Decodes one frame in place: `bytes` is what came between two delimiters, and is overwritten.
/// Any bytes are allowed. `frame.header` is valid on kNone and kForeignVersion.
[[nodiscard]] FrameError decode_frame(ByteSpan bytes, Frame& frame) noexcept;

/// Encodes header and payload. Returns the bytes on the line, or 0 when `out` has less than
/// kMaxLineSize or the payload is longer than any message.
[[nodiscard]] std::size_t encode_frame(const Header& header, ByteView payload,
                                       ByteSpan out) noexcept;

/// Encodes a message, setting `header.type` from it.
template <class Message>
[[nodiscard]] std::size_t encode_message(const Message& message, Header header,
                                         ByteSpan out) noexcept {
  std::uint8_t payload[wire_size<Message>()];
  const std::size_t size = write_payload(message, {payload, sizeof(payload)});
  header.type = Message::kInfo.type;
  return encode_frame(header, {payload, size}, out);
}

}  // namespace firmware_bridge::protocol
