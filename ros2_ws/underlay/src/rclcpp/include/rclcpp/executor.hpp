// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <deque>
#include <future>
#include <memory>
#include <mutex>
#include <vector>

#include "rclcpp/node_interfaces/node_base_interface.hpp"

namespace rclcpp {

class Node;

enum class FutureReturnCode { SUCCESS, INTERRUPTED, TIMEOUT };
[[nodiscard]] std::string to_string(const FutureReturnCode& code);

struct ExecutorOptions {
  Context::SharedPtr context{contexts::get_global_default_context()};
};

/// Waits for work of its nodes and runs their callbacks.
class Executor {
 public:
  RCLCPP_SMART_PTR_DEFINITIONS(Executor)

  explicit Executor(const ExecutorOptions& options = ExecutorOptions());
  virtual ~Executor();
  RCLCPP_DISABLE_COPY(Executor)

  virtual void spin() = 0;
  void add_node(std::shared_ptr<node_interfaces::NodeBaseInterface> node, bool notify = true);
  void add_node(std::shared_ptr<Node> node, bool notify = true);
  void remove_node(std::shared_ptr<node_interfaces::NodeBaseInterface> node, bool notify = true);
  void remove_node(std::shared_ptr<Node> node, bool notify = true);
  void add_callback_group(CallbackGroup::SharedPtr group,
                          std::shared_ptr<node_interfaces::NodeBaseInterface> node,
                          bool notify = true);
  void remove_callback_group(CallbackGroup::SharedPtr group, bool notify = true);

  /// Runs what is due now; with a limit, no longer than that.
  void spin_some(std::chrono::nanoseconds max_duration = std::chrono::nanoseconds(0));
  /// Like spin_some(), and what becomes due meanwhile.
  void spin_all(std::chrono::nanoseconds max_duration);
  /// Waits for one piece of work and runs it; negative: for ever.
  void spin_once(std::chrono::nanoseconds timeout = std::chrono::nanoseconds(-1));
  void spin_node_some(std::shared_ptr<Node> node);

  template <typename FutureT, typename Rep = std::int64_t, typename Period = std::milli>
  FutureReturnCode spin_until_future_complete(
      const FutureT& future,
      std::chrono::duration<Rep, Period> timeout = std::chrono::duration<Rep, Period>(-1)) {
    return spin_until(
        [&] { return future.wait_for(std::chrono::seconds(0)) == std::future_status::ready; },
        std::chrono::duration_cast<std::chrono::nanoseconds>(timeout));
  }

  virtual void cancel();
  [[nodiscard]] bool is_spinning() const { return spinning_; }

 protected:
  using Deadline = std::chrono::steady_clock::time_point;
  struct Work {
    std::shared_ptr<detail::Entity> entity;
    CallbackGroup::SharedPtr group;
  };

  [[nodiscard]] bool should_run() const;
  /// The next piece of work, waiting for it until the deadline; empty entity if there is none.
  [[nodiscard]] Work next_work(Deadline deadline);
  static void run(const Work& work);

  std::atomic<bool> spinning_{false};
  Context::SharedPtr context_;

 private:
  FutureReturnCode spin_until(const std::function<bool()>& done, std::chrono::nanoseconds timeout);
  [[nodiscard]] std::vector<CallbackGroup::SharedPtr> groups();
  void collect_due(Deadline& next);
  [[nodiscard]] Work claim_first();

  std::shared_ptr<detail::Signal> signal_;
  std::mutex mutex_;
  std::vector<std::weak_ptr<node_interfaces::NodeBaseInterface>> nodes_;
  std::vector<std::weak_ptr<CallbackGroup>> own_groups_;
  std::deque<std::weak_ptr<detail::Entity>> due_;
};

namespace executors {

class SingleThreadedExecutor : public Executor {
 public:
  RCLCPP_SMART_PTR_DEFINITIONS(SingleThreadedExecutor)
  using Executor::Executor;
  void spin() override;
};

using StaticSingleThreadedExecutor = SingleThreadedExecutor;

class MultiThreadedExecutor : public Executor {
 public:
  RCLCPP_SMART_PTR_DEFINITIONS(MultiThreadedExecutor)
  explicit MultiThreadedExecutor(const ExecutorOptions& options = ExecutorOptions(),
                                 std::size_t number_of_threads = 0,
                                 bool yield_before_execute = false,
                                 std::chrono::nanoseconds timeout = std::chrono::nanoseconds(-1));
  [[nodiscard]] std::size_t get_number_of_threads() const { return threads_; }
  void spin() override;

 private:
  std::size_t threads_;
};

}  // namespace executors
}  // namespace rclcpp
