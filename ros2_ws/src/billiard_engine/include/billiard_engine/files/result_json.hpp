// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "billiard_engine/result.hpp"
#include "billiard_engine/table.hpp"

namespace billiard {

/// Result of a run as `billiard simulate --json` writes it (docs/files.md); samples only if the
/// recorder was asked for some. `ids[i]` names ball i.
[[nodiscard]] nlohmann::ordered_json to_json(const Result& result, const Recorder& recorder,
                                             const std::vector<std::string>& ids,
                                             const Table& table);

/// Name of a cushion element as counted in Event::where: "cushion_px" (the nose at +x), …, or
/// "jaw_corner_pp", …. Segments come first, then arcs.
[[nodiscard]] std::string cushion_name(const Table& table, int element);

}  // namespace billiard
