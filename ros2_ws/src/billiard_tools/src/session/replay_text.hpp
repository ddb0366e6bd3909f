// SPDX-License-Identifier: Apache-2.0
// A replay as text, JSON and HTML. The same recording gives the same bytes.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "session/replay_analysis.hpp"

namespace billiard::session {

/// What was replayed.
struct ReplayedBag {
  const Recording& recording;
  const ReplayReport& report;
  std::span<const BallsMoment> tracked;
  std::size_t frames{0};          ///< Images that were tracked; 0: /balls was taken as recorded
  std::size_t frames_damaged{0};  ///< Images that could not be read
};

[[nodiscard]] std::string to_text(const ReplayedBag& bag);
[[nodiscard]] nlohmann::ordered_json to_json(const ReplayedBag& bag);
[[nodiscard]] std::string to_html(const ReplayedBag& bag, const Settings& settings);

}  // namespace billiard::session
