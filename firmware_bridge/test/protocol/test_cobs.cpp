// SPDX-License-Identifier: Apache-2.0
#include "firmware_bridge/protocol/cobs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace firmware_bridge::protocol {
namespace {

using Bytes = std::vector<std::uint8_t>;

Bytes encode(const Bytes& in) {
  Bytes out(cobs_encoded_size(in.size()));
  out.resize(cobs_encode({in.data(), in.size()}, {out.data(), out.size()}));
  return out;
}

bool decode(const Bytes& in, Bytes& out) {
  std::size_t size = 0;
  const bool good = cobs_decode({in.data(), in.size()}, {out.data(), out.size()}, &size);
  if (good) out.resize(size);
  return good;
}

TEST(Cobs, EncodesThePublishedExamples) {
  EXPECT_EQ(encode({}), (Bytes{0x01}));
  EXPECT_EQ(encode({0x00}), (Bytes{0x01, 0x01}));
  EXPECT_EQ(encode({0x00, 0x00}), (Bytes{0x01, 0x01, 0x01}));
  EXPECT_EQ(encode({0x11, 0x22, 0x00, 0x33}), (Bytes{0x03, 0x11, 0x22, 0x02, 0x33}));
  EXPECT_EQ(encode({0x11, 0x00, 0x00, 0x00}), (Bytes{0x02, 0x11, 0x01, 0x01, 0x01}));
}

TEST(Cobs, NeedsNoSecondBlockForExactly254Bytes) {
  const Bytes in(254, 0x55);

  const Bytes out = encode(in);

  ASSERT_EQ(out.size(), 255U);
  EXPECT_EQ(out.front(), 0xFF);
}

TEST(Cobs, RoundTripsEveryLengthAndHoldsNoZero) {
  std::mt19937 random(1);
  for (std::size_t length = 0; length < 700; ++length) {
    Bytes in(length);
    for (auto& byte : in) byte = static_cast<std::uint8_t>(random() % 4);

    const Bytes encoded = encode(in);
    Bytes decoded(length);

    ASSERT_EQ(std::count(encoded.begin(), encoded.end(), 0), 0);
    ASSERT_TRUE(decode(encoded, decoded)) << length;
    ASSERT_EQ(decoded, in);
  }
}

TEST(Cobs, RefusesToWriteIntoTooLittleRoom) {
  const Bytes in{1, 2, 3};
  Bytes out(3, 0xAA);

  EXPECT_EQ(cobs_encode({in.data(), in.size()}, {out.data(), out.size()}), 0U);
  EXPECT_EQ(out, (Bytes{0xAA, 0xAA, 0xAA}));
}

TEST(Cobs, RefusesEmptyZeroAndCutInput) {
  Bytes out(16);
  EXPECT_FALSE(decode({}, out));
  EXPECT_FALSE(decode({0x00}, out));
  EXPECT_FALSE(decode({0x03, 0x11}, out));
  EXPECT_FALSE(decode({0x03, 0x11, 0x00}, out));
}

TEST(Cobs, RefusesMoreThanTheOutputHolds) {
  const Bytes encoded = encode({1, 2, 0, 3});
  for (std::size_t room = 0; room < 4; ++room) {
    Bytes out(room);
    EXPECT_FALSE(decode(encoded, out)) << room;
  }
}

}  // namespace
}  // namespace firmware_bridge::protocol
