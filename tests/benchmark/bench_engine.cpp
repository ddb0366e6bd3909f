// SPDX-License-Identifier: Apache-2.0
// CPU time of complete shots until rest, beside other engines. Usage: bench_engine JSON CSV
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "billiard_engine/batch.hpp"
#include "billiard_engine/files/settings.hpp"
#include "billiard_engine/simulator.hpp"
#include "suite_main.hpp"

namespace billiard {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kRepeats = 5;  // of every shot, after one that warms the caches
constexpr double kMilliseconds = 1e3;

double cpu_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

std::vector<Ball> read_balls(const Json& shot, double radius) {
  std::vector<Ball> balls;
  for (const Json& numbers : shot) {
    Ball ball;
    const auto at = [&](std::size_t i) { return numbers.at(i).get<double>(); };
    ball.position = {at(0), at(1), radius};
    if (numbers.size() > 2) {
      ball.velocity = {at(2), at(3), at(4)};
      ball.spin = {at(5), at(6), at(7)};
    }
    balls.push_back(ball);
  }
  return balls;
}

/// What one case gave.
struct Figures {
  std::vector<double> times;  ///< CPU time per shot, sorted [s]
  double free_steps = 0.0;    ///< mean per shot
  double contact_steps = 0.0;
  int unfinished = 0;  ///< shots that did not end in rest

  [[nodiscard]] double quantile(double part) const {
    const auto last = static_cast<double>(times.size() - 1);
    return kMilliseconds * times[static_cast<std::size_t>(part * last + 0.5)];
  }
};

Figures measure(const Json& shots, const Settings& settings) {
  Simulator simulator(settings.table, settings.physics);
  Figures figures;
  for (const Json& shot : shots) {
    const std::vector<Ball> balls = read_balls(shot, settings.physics.ball.radius);
    for (int i = 0; i <= kRepeats; ++i) {
      const double start = cpu_seconds();
      simulator.reset(balls);
      const Result result = simulator.run();
      const double time = cpu_seconds() - start;
      if (i == 0) {
        figures.free_steps += static_cast<double>(result.free_steps);
        figures.contact_steps += static_cast<double>(result.contact_steps);
        figures.unfinished += result.status == Status::kRest ? 0 : 1;
      } else {
        figures.times.push_back(time);
      }
    }
  }
  figures.free_steps /= static_cast<double>(shots.size());
  figures.contact_steps /= static_cast<double>(shots.size());
  std::sort(figures.times.begin(), figures.times.end());
  return figures;
}

/// Wall-clock time of all shots of a case on so many threads, best of some rounds [s]. Says
/// something only while nothing else runs on the machine.
double batch_seconds(const Json& shots, const Settings& settings, int threads) {
  std::vector<std::vector<Ball>> layouts;
  for (const Json& shot : shots) {
    layouts.push_back(read_balls(shot, settings.physics.ball.radius));
  }
  std::vector<BatchRun> runs;
  for (const std::vector<Ball>& balls : layouts) runs.push_back({.balls = balls, .strikes = false});
  std::vector<Result> results(runs.size());
  Batch batch(settings.table, settings.physics, threads);
  double best = 1e30;
  for (int i = 0; i <= kRepeats; ++i) {
    const auto start = std::chrono::steady_clock::now();
    batch.run(runs, results);
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    best = std::min(best, time.count());
  }
  return best;
}

Json to_json(const Figures& f) {
  Json figures = cpu_figures(f.times.size(), f.times);
  figures.update({{"mean_free_steps", f.free_steps},
                  {"mean_contact_steps", f.contact_steps},
                  {"not_at_rest", f.unfinished}});
  return figures;
}

SuiteReport run() {
  std::ifstream stream(BENCHMARK_FOLDER "/engine_cases.json");
  const Json data = Json::parse(stream);
  const Settings settings = load_settings("pool_9ft");
  SuiteReport report;
  report.csv = "case,n,median_cpu_ms,p99_cpu_ms,max_cpu_ms,free_steps,contact_steps\n";
  fmt::print("engine: CPU time per shot until rest, one thread [ms]\n");
  fmt::print("{:<14}{:>7}{:>10}{:>10}{:>10}{:>10}{:>11}{:>12}\n", "case", "n", "median", "p99",
             "max", "fastfiz", "pooltool", "of fastfiz");
  for (const auto& [name, shots] : data.at("cases").items()) {
    const Figures f = measure(shots, settings);
    const double fastfiz = data.at("peers_median_cpu_ms").at("fastfiz").at(name);
    const double pooltool = data.at("peers_median_cpu_ms").at("pooltool").at(name);
    fmt::print("{:<14}{:>7}{:>10.4f}{:>10.4f}{:>10.4f}{:>10.3f}{:>11.1f}{:>11.2f}x\n", name,
               f.times.size(), f.quantile(0.5), f.quantile(0.99), f.quantile(1.0), fastfiz,
               pooltool, f.quantile(0.5) / fastfiz);
    report.csv += fmt::format("{},{},{:.6f},{:.6f},{:.6f},{:.1f},{:.1f}\n", name, f.times.size(),
                              f.quantile(0.5), f.quantile(0.99), f.quantile(1.0), f.free_steps,
                              f.contact_steps);
    report.json[name] = to_json(f);
  }
  const Json& midgame = data.at("cases").at("midgame7");
  const double faster = batch_seconds(midgame, settings, 1) / batch_seconds(midgame, settings, 2);
  fmt::print("midgame7 on two threads: {:.2f}x one (wall clock)\n", faster);
  report.json["midgame7"]["two_threads_speedup"] = faster;
  return report;
}

}  // namespace
}  // namespace billiard

int main(int argc, char** argv) {
  return billiard::suite_main(argc, argv, "engine", billiard::run);
}
