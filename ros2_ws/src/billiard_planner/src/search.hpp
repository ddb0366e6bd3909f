// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "budget.hpp"
#include "candidates/candidate.hpp"
#include "option.hpp"
#include "refine.hpp"

namespace billiard {

/// Part of the budget after which only the answer is written.
inline constexpr double kWinnerShare = 0.96;

/// One decision: candidates become aimed shots, aimed shots are compared under noise.
class Search {
 public:
  Search(const Scene& scene, const PlanRequest& request, Workers& workers, const Budget& budget)
      : scene_(scene), request_(request), workers_(workers), budget_(budget) {}

  /// Aims candidates, best first, until `share` of the budget is used; what works becomes an
  /// option with a promise. Without one it goes on until `latest`.
  void aim(Candidates candidates, double share, double latest);
  /// Plays ready-made shots once without noise; what is legal becomes an option. `or_foul`: if none
  /// is, those that lose least do: disturbed, one of them may turn out better.
  void add_shots(std::vector<Choice> shots, double share, bool or_foul = false);
  /// Compares the options under noise; the best first afterwards. The winner's figures come from
  /// samples that had no part in choosing it.
  void compare();

  /// The budget ended while shots were still looked for.
  [[nodiscard]] bool expired() const { return budget_.left(kWinnerShare) <= 0.0; }
  /// Highest promise of any option so far; 0 without one.
  [[nodiscard]] double best_promise() const noexcept;
  [[nodiscard]] std::vector<Option>& options() noexcept { return options_; }

 private:
  struct Aiming {
    Candidate* candidate = nullptr;
    Stroke stroke;
  };
  /// An aimed shot played once without noise; none if that does not work.
  [[nodiscard]] std::optional<Option> try_out(ShotRunner& runner, const Candidate& candidate,
                                              const Aimed& aimed) const;
  /// Aims all of them, or as many as `share` of the budget allows; longer while there is nothing.
  void aim_all(std::span<const Aiming> waiting, double share, double latest);
  /// Returns how many were begun and ended. Candidates that work get a lead and a better estimate.
  int aim_batch(std::span<const Aiming> batch, double share);
  /// Adds `samples` draws to each of the first `count` options until `share` of the budget.
  void sample(int count, int samples, double share);
  void sample_winner();
  void rank(int count);

  const Scene& scene_;
  const PlanRequest& request_;
  Workers& workers_;
  const Budget& budget_;
  std::vector<Option> options_;
  std::uint64_t next_draw_ = 0;
};

}  // namespace billiard
