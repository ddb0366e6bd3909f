// SPDX-License-Identifier: Apache-2.0
// What a thread asks of the system to keep its deadlines.
#pragma once

#include <string>
#include <vector>

namespace billiard_nodes {

struct RealtimeOptions {
  int priority{80};  ///< SCHED_FIFO, 1 to 99; 0: an ordinary thread
  int cpu{-1};       ///< Stay on this core; -1: any
};

/// Makes the calling thread a real-time one: memory of the process locked as it is touched, its
/// stack touched, SCHED_FIFO, core. Returns what the system refused, in words.
[[nodiscard]] std::vector<std::string> become_realtime(const RealtimeOptions& options);

/// Makes the calling thread (and those it starts) give way to others; `nice` 0 to 19.
void become_patient(int nice);

}  // namespace billiard_nodes
