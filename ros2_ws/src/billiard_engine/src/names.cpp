// SPDX-License-Identifier: Apache-2.0
// Names of all enumerators as they appear in files and messages.
#include <cstddef>

#include "billiard_engine/ball.hpp"
#include "billiard_engine/physics.hpp"
#include "billiard_engine/result.hpp"
#include "billiard_engine/table.hpp"

namespace billiard {
namespace {

/// Name of an enumerator, or "unknown" for a value outside the enumeration.
template <typename Enum, std::size_t N>
const char* pick(const char* const (&names)[N], Enum value) noexcept {
  const auto index = static_cast<std::size_t>(value);
  return index < N ? names[index] : "unknown";
}

}  // namespace

const char* name(Motion motion) noexcept {
  static constexpr const char* kNames[] = {"rest",     "sliding",  "rolling",  "spinning",
                                           "airborne", "pocketed", "off_table"};
  return pick(kNames, motion);
}

const char* name(ClothLaw law) noexcept {
  static constexpr const char* kNames[] = {"pade", "pade_fitted", "integral", "exact"};
  return pick(kNames, law);
}

const char* name(ClothContact contact) noexcept {
  static constexpr const char* kNames[] = {"permanent", "compliant"};
  return pick(kNames, contact);
}

const char* name(NormalLaw law) noexcept {
  static constexpr const char* kNames[] = {"hertz", "lankarani_nikravesh", "flores",
                                           "exact_restitution", "tsuji"};
  return pick(kNames, law);
}

const char* name(FrictionLaw law) noexcept {
  static constexpr const char* kNames[] = {"threlfall", "ambrosio", "alciatore",
                                           "coulomb_regularised"};
  return pick(kNames, law);
}

const char* name(Status status) noexcept {
  static constexpr const char* kNames[] = {"rest", "time_limit", "step_limit"};
  return pick(kNames, status);
}

const char* name(EventKind kind) noexcept {
  static constexpr const char* kNames[] = {"strike",       "miscue",    "ball_ball",
                                           "ball_cushion", "pocketed",  "airborne",
                                           "landed",       "off_table", "rest"};
  return pick(kNames, kind);
}

const char* name(PocketId pocket) noexcept {
  static constexpr const char* kNames[] = {"corner_nn", "corner_pn", "corner_pp",
                                           "corner_np", "side_n",    "side_p"};
  return pick(kNames, pocket);
}

const char* name(BallSet set) noexcept {
  static constexpr const char* kNames[] = {"pool", "snooker", "carom"};
  return pick(kNames, set);
}

}  // namespace billiard
