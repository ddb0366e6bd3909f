// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "launch_file.hpp"

namespace ros2_command {

/// Replaces $(var x), $(env X [default]), $(find-pkg-share p), $(find-pkg-prefix p), $(dirname),
/// $(equals a b) and $(not a). Throws std::runtime_error naming what is wrong.
[[nodiscard]] std::string substitute(const std::string& text, const Strings& variables,
                                     const std::string& directory);

/// true, 1, false or 0 in any case.
[[nodiscard]] bool to_bool(const std::string& text);

}  // namespace ros2_command
