// SPDX-License-Identifier: Apache-2.0
#include "run_out.hpp"

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "billiard_engine/simulator.hpp"

namespace billiard {
namespace {

constexpr int kRows = 5;
constexpr double kGap = 0.2e-3;       // [m] largest between racked balls
constexpr double kBreakSpeed = 8.0;   // [m/s] of the cue
constexpr double kBreakSpread = 0.5;  // [m/s]
constexpr int kMaxShots = 30;

/// Row by row: the eight in the middle, a solid and a stripe in the corners.
constexpr std::array kOrder = {"1",  "9", "2", "3",  "8", "10", "11", "4",
                               "12", "5", "6", "13", "7", "14", "15"};

bool is_playable(const PlanRequest& request) {
  for (std::size_t i = 0; i < request.balls.size(); ++i) {
    const Ball& ball = request.balls[i];
    if (ball.motion == Motion::kOffTable) return false;
    if (request.ids[i] == "8" && !ball.in_play()) return false;
  }
  return true;
}

void report(const PlanRequest& request, const Plan& plan, const char* call) {
  if (std::getenv("BILLIARD_TRACE") == nullptr) return;
  std::fprintf(stderr, "  %s | %s | %s\n", name(request.game.group), plan.reason.c_str(), call);
}

}  // namespace

PlanRequest racked(const Settings& settings, std::uint64_t seed) {
  const double r = settings.physics.ball.radius;
  const double foot = 0.25 * settings.table.spec.length;
  const double apart = 2.0 * r + kGap;
  PlanRequest request;
  request.game.game = Game::kEightBall;
  request.ids.emplace_back("cue");
  Ball cue;
  const double along_head_string = 0.5 * settings.table.spec.width * (uniform(seed, 0) - 0.5);
  cue.position = {-foot, along_head_string, r};
  request.balls.push_back(cue);
  std::uint64_t counter = 1;
  for (int row = 0; row < kRows; ++row) {
    for (int k = 0; k <= row; ++k) {
      Ball ball;
      const double jitter = 0.5 * kGap;
      ball.position = {
          foot + row * apart * std::sqrt(0.75) + jitter * (uniform(seed, counter) - 0.5),
          (k - 0.5 * row) * apart + jitter * (uniform(seed, counter + 1) - 0.5), r};
      counter += 2;
      request.ids.emplace_back(kOrder[request.balls.size() - 1]);
      request.balls.push_back(ball);
    }
  }
  return request;
}

PlanRequest random_break(const Settings& settings, std::uint64_t seed) {
  Simulator simulator(settings.table, settings.physics);
  for (std::uint64_t attempt = 0;; ++attempt) {
    const std::uint64_t stream = seed + (attempt << 32);
    PlanRequest request = racked(settings, stream);
    const Vec3<double> line = request.balls[1].position - request.balls[0].position;
    Shot shot;
    shot.speed = kBreakSpeed + kBreakSpread * (uniform(stream, 100) - 0.5);
    shot.azimuth = std::atan2(line.y(), line.x()) + 4e-3 * (uniform(stream, 101) - 0.5);
    simulator.reset(request.balls);
    simulator.strike(shot);
    const Result result = simulator.run();
    request.balls.assign(result.balls.begin(), result.balls.begin() + result.ball_count);
    if (is_playable(request)) return request;
  }
}

Rack run_out(Planner& planner, const Settings& settings, const PlanRequest& asked,
             std::uint64_t seed) {
  PlanRequest request = random_break(settings, seed);
  request.noise = asked.noise;
  request.simulations = asked.simulations;
  request.budget = asked.budget;
  request.seed = seed;
  request = planner.place_cue_ball(request);
  Rack rack;
  while (rack.shots < kMaxShots) {
    const std::clock_t start = std::clock();
    const Plan plan = planner.plan(request);
    rack.cpu_times.push_back(static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
    rack.end = "no shot";
    if (!plan.found) break;
    ++rack.shots;
    Outcome outcome;
    const Verdict verdict = planner.play(request, plan.best, seed + 555, rack.shots, &outcome);
    report(request, plan, verdict.call);
    rack.cleared = verdict.won;
    rack.end = plan.best.kind == ShotKind::kSafety ? "safety" : verdict.call;
    if (verdict.won || !verdict.success) break;
    request.game = verdict.next;
    request.balls.assign(outcome.final_balls().begin(), outcome.final_balls().end());
  }
  return rack;
}

}  // namespace billiard
