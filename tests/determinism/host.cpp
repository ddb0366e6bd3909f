// SPDX-License-Identifier: Apache-2.0
// Prints the digest on a machine with an operating system.
#include <cinttypes>
#include <cstdio>

#include "digest.hpp"

int main() {
  billiard::determinism::digest([](const char* name, std::uint64_t hash) {
    std::printf("%-20s %016" PRIx64 "\n", name, hash);
  });
  return 0;
}
