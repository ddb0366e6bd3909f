// SPDX-License-Identifier: Apache-2.0
#include "billiard_engine/files/config.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <sstream>

#include "billiard_engine/files/file_error.hpp"

namespace billiard {
namespace {

namespace fs = std::filesystem;

/// Longer inputs are no typing errors; cutting them bounds the work.
constexpr std::size_t kLongestName = 64;

bool is_config(const fs::path& path) {
  std::error_code ignored;
  return fs::is_directory(path / "physics", ignored) && fs::is_directory(path / "tables", ignored);
}

/// Places to look at, best first.
std::vector<fs::path> candidates() {
  std::vector<fs::path> result;
  std::error_code ignored;
  // The checkout or installation the program runs from.
  for (fs::path dir = fs::read_symlink("/proc/self/exe", ignored).parent_path();
       dir.has_relative_path(); dir = dir.parent_path()) {
    result.push_back(dir / "share" / "billiard_engine" / "config");
    result.push_back(dir / "config");
  }
  // Sourced ROS 2 workspaces, for programs that only load the library.
  if (const char* prefixes = std::getenv("AMENT_PREFIX_PATH")) {
    std::istringstream stream(prefixes);
    for (std::string prefix; std::getline(stream, prefix, ':');) {
      result.push_back(fs::path(prefix) / "share" / "billiard_engine" / "config");
    }
  }
  result.emplace_back(BILLIARD_INSTALLED_CONFIG);
  result.emplace_back(BILLIARD_SOURCE_CONFIG);
  return result;
}

/// What files, options and parameters call a file of this folder.
std::string field_of(const std::string& folder) {
  if (folder == "tables") return "table";
  return folder == "cameras" ? "camera" : folder;
}

/// Levenshtein distance.
std::size_t edits(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0U : 1U);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row.back();
}

}  // namespace

fs::path config_dir() {
  if (const char* given = std::getenv("BILLIARD_CONFIG"); given != nullptr && *given != '\0') {
    if (is_config(given)) return given;
    throw FileError(fmt::format(
        "BILLIARD_CONFIG is '{}'; allowed: a folder that holds tables and physics", given));
  }
  for (const fs::path& path : candidates()) {
    if (is_config(path)) return path;
  }
  throw FileError("config: no folder with tables and physics found; set BILLIARD_CONFIG to it");
}

std::vector<std::string> config_names(const std::string& folder) {
  std::vector<std::string> names;
  std::error_code ignored;
  for (const auto& file : fs::directory_iterator(config_dir() / folder, ignored)) {
    if (file.path().extension() == ".yaml") names.push_back(file.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

fs::path find_config(const std::string& folder, const std::string& reference, const fs::path& base,
                     const std::string& field) {
  const fs::path given(reference);
  const bool is_name = reference.find('/') == std::string::npos && !given.has_extension();
  std::error_code ignored;
  std::vector<fs::path> places{base / given};
  if (is_name) places.insert(places.begin(), config_dir() / folder / (reference + ".yaml"));
  if (!is_name) places.push_back(given);
  const auto is_there = [&](const fs::path& path) { return fs::exists(path, ignored); };
  const auto is_file = [&](const fs::path& path) { return fs::is_regular_file(path, ignored); };
  const auto found = std::find_if(places.begin(), places.end(), is_file);
  if (found != places.end()) return *found;
  const auto known = config_names(folder);
  const std::string names =
      fmt::format("{} (names in {}) or ", fmt::join(known, ", "), (config_dir() / folder).string());
  const bool exists = std::any_of(places.begin(), places.end(), is_there);
  throw FileError(fmt::format("{} is '{}'{}; allowed: {}a path",
                              field.empty() ? field_of(folder) : field, reference,
                              is_name  ? ""
                              : exists ? ", not a file"
                                       : ", no such file",
                              known.empty() ? "" : names));
}

std::string close_name(const std::string& given, const std::vector<std::string>& known) {
  for (const std::string& candidate : known) {
    if (given.size() > 2 && candidate.starts_with(given)) return candidate;
  }
  const std::string nearest = nearest_name(given, known);
  const std::string last = nearest.substr(nearest.rfind('.') + 1);
  const std::string text = given.substr(0, kLongestName);
  const bool close = 3 * std::min(edits(text, nearest), edits(text, last)) <= text.size() + 1;
  return close ? nearest : "";
}

std::string nearest_name(const std::string& given, const std::vector<std::string>& known) {
  const std::string text = given.substr(0, kLongestName);
  std::string best;
  std::size_t fewest = SIZE_MAX;
  for (const std::string& candidate : known) {
    // "friction" should find "cloth.friction": compare the last part alone as well.
    const std::string last = candidate.substr(candidate.rfind('.') + 1);
    const std::size_t distance = std::min(2 * edits(text, candidate), 2 * edits(text, last) + 1);
    if (distance < fewest) {
      fewest = distance;
      best = candidate;
    }
  }
  return best;
}

}  // namespace billiard
