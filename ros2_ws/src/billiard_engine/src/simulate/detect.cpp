// SPDX-License-Identifier: Apache-2.0
#include "simulate/detect.hpp"
#include "math/dot.hpp"

#include <algorithm>

namespace billiard {

namespace {

/// A gap this small counts as touching [m]: 10⁻⁴ of a gentle contact's depth, and more than the
/// positions are rounded by.
template <typename Scalar>
constexpr Scalar touching() noexcept {
  return static_cast<Scalar>(sizeof(Scalar) == 8 ? 1e-9 : 2e-7);
}

/// A search goes on by at least this, so that it ends [s].
template <typename Scalar>
constexpr Scalar least_step() noexcept {
  return static_cast<Scalar>(sizeof(Scalar) == 8 ? 1e-9 : 2e-7);
}

constexpr int kIterations = 64;

/// Walks along a path in steps that cannot jump over a touch: gap/(largest closing speed).
/// `gap(t)` returns the gap, `approaches(t)` tells whether it shrinks.
template <typename Scalar, typename Gap, typename Approaches>
Touch<Scalar> conservative_advance(Scalar from, Scalar to, Scalar speed, Gap gap,
                                   Approaches approaches) noexcept {
  const auto never = static_cast<Scalar>(kNever);
  // Time in which bodies that part move some 10 µm, to look on from there.
  const Scalar nudge = std::min((to - from) * Scalar(1.0 / 64),
                                static_cast<Scalar>(1e-5) / std::max(speed, Scalar(1e-3)));
  Scalar t = from;
  for (int i = 0; i < kIterations; ++i) {
    const Scalar distance = gap(t);
    if (distance <= touching<Scalar>()) {
      if (approaches(t)) return {t, -1, true};
      t += nudge;  // touches but parts: look further on
    } else {
      if (!(speed > Scalar(0))) return {never, -1, true};
      const Scalar ahead = distance / speed;
      t += std::max(ahead, least_step<Scalar>());
    }
    if (t >= to) return {never, -1, true};
  }
  return {t, -1, false};
}

/// Where a centre is, seen from another, and how it moves.
template <typename Scalar>
struct Relative {
  Vec3<Scalar> apart;     ///< d [m]
  Vec3<Scalar> velocity;  ///< w [m/s]
};

/// What relative motion never exceeds.
template <typename Scalar>
struct Bounds {
  Scalar speed{};         ///< [m/s]
  Scalar acceleration{};  ///< a [m/s²]
};

/// |p''| = |2 first + 6 second τ| is largest at one end.
template <typename Scalar>
Scalar largest_acceleration(const Segment<Scalar>& s) noexcept {
  const Vec3<Scalar> start = Scalar(2) * s.first;
  const Vec3<Scalar> end = start + (Scalar(6) * s.duration) * s.second;
  return math::sqrt(std::max(squared_length(start), squared_length(end)));
}

/// A step within which the distance stays above `reach`. On a straight line it is down to reach + δ
/// at the root of |d + w τ| = reach + δ; a path strays from the line by a τ²/2 at most, so
/// δ = a T²/2 is enough for τ ≤ T. Close to a touch this doubles the digits each time.
template <typename Scalar>
Scalar safe_step(const Relative<Scalar>& r, Scalar reach, Scalar gap, const Bounds<Scalar>& most,
                 Scalar left) noexcept {
  const Scalar closing = -dot(r.apart, r.velocity);
  const Scalar speed2 = squared_length(r.velocity);
  const auto root = [&](Scalar margin) {
    const Scalar c = (gap - margin) * ((gap + margin) + Scalar(2) * reach);
    const Scalar square = closing * closing - speed2 * c;
    if (!(closing > Scalar(0)) || !(square >= Scalar(0))) return left;
    return std::min(left, c / (closing + math::sqrt(square)));
  };
  const Scalar soonest = root(Scalar(0));
  const Scalar strays = Scalar(0.5) * most.acceleration * (soonest * soonest);
  const Scalar least = gap / most.speed;
  return strays < gap ? std::max(root(strays), least) : least;
}

/// First time at which a distance falls to `reach`, for motion known as `relative(t)`.
template <typename Scalar, typename Course>
Touch<Scalar> reach_distance(Scalar to, Scalar reach, const Bounds<Scalar>& most,
                             Course relative) noexcept {
  const auto never = static_cast<Scalar>(kNever);
  const Scalar nudge = std::min(to * Scalar(1.0 / 64),
                                static_cast<Scalar>(1e-5) / std::max(most.speed, Scalar(1e-3)));
  Scalar t = Scalar(0);
  for (int i = 0; i < kIterations; ++i) {
    const Relative<Scalar> r = relative(t);
    const Scalar gap = math::sqrt(squared_length(r.apart)) - reach;
    if (gap > touching<Scalar>()) {
      t += std::max(safe_step(r, reach, gap, most, to - t), least_step<Scalar>());
    } else {
      if (dot(r.apart, r.velocity) < Scalar(0)) return {t, -1, true};
      t += nudge;  // touches but parts: look further on
    }
    if (t >= to) return {never, -1, true};
  }
  return {t, -1, false};
}

/// Distance from a straight piece less the reach, along a path: a cubic of time.
template <typename Scalar>
struct Approach {
  Scalar c0{}, c1{}, c2{}, c3{};

