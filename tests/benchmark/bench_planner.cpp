// SPDX-License-Identifier: Apache-2.0
// How good the planner's shots are, and the CPU time of one decision, all threads together. In each
// case n counts layouts, racks or problems. Usage: bench_planner JSON CSV
// BILLIARD_FULL_TESTS=1 runs the full sizes (hours); without, small ones (minutes).
// BILLIARD_BENCH_CASE=NAME runs only that case; BILLIARD_BENCH_COUNT=N takes N layouts, racks or
// problems in each.
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <stdexcept>

#include "planner/cases.hpp"
#include "suite_main.hpp"

namespace billiard {
namespace {

SuiteReport run() {
  const char* only = std::getenv("BILLIARD_BENCH_CASE");
  const char* count = std::getenv("BILLIARD_BENCH_COUNT");
  const PlannerBench bench(std::getenv("BILLIARD_FULL_TESTS") != nullptr,
                           count != nullptr ? std::atoi(count) : 0);
  SuiteReport report;
  report.csv = "case,figure,value\n";
  for (const PlannerCase& one : planner_cases()) {
    if (only != nullptr && one.name != only) continue;
    report.json[one.name] = one.measure(bench);
    for (const auto& [figure, value] : report.json[one.name].items()) {
      fmt::print("{:<18}{:<30}{:>12.4f}\n", one.name, figure, value.get<double>());
      report.csv += fmt::format("{},{},{}\n", one.name, figure, value.get<double>());
    }
    std::fflush(stdout);
  }
  if (report.json.empty()) {
    std::string names;
    for (const PlannerCase& one : planner_cases()) names += " " + one.name;
    throw std::invalid_argument(fmt::format("case is '{}'; allowed:{}", only, names));
  }
  return report;
}

}  // namespace
}  // namespace billiard

int main(int argc, char** argv) {
  return billiard::suite_main(argc, argv, "planner", billiard::run);
}
