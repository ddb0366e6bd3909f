// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cloth/cloth_model.hpp"

namespace billiard {

/// Slip (per â) of the backward Euler equation s = r − α (s + q)/D(s), D² = |s|² + floor²: the
/// law's own shape for `pade`, a model of the others. Newton on the scalar D, which
/// converges from any guess above D and from likely_scale(), also where slip ends inside the step.
template <typename Scalar>
struct SlipSolution {
  Scalar x{}, y{}, scale{};
};

template <typename Scalar>
[[nodiscard]] inline SlipSolution<Scalar> solve_slip(Direction<Scalar> r, Direction<Scalar> q,
                                                     Scalar alpha, Scalar floor2,
                                                     Scalar guess) noexcept {
  constexpr int kIterations = 8;
  // Newton squares its error: a change this small leaves one below rounding.
  const auto tolerance = static_cast<Scalar>(sizeof(Scalar) == 8 ? 1e-5 : 1e-3);
  const Scalar floor = math::sqrt(floor2);
  SlipSolution<Scalar> s;
  s.scale = guess > floor ? guess : floor;
  for (int i = 0; i < kIterations; ++i) {
    const Scalar inverse = Scalar(1) / (s.scale + alpha);
    s.x = (r.x * s.scale - alpha * q.x) * inverse;
    s.y = (r.y * s.scale - alpha * q.y) * inverse;
    const Scalar dx = (r.x - s.x) * inverse;
    const Scalar dy = (r.y - s.y) * inverse;
    const Scalar value = (s.scale * s.scale - (s.x * s.x + s.y * s.y)) - floor2;
    const Scalar slope = Scalar(2) * (s.scale - (s.x * dx + s.y * dy));
    Scalar next = s.scale - value / slope;
    if (!(next > floor)) next = floor;
    const Scalar change = next > s.scale ? next - s.scale : s.scale - next;
    s.scale = next;
    if (change <= tolerance * next) break;
  }
  const Scalar inverse = Scalar(1) / (s.scale + alpha);
  s.x = (r.x * s.scale - alpha * q.x) * inverse;
  s.y = (r.y * s.scale - alpha * q.y) * inverse;
  return s;
}

/// Where D of solve_slip() will be: |r| − α while the ball slides on, near its floor if it stops.
template <typename Scalar>
[[nodiscard]] inline Scalar likely_scale(const Direction<Scalar>& r, Scalar alpha,
                                         Scalar floor2) noexcept {
  const Scalar size = math::sqrt(r.x * r.x + r.y * r.y);
  if (size > alpha) return math::sqrt((size - alpha) * (size - alpha) + floor2);
  return math::sqrt(floor2 / (Scalar(1.0001) - (size * size) / (alpha * alpha)));
}

/// For the laws other than `pade`: corrects the model's slip by the true force, which differs
/// by some 10 %, so that each pass gains a digit.
template <ClothLaw law, typename Scalar>
[[nodiscard]] inline Friction<Scalar> refine_slip(const ClothModel<Scalar>& m, Direction<Scalar> r,
                                                  Direction<Scalar> g, Scalar spin, Scalar alpha,
                                                  SlipSolution<Scalar>& s) noexcept {
  Slip<Scalar> slip{s.x, s.y, spin, m.shift * g.x, m.shift * g.y};
  Friction<Scalar> f = evaluate<law>(slip, m.epsilon_slip);
  if constexpr (law != ClothLaw::kPade) {
    const Scalar weight = s.scale / (s.scale + alpha);
    for (int pass = 0; pass < 4; ++pass) {
      slip.x += weight * ((r.x - alpha * f.x) - slip.x);
      slip.y += weight * ((r.y - alpha * f.y) - slip.y);
      f = evaluate<law>(slip, m.epsilon_slip);
    }
    s.x = slip.x;
    s.y = slip.y;
  }
  return f;
}

}  // namespace billiard
