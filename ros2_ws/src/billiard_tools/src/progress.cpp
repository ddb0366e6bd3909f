// SPDX-License-Identifier: Apache-2.0
#include "progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace billiard {
namespace {

constexpr std::chrono::milliseconds kPatience{500};
constexpr std::chrono::milliseconds kRefresh{100};
constexpr int kWidth = 40;  // characters

}  // namespace

Progress::Progress(std::string label)
    : label_(std::move(label)),
      on_terminal_(isatty(STDERR_FILENO) != 0),
      next_(Clock::now() + kPatience) {}

Progress::~Progress() {
  if (shown_) std::fputs("\r\033[K", stderr);
}

void Progress::update(double part) {
  if (!on_terminal_ || Clock::now() < next_) return;
  next_ = Clock::now() + kRefresh;
  shown_ = true;
  const double share = std::clamp(part, 0.0, 1.0);
  const int full = static_cast<int>(share * kWidth);
  fmt::print(stderr, "\r{} [{:#<{}}{:.<{}}] {:3.0f} %", label_, "", full, "", kWidth - full,
             100.0 * share);
  std::fflush(stderr);
}

}  // namespace billiard
