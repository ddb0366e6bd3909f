// SPDX-License-Identifier: Apache-2.0
#include "launch_file.hpp"

#include <tinyxml2.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <sstream>
#include <stdexcept>

#include "commands.hpp"
#include "substitution.hpp"

namespace ros2_command {
namespace {

namespace fs = std::filesystem;
using tinyxml2::XMLElement;

constexpr int kDeepestInclude = 20;

/// What holds inside a file or group.
struct Scope {
  Strings variables;
  Strings environment;
  std::string node_namespace;  ///< pushed by groups, "" or "/a/b"
};

std::string joined(const std::string& outer, const std::string& inner) {
  if (inner.empty()) return outer;
  if (inner[0] == '/') return inner == "/" ? outer : inner;
  return outer + "/" + inner;
}

std::string list_of(const std::vector<std::string>& words) {
  std::string list;
  for (const std::string& word : words) list += (list.empty() ? "" : ", ") + word;
  return list;
}

class FileReader {
 public:
  FileReader(std::string file, LaunchPlan& plan, bool show_only, int depth)
      : file_(std::move(file)), plan_(plan), show_only_(show_only), depth_(depth) {}

  void read(Scope& scope) {
    if (depth_ > kDeepestInclude) throw std::runtime_error("'" + file_ + "': includes itself");
    tinyxml2::XMLDocument document;
    if (document.LoadFile(file_.c_str()) != tinyxml2::XML_SUCCESS) {
      throw std::runtime_error("launch file '" + file_ + "': " + document.ErrorStr());
    }
    const XMLElement* root = document.RootElement();
    if (root == nullptr || std::string(root->Name()) != "launch") {
      throw std::runtime_error("launch file '" + file_ + "': the root must be <launch>");
    }
    read_children(*root, scope);
  }

 private:
  void read_children(const XMLElement& parent, Scope& scope) {
    for (const XMLElement* child = parent.FirstChildElement(); child != nullptr;
         child = child->NextSiblingElement()) {
      try {
        if (is_enabled(*child, scope)) read_element(*child, scope);
      } catch (const LocatedError&) {
        throw;
      } catch (const std::exception& error) {
        throw LocatedError("launch file '" + file_ + "', line " +
                           std::to_string(child->GetLineNum()) + ": " + error.what());
      }
    }
  }

  struct LocatedError : std::runtime_error {
    using std::runtime_error::runtime_error;
  };

  bool is_enabled(const XMLElement& element, const Scope& scope) const {
    if (show_only_) return true;
    const std::string yes = text(element, "if", scope, "true");
    const std::string no = text(element, "unless", scope, "false");
    return to_bool(yes) && !to_bool(no);
  }

  void read_element(const XMLElement& element, Scope& scope) {
    const std::string name = element.Name();
    if (name == "arg") return read_argument(element, scope);
    if (show_only_) return;
    if (name == "let") {
      scope.variables[need(element, "name", scope)] = need(element, "value", scope);
    } else if (name == "set_env") {
      scope.environment[need(element, "name", scope)] = need(element, "value", scope);
    } else if (name == "node") {
      read_node(element, scope);
    } else if (name == "executable") {
      read_executable(element, scope);
    } else if (name == "include") {
      read_include(element, scope);
    } else if (name == "group") {
      Scope inner = scope;
      read_children(element, to_bool(text(element, "scoped", scope, "true")) ? inner : scope);
    } else if (name == "push_ros_namespace" || name == "push-ros-namespace") {
      scope.node_namespace = joined(scope.node_namespace, need(element, "namespace", scope));
    } else if (name == "node_container") {
      read_container(element, scope);
    } else if (name == "load_composable_node") {
      read_components(element, need(element, "target", scope), scope);
    } else {
      throw std::runtime_error("<" + name + "> is not supported");
    }
  }

