// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

/// What the fuzzers run, one function per kind of file or message. Each takes any bytes: they are
/// refused with a message that names the file (false), or what they say can be worked with (true).
/// Anything else ends the program.
namespace billiard::fuzz {

bool scenario(const std::string& bytes);
bool layout(const std::string& bytes);
bool physics(const std::string& bytes);
bool table(const std::string& bytes);
bool camera(const std::string& bytes);
bool recording(const std::string& bytes);
bool image_message(const std::string& bytes);

struct Target {
  const char* name;
  bool (*run)(const std::string&);
};
inline constexpr Target kTargets[] = {{"scenario", scenario},
                                      {"layout", layout},
                                      {"physics", physics},
                                      {"table", table},
                                      {"camera", camera},
                                      {"recording", recording},
                                      {"image_message", image_message}};

/// Inputs to start from: the files of config/, small recordings and messages.
[[nodiscard]] std::vector<std::string> make_seeds(const std::string& target);

}  // namespace billiard::fuzz
