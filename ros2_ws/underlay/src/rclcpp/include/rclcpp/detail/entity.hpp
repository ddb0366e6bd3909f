// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <memory>

namespace rclcpp {

class CallbackGroup;

namespace detail {

/// Something an executor runs callbacks for: timer, subscription, service, client or event.
class Entity {
 public:
  virtual ~Entity() = default;
  /// Whether there may be work now. Cheap.
  [[nodiscard]] virtual bool is_due() = 0;
  /// Takes the work on: after true, execute() follows. Called by one thread at a time.
  [[nodiscard]] virtual bool claim() = 0;
  virtual void execute() = 0;
  /// When is_due() will become true by time alone; max() if never.
  [[nodiscard]] virtual std::chrono::steady_clock::time_point next_due() {
    return std::chrono::steady_clock::time_point::max();
  }
  /// Lower runs first among those due together.
  [[nodiscard]] virtual int order() const = 0;

  std::shared_ptr<CallbackGroup> group;  ///< set when the entity is made
};

enum Order { kTimer, kSubscription, kService, kClient, kEvent };

}  // namespace detail
}  // namespace rclcpp
