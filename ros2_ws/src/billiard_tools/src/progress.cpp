// SPDX-License-Identifier: Apache-2.0
#include "progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

namespace billiard {
namespace {

constexpr std::chrono::milliseconds kPatience{500};
constexpr std::chrono::milliseconds kRefresh{100};
constexpr int kWidth = 40;           // characters
constexpr double kLongBudget = 2.0;  // [s]

}  // namespace

Screen standard_error() { return {stderr, isatty(STDERR_FILENO) != 0}; }

std::string progress_bar(const std::string& label, double part) {
  const double share = std::clamp(part, 0.0, 1.0);
  const int full = static_cast<int>(share * kWidth);
  return fmt::format("{} [{:#<{}}{:.<{}}] {:3.0f} %", label, "", full, "", kWidth - full,
                     100.0 * share);
}

Progress::Progress(std::string label, Screen screen)
    : label_(std::move(label)), screen_(screen), next_(Clock::now() + kPatience) {}

Progress::~Progress() {
  if (!shown_) return;
  std::fputs("\r\033[K", screen_.stream);
  std::fflush(screen_.stream);
}

void Progress::update(double part) {
  if (!screen_.terminal || Clock::now() < next_) return;
  next_ = Clock::now() + kRefresh;
  shown_ = true;
  fmt::print(screen_.stream, "\r{}", progress_bar(label_, part));
  std::fflush(screen_.stream);
}

BudgetProgress::BudgetProgress(std::string label, double budget, Screen screen)
    : progress_(std::move(label), screen) {
  if (!screen.terminal || budget < kLongBudget) return;
  thread_ = std::thread([this, budget] { tick(budget); });
}

BudgetProgress::~BudgetProgress() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    done_ = true;
  }
  change_.notify_one();
  thread_.join();
}

void BudgetProgress::tick(double budget) {
  const auto start = std::chrono::steady_clock::now();
  std::unique_lock lock(mutex_);
  while (!change_.wait_for(lock, kRefresh, [this] { return done_; })) {
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    progress_.update(elapsed.count() / budget);
  }
}

}  // namespace billiard
