// SPDX-License-Identifier: Apache-2.0
#include "discovery_info.hpp"

#include <gtest/gtest.h>

#include <random>

namespace {

using underlay::DiscoveryInfo;
using underlay::Gid;

DiscoveryInfo make_info(std::size_t width) {
  DiscoveryInfo info;
  info.gid_width = width;
  info.participant.fill(1);
  Gid reader;
  reader.fill(2);
  Gid writer;
  writer.fill(3);
  info.nodes = {{"/", "tracker", {reader}, {writer, writer}}, {"/robot", "planner", {}, {writer}}};
  return info;
}

class DiscoveryInfoWidth : public testing::TestWithParam<std::size_t> {};

TEST_P(DiscoveryInfoWidth, ReadsBackWhatItWrote) {
  const auto info = underlay::decode_discovery_info(underlay::encode(make_info(GetParam())));

  ASSERT_TRUE(info.has_value());
  EXPECT_EQ(info->gid_width, GetParam());
  EXPECT_EQ(info->participant, make_info(16).participant);
  ASSERT_EQ(info->nodes.size(), 2u);
  EXPECT_EQ(info->nodes[1].node_namespace, "/robot");
  EXPECT_EQ(info->nodes[1].name, "planner");
  EXPECT_EQ(info->nodes[0].readers, make_info(16).nodes[0].readers);
  EXPECT_EQ(info->nodes[0].writers, make_info(16).nodes[0].writers);
}

TEST_P(DiscoveryInfoWidth, NoTruncationNamesANode) {
  const auto whole = underlay::encode(make_info(GetParam()));

  for (std::size_t length = 0; length < whole.size(); ++length) {
    const std::vector<std::uint8_t> part(whole.begin(),
                                         whole.begin() + static_cast<std::ptrdiff_t>(length));
    const auto info = underlay::decode_discovery_info(part);
    // The start of a wide Gid reads as a narrow one and an empty list.
    EXPECT_TRUE(!info || info->nodes.empty()) << length << " bytes";
  }
}

TEST_P(DiscoveryInfoWidth, DamageIsReadOrRefused) {
  const auto whole = underlay::encode(make_info(GetParam()));
  std::mt19937 random(7);

  for (int round = 0; round < 20000; ++round) {
    auto damaged = whole;
    damaged[random() % damaged.size()] = static_cast<std::uint8_t>(random());
    damaged[random() % damaged.size()] = static_cast<std::uint8_t>(random());
    const auto info = underlay::decode_discovery_info(damaged);
    if (info) {
      EXPECT_LE(info->nodes.size(), whole.size());
    }
  }
}

INSTANTIATE_TEST_SUITE_P(HumbleAndLater, DiscoveryInfoWidth, testing::Values(16, 24));

}  // namespace
