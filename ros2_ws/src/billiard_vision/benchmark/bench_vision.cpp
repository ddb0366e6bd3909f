// SPDX-License-Identifier: Apache-2.0
#include <benchmark/benchmark.h>

#include <cmath>
#include <vector>

#include "billiard_vision/renderer.hpp"

namespace {

using namespace billiard::vision;

std::vector<SceneBall> sixteen_balls(const TableGeometry& table) {
  std::vector<SceneBall> balls;
  for (int i = 0; i < 16; ++i) {
    SceneBall ball;
    ball.kind = i;
    ball.position = {1.1 * std::sin(2.4 * i), 0.5 * std::cos(1.7 * i), table.ball_radius};
    ball.rotation = turn(ball.rotation, {1.0 * i, 0.5 * i, 0.3}, 1.0);
    balls.push_back(ball);
  }
  return balls;
}

Camera oblique(int width, int height) {
  return look_at(make_lens(width, height, 0.9 * width), {0.2, -2.0, 1.9}, {0.0, -0.05, 0.0});
}

void render(benchmark::State& state) {
  const auto width = static_cast<int>(state.range(0));
  Renderer renderer({}, oblique(width, width * 9 / 16), {});
  const auto balls = sixteen_balls(renderer.table());
  std::uint64_t frame = 0;
  for (auto _ : state) benchmark::DoNotOptimize(renderer.render(balls, ++frame));
}
BENCHMARK(render)->Arg(640)->Arg(1280)->Unit(benchmark::kMillisecond);

}  // namespace
