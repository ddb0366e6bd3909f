// SPDX-License-Identifier: Apache-2.0
#include "realtime.hpp"

#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

namespace billiard_nodes {
namespace {

std::string because(const std::string& what, int error) {
  return what + ": " + std::strerror(error);
}

/// With a limit on locked memory, locking what comes later would make later allocations fail.
bool may_lock_all() {
  rlimit limit{};
  getrlimit(RLIMIT_MEMLOCK, &limit);
  return limit.rlim_cur == RLIM_INFINITY || geteuid() == 0;
}

void touch_stack() {
  constexpr std::size_t kStack = 256 * 1024;
  std::array<volatile char, kStack> stack;
  for (std::size_t i = 0; i < kStack; i += 4096) stack[i] = 0;
}

}  // namespace

std::vector<std::string> become_realtime(const RealtimeOptions& options) {
  std::vector<std::string> refused;
  if (options.priority == 0) return {"real time is switched off (priority 0)"};
  if (!may_lock_all()) {
    refused.push_back("memory is not locked: the limit on locked memory (ulimit -l) is set");
  } else if (mlockall(MCL_CURRENT | MCL_FUTURE | MCL_ONFAULT) != 0) {
    refused.push_back(because("memory is not locked", errno));
  }
  touch_stack();
  sched_param parameters{};
  parameters.sched_priority = options.priority;
  if (const int error = pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters)) {
    refused.push_back(because("no real-time priority", error));
  }
  if (options.cpu >= 0) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(static_cast<std::size_t>(options.cpu), &set);
    if (const int error = pthread_setaffinity_np(pthread_self(), sizeof(set), &set)) {
      refused.push_back(because("not bound to core " + std::to_string(options.cpu), error));
    }
  }
  return refused;
}

// On Linux both belong to the thread, and threads it starts take them over. A process started with
// a real-time priority would else plan with it.
void become_patient(int nice) {
  const sched_param ordinary{};
  (void)pthread_setschedparam(pthread_self(), SCHED_OTHER, &ordinary);
  const auto thread = static_cast<id_t>(syscall(SYS_gettid));
  (void)setpriority(PRIO_PROCESS, thread, nice);
}

}  // namespace billiard_nodes
