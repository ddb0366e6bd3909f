// SPDX-License-Identifier: Apache-2.0
#include "rebound.hpp"

#include <algorithm>
#include <cmath>

namespace billiard::lab {

Rebound rebound(Physics physics, const TableSpec& spec, const Ball& ball, double until) {
  constexpr double kPeriod = 1e-5;  // [s]
  physics.steps.contact = 5e-7;
  Simulator simulator(build_table(spec, physics.ball.radius), physics);
  simulator.reset({&ball, 1});
  Recorder recorder(kPeriod, static_cast<int>(until / kPeriod) + 4);
  (void)simulator.run({.time = until}, &recorder);

  // A nose above the equator is touched a little later than at one radius.
  const double above = spec.nose_height - physics.ball.radius;
  const double reach = std::sqrt(physics.ball.radius * physics.ball.radius - above * above);
  const double touch = 0.5 * spec.width - reach;
  Rebound r;
  double begin = -1.0;
  double before = ball.position.y() - touch;
  for (const Recorder::Sample& s : recorder.samples()) {
    const Ball& b = s.balls[0];
    const double depth = b.position.y() - touch;
    // Where the depth passes zero, between two samples.
    const double crossing = s.time - kPeriod * depth / (depth - before);
    if (begin < 0.0 && depth > 0.0) {
      begin = crossing;
    } else if (begin < 0.0) {
      r.impact_speed = b.velocity.y();
    }
    if (r.duration == 0.0 && begin >= 0.0 && depth <= 0.0) {
      r.duration = crossing - begin;
      r.rebound_speed = -b.velocity.y();
    }
    r.depth = std::max(r.depth, depth);
    r.time.push_back(s.time);
    r.y.push_back(b.position.y());
    before = depth;
  }
  return r;
}

}  // namespace billiard::lab
