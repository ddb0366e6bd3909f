// SPDX-License-Identifier: Apache-2.0
#include "rclcpp/node_interfaces/node_parameters.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace rclcpp::node_interfaces {
namespace {

using Result = rcl_interfaces::msg::SetParametersResult;
using Descriptor = rcl_interfaces::msg::ParameterDescriptor;

Result success() {
  Result result;
  result.successful = true;
  return result;
}

Result failure(const std::string& reason) {
  Result result;
  result.successful = false;
  result.reason = reason;
  return result;
}

/// A step of zero means any value between the ends; the ends themselves are always allowed.
template <typename Value, typename Range>
bool in_range(Value value, const Range& range) {
  if (value == range.from_value || value == range.to_value) return true;
  if (value < range.from_value || value > range.to_value) return false;
  if (range.step == 0) return true;
  if constexpr (std::is_floating_point_v<Value>) {
    const double steps = (value - range.from_value) / range.step;
    return std::abs(steps - std::round(steps)) < 1e-9 * std::max(1.0, std::abs(steps));
  } else {
    return static_cast<std::uint64_t>(value - range.from_value) % range.step == 0;
  }
}

template <typename Range>
Result out_of_range(const Parameter& parameter, const Range& range) {
  return failure("Parameter {" + parameter.get_name() + "} doesn't comply with range: " +
                 parameter.value_to_string() + " is not in " + std::to_string(range.from_value) +
                 " ... " + std::to_string(range.to_value) + ", step " + std::to_string(range.step));
}

Result check_range(const Parameter& parameter, const Descriptor& descriptor) {
  if (parameter.get_type() == PARAMETER_DOUBLE && !descriptor.floating_point_range.empty()) {
    const auto& range = descriptor.floating_point_range.front();
    if (!in_range(parameter.as_double(), range)) return out_of_range(parameter, range);
  }
  if (parameter.get_type() == PARAMETER_INTEGER && !descriptor.integer_range.empty()) {
    const auto& range = descriptor.integer_range.front();
    if (!in_range(parameter.as_int(), range)) return out_of_range(parameter, range);
  }
  return success();
}

Result check_type(const Parameter& parameter, const Descriptor& descriptor) {
  if (descriptor.dynamic_typing || descriptor.type == PARAMETER_NOT_SET ||
      descriptor.type == parameter.get_type()) {
    return success();
  }
  return failure("Wrong parameter type, parameter {" + parameter.get_name() + "} is of type {" +
                 to_string(static_cast<ParameterType>(descriptor.type)) + "}, setting it to {" +
                 parameter.get_type_name() + "} is not allowed.");
}

template <typename Handle>
std::vector<std::shared_ptr<Handle>> alive(std::list<std::weak_ptr<Handle>>& handles) {
  std::vector<std::shared_ptr<Handle>> found;
  handles.remove_if([](const auto& weak) { return weak.expired(); });
  for (const auto& weak : handles) found.push_back(weak.lock());
  return found;
}

template <typename Handle, typename Callback>
std::shared_ptr<Handle> add(std::list<std::weak_ptr<Handle>>& handles, Callback callback) {
  auto handle = std::make_shared<Handle>();
  handle->callback = std::move(callback);
  handles.push_front(handle);  // the newest is asked first
  return handle;
}

}  // namespace

const ParameterValue& NodeParameters::declare(const std::string& name,
                                              const ParameterValue& default_value,
                                              const Descriptor& descriptor, bool ignore_override) {
  const std::lock_guard lock(mutex_);
  if (name.empty()) {
    throw exceptions::InvalidParametersException("parameter name must not be empty");
  }
  if (entries_.count(name) != 0) {
    throw exceptions::ParameterAlreadyDeclaredException("parameter '" + name +
                                                        "' has already been declared");
  }
  const auto given = overrides_.find(name);
  const bool overridden = given != overrides_.end() && !ignore_override;
  const Parameter initial(name, overridden ? given->second : default_value);
  Entry entry{initial.get_parameter_value(), descriptor};
  entry.descriptor.name = name;
  if (!descriptor.dynamic_typing && default_value.get_type() != PARAMETER_NOT_SET) {
    entry.descriptor.type = default_value.get_type();
  }
  if (initial.get_type() != PARAMETER_NOT_SET) {
    if (const Result typed = check_type(initial, entry.descriptor); !typed.successful) {
      throw exceptions::InvalidParameterTypeException(name, typed.reason);
    }
    Result result = check_range(initial, entry.descriptor);
    if (result.successful) result = ask_callbacks({initial});
    if (!result.successful) {
      throw exceptions::InvalidParameterValueException("parameter '" + name +
                                                       "' could not be set: " + result.reason);
    }
  }
  entries_[name] = entry;
  if (on_event && initial.get_type() != PARAMETER_NOT_SET) {
    Event event;
    event.new_parameters.push_back(initial.to_parameter_msg());
    on_event(std::move(event));
  }
  return entries_[name].value;
}

void NodeParameters::undeclare(const std::string& name) {
  const std::lock_guard lock(mutex_);
  const auto entry = entries_.find(name);
  if (entry == entries_.end()) {
    throw exceptions::ParameterNotDeclaredException("cannot undeclare parameter '" + name +
                                                    "' which has not yet been declared");
  }
  if (entry->second.descriptor.read_only) {
    throw exceptions::ParameterImmutableException("cannot undeclare parameter '" + name +
                                                  "' because it is read-only");
  }
  entries_.erase(entry);
}

bool NodeParameters::has(const std::string& name) const {
  const std::lock_guard lock(mutex_);
  return entries_.count(name) != 0;
}

