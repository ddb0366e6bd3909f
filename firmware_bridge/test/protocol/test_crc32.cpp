// SPDX-License-Identifier: Apache-2.0
#include "firmware_bridge/protocol/crc32.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace firmware_bridge::protocol {
namespace {

TEST(Crc32, GivesThePublishedCheckValue) {
  const std::uint8_t text[] = {'1', '2', '3', '4', '5', '6', '7', '8', '9'};

  EXPECT_EQ(crc32({text, sizeof(text)}, kStandardCrcSeed), 0xCBF43926U);
}

TEST(Crc32, DependsOnTheSeed) {
  const std::uint8_t byte = 7;

  EXPECT_NE(crc32({&byte, 1}, 1), crc32({&byte, 1}, 2));
}

TEST(Crc32, SeesEveryOneAndTwoBitErrorOfAFrame) {
  std::vector<std::uint8_t> frame(64);
  for (std::size_t i = 0; i < frame.size(); ++i) frame[i] = static_cast<std::uint8_t>(i * 37);
  const auto sum = [&] { return crc32({frame.data(), frame.size()}, 0x12345678U); };
  const auto flip = [&](std::size_t bit) {
    frame[bit / 8] = static_cast<std::uint8_t>(frame[bit / 8] ^ (1U << (bit % 8)));
  };
  const std::uint32_t good = sum();

  for (std::size_t first = 0; first < 8 * frame.size(); ++first) {
    flip(first);
    ASSERT_NE(sum(), good);
    for (std::size_t second = 0; second < first; ++second) {
      flip(second);
      ASSERT_NE(sum(), good) << first << " and " << second;
      flip(second);
    }
    flip(first);
  }
}

}  // namespace
}  // namespace firmware_bridge::protocol
