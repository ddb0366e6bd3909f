// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>

#include "rclcpp/callback_group.hpp"
#include "rclcpp/clock.hpp"

namespace rclcpp {

/// Calls back periodically on its clock. Periods that were missed are skipped, not made up for.
class TimerBase : public detail::Entity {
 public:
  RCLCPP_SMART_PTR_DEFINITIONS(TimerBase)

  TimerBase(Clock::SharedPtr clock, std::chrono::nanoseconds period,
            std::function<void(TimerBase&)> callback);
  ~TimerBase() override;

  void cancel();
  void reset();
  [[nodiscard]] bool is_canceled() const { return cancelled_; }
  [[nodiscard]] bool is_ready() { return is_due(); }
  [[nodiscard]] bool is_steady() const { return clock_->get_clock_type() == RCL_STEADY_TIME; }
  [[nodiscard]] std::chrono::nanoseconds time_until_trigger() const;
  [[nodiscard]] Clock::SharedPtr get_clock() const { return clock_; }
  void execute_callback() { callback_(*this); }

  bool is_due() override;
  bool claim() override;
  void execute() override { execute_callback(); }
  std::chrono::steady_clock::time_point next_due() override;
  int order() const override { return detail::kTimer; }

 private:
  Clock::SharedPtr clock_;
  std::int64_t period_;
  std::function<void(TimerBase&)> callback_;
  std::atomic<bool> cancelled_{false};
  std::atomic<std::int64_t> next_;  ///< on the clock [ns]
};

template <typename FunctorT>
class GenericTimer : public TimerBase {
 public:
  GenericTimer(Clock::SharedPtr clock, std::chrono::nanoseconds period, FunctorT callback)
      : TimerBase(std::move(clock), period, wrap(std::move(callback))) {}

 private:
  static std::function<void(TimerBase&)> wrap(FunctorT callback) {
    if constexpr (std::is_invocable_v<FunctorT, TimerBase&>) {
      return callback;
    } else {
      return [callback](TimerBase&) mutable { callback(); };
    }
  }
};

template <typename FunctorT>
class WallTimer : public GenericTimer<FunctorT> {
 public:
  WallTimer(std::chrono::nanoseconds period, FunctorT callback)
      : GenericTimer<FunctorT>(std::make_shared<Clock>(RCL_STEADY_TIME), period,
                               std::move(callback)) {}
};

}  // namespace rclcpp
