// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "rclcpp/detail/arguments.hpp"
#include "rclcpp/detail/signal.hpp"
#include "rclcpp/macros.hpp"

namespace underlay {
class Participant;
}

namespace rclcpp {

namespace detail {
class IntraProcess;
class NodeAnnouncer;
}  // namespace detail

/// One start-up of ROS in a process: arguments, middleware, and whether it is still running.
class Context : public std::enable_shared_from_this<Context> {
 public:
  RCLCPP_SMART_PTR_DEFINITIONS(Context)

  Context();
  virtual ~Context();
  RCLCPP_DISABLE_COPY(Context)

  void init(int argc, const char* const* argv);
  [[nodiscard]] bool is_valid() const { return valid_; }
  bool shutdown(const std::string& reason);
  [[nodiscard]] std::string shutdown_reason() const;
  void on_shutdown(std::function<void()> callback);

  // --- not in rclcpp ---
  [[nodiscard]] const detail::Arguments& arguments() const { return arguments_; }
  [[nodiscard]] std::shared_ptr<underlay::Participant> participant();
  [[nodiscard]] detail::IntraProcess& intra_process() { return *intra_process_; }
  [[nodiscard]] detail::NodeAnnouncer& announcer() { return *announcer_; }
  /// The signal is notified at shutdown, so that whoever waits on it looks again.
  void wake_at_shutdown(const std::shared_ptr<detail::Signal>& signal);

 private:
  std::atomic<bool> valid_{false};
  detail::Arguments arguments_;
  mutable std::mutex mutex_;
  std::string reason_;
  std::vector<std::function<void()>> callbacks_;
  std::vector<std::weak_ptr<detail::Signal>> signals_;
  std::shared_ptr<underlay::Participant> participant_;
  std::unique_ptr<detail::IntraProcess> intra_process_;
  std::unique_ptr<detail::NodeAnnouncer> announcer_;
};

namespace contexts {
[[nodiscard]] Context::SharedPtr get_global_default_context();
}

}  // namespace rclcpp
