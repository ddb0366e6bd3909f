// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace billiard {

/// What a suite measured: {case: {figure: number}} and the same as CSV.
struct SuiteReport {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  std::string csv;
};

/// {n, median_cpu_ms, p99_cpu_ms, max_cpu_ms}, which every case has, from CPU times [s].
[[nodiscard]] nlohmann::ordered_json cpu_figures(std::size_t n, std::vector<double> times);

/// main() of bench_<name>: arguments JSON CSV, both files to write. Returns the exit code, 1 also
/// when a case lacks a figure that every case has.
int suite_main(int argc, char** argv, const char* name, const std::function<SuiteReport()>& run);

}  // namespace billiard
