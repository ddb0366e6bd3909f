// SPDX-License-Identifier: Apache-2.0
#include "search.hpp"

#include <gtest/gtest.h>

#include "candidates/open_shots.hpp"
#include "layout.hpp"

namespace billiard {
namespace {

/// Draws that the winner alone sees start here.
constexpr std::uint64_t kFresh = std::uint64_t{1} << 40;
constexpr std::int64_t kBatchOfAims = 32 * (kMaxRefinementShots + 1);

class Decision : public ::testing::Test {
 protected:
  Decision() { layout_.request.simulations = 600; }
  /// Four times the same full hit: legal, and not certain under noise.
  std::vector<Choice> same_shots() const {
    Choice choice;
    choice.kind = ShotKind::kSafety;
    choice.shot = safety_shots(layout_.scene()).at(4).shot;
    return {choice, choice, choice, choice};
  }
  Candidates pots() const {
    Candidates list;
    add_direct(layout_.scene(), 0b110, list);
    return list;
  }
  /// Figures of `samples` replays from draw `first` on.
  Tally replay(const Option& option, std::uint64_t first, int samples) {
    Tally tally;
    const Scene scene = layout_.scene();
    for (int i = 0; i < samples; ++i) {
      const auto draw = first + static_cast<std::uint64_t>(i);
      const Outcome outcome =
          workers_.first().repeat(scene, option.choice.shot, layout_.request.seed, draw);
      tally.add(score(scene, layout_.request.look_ahead, option.choice, outcome));
    }
    return tally;
  }

