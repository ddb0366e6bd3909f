// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace underlay {

enum class History : std::uint8_t { kSystemDefault, kKeepLast, kKeepAll };
enum class Reliability : std::uint8_t { kSystemDefault, kReliable, kBestEffort };
enum class Durability : std::uint8_t { kSystemDefault, kTransientLocal, kVolatile };
enum class Liveliness : std::uint8_t { kSystemDefault, kAutomatic, kManualByNode, kManualByTopic };

/// The part of DDS quality of service that ROS 2 exposes. Numbers of the enumerators as in rmw.
struct QosProfile {
  History history{History::kKeepLast};
  std::size_t depth{10};  ///< samples kept with kKeepLast
  Reliability reliability{Reliability::kReliable};
  Durability durability{Durability::kVolatile};
  std::int64_t deadline{0};  ///< [ns], 0 = none
  std::int64_t lifespan{0};  ///< [ns], 0 = none
  Liveliness liveliness{Liveliness::kAutomatic};
  std::int64_t lease_duration{0};  ///< of the liveliness [ns], 0 = none
};

}  // namespace underlay
