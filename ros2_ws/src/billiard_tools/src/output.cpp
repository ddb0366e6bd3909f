// SPDX-License-Identifier: Apache-2.0
#include "output.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "could_not.hpp"

namespace billiard {
namespace {

namespace fs = std::filesystem;

fs::path temporary_name(const fs::path& path) {
  return path.parent_path() / fmt::format(".{}.{}", path.filename().string(), getpid());
}

void write_temporary(const fs::path& path, const std::string& text) {
  std::ofstream stream(temporary_name(path), std::ios::binary);
  stream << text;
  stream.close();
  if (!stream) {
    const int reason = errno;
    std::error_code ignored;
    fs::remove(temporary_name(path), ignored);
    throw CouldNot(fmt::format("{}: cannot be written: {}", path.string(), std::strerror(reason)));
  }
}

}  // namespace

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
  const auto drop = [&] {
    std::error_code ignored;
    for (const auto& path : prepared) fs::remove(temporary_name(path), ignored);
  };
  try {
    for (const auto& [path, text] : files_) {
      if (path == "-") continue;
      if (fs::is_directory(path)) throw CouldNot(fmt::format("{}: is a folder", path));
      write_temporary(path, text);
      prepared.emplace_back(path);
    }
    for (const auto& path : prepared) fs::rename(temporary_name(path), path);
  } catch (...) {
    drop();
    throw;
  }
  for (const auto& [path, text] : files_) {
    if (path == "-") std::fwrite(text.data(), 1, text.size(), stdout);
  }
  if (std::fflush(stdout) != 0) throw CouldNot("stdout: cannot be written");
}

}  // namespace billiard