  TestLayout layout_{{{"cue", {-0.5, -0.1}}, {"1", {0.4, 0.1}}, {"2", {-0.3, 0.4}}},
                     {Game::kNineBall}};
  Workers workers_{nine_foot().table, nine_foot().physics, 2};
};

TEST_F(Decision, IsTheSameBitsOnOneThreadAndTwo) {
  const Scene scene = layout_.scene();
  Workers one(nine_foot().table, nine_foot().physics, 1);
  const Budget budget_two(layout_.request, workers_);
  const Budget budget_one(layout_.request, one);
  Search two_threads(scene, layout_.request, workers_, budget_two);
  Search one_thread(scene, layout_.request, one, budget_one);

  for (Search* search : {&two_threads, &one_thread}) {
    search->aim(pots(), 0.4, 0.5);
    search->compare();
  }

  ASSERT_FALSE(two_threads.options().empty());
  ASSERT_EQ(two_threads.options().size(), one_thread.options().size());
  EXPECT_EQ(budget_two.used(), budget_one.used());
  for (std::size_t i = 0; i < one_thread.options().size(); ++i) {
    const Option& a = two_threads.options()[i];
    const Option& b = one_thread.options()[i];
    EXPECT_EQ(a.choice.shot.azimuth, b.choice.shot.azimuth) << i;
    EXPECT_EQ(a.choice.shot.speed, b.choice.shot.speed) << i;
    EXPECT_EQ(a.promise, b.promise) << i;
    EXPECT_EQ(a.tally.samples, b.tally.samples) << i;
    EXPECT_EQ(a.tally.value, b.tally.value) << i;
  }
}

TEST_F(Decision, KeepsItsShareOfSimulationsToOneBatch) {
  const Scene scene = layout_.scene();
  const Budget budget(layout_.request, workers_);
  Search search(scene, layout_.request, workers_, budget);

  search.aim(pots(), 0.1, 0.5);

  ASSERT_FALSE(search.options().empty());
  EXPECT_LE(budget.used(), 60 + kBatchOfAims);
}

TEST_F(Decision, SpendsAllButTheLastShareOnComparing) {
  const Scene scene = layout_.scene();
  const Budget budget(layout_.request, workers_);
  Search search(scene, layout_.request, workers_, budget);
  search.add_shots(same_shots(), 0.5);

  search.compare();

  EXPECT_EQ(budget.used(), 576);  // 0.96 · 600
}

TEST_F(Decision, ComparesUnderTheSameLuck) {
  const Scene scene = layout_.scene();
  const Budget budget(layout_.request, workers_);
  Search search(scene, layout_.request, workers_, budget);
  search.add_shots(same_shots(), 0.5);
  ASSERT_EQ(search.options().size(), 4U);

  search.compare();

  // The two that left after the first of three rounds: (0.82 · 600 − 4)/(3 · 4) draws of each.
  const Option& third = search.options()[2];
  const Option& fourth = search.options()[3];
  ASSERT_EQ(third.tally.samples, 40);
  EXPECT_EQ(third.tally.value, fourth.tally.value);
  EXPECT_EQ(third.tally.value, replay(third, 0, 40).value);
}

TEST_F(Decision, TellsOfTheWinnerWhatFreshDrawsSay) {
  const Scene scene = layout_.scene();
  const Budget budget(layout_.request, workers_);
  Search search(scene, layout_.request, workers_, budget);
  search.add_shots(same_shots(), 0.5);

  search.compare();

  const Option& winner = search.options().front();
  ASSERT_GE(winner.tally.samples, 80);
  const Tally fresh = replay(winner, kFresh, winner.tally.samples);
  EXPECT_EQ(winner.tally.successes, fresh.successes);
  EXPECT_EQ(winner.tally.value, fresh.value);
}

// Without noise both pot; the first at the edge of what does.
TEST_F(Decision, PutsTheShotFirstThatBearsTheNoise) {
  const Scene scene = layout_.scene();
  layout_.request.look_ahead = false;
  const Budget budget(layout_.request, workers_);
  const Candidate pot = pots().front();
  const auto aimed = refine(scene, workers_.first(), pot, {1.5 * pot.min_speed});
  ASSERT_TRUE(aimed);
  Choice middle;
  middle.call = pot.call;
  middle.shot = aimed->shot;
  Choice edge = middle;
  edge.shot.azimuth += 0.95 * aimed->window;
  Search search(scene, layout_.request, workers_, budget);
  search.add_shots({edge, middle}, 0.5);
  ASSERT_EQ(search.options().size(), 2U);

  search.compare();

  EXPECT_EQ(search.options().front().choice.shot.azimuth, middle.shot.azimuth);
}

TEST_F(Decision, TakesLegalShotsAndFoulsOnlyIfAllowed) {
  const Scene scene = layout_.scene();
  const Budget budget(layout_.request, workers_);
  Choice away = same_shots().front();
  away.shot.azimuth += 3.0;  // meets no ball
  away.shot.speed = 0.5;
  Search strict(scene, layout_.request, workers_, budget);
  Search desperate(scene, layout_.request, workers_, budget);
  Search lucky(scene, layout_.request, workers_, budget);

  strict.add_shots({away}, 0.5);
  desperate.add_shots({away}, 0.5, true);
  lucky.add_shots({away, same_shots().front()}, 0.5, true);

  EXPECT_TRUE(strict.options().empty());
  ASSERT_EQ(desperate.options().size(), 1U);
  EXPECT_EQ(desperate.options().front().choice.success_probability, 0.0);
  ASSERT_EQ(lucky.options().size(), 1U);
  EXPECT_EQ(lucky.options().front().choice.success_probability, 1.0);
}

TEST_F(Decision, WithoutOptionsPromisesNothing) {
  const Scene scene = layout_.scene();
  const Budget budget(layout_.request, workers_);
  Search search(scene, layout_.request, workers_, budget);

  search.aim({}, 0.4, 0.5);
  search.add_shots({}, 0.4);
  search.compare();

  EXPECT_EQ(search.best_promise(), 0.0);
  EXPECT_TRUE(search.options().empty());
  EXPECT_FALSE(search.expired());
  EXPECT_EQ(budget.used(), 0);
}

TEST_F(Decision, OfAPerfectCueNeedsNoRepetitions) {
  Scene scene = layout_.scene();
  scene.noise = scene.noise.scaled(0.0);
  const Budget budget(layout_.request, workers_);
  Search search(scene, layout_.request, workers_, budget);
  search.add_shots(same_shots(), 0.5);

  search.compare();

  EXPECT_EQ(budget.used(), 4);
  EXPECT_EQ(search.options().front().tally.samples, 1);
}

TEST_F(Decision, OfAPerfectCueIsThePromise) {
  Scene scene = layout_.scene();
  scene.noise = scene.noise.scaled(0.0);
  const Budget budget(layout_.request, workers_);
  Search search(scene, layout_.request, workers_, budget);
  search.add_shots(same_shots(), 0.5);
  search.aim(pots(), 0.5, 0.5);
  ASSERT_EQ(search.options().front().choice.kind, ShotKind::kSafety);

  search.compare();

  EXPECT_EQ(search.options().front().choice.kind, ShotKind::kDirect);
  EXPECT_EQ(search.options().front().promise, search.best_promise());
}

TEST_F(Decision, BearsTheMostSimulationsThatMayBeAsked) {
  const Scene scene = layout_.scene();
  for (const std::int64_t simulations :
       {std::int64_t{20'000'000'000}, std::int64_t{1'000'000'000'000}}) {
    layout_.request.simulations = simulations;
    workers_.set_deadline(Workers::Clock::time_point::max());
    const Budget budget(layout_.request, workers_);
    Search search(scene, layout_.request, workers_, budget);
    search.add_shots(same_shots(), 0.5);
    // Nobody waits for years: what is under way is given up.
    workers_.set_deadline(Workers::Clock::now() + std::chrono::milliseconds(150));

    EXPECT_NO_THROW(search.compare());

    for (const Option& option : search.options()) EXPECT_GT(option.tally.samples, 0);
  }
}

}  // namespace
}  // namespace billiard
