// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>

#include "billiard_engine/shot.hpp"

namespace billiard_nodes {

/// Joins what was commanded with what the cue reports, so that one report is one strike: whichever
/// comes first, and however often either is repeated.
class StrokeLedger {
 public:
  /// A shot on its way to the cue. Returns the stroke if its report came before.
  [[nodiscard]] std::optional<billiard::Shot> add_command(std::uint32_t id,
                                                          const billiard::Shot& shot);
  /// The cue has fired with this tip speed [m/s]. Returns the stroke to play: the commanded aim
  /// with the measured speed; nothing for a repeated report or one whose command is not known yet.
  [[nodiscard]] std::optional<billiard::Shot> add_report(std::uint32_t id, double speed);

  [[nodiscard]] std::uint64_t repeated() const { return repeated_; }  ///< Reports ignored

 private:
  [[nodiscard]] std::optional<billiard::Shot> join(std::uint32_t id);

  std::map<std::uint32_t, billiard::Shot> commands_;  ///< Not yet fired
  std::map<std::uint32_t, double> reports_;           ///< Without a command [m/s]
  std::set<std::uint32_t> played_;
  std::uint64_t repeated_{0};
};

}  // namespace billiard_nodes
