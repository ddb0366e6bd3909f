// SPDX-License-Identifier: Apache-2.0
#include "predictor/prediction_thread.hpp"

namespace billiard_nodes {

PredictionThread::PredictionThread(const billiard::Table& table, const billiard::Physics& physics,
                                   const PredictionOptions& options,
                                   const RealtimeOptions& realtime, Consume consume)
    : loop_(table, physics, options), consume_(std::move(consume)) {
  predicting_ = std::thread([this, realtime] { predict(realtime); });
  ready_.wait(false);
  passing_on_ = std::thread([this] { pass_on(); });
}

PredictionThread::~PredictionThread() {
  stop_ = true;
  balls_.ring();
  predicting_.join();
  results_.ring();
  passing_on_.join();
}

void PredictionThread::submit() noexcept {
  loop_.submit();
  balls_.ring();
}

// After `ready_` this thread neither allocates nor waits for anything but new balls.
void PredictionThread::predict(const RealtimeOptions& realtime) {
  refused_ = become_realtime(realtime);
  loop_.warm_up();
  ready_ = true;
  ready_.notify_one();
  int heard = 0;
  while (true) {
    heard = balls_.wait(heard);
    if (stop_.load(std::memory_order_relaxed)) return;
    if (loop_.run_once()) results_.ring();
  }
}

void PredictionThread::pass_on() {
  int heard = 0;
  while (true) {
    heard = results_.wait(heard);
    while (const Prediction* prediction = loop_.oldest()) {
      consume_(*prediction);
      loop_.release();
    }
    if (stop_) return;
  }
}

}  // namespace billiard_nodes
