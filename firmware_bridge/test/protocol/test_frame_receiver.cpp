// SPDX-License-Identifier: Apache-2.0
#include "firmware_bridge/protocol/frame_receiver.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace firmware_bridge::protocol {
namespace {

using Bytes = std::vector<std::uint8_t>;
using Status = FrameReceiver::Status;

Bytes fire_frame(std::uint32_t sequence) {
  Bytes line(kMaxLineSize);
  line.resize(
      encode_message(Fire{}, {kProtocolVersion, 0, 1, sequence}, {line.data(), line.size()}));
  return line;
}

/// Feeds all bytes; returns the sequence numbers of the frames that came out.
std::vector<std::uint32_t> feed(FrameReceiver& receiver, const Bytes& bytes) {
  std::vector<std::uint32_t> sequences;
  for (const std::uint8_t byte : bytes) {
    if (receiver.push(byte) == Status::kFrame) {
      sequences.push_back(receiver.frame().header.sequence);
    }
  }
  return sequences;
}

TEST(FrameReceiver, FindsFramesInAStreamAndSkipsEmptyOnes) {
  FrameReceiver receiver;
  Bytes stream{0, 0, 0};
  for (std::uint32_t i = 0; i < 100; ++i) {
    const Bytes frame = fire_frame(i);
    stream.insert(stream.end(), frame.begin(), frame.end());
  }

  const auto sequences = feed(receiver, stream);

  ASSERT_EQ(sequences.size(), 100U);
  for (std::uint32_t i = 0; i < 100; ++i) EXPECT_EQ(sequences[i], i);
  EXPECT_EQ(receiver.counts().accepted, 100U);
  EXPECT_EQ(receiver.counts().rejected, 0U);
}

TEST(FrameReceiver, FindsTheFrameAfterAnyNoise) {
  std::mt19937 random(4);
  for (int trial = 0; trial < 2000; ++trial) {
    FrameReceiver receiver;
    Bytes noise(random() % 300);
    for (auto& byte : noise) byte = static_cast<std::uint8_t>(random());
    feed(receiver, noise);

    EXPECT_EQ(feed(receiver, fire_frame(9)), std::vector<std::uint32_t>{9});
  }
}

TEST(FrameReceiver, RejectsWhatIsLongerThanAnyFrame) {
  FrameReceiver receiver;
  Bytes flood(100000, 0x55);
  flood.push_back(0);

  EXPECT_TRUE(feed(receiver, flood).empty());
  EXPECT_EQ(receiver.error(), FrameError::kTooLong);
  EXPECT_EQ(receiver.counts().by_error[static_cast<std::size_t>(FrameError::kTooLong)], 1U);
}

TEST(FrameReceiver, ForgetsHalfAFrameOnRestart) {
  FrameReceiver receiver;
  Bytes half = fire_frame(1);
  half.resize(half.size() / 2);
  feed(receiver, half);

  receiver.restart();

  EXPECT_EQ(feed(receiver, fire_frame(2)), std::vector<std::uint32_t>{2});
  EXPECT_EQ(receiver.counts().rejected, 0U);
}

TEST(FrameReceiver, CountsADamagedFrameOnce) {
  FrameReceiver receiver;
  Bytes line = fire_frame(1);
  line[5] ^= 0x10;

  EXPECT_TRUE(feed(receiver, line).empty());
  EXPECT_EQ(receiver.counts().rejected, 1U);
  EXPECT_EQ(receiver.error(), FrameError::kBadCrc);
}

}  // namespace
}  // namespace firmware_bridge::protocol
