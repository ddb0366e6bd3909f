// SPDX-License-Identifier: Apache-2.0
#include "quiet.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>

namespace billiard {

Quiet::Quiet() : kept_(::dup(STDERR_FILENO)) {
  std::fflush(stderr);
  const int nowhere = kept_ < 0 ? -1 : ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere < 0) return;
  ::dup2(nowhere, STDERR_FILENO);
  ::close(nowhere);
}

Quiet::~Quiet() {
  if (kept_ < 0) return;
  std::fflush(stderr);
  ::dup2(kept_, STDERR_FILENO);
  ::close(kept_);
}

}  // namespace billiard
