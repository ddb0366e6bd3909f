// SPDX-License-Identifier: Apache-2.0
#include "drawing/ball_colours.hpp"

#include <array>
#include <charconv>

namespace billiard {
namespace {

struct Paint {
  const char* name;
  const char* colour;
  const char* path;
};

// Numbers 1 to 8; 9 to 15 are the stripes of 1 to 7.
constexpr std::array<Paint, 8> kPool = {{{"yellow", "#f2b90c", "#ffd23f"},
                                         {"blue", "#1d4fa3", "#6ea8ff"},
                                         {"red", "#cf2a27", "#ff6b63"},
                                         {"purple", "#5b2d83", "#c08bf0"},
                                         {"orange", "#ec7a1c", "#ffa257"},
                                         {"green", "#14713d", "#63e09a"},
                                         {"maroon", "#7d1f2d", "#e07a8b"},
                                         {"black", "#1c1c1e", "#0f1114"}}};

constexpr std::array<Paint, 9> kNamed = {{{"red", "#c4161c", "#ff6b63"},
                                          {"yellow", "#f0c419", "#ffd23f"},
                                          {"green", "#0e7a3f", "#63e09a"},
                                          {"brown", "#7b4a22", "#d69a63"},
                                          {"blue", "#1f5fbf", "#6ea8ff"},
                                          {"pink", "#ef8fb1", "#ffb3cc"},
                                          {"black", "#1c1c1e", "#0f1114"},
                                          {"white", "#f7f4e9", "#ffffff"},
                                          {"cue", "#f7f4e9", "#ffffff"}}};

/// The ball's number, or 0.
int number_of(const std::string& id) {
  int number = 0;
  const auto [end, error] = std::from_chars(id.data(), id.data() + id.size(), number);
  return error == std::errc{} && end == id.data() + id.size() ? number : 0;
}

}  // namespace

BallLook ball_look(BallSet set, const std::string& id) {
  const int number = number_of(id);
  if (set == BallSet::kPool && number >= 1 && number <= 15) {
    const Paint& paint = kPool[static_cast<std::size_t>(number <= 8 ? number - 1 : number - 9)];
    return {paint.colour, paint.path, id, number > 8};
  }
  for (const Paint& paint : kNamed) {
    if (id.rfind(paint.name, 0) == 0) return {paint.colour, paint.path, "", false};
  }
  if (id == "eight") return {kPool[7].colour, kPool[7].path, "8", false};
  // A small hash of the id: stable, and different for a, b, c ….
  unsigned hash = 0;
  for (const char c : id) hash = 31U * hash + static_cast<unsigned char>(c);
  const Paint& paint = kPool[hash % 7U];
  return {paint.colour, paint.path, id.size() <= 2 ? id : "", false};
}

}  // namespace billiard
