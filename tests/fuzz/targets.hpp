// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

/// What the fuzzers run, one function per kind of file or message. Each takes any bytes: they are
/// refused with a message that names the file, or what they say can be worked with. Anything else
/// ends the program.
namespace billiard::fuzz {

void scenario(const std::string& bytes);
void layout(const std::string& bytes);
void physics(const std::string& bytes);
void table(const std::string& bytes);
void camera(const std::string& bytes);
void recording(const std::string& bytes);
void image_message(const std::string& bytes);

struct Target {
  const char* name;
  void (*run)(const std::string&);
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
