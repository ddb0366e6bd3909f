// SPDX-License-Identifier: Apache-2.0
#include "suite_main.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <fstream>

namespace billiard {

int suite_main(int argc, char** argv, const char* name, const std::function<SuiteReport()>& run) {
  if (argc != 3) {
    fmt::print(stderr, "usage: bench_{} JSON CSV\n", name);
    return 2;
  }
  try {
    const SuiteReport report = run();
    std::ofstream(argv[1]) << report.json.dump() << "\n";
    std::ofstream(argv[2]) << report.csv;
    return 0;
  } catch (const std::exception& e) {
    fmt::print(stderr, "bench_{}: {}\n", name, e.what());
    return 1;
  }
}

}  // namespace billiard
