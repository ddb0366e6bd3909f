// SPDX-License-Identifier: Apache-2.0
#include "underlay_types/type_library.hpp"

#include <dlfcn.h>

#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <stdexcept>
#include <vector>

namespace underlay {
namespace {

namespace fs = std::filesystem;

struct TypeParts {
  std::string package;
  std::string kind;  ///< msg, srv or action
  std::string name;
};

bool is_identifier(const std::string& text) {
  if (text.empty() || std::isdigit(static_cast<unsigned char>(text[0]))) return false;
  for (const char c : text) {
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '_') return false;
  }
  return true;
}

TypeParts split_type(const std::string& type) {
  std::vector<std::string> parts;
  std::istringstream stream(type);
  for (std::string part; std::getline(stream, part, '/');) parts.push_back(part);
  if (parts.size() == 2) parts.insert(parts.begin() + 1, "msg");
  bool good = parts.size() == 3;
  for (const std::string& part : parts) good = good && is_identifier(part);
  if (!good) {
    throw std::runtime_error("'" + type + "' is not an interface name (allowed: pkg/msg/Name)");
  }
  return {parts[0], parts[1], parts[2]};
}

std::vector<std::string> prefixes() {
  std::vector<std::string> list;
  const char* path = std::getenv("AMENT_PREFIX_PATH");
  std::istringstream stream(path == nullptr ? "" : path);
  for (std::string prefix; std::getline(stream, prefix, ':');) {
    if (!prefix.empty()) list.push_back(prefix);
  }
  return list;
}

std::string read_text(const fs::path& file) {
  std::ifstream stream(file);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

bool is_primitive(const std::string& type) {
  static const std::set<std::string> kNames = {"bool",   "byte",  "char",   "float32", "float64",
                                               "int8",   "uint8", "int16",  "uint16",  "int32",
                                               "uint32", "int64", "uint64", "string",  "wstring"};
  return kNames.count(type) != 0;
}

/// Types of the message fields in a definition, spelled as in the file.
std::vector<std::string> used_types(const std::string& definition) {
  std::vector<std::string> types;
  std::istringstream stream(definition);
  for (std::string line; std::getline(stream, line);) {
    std::istringstream words(line.substr(0, line.find('#')));
    std::string type;
    if (!(words >> type)) continue;
    type = type.substr(0, type.find_first_of("[<"));
    if (!is_primitive(type)) types.push_back(type);
  }
  return types;
}

void append_dependencies(const std::string& definition, const std::string& package,
                         std::set<std::string>& seen, std::string& text) {
  for (const std::string& spelled : used_types(definition)) {
    const TypeParts parts =
        split_type(spelled.find('/') == std::string::npos ? package + "/" + spelled : spelled);
    const std::string type = parts.package + "/" + parts.name;
    if (!seen.insert(type).second) continue;
    const fs::path file =
        fs::path(package_share_directory(parts.package)) / "msg" / (parts.name + ".msg");
    const std::string body = read_text(file);
    text += std::string(80, '=') + "\nMSG: " + type + "\n" + body;
    append_dependencies(body, parts.package, seen, text);
  }
}

}  // namespace

std::string package_prefix(const std::string& package) {
  for (const std::string& prefix : prefixes()) {
    std::error_code ignored;
    if (fs::exists(fs::path(prefix) / "share" / package / "package.xml", ignored)) return prefix;
  }
  return {};
}

std::string package_share_directory(const std::string& package) {
  const std::string prefix = package_prefix(package);
  return prefix.empty() ? prefix : prefix + "/share/" + package;
}

const rosidl_message_type_support_t* load_type_support(const std::string& type) {
  const TypeParts parts = split_type(type);
  const std::string name = "lib" + parts.package + "__rosidl_typesupport_introspection_cpp.so";
  const std::string prefix = package_prefix(parts.package);
  const std::string file = prefix.empty() ? name : prefix + "/lib/" + name;
  // Never closed: plans point into the library for the rest of the process.
  void* library = dlopen(file.c_str(), RTLD_LAZY | RTLD_LOCAL);
  if (library == nullptr) {
    throw std::runtime_error("type '" + type + "' is unknown: " + dlerror() +
                             " (is its package built and sourced?)");
  }
  const std::string symbol =
      "rosidl_typesupport_introspection_cpp__get_message_type_support_handle__" + parts.package +
      "__" + parts.kind + "__" + parts.name;
  using Getter = const rosidl_message_type_support_t* (*)();
  const auto getter = reinterpret_cast<Getter>(dlsym(library, symbol.c_str()));
  if (getter == nullptr) {
    throw std::runtime_error("type '" + type + "' is not in package " + parts.package);
  }
  return getter();
}

std::string message_definition(const std::string& type) {
  const TypeParts parts = split_type(type);
  const fs::path file =
      fs::path(package_share_directory(parts.package)) / parts.kind / (parts.name + ".msg");
  std::string text = read_text(file);
  std::set<std::string> seen;
  const std::string root = text;
  append_dependencies(root, parts.package, seen, text);
  return text;
}

}  // namespace underlay
