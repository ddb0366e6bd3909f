// SPDX-License-Identifier: Apache-2.0
// Bags as the robot records them, made from simulated and rendered shots.
#pragma once

#include <cstdint>
#include <filesystem>
#include <set>
#include <string>

#include "billiard_engine/files/scenario.hpp"

namespace billiard::session {

struct RecordedShotsOptions {
  std::string table{"pool_9ft"};
  std::string physics{};  ///< Of the world, name or file; empty: the table's own
  int shots{2};
  int balls{4};                     ///< Besides the cue ball
  std::uint64_t seed{1};            ///< Of layout, shots and noise
  int width{640};                   ///< Of the pictures [px]; the height follows 16:9
  double rate{60.0};                ///< Pictures per second
  double noise{1.0};                ///< Factor on the default execution noise
  double longest{12.0};             ///< A shot is cut off after this [s]
  int damaged{0};                   ///< So many messages of /balls are no messages
  std::set<std::string> without{};  ///< Topics left out; without /table none names it
  std::string compression{"none"};  ///< Of the bag: none, file or message
};

/// Writes a bag whose /balls are of another type.
void record_wrong_type(const std::filesystem::path& bag);

/// Writes a bag to the new folder `bag`: rest, stroke, motion until rest, as often as asked for.
/// Pictures are JPEG; /balls and /predictions come from our own tracker and engine.
void record_shots(const std::filesystem::path& bag, const RecordedShotsOptions& options);

}  // namespace billiard::session
