// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <map>

#include "commands.hpp"
#include "underlay_types/type_library.hpp"

namespace ros2_command {
namespace {

constexpr char kUsage[] =
    "usage: ros2 COMMAND ...\n"
    "  run PACKAGE EXECUTABLE [ARGUMENTS]      one node\n"
    "  launch (PACKAGE FILE | FILE) [NAME:=VALUE]... [--show-args]\n"
    "  topic list [-t] | echo TOPIC [TYPE] [--once] [--full-length] [--qos-reliability R]\n"
    "        | hz TOPIC | pub TOPIC TYPE YAML [--once]\n"
    "  service list [-t] | call SERVICE TYPE [YAML]\n"
    "  param list [NODE] | get NODE NAME | set NODE NAME VALUE | describe NODE NAME\n"
    "  node list\n"
    "  bag record (-a | TOPIC... | -e REGEX) [-o DIR] [-s mcap|sqlite3] [--storage-preset-profile "
    "P]\n"
    "             [--max-bag-size BYTES] [--max-bag-duration S]\n"
    "             [--compression-mode none|file|message] [--compression-format zstd]\n"
    "      | play BAG [-r RATE] [--clock [HZ]] [-l] [--start-offset S] [--topics T...]\n"
    "      | info BAG\n";

using Command = std::function<int(const Arguments&)>;

const std::map<std::string, Command>& commands() {
  static const std::map<std::string, Command> kCommands = {
      {"run", run},     {"launch", launch}, {"topic", topic}, {"service", service},
      {"param", param}, {"node", node},     {"bag", bag}};
  return kCommands;
}

}  // namespace

std::string take_option(Arguments& arguments, const std::string& name,
                        const std::string& otherwise) {
  for (auto item = arguments.begin(); item != arguments.end(); ++item) {
    if (*item != name) continue;
    if (item + 1 == arguments.end()) throw UsageError(name + " needs a value");
    std::string value = *(item + 1);
    arguments.erase(item, item + 2);
    return value;
  }
  return otherwise;
}

bool take_flag(Arguments& arguments, const std::string& name) {
  return std::erase(arguments, name) > 0;
}

double to_number(const std::string& text, const std::string& option, double low) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0' || !(value > low)) {
    throw UsageError(option + " is '" + text + "', allowed are numbers above " +
                     std::to_string(low));
  }
  return value;
}

std::string find_executable(const std::string& package, const std::string& name) {
  namespace fs = std::filesystem;
  const std::string prefix = underlay::package_prefix(package);
  if (prefix.empty()) throw std::runtime_error("package '" + package + "' is not installed");
  const fs::path directory = fs::path(prefix) / "lib" / package;
  std::error_code ignored;
  if (fs::is_regular_file(directory / name, ignored)) return (directory / name).string();
  std::string known;
  for (const auto& entry : fs::directory_iterator(directory, ignored)) {
    known += " " + entry.path().filename().string();
  }
  throw std::runtime_error("package '" + package + "' has no executable '" + name +
                           "' (it has:" + (known.empty() ? " none" : known) + ")");
}

}  // namespace ros2_command

int main(int argc, char** argv) {
  using namespace ros2_command;
  const Arguments arguments(argv + 1, argv + argc);
  if (arguments.empty() || arguments[0] == "-h" || arguments[0] == "--help") {
    std::fputs(kUsage, arguments.empty() ? stderr : stdout);
    return arguments.empty() ? 2 : 0;
  }
  const auto command = commands().find(arguments[0]);
  if (command == commands().end()) {
    std::fprintf(stderr, "ros2: '%s' is not a command\n%s", arguments[0].c_str(), kUsage);
    return 2;
  }
  const Arguments rest(arguments.begin() + 1, arguments.end());
  if (!rest.empty() && (rest[0] == "-h" || rest[0] == "--help")) {
    std::fputs(kUsage, stdout);
    return 0;
  }
  try {
    return command->second(rest);
  } catch (const UsageError& error) {
    std::fprintf(stderr, "ros2 %s: %s\n", arguments[0].c_str(), error.what());
    return 2;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "ros2 %s: %s\n", arguments[0].c_str(), error.what());
    return 1;
  }
}