  [[nodiscard]] Scalar value(Scalar t) const noexcept { return c0 + t * (c1 + t * (c2 + t * c3)); }
  [[nodiscard]] Scalar slope(Scalar t) const noexcept {
    return c1 + t * (Scalar(2) * c2 + t * (Scalar(3) * c3));
  }
};

template <typename Scalar>
Approach<Scalar> approach(const Segment<Scalar>& s, const CushionElement<Scalar>& e,
                          Scalar reach) noexcept {
  const auto along_normal = [&e](const Vec3<Scalar>& p) {
    return p.x() * e.normal.x() + p.y() * e.normal.y();
  };
  const Scalar origin = e.origin.x() * e.normal.x() + e.origin.y() * e.normal.y();
  return {along_normal(s.start.position) - origin - reach, along_normal(s.start.velocity),
          along_normal(s.first), along_normal(s.second)};
}

/// Where the slope changes sign in [low, high], given that it does.
template <typename Scalar>
Scalar turning_point(const Approach<Scalar>& a, Scalar low, Scalar high) noexcept {
  const bool rises_first = a.slope(low) > Scalar(0);
  for (int i = 0; i < 20; ++i) {
    const Scalar middle = Scalar(0.5) * (low + high);
    ((a.slope(middle) > Scalar(0)) == rises_first ? low : high) = middle;
  }
  return Scalar(0.5) * (low + high);
}

/// Root in (low, high], where the value falls from positive to negative: Newton, kept in bounds.
template <typename Scalar>
Scalar falling_root(const Approach<Scalar>& a, Scalar low, Scalar high) noexcept {
  Scalar t = low - a.value(low) / a.slope(low);
  for (int i = 0; i < 40; ++i) {
    if (!(t > low && t < high)) t = Scalar(0.5) * (low + high);
    const Scalar d = a.value(t);
    (d > Scalar(0) ? low : high) = t;
    if (d <= touching<Scalar>() && d >= -touching<Scalar>()) break;
    t -= d / a.slope(t);
  }
  return t;
}

/// First time a path reaches a straight piece. Friction may turn a ball back towards a cushion it
/// has just left, or away from one it was about to touch, within one step.
template <typename Scalar>
Scalar reach_line(const Segment<Scalar>& s, const CushionElement<Scalar>& e,
                  Scalar reach) noexcept {
  const auto never = static_cast<Scalar>(kNever);
  const Approach<Scalar> a = approach(s, e, reach);
  Scalar low = Scalar(0);
  Scalar high = s.duration;
  if (a.c0 <= touching<Scalar>()) {
    if (a.c1 < Scalar(0)) return Scalar(0);
    if (a.value(high) > -touching<Scalar>() || !(a.slope(high) < Scalar(0))) return never;
    low = turning_point(a, low, high);
    if (a.value(low) <= Scalar(0)) return low;
  } else if (a.value(high) > Scalar(0)) {
    if (!(a.c1 < Scalar(0) && a.slope(high) > Scalar(0))) return never;
    high = turning_point(a, low, high);
    if (a.value(high) > Scalar(0)) return never;
  }
  return falling_root(a, low, high);
}

/// First time a path reaches the circle of a rounded tip.
template <typename Scalar>
Touch<Scalar> reach_circle(const Segment<Scalar>& s, const CushionElement<Scalar>& e,
                           Scalar reach) noexcept {
  const auto relative = [&](Scalar t) -> Relative<Scalar> {
    const Vec3<Scalar> p = position_after(s, t);
    return {{p.x() - e.origin.x(), p.y() - e.origin.y(), Scalar(0)}, velocity_after(s, t)};
  };
  return reach_distance<Scalar>(s.duration, e.radius + reach, {s.speed, largest_acceleration(s)},
                                relative);
}

template <typename Scalar>
Touch<Scalar> reach_piece(const Segment<Scalar>& s, const CushionElement<Scalar>& e,
                          const Cushions<Scalar>& c, Scalar radius) noexcept {
  Touch<Scalar> flat{};
  if (s.path == Path::kCloth) {
    flat = e.straight ? Touch<Scalar>{reach_line(s, e, c.reach)} : reach_circle(s, e, c.reach);
    if (flat.time >= static_cast<Scalar>(kNever)) return flat;
    const Vec3<Scalar> p = position_after(s, flat.time);
    if (!flat.certain || nearness(e, p.x(), p.y()).applies) return flat;
    if (e.straight) return {static_cast<Scalar>(kNever), -1, true};
  }
  // Three-dimensional distance from the centre to the nose, or behind it to its top.
  const auto gap = [&](Scalar t) {
    const Vec3<Scalar> p = position_after(s, t);
    const Nearness<Scalar> n = nearness(e, p.x(), p.y());
    if (!n.applies) {  // how far the piece is off, at least
      const Scalar dx = std::max({e.low.x() - p.x(), p.x() - e.high.x(), Scalar(0)});
      const Scalar dy = std::max({e.low.y() - p.y(), p.y() - e.high.y(), Scalar(0)});
      const Scalar far = math::sqrt(dx * dx + dy * dy) - radius;
      return std::max(far, radius * Scalar(1.0 / 64));
    }
    const Scalar dz = p.z() - c.height;
    const Scalar ahead = std::max(n.distance, Scalar(0));
    return math::sqrt(ahead * ahead + dz * dz) - radius;
  };
  const auto approaches = [&](Scalar t) {
    const Vec3<Scalar> p = position_after(s, t);
    const Vec3<Scalar> v = velocity_after(s, t);
    const Nearness<Scalar> n = nearness(e, p.x(), p.y());
    const Scalar ahead = std::max(n.distance, Scalar(0));
    const Scalar closing =
        (v.x() * n.normal.x() + v.y() * n.normal.y()) * ahead + v.z() * (p.z() - c.height);
    return closing < Scalar(0);
  };
  return conservative_advance<Scalar>(flat.time, s.duration, s.speed, gap, approaches);
}

}  // namespace

template <typename Scalar>
PairTouch detect_ball_ball(const Segment<Scalar>& a, const Segment<Scalar>& b, Scalar radius,
                           double from, double to) noexcept {
  const Scalar reach = Scalar(2) * radius + touching<Scalar>();
  if (((a.low - b.high).array() > reach).any() || ((b.low - a.high).array() > reach).any()) {
    return {};
  }
  const auto shift = [from](const Segment<Scalar>& s) {
    return s.path == Path::kRest ? Scalar(0) : static_cast<Scalar>(from - s.start_time);
  };
  const Scalar shift_a = shift(a);
  const Scalar shift_b = shift(b);
  const auto relative = [&](Scalar t) -> Relative<Scalar> {
    return {position_after(b, shift_b + t) - position_after(a, shift_a + t),
            velocity_after(b, shift_b + t) - velocity_after(a, shift_a + t)};
  };
  const Bounds<Scalar> most{a.speed + b.speed, largest_acceleration(a) + largest_acceleration(b)};
  const Touch<Scalar> touch =
      reach_distance<Scalar>(static_cast<Scalar>(to - from), Scalar(2) * radius, most, relative);
  if (touch.time >= static_cast<Scalar>(kNever)) return {};
  return {from + static_cast<double>(touch.time), touch.certain};
}

template <typename Scalar>
Touch<Scalar> detect_cushion(const Segment<Scalar>& s, const Cushions<Scalar>& c,
                             Scalar radius) noexcept {
  Touch<Scalar> first{static_cast<Scalar>(kNever), -1, true};
  if (c.none || s.low.z() >= c.height + radius) return first;  // flies over everything
  for (int i = 0; i < c.count; ++i) {
    const CushionElement<Scalar>& e = c.elements[static_cast<std::size_t>(i)];
    const bool near = s.low.x() - e.high.x() <= radius && e.low.x() - s.high.x() <= radius &&
                      s.low.y() - e.high.y() <= radius && e.low.y() - s.high.y() <= radius;
    if (!near) continue;
    const Touch<Scalar> touch = reach_piece(s, e, c, radius);
    if (touch.time < first.time) first = {touch.time, i, touch.certain};
  }
  return first;
}

template <typename Scalar>
Touch<Scalar> detect_pocket(const Segment<Scalar>& s, const Table& table, Scalar radius) noexcept {
  Touch<Scalar> first{static_cast<Scalar>(kNever), -1, true};
  for (int i = 0; i < table.pocket_count; ++i) {
    const Pocket& p = table.pockets[static_cast<std::size_t>(i)];
    const auto x = static_cast<Scalar>(p.centre.x());
    const auto y = static_cast<Scalar>(p.centre.y());
    const auto r = static_cast<Scalar>(p.radius);
    if (s.low.x() > x + r || s.high.x() < x - r || s.low.y() > y + r || s.high.y() < y - r) {
      continue;
    }
    const auto gap = [&](Scalar t) {
      const Vec3<Scalar> q = position_after(s, t);
      const Scalar dx = q.x() - x;
      const Scalar dy = q.y() - y;
      const Scalar over = math::sqrt(dx * dx + dy * dy) - r;
      return std::max(over, q.z() - Scalar(2) * radius);  // flying high over a hole
    };
    const Touch<Scalar> touch = conservative_advance<Scalar>(Scalar(0), s.duration, s.speed, gap,
                                                             [](Scalar) { return true; });
    if (touch.time < first.time) first = {touch.time, i, touch.certain};
  }
  return first;
}

template <typename Scalar>
Scalar detect_landing(const BasicBall<Scalar>& ball, Scalar gravity, Scalar radius) noexcept {
  const Scalar height = std::max(ball.position.z() - radius, Scalar(0));
  const Scalar v = ball.velocity.z();
  if (!(gravity > Scalar(0))) {
    return v < Scalar(0) ? height / -v : static_cast<Scalar>(kNever);
  }
  return (v + math::sqrt(v * v + Scalar(2) * gravity * height)) / gravity;
}

#define BILLIARD_INSTANTIATE(S)                                                        \
  template PairTouch detect_ball_ball(const Segment<S>&, const Segment<S>&, S, double, \
                                      double) noexcept;                                \
  template Touch<S> detect_cushion(const Segment<S>&, const Cushions<S>&, S) noexcept; \
  template Touch<S> detect_pocket(const Segment<S>&, const Table&, S) noexcept;        \
  template S detect_landing(const BasicBall<S>&, S, S) noexcept;
BILLIARD_INSTANTIATE(double)
BILLIARD_INSTANTIATE(float)
#undef BILLIARD_INSTANTIATE

}  // namespace billiard
