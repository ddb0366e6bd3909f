// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "billiard_lab/experiment.hpp"

namespace billiard::lab {

/// One page that needs nothing else: style, figures and tables are inside.
[[nodiscard]] std::string to_html(const std::vector<Outcome>& outcomes);

/// {experiment: {source, cpu_s, claims: [{id, statement, paper, ours, unit, verdict, why}]}}.
[[nodiscard]] nlohmann::ordered_json to_json(const std::vector<Outcome>& outcomes);

}  // namespace billiard::lab
