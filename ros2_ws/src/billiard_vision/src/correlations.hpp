// SPDX-License-Identifier: Apache-2.0
// How the errors of balls that met hang together: what is seen of one then tells of the other.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "track.hpp"

namespace billiard::vision {

/// Covariances between the states of different balls, by the ids of their tracks. Balls that have
/// not met have none.
class Correlations {
 public:
  /// Of the states of `a` (rows) and `b` (columns).
  [[nodiscard]] StateMatrix between(std::uint32_t a, std::uint32_t b) const;
  void set(std::uint32_t a, std::uint32_t b, const StateMatrix& covariance);
  /// Nothing that is known of others tells of this ball any more.
  void forget(std::uint32_t id);
  /// The same for its spin about the vertical alone.
  void forget_side_spin(std::uint32_t id);
  /// Corrects all other balls by what was measured of `track`.
  void share(std::vector<Track>& tracks, const Track& track, const Correction& correction);

 private:
  using Pair = std::pair<std::uint32_t, std::uint32_t>;  // the lower id first
  std::map<Pair, StateMatrix> blocks_;
};

}  // namespace billiard::vision
