// SPDX-License-Identifier: Apache-2.0
#include "one_ball.hpp"

namespace billiard::lab {

Ball ball_on_cloth(const Physics& physics, const Vec2<double>& velocity, const Vec3<double>& spin) {
  Ball ball;
  ball.position = {0.0, 0.0, physics.ball.radius};
  ball.velocity = {velocity.x(), velocity.y(), 0.0};
  ball.spin = spin;
  return ball;
}

std::vector<Recorder::Sample> follow(const Physics& physics, const Ball& ball, double period,
                                     double until) {
  Simulator simulator(build_table(TableSpec{.endless = true}, physics.ball.radius), physics);
  simulator.reset({&ball, 1});
  Recorder recorder(period, static_cast<int>(until / period) + 4);
  (void)simulator.run({.time = until}, &recorder);
  return recorder.samples();
}

}  // namespace billiard::lab
