// SPDX-License-Identifier: Apache-2.0
// Exhaustive exploration of the real supervisor against the real link: every interleaving of
// commands, deliveries, losses, repeats, reorderings, resets and time steps up to a depth.
#include <gtest/gtest.h>

#include <cstdlib>
#include <unordered_map>

#include "explored_world.hpp"

namespace firmware_bridge::test {
namespace {

/// Depth-first search; a state seen before with as many steps left is not entered again.
class Explorer {
 public:
  void explore(const ExploredWorld& world, int depth) {
    if (depth == 0 || !failure.empty()) return;
    for (std::size_t action = 0; action < world.action_count() && failure.empty(); ++action) {
      ExploredWorld next(world);
      if (!next.act(action)) continue;
      ++transitions;
      trace_.push_back(world.name_of_action(action));
      most_strokes = std::max(most_strokes, next.strokes());
      if (next.violation() != nullptr) {
        failure = next.violation();
        for (const std::string& step : trace_) failure += "\n  " + step;
      }
      int& done = seen_[next.fingerprint()];
      if (done < depth) {
        done = depth;
        explore(next, depth - 1);
      }
      trace_.pop_back();
    }
  }
  [[nodiscard]] std::size_t states() const { return seen_.size(); }

  std::string failure;
  std::uint64_t transitions{0};
  std::uint32_t most_strokes{0};

 private:
  std::unordered_map<std::uint64_t, int> seen_;
  std::vector<std::string> trace_;
};

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr int kQuickDepth = 6;  // sanitizers look at each step, not at many
#else
constexpr int kQuickDepth = 7;
#endif

int depth_of_test(int quick, int full) {
  if (const char* wanted = std::getenv("BILLIARD_EXPLORE_DEPTH")) return std::atoi(wanted);
  return std::getenv("BILLIARD_FULL_TESTS") != nullptr ? full : quick;
}

struct Start {
  const char* name;
  int whole_shots;  ///< Played before; their frames are still around
  int commands;     ///< Of LOAD, ARM, FIRE carried out before the search begins
  bool lost_fire;   ///< A FIRE was lost with the session it belonged to
};

class Exploration : public ::testing::TestWithParam<Start> {};

TEST_P(Exploration, KeepsEveryPromiseInEveryInterleaving) {
  const Start start = GetParam();
  ExploredWorld::Settings settings;
  settings.kept_to_device = start.whole_shots > 0 ? 12 : 8;
  ExploredWorld world(settings);
  start.lost_fire ? world.prepare_lost_fire() : world.prepare(start.whole_shots, start.commands);
  ASSERT_STREQ(world.violation(), nullptr);
  const int played = start.whole_shots + (start.commands == 3 ? 1 : 0);
  ASSERT_EQ(world.strokes(), static_cast<std::uint32_t>(played));

  const int depth = depth_of_test(kQuickDepth, 8);
  Explorer explorer;
  explorer.explore(world, depth);

  RecordProperty("depth", depth);
  RecordProperty("states", std::to_string(explorer.states()));
  RecordProperty("transitions", std::to_string(explorer.transitions));
  EXPECT_EQ(explorer.failure, "");
  EXPECT_GT(explorer.states(), 1000U);
  if (start.commands == 1 || start.commands == 2) {
    EXPECT_GT(explorer.most_strokes, world.strokes()) << "some interleaving must play the shot";
  }
}

INSTANTIATE_TEST_SUITE_P(From, Exploration,
                         ::testing::Values(Start{"Idle", 0, 0, false}, Start{"Loaded", 0, 1, false},
                                           Start{"Armed", 0, 2, false},
                                           Start{"Stroking", 0, 3, false},
                                           Start{"IdleAfterAShot", 1, 0, false},
                                           Start{"ArmedAfterAShot", 1, 2, false},
                                           Start{"IdleAfterALostFire", 0, 0, true}),
                         [](const auto& start) { return std::string(start.param.name); });

}  // namespace
}  // namespace firmware_bridge::test
