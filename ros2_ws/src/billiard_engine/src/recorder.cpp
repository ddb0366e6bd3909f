// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iterator>

#include "billiard_engine/result.hpp"

namespace billiard {

Recorder::Recorder(double period, int max_samples, int max_events) : period_(period) {
  samples_.reserve(static_cast<std::size_t>(std::max(max_samples, 0)));
  events_.reserve(static_cast<std::size_t>(std::max(max_events, 0)));
}

void Recorder::clear() noexcept {
  events_.clear();
  samples_.clear();
  dropped_events_ = 0;
  dropped_samples_ = 0;
}

void Recorder::add(const Event& event) noexcept {
  if (events_.size() == events_.capacity()) {
    ++dropped_events_;
    return;
  }
  events_.push_back(event);
}

void Recorder::end_at(double time) noexcept {
  const auto earlier = [](const Event& a, const Event& b) { return a.time < b.time; };
  // They are nearly in order; this needs no memory.
  for (auto it = events_.begin(); it != events_.end(); ++it) {
    std::rotate(std::upper_bound(events_.begin(), it, *it, earlier), it, std::next(it));
  }
  std::erase_if(events_, [&](const Event& event) { return event.time > time; });
}

Recorder::Sample* Recorder::next_sample() noexcept {
  if (samples_.size() == samples_.capacity()) {
    ++dropped_samples_;
    return nullptr;
  }
  return &samples_.emplace_back();
}

}  // namespace billiard
