// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "predictor/prediction_loop.hpp"
#include "realtime.hpp"

namespace billiard_nodes {

/// Runs a PredictionLoop in a real-time thread; an ordinary thread passes the results on.
class PredictionThread {
 public:
  using Consume = std::function<void(const Prediction&)>;

  /// Returns when the real-time thread is set up. `consume` is called from the ordinary thread.
  PredictionThread(const billiard::Table& table, const billiard::Physics& physics,
                   const PredictionOptions& options, const RealtimeOptions& realtime,
                   Consume consume);
  ~PredictionThread();
  PredictionThread(const PredictionThread&) = delete;
  PredictionThread& operator=(const PredictionThread&) = delete;

  /// To be filled, then submit(); both by one thread at a time.
  [[nodiscard]] PredictionInput& input() noexcept { return loop_.input(); }
  void submit() noexcept;

  [[nodiscard]] const PredictionLoop& loop() const noexcept { return loop_; }
  /// What of real time the system refused; empty when nothing.
  [[nodiscard]] const std::vector<std::string>& refused() const noexcept { return refused_; }

 private:
  /// Counts up to wake a thread that waits for work.
  class Bell {
   public:
    void ring() noexcept {
      count_.fetch_add(1, std::memory_order_release);
      count_.notify_one();
    }
    /// Returns when rung since `heard`, and what to give next time.
    [[nodiscard]] int wait(int heard) const noexcept {
      count_.wait(heard, std::memory_order_acquire);
      return count_.load(std::memory_order_acquire);
    }

   private:
    std::atomic<int> count_{0};
  };

  void predict(const RealtimeOptions& realtime);
  void pass_on();

  PredictionLoop loop_;
  Consume consume_;
  std::vector<std::string> refused_;
  Bell balls_;
  Bell results_;
  std::atomic<bool> ready_{false};
  std::atomic<bool> stop_{false};
  std::thread predicting_;
  std::thread passing_on_;
};

}  // namespace billiard_nodes
