// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include "billiard_vision/locator.hpp"

namespace billiard {

[[nodiscard]] nlohmann::ordered_json table_json(const vision::TableView& view);

/// A located frame as JSON; `elapsed_ms` is the time locating took.
[[nodiscard]] nlohmann::ordered_json location_json(const vision::Location& location,
                                                   double elapsed_ms);

}  // namespace billiard