Parameter NodeParameters::get(const std::string& name) const {
  Parameter parameter;
  if (get(name, parameter)) return parameter;
  if (allow_undeclared_) return Parameter(name);
  throw exceptions::ParameterNotDeclaredException("parameter '" + name + "' is not declared");
}

bool NodeParameters::get(const std::string& name, Parameter& parameter) const {
  const std::lock_guard lock(mutex_);
  const auto entry = entries_.find(name);
  if (entry == entries_.end()) return false;
  parameter = Parameter(name, entry->second.value);
  return true;
}

std::vector<Parameter> NodeParameters::with_prefix(const std::string& prefix) const {
  const std::lock_guard lock(mutex_);
  std::vector<Parameter> found;
  for (const auto& [name, entry] : entries_) {
    if (name.rfind(prefix + ".", 0) == 0) found.emplace_back(name, entry.value);
  }
  return found;
}

Descriptor NodeParameters::describe(const std::string& name) const {
  const std::lock_guard lock(mutex_);
  const auto entry = entries_.find(name);
  if (entry != entries_.end()) return entry->second.descriptor;
  throw exceptions::ParameterNotDeclaredException("parameter '" + name + "' is not declared");
}

rcl_interfaces::msg::ListParametersResult NodeParameters::list(
    const std::vector<std::string>& prefixes, std::uint64_t depth) const {
  const std::lock_guard lock(mutex_);
  rcl_interfaces::msg::ListParametersResult result;
  std::set<std::string> seen;
  const auto levels = [](const std::string& name) {
    return static_cast<std::uint64_t>(std::count(name.begin(), name.end(), '.'));
  };
  for (const auto& [name, entry] : entries_) {
    const auto wanted = [&, &full = name](const std::string& prefix) {
      if (full == prefix) return true;
      if (full.rfind(prefix + ".", 0) != 0) return false;
      return depth == 0 || levels(full.substr(prefix.size() + 1)) < depth;
    };
    const bool listed = prefixes.empty() ? depth == 0 || levels(name) < depth
                                         : std::any_of(prefixes.begin(), prefixes.end(), wanted);
    if (!listed) continue;
    result.names.push_back(name);
    const std::size_t dot = name.rfind('.');
    if (dot != std::string::npos && seen.insert(name.substr(0, dot)).second) {
      result.prefixes.push_back(name.substr(0, dot));
    }
  }
  return result;
}

Result NodeParameters::check(const Parameter& parameter) const {
  const auto entry = entries_.find(parameter.get_name());
  if (entry == entries_.end()) {
    if (allow_undeclared_) return success();
    throw exceptions::ParameterNotDeclaredException("parameter '" + parameter.get_name() +
                                                    "' cannot be set because it was not declared");
  }
  const Descriptor& descriptor = entry->second.descriptor;
  if (descriptor.read_only) {
    return failure("parameter '" + parameter.get_name() +
                   "' cannot be set because it is read-only");
  }
  if (const Result typed = check_type(parameter, descriptor); !typed.successful) return typed;
  return check_range(parameter, descriptor);
}

Result NodeParameters::ask_callbacks(const std::vector<Parameter>& parameters) {
  for (const auto& handle : alive(on_set_)) {
    if (Result result = handle->callback(parameters); !result.successful) return result;
  }
  return success();
}

void NodeParameters::apply(const std::vector<Parameter>& parameters, Event& event) {
  for (const Parameter& parameter : parameters) {
    const auto message = parameter.to_parameter_msg();
    const bool known = entries_.count(parameter.get_name()) != 0;
    (known ? event.changed_parameters : event.new_parameters).push_back(message);
    Entry& entry = entries_[parameter.get_name()];
    entry.value = parameter.get_parameter_value();
    entry.descriptor.name = parameter.get_name();
    entry.descriptor.type = parameter.get_type();
  }
}

Result NodeParameters::set_atomically(const std::vector<Parameter>& wanted) {
  std::unique_lock lock(mutex_);
  std::vector<Parameter> parameters = wanted;
  for (const auto& handle : alive(pre_set_)) handle->callback(parameters);
  for (const Parameter& parameter : parameters) {
    if (Result result = check(parameter); !result.successful) return result;
  }
  if (Result result = ask_callbacks(parameters); !result.successful) return result;
  Event event;
  apply(parameters, event);
  const auto watchers = alive(post_set_);
  lock.unlock();
  for (const auto& handle : watchers) handle->callback(parameters);
  if (on_event) on_event(std::move(event));
  return success();
}

OnSetParametersCallbackHandle::SharedPtr NodeParameters::add_on_set(
    OnSetParametersCallbackHandle::OnParametersSetCallbackType callback) {
  const std::lock_guard lock(mutex_);
  return add(on_set_, std::move(callback));
}

PreSetParametersCallbackHandle::SharedPtr NodeParameters::add_pre_set(
    std::function<void(std::vector<Parameter>&)> callback) {
  const std::lock_guard lock(mutex_);
  return add(pre_set_, std::move(callback));
}

PostSetParametersCallbackHandle::SharedPtr NodeParameters::add_post_set(
    std::function<void(const std::vector<Parameter>&)> callback) {
  const std::lock_guard lock(mutex_);
  return add(post_set_, std::move(callback));
}

void NodeParameters::remove_on_set(const OnSetParametersCallbackHandle* handle) {
  const std::lock_guard lock(mutex_);
  on_set_.remove_if([&](const auto& weak) { return weak.lock().get() == handle; });
}

}  // namespace rclcpp::node_interfaces
