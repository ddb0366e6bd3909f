// SPDX-License-Identifier: Apache-2.0
#include "rclcpp/executors.hpp"

#include <algorithm>
#include <thread>

#include "rclcpp/utilities.hpp"

namespace rclcpp {
namespace {

using std::chrono::steady_clock;

/// Marks an executor as spinning for the length of a scope; throws if it already is.
class SpinGuard {
 public:
  explicit SpinGuard(std::atomic<bool>& spinning) : spinning_(spinning) {
    if (spinning_.exchange(true)) {
      throw std::runtime_error("spin called while already spinning");
    }
  }
  ~SpinGuard() { spinning_ = false; }
  SpinGuard(const SpinGuard&) = delete;
  SpinGuard& operator=(const SpinGuard&) = delete;

 private:
  std::atomic<bool>& spinning_;
};

steady_clock::time_point deadline_after(std::chrono::nanoseconds timeout) {
  return timeout < timeout.zero() ? steady_clock::time_point::max() : steady_clock::now() + timeout;
}

template <typename T>
void erase_pointer(std::vector<std::weak_ptr<T>>& list, const std::shared_ptr<T>& item) {
  std::erase_if(
      list, [&](const std::weak_ptr<T>& weak) { return weak.expired() || weak.lock() == item; });
}

}  // namespace

std::string to_string(const FutureReturnCode& code) {
  switch (code) {
    case FutureReturnCode::SUCCESS:
      return "SUCCESS (0)";
    case FutureReturnCode::INTERRUPTED:
      return "INTERRUPTED (1)";
    case FutureReturnCode::TIMEOUT:
      return "TIMEOUT (2)";
  }
  return "Unknown enum value";
}

Executor::Executor(const ExecutorOptions& options)
    : context_(options.context), signal_(std::make_shared<detail::Signal>()) {
  context_->wake_at_shutdown(signal_);
}

Executor::~Executor() {
  for (const auto& group : groups()) group->set_signal(nullptr);
}

void Executor::add_node(std::shared_ptr<node_interfaces::NodeBaseInterface> node, bool) {
  {
    const std::lock_guard lock(mutex_);
    nodes_.push_back(node);
  }
  signal_->notify();
}

void Executor::add_node(std::shared_ptr<Node> node, bool notify) {
  add_node(node->get_node_base_interface(), notify);
}

void Executor::remove_node(std::shared_ptr<node_interfaces::NodeBaseInterface> node, bool) {
  for (const auto& group : node->callback_groups()) group->set_signal(nullptr);
  {
    const std::lock_guard lock(mutex_);
    erase_pointer(nodes_, node);
    due_.clear();
  }
  signal_->notify();
}

void Executor::remove_node(std::shared_ptr<Node> node, bool notify) {
  remove_node(node->get_node_base_interface(), notify);
}

void Executor::add_callback_group(CallbackGroup::SharedPtr group,
                                  std::shared_ptr<node_interfaces::NodeBaseInterface>, bool) {
  {
    const std::lock_guard lock(mutex_);
    own_groups_.push_back(group);
  }
  signal_->notify();
}

void Executor::remove_callback_group(CallbackGroup::SharedPtr group, bool) {
  group->set_signal(nullptr);
  const std::lock_guard lock(mutex_);
  erase_pointer(own_groups_, group);
  due_.clear();
}

bool Executor::should_run() const { return spinning_ && context_->is_valid(); }

void Executor::cancel() {
  spinning_ = false;
  signal_->notify();
}

std::vector<CallbackGroup::SharedPtr> Executor::groups() {
  const std::lock_guard lock(mutex_);
  std::vector<CallbackGroup::SharedPtr> all;
  for (const auto& weak : own_groups_) {
    if (auto group = weak.lock()) all.push_back(std::move(group));
  }
  for (const auto& weak : nodes_) {
    const auto node = weak.lock();
    if (!node) continue;
    for (auto& group : node->callback_groups()) {
      if (group->automatically_add_to_executor_with_node()) all.push_back(std::move(group));
    }
  }
  return all;
}

void Executor::collect_due(Deadline& next) {
  std::vector<std::shared_ptr<detail::Entity>> due;
  for (const auto& group : groups()) {
    group->set_signal(signal_);
    // A busy group wakes us when it is left; until then its deadlines do not count.
    const bool busy = group->is_busy();
    for (auto& entity : group->entities()) {
      if (!busy) next = std::min(next, entity->next_due());
      if (entity->is_due()) due.push_back(std::move(entity));
    }
  }
  std::stable_sort(due.begin(), due.end(),
                   [](const auto& a, const auto& b) { return a->order() < b->order(); });
  const std::lock_guard lock(mutex_);
  due_.assign(due.begin(), due.end());
}

Executor::Work Executor::claim_first() {
  const std::lock_guard lock(mutex_);
  for (auto item = due_.begin(); item != due_.end();) {
    auto entity = item->lock();
    if (!entity) {
      item = due_.erase(item);
      continue;
    }
    CallbackGroup::SharedPtr group = entity->group;
    if (!group->try_enter()) {
      ++item;
      continue;
    }
    item = due_.erase(item);
    if (entity->claim()) return {std::move(entity), std::move(group)};
    group->leave();
  }
  return {};
}

Executor::Work Executor::next_work(Deadline deadline) {
  while (should_run()) {
    // Before looking: what comes after is not missed.
    const std::uint64_t seen = signal_->count();
    if (Work work = claim_first(); work.entity) return work;
    Deadline next = deadline;
    collect_due(next);
    if (Work work = claim_first(); work.entity) return work;
    if (steady_clock::now() >= deadline) return {};
    signal_->wait(seen, next);
  }
  return {};
}

void Executor::run(const Work& work) {
  struct Leave {
    CallbackGroup& group;
    ~Leave() { group.leave(); }
  } leave{*work.group};
  work.entity->execute();
}

void Executor::spin_once(std::chrono::nanoseconds timeout) {
  const SpinGuard guard(spinning_);
  if (const Work work = next_work(deadline_after(timeout)); work.entity) run(work);
}

void Executor::spin_some(std::chrono::nanoseconds max_duration) {
  const SpinGuard guard(spinning_);
  const auto end = max_duration > max_duration.zero() ? steady_clock::now() + max_duration
                                                      : steady_clock::time_point::max();
  Deadline unused = steady_clock::time_point::max();
  collect_due(unused);
  while (should_run() && steady_clock::now() < end) {
    const Work work = claim_first();
    if (!work.entity) return;
    run(work);
  }
}

void Executor::spin_all(std::chrono::nanoseconds max_duration) {
  const SpinGuard guard(spinning_);
  const auto end = steady_clock::now() + max_duration;
  while (steady_clock::now() < end) {
    const Work work = next_work(steady_clock::now());
    if (!work.entity) return;
    run(work);
  }
}

void Executor::spin_node_some(std::shared_ptr<Node> node) {
  add_node(node);
  spin_some();
  remove_node(node);
}

FutureReturnCode Executor::spin_until(const std::function<bool()>& done,
                                      std::chrono::nanoseconds timeout) {
  if (done()) return FutureReturnCode::SUCCESS;
  const SpinGuard guard(spinning_);
  // A future may be completed by another thread, which does not wake us: look now and then.
  constexpr auto kPoll = std::chrono::milliseconds(10);
  const auto end = deadline_after(timeout);
  while (should_run()) {
    const Work work = next_work(std::min(end, steady_clock::now() + kPoll));
    if (work.entity) run(work);
    if (done()) return FutureReturnCode::SUCCESS;
    if (steady_clock::now() >= end) return FutureReturnCode::TIMEOUT;
  }
  return FutureReturnCode::INTERRUPTED;
}

void executors::SingleThreadedExecutor::spin() {
  const SpinGuard guard(spinning_);
  while (should_run()) {
    if (const Work work = next_work(steady_clock::time_point::max()); work.entity) run(work);
  }
}

executors::MultiThreadedExecutor::MultiThreadedExecutor(const ExecutorOptions& options,
                                                        std::size_t number_of_threads, bool,
                                                        std::chrono::nanoseconds)
    : Executor(options),
      threads_(number_of_threads > 0
                   ? number_of_threads
                   : std::max<std::size_t>(2, std::thread::hardware_concurrency())) {}

void executors::MultiThreadedExecutor::spin() {
  const SpinGuard guard(spinning_);
  const auto loop = [this] {
    while (should_run()) {
      if (const Work work = next_work(steady_clock::time_point::max()); work.entity) run(work);
    }
  };
  std::vector<std::thread> others;
  for (std::size_t i = 1; i < threads_; ++i) others.emplace_back(loop);
  loop();
  for (std::thread& thread : others) thread.join();
}

void spin(node_interfaces::NodeBaseInterface::SharedPtr node) {
  executors::SingleThreadedExecutor executor;
  executor.add_node(node);
  executor.spin();
  executor.remove_node(node);
}

void spin(std::shared_ptr<Node> node) { spin(node->get_node_base_interface()); }

void spin_some(std::shared_ptr<Node> node) {
  executors::SingleThreadedExecutor executor;
  executor.spin_node_some(std::move(node));
}

}  // namespace rclcpp
