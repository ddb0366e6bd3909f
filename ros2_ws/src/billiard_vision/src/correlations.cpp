// SPDX-License-Identifier: Apache-2.0
#include "correlations.hpp"

namespace billiard::vision {

StateMatrix Correlations::between(std::uint32_t a, std::uint32_t b) const {
  const auto found = blocks_.find(a < b ? Pair{a, b} : Pair{b, a});
  if (found == blocks_.end()) return StateMatrix::Zero();
  return a < b ? found->second : StateMatrix(found->second.transpose());
}

void Correlations::set(std::uint32_t a, std::uint32_t b, const StateMatrix& covariance) {
  const Pair pair = a < b ? Pair{a, b} : Pair{b, a};
  if (covariance.isZero(0.0)) {
    blocks_.erase(pair);
  } else {
    blocks_[pair] = a < b ? covariance : StateMatrix(covariance.transpose());
  }
}

void Correlations::forget(std::uint32_t id) {
  std::erase_if(blocks_, [&](const auto& block) {
    return block.first.first == id || block.first.second == id;
  });
}

void Correlations::forget_side_spin(std::uint32_t id) {
  constexpr int kSide = kStates - 1;
  for (auto& [pair, block] : blocks_) {
    if (pair.first == id) block.row(kSide).setZero();
    if (pair.second == id) block.col(kSide).setZero();
  }
}

// Kalman's update of all states by a measurement of one: x += P Hᵀ S⁻¹ miss, P −= P Hᵀ S⁻¹ H P.
void Correlations::share(std::vector<Track>& tracks, const Track& track,
                         const Correction& correction) {
  std::map<std::uint32_t, Eigen::Matrix<double, kStates, 2>> seen;  // P Hᵀ
  for (const auto& [pair, block] : blocks_) {
    if (pair.first == track.id) seen[pair.second] = block.transpose().leftCols<2>();
    if (pair.second == track.id) seen[pair.first] = block.leftCols<2>();
  }
  if (seen.empty()) return;
  for (Track& other : tracks) {
    const auto found = seen.find(other.id);
    if (found == seen.end()) continue;
    const Eigen::Matrix<double, kStates, 2> gain = found->second * correction.weight;
    set_state(other.ball, state_of(other.ball) + gain * correction.miss);
    other.covariance -= gain * found->second.transpose();
  }
  seen[track.id] = correction.seen;
  for (auto& [pair, block] : blocks_) {
    const auto a = seen.find(pair.first), b = seen.find(pair.second);
    if (a == seen.end() || b == seen.end()) continue;
    block -= a->second * correction.weight * b->second.transpose();
  }
}

}  // namespace billiard::vision
