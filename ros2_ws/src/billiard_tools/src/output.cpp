// SPDX-License-Identifier: Apache-2.0
#include "output.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "billiard_engine/files/file_error.hpp"
#include "could_not.hpp"

namespace billiard {
namespace {

namespace fs = std::filesystem;

/// A device, pipe or socket: there is nothing to rename a file over.
bool is_special(const fs::path& path) {
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  return fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status);
}

/// The file itself, where `path` is a symbolic link to one.
fs::path file_behind(const fs::path& path) {
  std::error_code error;
  const fs::path target = fs::canonical(path, error);
  return error ? path : target;
}

fs::path folder_of(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

/// Also through links; devices and pipes may be written twice.
bool is_same_file(const std::string& a, const std::string& b) {
  if (a == "-" || b == "-") return a == b;
  const fs::path first = file_behind(a);
  const fs::path second = file_behind(b);
  std::error_code ignored;
  return !is_special(first) && first.filename() == second.filename() &&
         fs::equivalent(folder_of(first), folder_of(second), ignored);
}

fs::path temporary_name(const fs::path& path) {
  return path.parent_path() / fmt::format(".{}.{}", path.filename().string(), getpid());
}

/// Why no file can be made here, or nothing.
std::string find_obstacle(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (fs::is_directory(status)) return "a file, this is a folder";
  if (status.type() == fs::file_type::none) return "a file name (" + error.message() + ")";
  if (is_special(path)) return "";
  const fs::path folder = folder_of(file_behind(path));
  if (!fs::is_directory(folder, error)) {
    return fmt::format("a folder that is there, '{}' is not", folder.string());
  }
  if (::access(folder.c_str(), W_OK) == 0) return "";
  return fmt::format("a folder that can be written to ({})", std::strerror(errno));
}

void write_to(const fs::path& file, const std::string& name, const std::string& text) {
  errno = 0;
  std::ofstream stream(file, std::ios::binary);
  stream << text;
  stream.close();
  if (stream) return;
  throw CouldNot(fmt::format("{}: cannot be written: {}", name, std::strerror(errno)));
}

}  // namespace

void check_destinations(std::initializer_list<Destination> destinations) {
  for (const Destination* it = destinations.begin(); it != destinations.end(); ++it) {
    if (it->path.empty()) continue;
    for (const Destination* other = destinations.begin(); other != it; ++other) {
      if (other->path.empty() || !is_same_file(other->path, it->path)) continue;
      throw FileError(fmt::format("{} is '{}', the file of {}; allowed: different files",
                                  it->option, it->path, other->option));
    }
    const std::string allowed = it->path == "-" ? "" : find_obstacle(it->path);
    if (allowed.empty()) continue;
    throw FileError(fmt::format("{} is '{}'; allowed: {}", it->option, it->path, allowed));
  }
}

void Output::add(const std::string& path, std::string text) {
  if (!path.empty()) files_.emplace_back(path, std::move(text));
}

void Output::add_json(const std::string& path, const nlohmann::ordered_json& json) {
  if (!path.empty()) add(path, json.dump() + "\n");
}

bool Output::uses_stdout() const noexcept {
  for (const auto& [path, text] : files_) {
    if (path == "-") return true;
  }
  return false;
}

void Output::commit() const {
  std::vector<fs::path> prepared;
  try {
    for (const auto& [path, text] : files_) {
      if (path == "-" || is_special(path)) continue;
      if (fs::is_directory(path)) throw CouldNot(fmt::format("{}: is a folder", path));
      prepared.push_back(file_behind(path));
      write_to(temporary_name(prepared.back()), path, text);
    }
    for (const auto& path : prepared) fs::rename(temporary_name(path), path);
  } catch (...) {
    std::error_code ignored;
    for (const auto& path : prepared) fs::remove(temporary_name(path), ignored);
    throw;
  }
  for (const auto& [path, text] : files_) {
    if (path == "-") {
      std::fwrite(text.data(), 1, text.size(), stdout);
    } else if (is_special(path)) {
      write_to(path, path, text);
    }
  }
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
    throw CouldNot("stdout: cannot be written");
}

}  // namespace billiard
