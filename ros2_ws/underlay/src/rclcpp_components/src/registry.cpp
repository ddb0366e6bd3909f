// SPDX-License-Identifier: Apache-2.0
#include "registry.hpp"

#include <dlfcn.h>

#include <fstream>
#include <map>
#include <stdexcept>

#include "underlay_types/type_library.hpp"

namespace rclcpp_components {
namespace {

std::map<std::string, NodeMaker>& makers() {
  static std::map<std::string, NodeMaker> kMakers;
  return kMakers;
}

}  // namespace

bool register_component(const std::string& class_name, NodeMaker maker) {
  makers()[class_name] = std::move(maker);
  return true;
}

void load_library(const std::string& path) {
  // Never closed: nodes made from it may live to the end.
  if (dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL) == nullptr) {
    throw std::runtime_error("cannot load '" + path + "': " + dlerror());
  }
}

LoadedNode make_component(const std::string& class_name, const rclcpp::NodeOptions& options) {
  const auto maker = makers().find(class_name);
  if (maker == makers().end()) {
    throw std::runtime_error("component '" + class_name + "' is not registered");
  }
  return maker->second(options);
}

LoadedNode load_component(const std::string& package, const std::string& class_name,
                          const rclcpp::NodeOptions& options) {
  const std::string prefix = underlay::package_prefix(package);
  if (prefix.empty()) throw std::runtime_error("package '" + package + "' is not installed");
  const std::string index =
      prefix + "/share/ament_index/resource_index/rclcpp_components/" + package;
  std::ifstream stream(index);
  std::string known;
  for (std::string line; std::getline(stream, line);) {
    const std::size_t separator = line.find(';');
    if (separator == std::string::npos) continue;
    known += (known.empty() ? "" : ", ") + line.substr(0, separator);
    if (line.substr(0, separator) != class_name) continue;
    const std::string library = line.substr(separator + 1);
    load_library(library[0] == '/' ? library : prefix + "/" + library);
    return make_component(class_name, options);
  }
  throw std::runtime_error("package '" + package + "' has no component '" + class_name +
                           "' (it has: " + (known.empty() ? "none" : known) + ")");
}

}  // namespace rclcpp_components