  void read_argument(const XMLElement& element, Scope& scope) {
    ArgumentSpec argument;
    argument.name = raw(element, "name", "");
    argument.description = raw(element, "description", "");
    argument.has_default = element.Attribute("default") != nullptr;
    argument.default_value = raw(element, "default", "");
    for_each(element, "choice",
             [&](const XMLElement& child) { argument.choices.push_back(raw(child, "value", "")); });
    plan_.arguments.push_back(argument);
    if (show_only_) return;
    set_argument(element, argument, scope);
    const auto& choices = argument.choices;
    const std::string& value = scope.variables[argument.name];
    if (!choices.empty() && std::find(choices.begin(), choices.end(), value) == choices.end()) {
      throw std::runtime_error("argument '" + argument.name + "' is '" + value +
                               "' (allowed: " + list_of(choices) + ")");
    }
  }

  void set_argument(const XMLElement& element, const ArgumentSpec& argument, Scope& scope) const {
    if (scope.variables.count(argument.name) != 0) return;
    if (!argument.has_default) {
      throw std::runtime_error("argument '" + argument.name + "' must be given as " +
                               argument.name + ":=VALUE");
    }
    scope.variables[argument.name] = text(element, "default", scope, "");
  }

  void read_include(const XMLElement& element, const Scope& scope) {
    Scope inner = scope;
    for (const XMLElement* child = element.FirstChildElement(); child != nullptr;
         child = child->NextSiblingElement()) {
      if (std::string(child->Name()) != "arg" && std::string(child->Name()) != "let") {
        throw std::runtime_error("<include> may hold <arg> only");
      }
      inner.variables[need(*child, "name", scope)] = need(*child, "value", scope);
    }
    FileReader(need(element, "file", scope), plan_, show_only_, depth_ + 1).read(inner);
  }

  void read_executable(const XMLElement& element, const Scope& scope) {
    ProcessSpec process;
    process.command = words(element, "cmd", scope);
    if (process.command.empty()) throw std::runtime_error("<executable> needs the attribute 'cmd'");
    process.label = text(element, "name", scope, process.command.at(0).c_str());
    read_process(element, scope, process);
    plan_.processes.push_back(process);
  }

  /// What <node> and <executable> have in common.
  void read_process(const XMLElement& element, const Scope& scope, ProcessSpec& process) {
    process.environment = scope.environment;
    process.respawn = to_bool(text(element, "respawn", scope, "false"));
    process.respawn_delay = std::stod(text(element, "respawn_delay", scope, "0"));
    const std::string on_exit = text(element, "on_exit", scope, "");
    if (!on_exit.empty() && on_exit != "shutdown") {
      throw std::runtime_error("on_exit is '" + on_exit + "' (allowed: shutdown)");
    }
    process.required = on_exit == "shutdown";
    for_each(element, "env", [&](const XMLElement& child) {
      process.environment[need(child, "name", scope)] = need(child, "value", scope);
    });
    const std::string prefix = text(element, "launch-prefix", scope, "");
    std::istringstream words(prefix);
    std::vector<std::string> front;
    for (std::string word; words >> word;) front.push_back(word);
    process.command.insert(process.command.begin(), front.begin(), front.end());
  }

  void read_node(const XMLElement& element, const Scope& scope) {
    ProcessSpec process;
    const std::string executable = need(element, "exec", scope);
    process.command = {find_executable(need(element, "pkg", scope), executable)};
    for (const std::string& word : words(element, "args", scope)) process.command.push_back(word);
    process.label = text(element, "name", scope, executable.c_str());
    auto& command = process.command;
    command.emplace_back("--ros-args");
    const std::string node_namespace =
        joined(scope.node_namespace, text(element, "namespace", scope, ""));
    const auto add = [&](const char* option, const std::string& value) {
      command.emplace_back(option);
      command.push_back(value);
    };
    if (element.Attribute("name") != nullptr) add("-r", "__node:=" + process.label);
    if (!node_namespace.empty()) add("-r", "__ns:=" + node_namespace);
    for (const std::string& remap : remaps_of(element, scope)) add("-r", remap);
    for_each(element, "param", [&](const XMLElement& child) {
      if (child.Attribute("from") != nullptr) add("--params-file", need(child, "from", scope));
    });
    // As launch_ros does: for this node if name and namespace are given, else for all.
    const bool full = element.Attribute("name") != nullptr &&
                      (element.Attribute("namespace") != nullptr || !node_namespace.empty());
    const std::string whose = full ? node_namespace + "/" + process.label + ":" : "";
    for (const std::string& parameter : parameters_of(element, scope, "")) {
      add("-p", whose + parameter);
    }
    read_process(element, scope, process);
    plan_.processes.push_back(process);
  }

