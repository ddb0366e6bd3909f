// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "underlay_dds/graph.hpp"

namespace underlay {

/// rmw_dds_common/msg/ParticipantEntitiesInfo: which nodes a participant holds.
struct DiscoveryInfo {
  Gid participant{};
  std::vector<NodeEntry> nodes;
  std::size_t gid_width{16};  ///< bytes a Gid takes: 24 up to Humble, 16 from Iron on
};

[[nodiscard]] std::vector<std::uint8_t> encode(const DiscoveryInfo& info);

/// Tries both widths; the right one is the one that uses up the buffer. Nothing if neither does.
[[nodiscard]] std::optional<DiscoveryInfo> decode_discovery_info(std::span<const std::uint8_t> cdr);

}  // namespace underlay
