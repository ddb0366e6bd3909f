// SPDX-License-Identifier: Apache-2.0
#include "cpu_time.hpp"

#include <ctime>

namespace billiard::lab {

double cpu_time() noexcept {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace billiard::lab
