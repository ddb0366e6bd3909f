// SPDX-License-Identifier: Apache-2.0
// The frame of our HTML reports: one file, nothing loaded from outside, light and dark.
#pragma once

#include <string>
#include <string_view>

namespace billiard::session {

/// A complete page around `body` (HTML). `title` is escaped.
[[nodiscard]] std::string make_page(std::string_view title, std::string_view body);

/// A number with what it means; both escaped. `note` may be empty.
[[nodiscard]] std::string make_tile(std::string_view value, std::string_view label,
                                    std::string_view note = {});

}  // namespace billiard::session
