// SPDX-License-Identifier: Apache-2.0
// Counts calls to the heap. Link heap_watch.cpp into the test program: it replaces malloc and its
// relatives there.
#pragma once

namespace billiard {

/// From now on calls are counted from 0.
void watch_heap() noexcept;
/// Ends counting; the calls since watch_heap().
[[nodiscard]] long heap_calls_seen() noexcept;

/// Calls to the heap while `work` runs.
template <typename Work>
long heap_calls(const Work& work) {
  watch_heap();
  work();
  return heap_calls_seen();
}

}  // namespace billiard
