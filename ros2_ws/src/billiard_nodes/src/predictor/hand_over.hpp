// SPDX-License-Identifier: Apache-2.0
// Passing values between two threads without locks: one thread writes, one reads. Slots are made
// once and filled in place, so that nothing is allocated on the way. All calls are real-time safe.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace billiard_nodes {

/// The newest value wins; older ones that were not taken are overwritten.
template <typename T>
class Newest {
 public:
  /// Writer: the slot to fill, until hand_over().
  [[nodiscard]] T& slot() noexcept { return slots_[writing_]; }
  /// Writer: false if the value before was never taken.
  bool hand_over() noexcept {
    const std::uint8_t before = between_.exchange(writing_ | kFresh, std::memory_order_acq_rel);
    writing_ = before & kIndex;
    return (before & kFresh) == 0;
  }
  /// Reader: the newest value, valid until the next take(); nullptr if there is nothing new.
  [[nodiscard]] const T* take() noexcept {
    if ((between_.load(std::memory_order_acquire) & kFresh) == 0) return nullptr;
    reading_ = between_.exchange(reading_, std::memory_order_acq_rel) & kIndex;
    return &slots_[reading_];
  }

 private:
  static constexpr std::uint8_t kIndex = 3;
  static constexpr std::uint8_t kFresh = 4;

  std::array<T, 3> slots_{};
  std::uint8_t writing_{0};
  std::uint8_t reading_{1};
  std::atomic<std::uint8_t> between_{2};
};

/// Nothing is lost until all slots are full.
template <typename T, std::size_t kSlots>
class Queue {
 public:
  /// Every slot is made by `make()`.
  template <typename Make>
  explicit Queue(Make make) : slots_(fill(make, std::make_index_sequence<kSlots>{})) {}

  /// Writer: the slot to fill, or nullptr when full.
  [[nodiscard]] T* slot() noexcept {
    const std::size_t written = written_.load(std::memory_order_relaxed);
    const bool full = written - read_.load(std::memory_order_acquire) == kSlots;
    return full ? nullptr : &slots_[written % kSlots];
  }
  void hand_over() noexcept { written_.fetch_add(1, std::memory_order_release); }
  /// Reader: the oldest value, or nullptr.
  [[nodiscard]] const T* oldest() const noexcept {
    const std::size_t read = read_.load(std::memory_order_relaxed);
    return read == written_.load(std::memory_order_acquire) ? nullptr : &slots_[read % kSlots];
  }
  void release() noexcept { read_.fetch_add(1, std::memory_order_release); }

 private:
  template <typename Make, std::size_t... kIndices>
  static std::array<T, kSlots> fill(Make& make, std::index_sequence<kIndices...>) {
    return {((void)kIndices, make())...};
  }

  std::array<T, kSlots> slots_;
  std::atomic<std::size_t> written_{0};
  std::atomic<std::size_t> read_{0};
};

}  // namespace billiard_nodes
