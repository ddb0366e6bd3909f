// SPDX-License-Identifier: Apache-2.0
#include "progress.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>

namespace billiard {
namespace {

using ::testing::EndsWith;
using ::testing::StartsWith;

const char* const kCleared = "\r\033[K";
constexpr auto kDeadline = std::chrono::seconds(30);

/// A file that somebody draws bars on.
class Paper {
 public:
  [[nodiscard]] Screen screen(bool terminal = true) const { return {file_.get(), terminal}; }
  [[nodiscard]] long size() const { return std::ftell(file_.get()); }
  [[nodiscard]] std::string text() const {
    std::string text(static_cast<std::size_t>(size()), '\0');
    std::rewind(file_.get());
    text.resize(std::fread(text.data(), 1, text.size(), file_.get()));
    return text;
  }
  /// Waits until something is drawn; false if nothing ever is.
  [[nodiscard]] bool wait() const {
    const auto end = std::chrono::steady_clock::now() + kDeadline;
    while (size() == 0 && std::chrono::steady_clock::now() < end) std::this_thread::yield();
    return size() > 0;
  }

 private:
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_{std::tmpfile(), std::fclose};
};

TEST(ProgressBar, IsAsFullAsTheWork) {
  EXPECT_EQ(progress_bar("planning", 0.5),
            "planning [" + std::string(20, '#') + std::string(20, '.') + "]  50 %");
  EXPECT_EQ(progress_bar("a", -1.0), "a [" + std::string(40, '.') + "]   0 %");
  EXPECT_EQ(progress_bar("a", 7.0), "a [" + std::string(40, '#') + "] 100 %");
}

TEST(BudgetProgress, FillsByItselfAndLeavesNothing) {
  const Paper paper;
  {
    const BudgetProgress progress("planning", 3600.0, paper.screen());
    EXPECT_TRUE(paper.wait());
  }

  const std::string text = paper.text();
  EXPECT_THAT(text, StartsWith("\rplanning [" + std::string(40, '.') + "]   0 %"));
  EXPECT_THAT(text, EndsWith(kCleared));
}

TEST(BudgetProgress, LeavesNothingWhenTheSearchThrows) {
  const Paper paper;
  const auto search = [&] {
    const BudgetProgress progress("planning", 3600.0, paper.screen());
    if (paper.wait()) throw std::runtime_error("no shot");
  };

  EXPECT_THROW(search(), std::runtime_error);

  EXPECT_THAT(paper.text(), EndsWith(kCleared));
}

TEST(BudgetProgress, EndsWithTheSearchNotWithTheBudget) {
  const Paper paper;
  const auto start = std::chrono::steady_clock::now();

  { const BudgetProgress progress("planning", 3600.0, paper.screen()); }

  EXPECT_LT(std::chrono::steady_clock::now() - start, kDeadline);
}

TEST(BudgetProgress, IsSilentWithoutTerminalBudgetOrPatience) {
  const Paper paper;
  const BudgetProgress no_terminal("planning", 3600.0, paper.screen(false));
  const BudgetProgress unknown("planning", 0.0, paper.screen());
  const BudgetProgress short_budget("planning", 1.0, paper.screen());
  const Paper other;  // once this one has a bar, the others would have theirs
  const BudgetProgress seen("planning", 3600.0, other.screen());

  ASSERT_TRUE(other.wait());

  EXPECT_EQ(paper.size(), 0);
}

}  // namespace
}  // namespace billiard
