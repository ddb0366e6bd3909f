// SPDX-License-Identifier: Apache-2.0
// Writes the seed corpus of one target: write_seeds TARGET DIRECTORY
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "targets.hpp"

int main(int argc, char** argv) {
  const auto seeds =
      argc == 3 ? firmware_bridge::fuzz::make_seeds(argv[1]) : std::vector<std::string>{};
  if (seeds.empty()) {
    std::fputs("usage: write_seeds frame_receiver|messages|firmware|link DIRECTORY\n", stderr);
    return 2;
  }
  std::filesystem::create_directories(argv[2]);
  for (std::size_t i = 0; i < seeds.size(); ++i) {
    std::ofstream(std::filesystem::path(argv[2]) / ("seed_" + std::to_string(i)), std::ios::binary)
        << seeds[i];
  }
  return 0;
}
