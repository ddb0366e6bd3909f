// SPDX-License-Identifier: Apache-2.0
#include "given_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "billiard_engine/files/file_error.hpp"

namespace billiard {
namespace {

constexpr std::array<std::string_view, 5> kOutputs = {"--json", "--svg", "--overlay", "--out",
                                                      "--html"};

struct Given {
  std::string option;
  std::string value;

  [[nodiscard]] bool is_output() const {
    return std::find(kOutputs.begin(), kOutputs.end(), option) != kOutputs.end();
  }
};

/// Of the subcommand and of the groups its options are in.
void collect(const CLI::App& command, std::vector<Given>& all) {
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_expected_max() == 0) continue;  // a flag
    for (const std::string& value : option->results()) all.push_back({option->get_name(), value});
  }
  const auto is_group = [](const CLI::App* app) { return app->get_name().empty(); };
  for (const CLI::App* group : command.get_subcommands(is_group)) collect(*group, all);
}

/// Also through links. Devices and pipes may be read and written.
bool is_same_file(const std::string& a, const std::string& b) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(a, ignored) && std::filesystem::equivalent(a, b, ignored);
}

}  // namespace

void check_given_values(const CLI::App& command) {
  std::vector<Given> all;
  collect(command, all);
  for (const Given& given : all) {
    if (given.value.empty()) {
      throw FileError(
          fmt::format("{} is ''; allowed: a value, or no {}", given.option, given.option));
    }
  }
  for (const Given& out : all) {
    if (!out.is_output()) continue;
    for (const Given& in : all) {
      if (in.is_output() || !is_same_file(in.value, out.value)) continue;
      throw FileError(fmt::format("{} is '{}', the file that {} reads; allowed: another file",
                                  out.option, out.value, in.option));
    }
  }
}

}  // namespace billiard
