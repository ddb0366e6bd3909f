// SPDX-License-Identifier: Apache-2.0
#include "suite_main.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <fstream>
#include <stdexcept>

namespace billiard {
namespace {

void check_figures(const SuiteReport& report) {
  for (const auto& [name, figures] : report.json.items()) {
    for (const char* needed : {"n", "median_cpu_ms", "p99_cpu_ms", "max_cpu_ms"}) {
      if (!figures.contains(needed))
        throw std::logic_error(fmt::format("case {} lacks {}", name, needed));
    }
  }
}

}  // namespace

nlohmann::ordered_json cpu_figures(std::size_t n, std::vector<double> times) {
  std::sort(times.begin(), times.end());
  const auto at = [&](double part) {
    if (times.empty()) return 0.0;
    return 1e3 *
           times[static_cast<std::size_t>(part * static_cast<double>(times.size() - 1) + 0.5)];
  };
  return {{"n", n}, {"median_cpu_ms", at(0.5)}, {"p99_cpu_ms", at(0.99)}, {"max_cpu_ms", at(1.0)}};
}

int suite_main(int argc, char** argv, const char* name, const std::function<SuiteReport()>& run) {
  if (argc != 3) {
    fmt::print(stderr, "usage: bench_{} JSON CSV\n", name);
    return 2;
  }
  try {
    const SuiteReport report = run();
    check_figures(report);
    std::ofstream(argv[1]) << report.json.dump() << "\n";
    std::ofstream(argv[2]) << report.csv;
    return 0;
  } catch (const std::exception& e) {
    fmt::print(stderr, "bench_{}: {}\n", name, e.what());
    return 1;
  }
}

}  // namespace billiard
