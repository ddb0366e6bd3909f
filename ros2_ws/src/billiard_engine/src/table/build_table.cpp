// SPDX-License-Identifier: Apache-2.0
#include <stdexcept>

#include "billiard_engine/fields.hpp"
#include "billiard_engine/table.hpp"
#include "table/geometry.hpp"

namespace billiard {

Table build_table(const TableSpec& spec, double ball_radius) {
  if (const auto error = find_error(spec, ball_radius)) {
    throw std::invalid_argument(message(*error));
  }
  return make_geometry(spec);
}

}  // namespace billiard
