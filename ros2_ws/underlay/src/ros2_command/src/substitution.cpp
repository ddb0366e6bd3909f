// SPDX-License-Identifier: Apache-2.0
#include "substitution.hpp"

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "underlay_types/type_library.hpp"

namespace ros2_command {
namespace {

/// Place of the bracket that closes the one before `start`.
std::size_t closing_bracket(const std::string& text, std::size_t start) {
  int depth = 1;
  for (std::size_t i = start; i < text.size(); ++i) {
    if (text.compare(i, 2, "$(") == 0) ++depth;
    if (text[i] == ')' && --depth == 0) return i;
  }
  throw std::runtime_error("'" + text + "' has no closing bracket");
}

/// Place of the quote that ends what the one at `start` begins. Genuine launch looks for quotes in
/// the text between two $(…) only.
std::size_t closing_quote(const std::string& text, std::size_t start) {
  const std::size_t end = text.find(text[start], start + 1);
  if (end == std::string::npos || text.find("$(", start) < end) {
    throw std::runtime_error("'" + text + "' has no closing quote before the next $(");
  }
  return end;
}

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

std::string variable(const std::string& name, const Strings& variables) {
  const auto found = variables.find(name);
  if (found == variables.end()) throw std::runtime_error("argument '" + name + "' is not set");
  return found->second;
}

std::string environment(const std::vector<std::string>& words) {
  const char* value = std::getenv(words[1].c_str());
  if (value != nullptr) return value;
  if (words.size() < 3) {
    throw std::runtime_error("environment variable '" + words[1] + "' is not set");
  }
  return words[2];
}

std::string package_place(const std::string& kind, const std::string& package) {
  const std::string place = kind == "find-pkg-share" ? underlay::package_share_directory(package)
                                                     : underlay::package_prefix(package);
  if (place.empty()) throw std::runtime_error("package '" + package + "' is not installed");
  return place;
}

std::string evaluate(const std::string& inner, const Strings& variables,
                     const std::string& directory) {
  const std::vector<std::string> words = words_of(inner);
  const std::string kind = words.empty() ? "" : words[0];
  const std::size_t count = words.size();
  if (kind == "dirname" && count == 1) return directory;
  if (kind == "var" && count == 2) return variable(words[1], variables);
  if ((kind == "env" || kind == "optenv") && count >= 2) return environment(words);
  if ((kind == "find-pkg-share" || kind == "find-pkg-prefix") && count == 2) {
    return package_place(kind, words[1]);
  }
  if (kind == "not" && count == 2) return to_bool(words[1]) ? "false" : "true";
  if (kind == "equals" && count == 3) return words[1] == words[2] ? "true" : "false";
  throw std::runtime_error("'$(" + inner +
                           ")' is not understood (allowed: var, env, find-pkg-share, "
                           "find-pkg-prefix, dirname, equals, not)");
}

}  // namespace

std::string substitute(const std::string& text, const Strings& variables,
                       const std::string& directory) {
  const std::size_t start = text.find("$(");
  if (start == std::string::npos) return text;
  const std::size_t end = closing_bracket(text, start + 2);
  const std::string inner =
      substitute(text.substr(start + 2, end - start - 2), variables, directory);
  return text.substr(0, start) + evaluate(inner, variables, directory) +
         substitute(text.substr(end + 1), variables, directory);
}

std::vector<std::string> substitute_words(const std::string& text, const Strings& variables,
                                          const std::string& directory) {
  std::vector<std::string> words;
  std::string word;
  bool in_word = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (std::isspace(static_cast<unsigned char>(text[i])) != 0) {
      if (in_word) words.push_back(std::exchange(word, ""));
      in_word = false;
      continue;
    }
    in_word = true;
    if (text.compare(i, 2, "$(") == 0) {
      const std::size_t end = closing_bracket(text, i + 2);
      word += substitute(text.substr(i, end + 1 - i), variables, directory);
      i = end;
    } else if (text[i] == '"' || text[i] == '\'') {
      const std::size_t end = closing_quote(text, i);
      word += text.substr(i + 1, end - i - 1);
      i = end;
    } else {
      word += text[i];
    }
  }
  if (in_word) words.push_back(word);
  return words;
}

bool to_bool(const std::string& text) {
  std::string lower = text;
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (lower == "true" || lower == "1") return true;
  if (lower == "false" || lower == "0") return false;
  throw std::runtime_error("'" + text + "' is not true or false");
}

}  // namespace ros2_command
