// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace billiard::lab {

/// & < > " replaced by entities.
[[nodiscard]] std::string escape(std::string_view text);

}  // namespace billiard::lab
