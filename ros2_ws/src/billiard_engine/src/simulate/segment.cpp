// SPDX-License-Identifier: Apache-2.0
#include "simulate/segment.hpp"
#include "math/dot.hpp"

#include <algorithm>

namespace billiard {

template <typename Scalar>
void bound_path(Segment<Scalar>& s) noexcept {
  const Vec3<Scalar>& p0 = s.start.position;
  const Vec3<Scalar>& p1 = s.end.position;
  const Vec3<Scalar>& v0 = s.start.velocity;
  const Vec3<Scalar>& v1 = s.end.velocity;
  const Scalar h = s.duration;
  if (!(h > Scalar(0))) {
    s.low = s.high = p0;
    s.first.setZero();
    s.second.setZero();
    s.speed = math::sqrt(squared_length(v0));  // over at once, but it moves: a ball struck down
    return;
  }
  const Scalar inverse = Scalar(1) / h;
  const Vec3<Scalar> mean = (p1 - p0) * inverse;
  s.first = (Scalar(3) * mean - Scalar(2) * v0 - v1) * inverse;
  s.second = ((v0 + v1) - Scalar(2) * mean) * (inverse * inverse);
  const Scalar third = h * static_cast<Scalar>(1.0 / 3.0);
  const Vec3<Scalar> b = p0 + third * v0;
  const Vec3<Scalar> c = p1 - third * v1;
  s.low = p0.cwiseMin(p1).cwiseMin(b.cwiseMin(c));
  s.high = p0.cwiseMax(p1).cwiseMax(b.cwiseMax(c));
  const Vec3<Scalar> middle = Scalar(3) * mean - v0 - v1;
  const Scalar fastest =
      std::max(std::max(squared_length(v0), squared_length(v1)), squared_length(middle));
  s.speed = math::sqrt(fastest);
}

template <typename Scalar>
BasicBall<Scalar> fly(const BasicBall<Scalar>& ball, Scalar gravity, Scalar time) noexcept {
  BasicBall<Scalar> b = ball;
  b.position += time * ball.velocity;
  b.position.z() -= Scalar(0.5) * gravity * time * time;
  b.velocity.z() -= gravity * time;
  return b;
}

template <typename Scalar>
BasicBall<Scalar> state_after(const Segment<Scalar>& s, const ClothModel<Scalar>& m, Scalar gravity,
                              Scalar time) noexcept {
  switch (s.path) {
    case Path::kRest:
    case Path::kOutOfPlay:
      return s.start;
    case Path::kFlight:
      return fly(s.start, gravity, time);
    case Path::kCloth: {
      BasicBall<Scalar> ball = s.start;
      from_cloth(m, advance_free(m, to_cloth(m, s.start), s.plan, time), ball);
      return ball;
    }
    case Path::kContact:
      break;
  }
  const Scalar part = s.duration > Scalar(0) ? time / s.duration : Scalar(1);
  BasicBall<Scalar> ball = s.end;
  ball.position = s.start.position + part * (s.end.position - s.start.position);
  ball.velocity = s.start.velocity + part * (s.end.velocity - s.start.velocity);
  ball.spin = s.start.spin + part * (s.end.spin - s.start.spin);
  return ball;
}

#define BILLIARD_INSTANTIATE(S)                                  \
  template void bound_path(Segment<S>&) noexcept;                \
  template BasicBall<S> fly(const BasicBall<S>&, S, S) noexcept; \
  template BasicBall<S> state_after(const Segment<S>&, const ClothModel<S>&, S, S) noexcept;
BILLIARD_INSTANTIATE(double)
BILLIARD_INSTANTIATE(float)
#undef BILLIARD_INSTANTIATE

}  // namespace billiard