  void read_container(const XMLElement& element, const Scope& scope) {
    read_node(element, scope);
    const std::string node_namespace =
        joined(scope.node_namespace, text(element, "namespace", scope, ""));
    read_components(element, node_namespace + "/" + need(element, "name", scope), scope);
  }

  void read_components(const XMLElement& element, const std::string& container,
                       const Scope& scope) {
    for_each(element, "composable_node", [&](const XMLElement& child) {
      if (!is_enabled(child, scope)) return;
      ComponentSpec component;
      component.container = container[0] == '/' ? container : "/" + container;
      component.package = need(child, "pkg", scope);
      component.plugin = need(child, "plugin", scope);
      component.name = text(child, "name", scope, "");
      component.node_namespace = joined(scope.node_namespace, text(child, "namespace", scope, ""));
      component.remaps = remaps_of(child, scope);
      component.parameters = parameters_of(child, scope, "");
      for_each(child, "param", [&](const XMLElement& parameter) {
        if (parameter.Attribute("from") != nullptr) {
          component.parameter_files.push_back(need(parameter, "from", scope));
        }
      });
      for_each(child, "extra_arg", [&](const XMLElement& extra) {
        if (need(extra, "name", scope) == "use_intra_process_comms") {
          component.use_intra_process = to_bool(need(extra, "value", scope));
        }
      });
      plan_.components.push_back(component);
    });
  }

  std::vector<std::string> remaps_of(const XMLElement& element, const Scope& scope) const {
    std::vector<std::string> remaps;
    for_each(element, "remap", [&](const XMLElement& child) {
      remaps.push_back(need(child, "from", scope) + ":=" + need(child, "to", scope));
    });
    return remaps;
  }

  std::vector<std::string> parameters_of(const XMLElement& element, const Scope& scope,
                                         const std::string& prefix) const {
    std::vector<std::string> parameters;
    for_each(element, "param", [&](const XMLElement& child) {
      if (child.Attribute("from") != nullptr) return;
      const std::string name = prefix + need(child, "name", scope);
      if (child.Attribute("value") == nullptr) {
        for (const auto& nested : parameters_of(child, scope, name + ".")) {
          parameters.push_back(nested);
        }
        return;
      }
      const std::string value = need(child, "value", scope);
      const bool as_string = text(child, "type", scope, "") == "str" || value.empty();
      parameters.push_back(name + ":=" + (as_string ? "'" + value + "'" : value));
    });
    return parameters;
  }

  template <typename Visit>
  static void for_each(const XMLElement& parent, const char* name, Visit visit) {
    for (const XMLElement* child = parent.FirstChildElement(name); child != nullptr;
         child = child->NextSiblingElement(name)) {
      visit(*child);
    }
  }

  static std::string raw(const XMLElement& element, const char* name, const char* otherwise) {
    const char* value = element.Attribute(name);
    return value != nullptr ? value : otherwise;
  }

  std::string text(const XMLElement& element, const char* name, const Scope& scope,
                   const char* otherwise) const {
    return substitute(raw(element, name, otherwise), scope.variables,
                      fs::absolute(file_).parent_path().string());
  }

  std::vector<std::string> words(const XMLElement& element, const char* name,
                                 const Scope& scope) const {
    return substitute_words(raw(element, name, ""), scope.variables,
                            fs::absolute(file_).parent_path().string());
  }

  std::string need(const XMLElement& element, const char* name, const Scope& scope) const {
    if (element.Attribute(name) == nullptr) {
      throw std::runtime_error(std::string("<") + element.Name() + "> needs the attribute '" +
                               name + "'");
    }
    return text(element, name, scope, "");
  }

  std::string file_;
  LaunchPlan& plan_;
  bool show_only_;
  int depth_;
};

}  // namespace

LaunchPlan read_launch_file(const std::string& file, const Strings& arguments, bool show_only) {
  LaunchPlan plan;
  Scope scope;
  scope.variables = arguments;
  FileReader(file, plan, show_only, 0).read(scope);
  return plan;
}

}  // namespace ros2_command
