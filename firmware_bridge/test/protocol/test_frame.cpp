// SPDX-License-Identifier: Apache-2.0
#include "firmware_bridge/protocol/frame.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "firmware_bridge/protocol/crc32.hpp"
#include "firmware_bridge/protocol/interface_hash.hpp"

namespace firmware_bridge::protocol {
namespace {

using Bytes = std::vector<std::uint8_t>;

template <class Message>
Bytes encode(const Message& message, const Header& header = {kProtocolVersion, 0, 77, 5}) {
  Bytes line(kMaxLineSize);
  line.resize(encode_message(message, header, {line.data(), line.size()}));
  return line;
}

/// Decodes what is between the delimiters.
FrameError decode(Bytes& line, Frame& frame) {
  return decode_frame({line.data() + 1, line.size() - 2}, frame);
}

TEST(Frame, RoundTripsHeaderAndPayloadOfEveryMessage) {
  visit_messages([](const auto& message) {
    using Message = std::decay_t<decltype(message)>;
    Bytes line = encode(message);
    Frame frame;

    ASSERT_EQ(decode(line, frame), FrameError::kNone) << Message::kInfo.name;

    EXPECT_EQ(frame.header.type, Message::kInfo.type);
    EXPECT_EQ(frame.header.session, 77U);
    EXPECT_EQ(frame.header.sequence, 5U);
    EXPECT_EQ(frame.payload.size, wire_size<Message>());
    EXPECT_EQ(line.front(), 0);
    EXPECT_EQ(line.back(), 0);
  });
}

TEST(Frame, IsRefusedWhenCutAtAnyByte) {
  visit_messages([](const auto& message) {
    const Bytes line = encode(message);
    for (std::size_t size = 0; size + 2 < line.size(); ++size) {
      Bytes cut(line.begin() + 1, line.begin() + 1 + static_cast<std::ptrdiff_t>(size));
      Frame frame;
      EXPECT_NE(decode_frame({cut.data(), cut.size()}, frame), FrameError::kNone) << size;
    }
  });
}

TEST(Frame, IsRefusedWithAnyFlippedBit) {
  visit_messages([](const auto& message) {
    const Bytes line = encode(message);
    for (std::size_t bit = 8; bit + 8 < 8 * line.size(); ++bit) {
      Bytes damaged(line);
      damaged[bit / 8] = static_cast<std::uint8_t>(damaged[bit / 8] ^ (1U << (bit % 8)));
      Frame frame;
      const auto error = decode(damaged, frame);
      EXPECT_NE(error, FrameError::kNone);
      EXPECT_NE(error, FrameError::kForeignVersion) << "a damaged version byte is damage";
    }
  });
}

TEST(Frame, OfAnotherVersionIsToldFromDamage) {
  Bytes line = encode(Hello{}, {9, 0, 0, 1});
  Frame frame;

  EXPECT_EQ(decode(line, frame), FrameError::kForeignVersion);
  EXPECT_EQ(frame.header.version, 9);
  EXPECT_EQ(frame.payload.size, wire_size<Hello>());
}

TEST(Frame, OfAnotherTableIsRefusedExceptTheGreeting) {
  EXPECT_EQ(crc_seed(Hello::kInfo.type), kStandardCrcSeed);
  EXPECT_EQ(crc_seed(HelloReply::kInfo.type), kStandardCrcSeed);
  EXPECT_EQ(crc_seed(Fire::kInfo.type), kInterfaceHash);

  // A FIRE as a device with another table would make it: the same bytes under another seed.
  const Bytes good = encode(Fire{});
  Bytes plain(good.size());
  std::size_t size = 0;
  ASSERT_TRUE(cobs_decode({good.data() + 1, good.size() - 2}, {plain.data(), plain.size()}, &size));
  const std::uint32_t sum = crc32({plain.data(), size - kCrcSize}, kInterfaceHash + 1);
  for (unsigned i = 0; i < 4; ++i) {
    plain[size - kCrcSize + i] = static_cast<std::uint8_t>(sum >> (8 * i));
  }
  Bytes foreign(kMaxEncodedSize);
  foreign.resize(cobs_encode({plain.data(), size}, {foreign.data(), foreign.size()}));
  Frame frame;
  EXPECT_EQ(decode_frame({foreign.data(), foreign.size()}, frame), FrameError::kBadCrc);
}

TEST(Frame, EncoderRefusesTooLittleRoomAndTooMuchPayload) {
  Bytes out(kMaxLineSize);
  const Bytes payload(max_payload_size() + 1);

  EXPECT_EQ(encode_message(Stop{}, {}, {out.data(), kMaxLineSize - 1}), 0U);
  EXPECT_EQ(encode_frame({}, {payload.data(), payload.size()}, {out.data(), out.size()}), 0U);
}

}  // namespace
}  // namespace firmware_bridge::protocol
