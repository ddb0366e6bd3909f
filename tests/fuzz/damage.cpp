// SPDX-License-Identifier: Apache-2.0
#include "damage.hpp"

#include <array>

namespace billiard::fuzz {
namespace {

constexpr std::array kValues = {"0",     "-0",    "-1",   "1e-300", "1e300",
                                "1e999", ".nan",  ".inf", "-.inf",  "NaN",
                                "null",  "~",     "true", "''",     "[]",
                                "{}",    "[[1]]", "0x10", "1e6",    "99999999999999999999",
                                "1 m",   "&a 1",  "*a",   "!!int 1"};

std::size_t any(std::size_t count, std::mt19937& random) { return random() % (count + 1); }

/// Where a number begins, from somewhere in the text on.
std::size_t find_number(const std::string& text, std::mt19937& random) {
  const std::size_t place = text.find_first_of("0123456789", any(text.size(), random));
  return place != std::string::npos ? place : text.find_first_of("0123456789");
}

void change_number(std::string& text, std::mt19937& random) {
  const std::size_t place = find_number(text, random);
  if (place == std::string::npos) return;
  const std::size_t end = text.find_first_not_of("0123456789.eE+-", place);
  text.replace(place, end == std::string::npos ? end : end - place,
               kValues[random() % kValues.size()]);
}

/// Takes a line out and puts it back none, one or two times, there or elsewhere.
void move_line(std::string& text, std::mt19937& random) {
  const std::size_t before = text.rfind('\n', any(text.size(), random));
  const std::size_t begin = before == std::string::npos ? 0 : before + 1;
  const std::size_t end = text.find('\n', begin);
  const std::size_t length = end == std::string::npos ? text.size() - begin : end + 1 - begin;
  const std::string line = text.substr(begin, length);
  if (random() % 2U == 0) text.erase(begin, length);
  for (auto times = random() % 3U; times > 0; --times) {
    const std::size_t at = text.find('\n', any(text.size(), random));
    text.insert(at == std::string::npos ? text.size() : at + 1, line);
  }
}

void change_bytes(std::string& text, std::mt19937& random) {
  static const std::string kSigns = "{}[]:,-#&*!|>'\"%@`\n\t 0123456789.eE+nainfyxz~\\\xc3\xa9";
  const std::size_t place = any(text.size(), random);
  switch (random() % 4U) {
    case 0:
      text.insert(place, 1, kSigns[random() % kSigns.size()]);
      return;
    case 1:
      text.erase(place, random() % 8U);
      return;
    case 2:
      text.insert(place, text.substr(any(text.size(), random), random() % 40U));
      return;
    default:
      if (place < text.size()) text[place] = static_cast<char>(random());
  }
}

}  // namespace

std::string damage(std::string text, std::mt19937& random) {
  for (auto times = 1 + random() % 5U; times > 0; --times) {
    switch (random() % 3U) {
      case 0:
        change_number(text, random);
        break;
      case 1:
        move_line(text, random);
        break;
      default:
        change_bytes(text, random);
    }
  }
  return text;
}

}  // namespace billiard::fuzz
