// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "launch_file.hpp"

namespace ros2_command {

/// Replaces $(var x), $(env X [default]), $(find-pkg-share p), $(find-pkg-prefix p), $(dirname),
/// $(equals a b) and $(not a). Throws std::runtime_error naming what is wrong.
[[nodiscard]] std::string substitute(const std::string& text, const Strings& variables,
                                     const std::string& directory);

/// The words of a command line. What is written is split at spaces, quotes as in a shell; what
/// replaces a $(…) is not and stays in the word it stands in. Throws as substitute() does.
[[nodiscard]] std::vector<std::string> substitute_words(const std::string& text,
                                                        const Strings& variables,
                                                        const std::string& directory);

/// true, 1, false or 0 in any case.
[[nodiscard]] bool to_bool(const std::string& text);

}  // namespace ros2_command
