// SPDX-License-Identifier: Apache-2.0
#include "rclcpp/context.hpp"

#include <semaphore.h>

#include <algorithm>
#include <csignal>
#include <thread>

#include "node_announcer.hpp"
#include "rclcpp/detail/intra_process.hpp"
#include "rclcpp/exceptions.hpp"
#include "rclcpp/subscription_base.hpp"
#include "rclcpp/utilities.hpp"
#include "rcutils/logging.h"

namespace rclcpp {

namespace detail {

void NodeAnnouncer::set(const void* node, const underlay::NodeEntry& entry,
                        underlay::Participant& where) {
  const std::lock_guard lock(mutex_);
  nodes_[node] = entry;
  announce(where);
}

void NodeAnnouncer::remove(const void* node, underlay::Participant& where) {
  const std::lock_guard lock(mutex_);
  nodes_.erase(node);
  announce(where);
}

void NodeAnnouncer::announce(underlay::Participant& where) {
  std::vector<underlay::NodeEntry> all;
  for (const auto& [node, entry] : nodes_) all.push_back(entry);
  where.announce(all);
}

void IntraProcess::add_subscription(const std::string& topic,
                                    const std::shared_ptr<SubscriptionBase>& who) {
  const std::lock_guard lock(mutex_);
  subscriptions_[topic].push_back(who);
}

std::vector<std::shared_ptr<SubscriptionBase>> IntraProcess::subscriptions(
    const std::string& topic, const std::type_info& type) {
  const std::lock_guard lock(mutex_);
  std::vector<std::shared_ptr<SubscriptionBase>> found;
  const auto entry = subscriptions_.find(topic);
  if (entry == subscriptions_.end()) return found;
  std::erase_if(entry->second, [](const auto& weak) { return weak.expired(); });
  for (const auto& weak : entry->second) {
    auto subscription = weak.lock();
    if (subscription && subscription->message_type() == type) {
      found.push_back(std::move(subscription));
    }
  }
  return found;
}

void IntraProcess::add_writer(const underlay::Gid& gid) {
  const std::lock_guard lock(mutex_);
  writers_.insert(gid);
}

void IntraProcess::remove_writer(const underlay::Gid& gid) {
  const std::lock_guard lock(mutex_);
  writers_.erase(gid);
}

bool IntraProcess::is_local_writer(const underlay::Gid& gid) const {
  const std::lock_guard lock(mutex_);
  return writers_.count(gid) != 0;
}

}  // namespace detail

namespace {

sem_t signal_arrived;
std::once_flag signal_thread_started;

/// Only what POSIX allows in a handler: the thread below does the rest.
void on_signal(int) { sem_post(&signal_arrived); }

void install_signal_handlers(SignalHandlerOptions signals) {
  if (signals == SignalHandlerOptions::None) return;
  std::call_once(signal_thread_started, [] {
    sem_init(&signal_arrived, 0, 0);
    // Detached: it waits for signals until the process ends.
    std::thread([] {
      while (true) {
        if (sem_wait(&signal_arrived) != 0) continue;
        contexts::get_global_default_context()->shutdown("signal handler");
      }
    }).detach();
  });
  struct sigaction action {};
  action.sa_handler = on_signal;
  sigemptyset(&action.sa_mask);
  if (signals != SignalHandlerOptions::SigTerm) sigaction(SIGINT, &action, nullptr);
  if (signals != SignalHandlerOptions::SigInt) sigaction(SIGTERM, &action, nullptr);
}

std::vector<std::string> to_strings(int argc, const char* const* argv) {
  std::vector<std::string> strings;
  for (int i = 0; i < argc; ++i) strings.emplace_back(argv[i]);
  return strings;
}

Context::SharedPtr or_default(Context::SharedPtr context) {
  return context ? std::move(context) : contexts::get_global_default_context();
}

}  // namespace

Context::Context()
    : intra_process_(std::make_unique<detail::IntraProcess>()),
      announcer_(std::make_unique<detail::NodeAnnouncer>()) {}

Context::~Context() { shutdown("context is destroyed"); }

void Context::init(int argc, const char* const* argv) {
  if (valid_) throw std::runtime_error("rclcpp::init() was called twice for the same context");
  if (rcutils_logging_initialize() != RCUTILS_RET_OK) {
    throw exceptions::RCLError("logging could not be initialised");
  }
  arguments_ = detail::parse_arguments(to_strings(argc, argv));
  const std::lock_guard lock(mutex_);
  reason_.clear();
  valid_ = true;
}

bool Context::shutdown(const std::string& reason) {
  std::vector<std::function<void()>> callbacks;
  std::vector<std::weak_ptr<detail::Signal>> signals;
  {
    const std::lock_guard lock(mutex_);
    if (!valid_) return false;
    reason_ = reason;
    callbacks.swap(callbacks_);
    valid_ = false;
    signals = signals_;
    participant_.reset();  // nodes that still live hold it themselves
  }
  for (const auto& callback : callbacks) callback();
  for (const auto& weak : signals) {
    if (const auto signal = weak.lock()) signal->notify();
  }
  return true;
}

std::string Context::shutdown_reason() const {
  const std::lock_guard lock(mutex_);
  return reason_;
}

void Context::on_shutdown(std::function<void()> callback) {
  const std::lock_guard lock(mutex_);
  callbacks_.push_back(std::move(callback));
}

std::shared_ptr<underlay::Participant> Context::participant() {
  const std::lock_guard lock(mutex_);
  if (!valid_) throw exceptions::RCLError("the context is not initialised: call rclcpp::init()");
  if (!participant_) {
    participant_ = underlay::Participant::create(underlay::domain_id_from_environment());
  }
  return participant_;
}

void Context::wake_at_shutdown(const std::shared_ptr<detail::Signal>& signal) {
  const std::lock_guard lock(mutex_);
  std::erase_if(signals_, [](const auto& weak) { return weak.expired(); });
  signals_.push_back(signal);
}

Context::SharedPtr contexts::get_global_default_context() {
  // Never destroyed: nodes in static storage and the signal thread may use it to the very end.
  static auto* const kContext = new Context::SharedPtr(std::make_shared<Context>());
  return *kContext;
}

void init(int argc, const char* const* argv, const InitOptions& options,
          SignalHandlerOptions signals) {
  contexts::get_global_default_context()->init(argc, argv);
  if (options.shutdown_on_signal) install_signal_handlers(signals);
}

std::vector<std::string> init_and_remove_ros_arguments(int argc, const char* const* argv,
                                                       const InitOptions& options) {
  init(argc, argv, options);
  return remove_ros_arguments(argc, argv);
}

std::vector<std::string> remove_ros_arguments(int argc, const char* const* argv) {
  return detail::without_ros_arguments(to_strings(argc, argv));
}

bool ok(Context::SharedPtr context) { return or_default(std::move(context))->is_valid(); }

bool shutdown(Context::SharedPtr context, const std::string& reason) {
  return or_default(std::move(context))->shutdown(reason);
}

void on_shutdown(std::function<void()> callback, Context::SharedPtr context) {
  or_default(std::move(context))->on_shutdown(std::move(callback));
}

bool sleep_for(const std::chrono::nanoseconds& duration, Context::SharedPtr context) {
  context = or_default(std::move(context));
  const auto signal = std::make_shared<detail::Signal>();
  context->wake_at_shutdown(signal);
  if (!context->is_valid()) return false;
  signal->wait(0, std::chrono::steady_clock::now() + duration);
  return context->is_valid();
}

}  // namespace rclcpp
