// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>

namespace billiard {

/// What a suite measured: {case: {figure: number}} and the same as CSV.
struct SuiteReport {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  std::string csv;
};

/// main() of bench_<name>: arguments JSON CSV, both files to write. Returns the exit code.
int suite_main(int argc, char** argv, const char* name, const std::function<SuiteReport()>& run);

}  // namespace billiard
