// SPDX-License-Identifier: Apache-2.0
#include "number_in.hpp"

#include <fmt/format.h>

namespace billiard {

CLI::Validator number_in(double least, double most) {
  const auto check = [least, most](const std::string& text) {
    double value = 0.0;
    const bool number = CLI::detail::lexical_cast(text, value);
    if (number && value >= least && value <= most) return std::string();
    return fmt::format("is '{}'; allowed: {:.7g} to {:.7g}", text, least, most);
  };
  return {check, fmt::format("NUMBER in [{:.7g} - {:.7g}]", least, most)};
}

CLI::Validator whole_number_in(std::int64_t least, std::int64_t most) {
  const auto check = [least, most](const std::string& text) {
    std::int64_t value = 0;
    const bool number = CLI::detail::lexical_cast(text, value);
    if (number && value >= least && value <= most) return std::string();
    return fmt::format("is '{}'; allowed: a whole number, {} to {}", text, least, most);
  };
  return {check, fmt::format("WHOLE NUMBER in [{} - {}]", least, most)};
}

}  // namespace billiard
