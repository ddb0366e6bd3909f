// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

/// What the fuzzers run, one function per decoder. Each takes any bytes and aborts on a broken
/// promise.
namespace firmware_bridge::fuzz {

void frame_receiver(const std::uint8_t* data, std::size_t size);
void messages(const std::uint8_t* data, std::size_t size);
void firmware(const std::uint8_t* data, std::size_t size);
void link(const std::uint8_t* data, std::size_t size);

struct Target {
  const char* name;
  void (*run)(const std::uint8_t*, std::size_t);
};
inline constexpr Target kTargets[] = {{"frame_receiver", frame_receiver},
                                      {"messages", messages},
                                      {"firmware", firmware},
                                      {"link", link}};

/// Inputs to start from: real messages, frames and dialogues of the present message table.
std::vector<std::string> make_seeds(const std::string& target);

}  // namespace firmware_bridge::fuzz
