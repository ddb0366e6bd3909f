// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "node_announcer.hpp"
#include "rclcpp/detail/event_queue.hpp"
#include "rclcpp/node_interfaces/node_base_interface.hpp"

namespace rclcpp {

void CallbackGroup::add(const std::shared_ptr<detail::Entity>& entity) {
  {
    const std::lock_guard lock(mutex_);
    std::erase_if(entities_, [](const auto& weak) { return weak.expired(); });
    entities_.push_back(entity);
  }
  notify();
}

std::vector<std::shared_ptr<detail::Entity>> CallbackGroup::entities() {
  const std::lock_guard lock(mutex_);
  std::vector<std::shared_ptr<detail::Entity>> alive;
  for (const auto& weak : entities_) {
    if (auto entity = weak.lock()) alive.push_back(std::move(entity));
  }
  return alive;
}

bool CallbackGroup::try_enter() {
  return type_ == CallbackGroupType::Reentrant || !busy_.exchange(true);
}

void CallbackGroup::leave() {
  if (type_ == CallbackGroupType::Reentrant) return;
  busy_ = false;
  notify();
}

void CallbackGroup::set_signal(std::shared_ptr<detail::Signal> signal) {
  const std::lock_guard lock(mutex_);
  signal_ = std::move(signal);
}

void CallbackGroup::notify() {
  std::shared_ptr<detail::Signal> signal;
  {
    const std::lock_guard lock(mutex_);
    signal = signal_;
  }
  if (signal) signal->notify();
}

void detail::EventQueue::push(std::function<void()> event) {
  {
    const std::lock_guard lock(mutex_);
    events_.push_back(std::move(event));
  }
  if (group) group->notify();
}

bool detail::EventQueue::is_due() {
  const std::lock_guard lock(mutex_);
  return !events_.empty();
}

void detail::EventQueue::execute() {
  std::function<void()> event;
  {
    const std::lock_guard lock(mutex_);
    if (events_.empty()) return;
    event = std::move(events_.front());
    events_.pop_front();
  }
  event();
}

namespace node_interfaces {
namespace {

/// The last special rule (__node or __ns) that fits, else what the code says.
std::string remapped(const std::vector<detail::RemapRule>& rules, const char* key,
                     const std::string& node, const std::string& otherwise) {
  for (const detail::RemapRule& rule : rules) {
    if (rule.from == key && (rule.node.empty() || rule.node == node)) return rule.to;
  }
  return otherwise;
}

std::string with_slash(const std::string& name) {
  return name.empty() || name[0] != '/' ? "/" + name : name;
}

}  // namespace

NodeBaseInterface::NodeBaseInterface(const std::string& name, const std::string& node_namespace,
                                     const NodeOptions& options)
    : context_(options.context()), use_intra_process_(options.use_intra_process_comms()) {
  // The node's own arguments come before those of the process.
  if (!options.arguments().empty()) {
    std::vector<std::string> local = options.arguments();
    if (local.front() != "--ros-args") local.insert(local.begin(), "--ros-args");
    remaps_ = detail::parse_arguments(local).remaps;
  }
  if (options.use_global_arguments()) {
    const auto& global = context_->arguments().remaps;
    remaps_.insert(remaps_.end(), global.begin(), global.end());
  }
  name_ = remapped(remaps_, "__node", name, name);
  namespace_ = with_slash(remapped(remaps_, "__ns", name, node_namespace));
  detail::validate_node_name(name_, namespace_);
  full_name_ = (namespace_ == "/" ? "" : namespace_) + "/" + name_;
  participant_ = context_->participant();
  default_group_ = create_callback_group(CallbackGroupType::MutuallyExclusive, true);
  entry_.name = name_;
  entry_.node_namespace = namespace_;
  context_->announcer().set(this, entry_, *participant_);
}

NodeBaseInterface::~NodeBaseInterface() { context_->announcer().remove(this, *participant_); }

CallbackGroup::SharedPtr NodeBaseInterface::create_callback_group(CallbackGroupType type,
                                                                  bool automatically_add) {
  auto group = std::make_shared<CallbackGroup>(type, automatically_add);
  const std::lock_guard lock(mutex_);
  groups_.push_back(group);
  // Executors look for new groups whenever they are woken.
  if (default_group_) default_group_->notify();
  return group;
}

std::vector<CallbackGroup::SharedPtr> NodeBaseInterface::callback_groups() {
  const std::lock_guard lock(mutex_);
  std::vector<CallbackGroup::SharedPtr> alive;
  for (const auto& weak : groups_) {
    if (auto group = weak.lock()) alive.push_back(std::move(group));
  }
  return alive;
}

std::string NodeBaseInterface::resolve(const std::string& name) const {
  return detail::resolve_name(name, namespace_, name_, remaps_);
}

void NodeBaseInterface::add_endpoint(const underlay::Gid& gid, bool is_writer) {
  const std::lock_guard lock(mutex_);
  (is_writer ? entry_.writers : entry_.readers).push_back(gid);
  context_->announcer().set(this, entry_, *participant_);
}

void NodeBaseInterface::remove_endpoint(const underlay::Gid& gid) {
  const std::lock_guard lock(mutex_);
  std::erase(entry_.writers, gid);
  std::erase(entry_.readers, gid);
  context_->announcer().set(this, entry_, *participant_);
}

underlay::NodeEntry NodeBaseInterface::entry() const {
  const std::lock_guard lock(mutex_);
  return entry_;
}

}  // namespace node_interfaces
}  // namespace rclcpp
