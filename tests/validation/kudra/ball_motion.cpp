// SPDX-License-Identifier: Apache-2.0
#include "ball_motion.hpp"

#include <algorithm>
#include <cmath>

namespace billiard::kudra {
namespace {

Motion5 rate(const Physics& p, const Motion5& s) {
  const double a = p.cloth.contact_radius;
  const double r = p.ball.radius;
  const double mu = p.cloth.friction;
  const double g = p.gravity;
  const double size = std::sqrt((s.vx * s.vx + s.vy * s.vy) / (a * a) +
                                p.cloth.epsilon_roll * p.cloth.epsilon_roll);
  const double dc = p.cloth.rolling * s.vx / a / size;  // K(14)
  const double ds = p.cloth.rolling * s.vy / a / size;
  const Slip<double> slip{(s.vx - r * s.wy) / a, (s.vy + r * s.wx) / a, s.wz, dc, ds};  // K(26)
  const Friction<double> t = cloth_friction(p.cloth.law, slip, p.cloth.epsilon_slip);
  const double mrx = ds / 5.0;  // K(15)
  const double mry = -dc / 5.0;
  Motion5 d;
  d.x = s.vx;
  d.y = s.vy;
  d.vx = -mu * g * t.x;  // K(21)
  d.vy = -mu * g * t.y;
  d.wx = -5.0 * g / (2.0 * r) * (mu * t.y - a * mrx / r);  // K(22)
  d.wy = 5.0 * g / (2.0 * r) * (mu * t.x + a * mry / r);
  d.wz = -5.0 * g / (2.0 * r * r) * a * mu * t.moment;
  return d;
}

Motion5 moved(const Motion5& s, double h, const Motion5& d) {
  return {s.x + h * d.x,   s.y + h * d.y,   s.vx + h * d.vx, s.vy + h * d.vy,
          s.wx + h * d.wx, s.wy + h * d.wy, s.wz + h * d.wz};
}

Motion5 step_once(const Physics& p, const Motion5& s, double h) {
  const Motion5 k1 = rate(p, s);
  const Motion5 k2 = rate(p, moved(s, h / 2, k1));
  const Motion5 k3 = rate(p, moved(s, h / 2, k2));
  const Motion5 k4 = rate(p, moved(s, h, k3));
  return moved(moved(moved(moved(s, h / 6, k1), h / 3, k2), h / 3, k3), h / 6, k4);
}

// The slip's rate constant is (7/2) μ g/(â D), D the root of K(17): the step may grow with D.
double fitting_step(const Physics& p, const Motion5& s, double step) {
  const double a = p.cloth.contact_radius;
  const double sx = (s.vx - p.ball.radius * s.wy) / a;
  const double sy = (s.vy + p.ball.radius * s.wx) / a;
  const double d = std::sqrt(sx * sx + sy * sy + 0.2 * s.wz * s.wz) / p.cloth.epsilon_slip;
  return step * std::clamp(0.2 * d, 1.0, 20.0);
}

}  // namespace

Physics paper_physics(ClothLaw law) {
  Physics p;
  p.gravity = 9.81;
  p.ball.radius = 0.02;
  p.cloth.law = law;
  p.cloth.friction = 0.2;
  p.cloth.contact_radius = 0.003;
  p.cloth.rolling = 1.0;
  p.cloth.epsilon_slip = 0.01;
  p.cloth.epsilon_roll = 0.01;
  return p;
}

Motion5 start_of(const Figure& figure) {
  Motion5 s;
  s.vy = 1.0;
  s.wx = figure.wx;
  s.wy = figure.wy;
  s.wz = figure.wz;
  return s;
}

std::vector<Motion5> integrate(const Physics& physics, const Motion5& start,
                               const std::vector<double>& times, double step) {
  std::vector<Motion5> states;
  Motion5 s = start;
  double now = 0.0;
  for (const double time : times) {
    while (now < time) {
      const double h = std::min(fitting_step(physics, s, step), time - now);
      s = step_once(physics, s, h);
      now = time - now <= h ? time : now + h;
    }
    states.push_back(s);
  }
  return states;
}

}  // namespace billiard::kudra
