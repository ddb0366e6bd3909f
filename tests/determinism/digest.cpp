// SPDX-License-Identifier: Apache-2.0
#include "digest.hpp"

#include <array>
#include <bit>
#include <cstddef>

#include "billiard_engine/cloth_friction.hpp"
#include "billiard_engine/simulator.hpp"
#include "math/elementary.hpp"
#include "table/geometry.hpp"

namespace billiard::determinism {
namespace {

/// FNV-1a over the bytes of numbers, lowest byte first.
class Hash {
 public:
  void add(std::uint64_t bits, int bytes) {
    for (int i = 0; i < bytes; ++i) value_ = (value_ ^ (bits >> (8 * i) & 0xFFU)) * 1099511628211U;
  }
  void add(double number) { add(std::bit_cast<std::uint64_t>(number), 8); }
  void add(float number) { add(std::bit_cast<std::uint32_t>(number), 4); }
  template <typename Scalar>
  void add(const Vec3<Scalar>& v) {
    add(v.x());
    add(v.y());
    add(v.z());
  }
  [[nodiscard]] std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 14695981039346656037U;
};

/// Numbers in [from, to) from a fixed linear congruence.
class Numbers {
 public:
  double operator()(double from, double to) {
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;
    return from + (to - from) * (static_cast<double>(state_ >> 32U) / 4294967296.0);
  }

 private:
  std::uint64_t state_ = 2016;
};

template <typename Scalar>
std::uint64_t hash_functions() {
  Hash hash;
  Numbers draw;
  for (int i = 0; i < 5000; ++i) {
    const auto unit = static_cast<Scalar>(draw(-1.0, 1.0));
    const auto wide = static_cast<Scalar>(draw(-80.0, 80.0));
    const auto positive = static_cast<Scalar>(draw(1e-9, 1e3));
    hash.add(math::sqrt(positive));
    hash.add(math::exp(wide));
    hash.add(math::log(positive));
    hash.add(math::pow(positive, unit));
    hash.add(math::asin(unit));
    hash.add(math::atan2(unit, wide));
    hash.add(math::sin(wide));
    hash.add(math::cos(wide));
  }
  return hash.value();
}

template <typename Scalar>
std::uint64_t hash_law(ClothLaw law, int count) {
  Hash hash;
  Numbers draw;
  for (int i = 0; i < count; ++i) {
    const double scale = i % 3 == 0 ? 1.0 : (i % 3 == 1 ? 100.0 : 0.01);
    const Slip<Scalar> slip{
        static_cast<Scalar>(scale * draw(-1.0, 1.0)), static_cast<Scalar>(scale * draw(-1.0, 1.0)),
        static_cast<Scalar>(draw(-1.0, 1.0)), static_cast<Scalar>(draw(-0.7, 0.7)),
        static_cast<Scalar>(draw(-0.7, 0.7))};
    const Friction<Scalar> f = cloth_friction(law, slip, static_cast<Scalar>(0.01));
    hash.add(f.x);
    hash.add(f.y);
    hash.add(f.moment);
  }
  return hash.value();
}

template <typename Scalar>
void add_result(Hash& hash, const BasicResult<Scalar>& result) {
  hash.add(result.time);
  hash.add(static_cast<std::uint64_t>(result.free_steps + result.contact_steps), 8);
  for (int i = 0; i < result.ball_count; ++i) {
    const BasicBall<Scalar>& ball = result.balls[static_cast<std::size_t>(i)];
    hash.add(ball.position);
    hash.add(ball.velocity);
    hash.add(ball.spin);
    hash.add(static_cast<std::uint64_t>(ball.motion), 1);
  }
}

/// One ball with slip and spin on an endless cloth, looked at ten times until it rests.
template <typename Scalar>
std::uint64_t hash_roll(ClothLaw law) {
  Physics physics;
  physics.cloth.law = law;
  BasicSimulator<Scalar> simulator(make_geometry(TableSpec{.endless = true}), physics);
  BasicBall<Scalar> ball;
  ball.position.z() = static_cast<Scalar>(physics.ball.radius);
  ball.velocity = {static_cast<Scalar>(2.0), static_cast<Scalar>(-0.5), Scalar(0)};
  ball.spin = {static_cast<Scalar>(30.0), static_cast<Scalar>(-20.0), static_cast<Scalar>(80.0)};
  simulator.reset({&ball, 1});
  Hash hash;
  for (int i = 1; i <= 10; ++i) add_result(hash, simulator.run(Limits{.time = 0.4 * i}));
  return hash.value();
}

/// A small break on a pool table: cue ball, elevated cue with side spin, six racked balls.
template <typename Scalar>
std::uint64_t hash_break() {
  const Physics physics;
  BasicSimulator<Scalar> simulator(make_geometry(TableSpec{}), physics);
  const auto r = static_cast<Scalar>(physics.ball.radius);
  std::array<BasicBall<Scalar>, 7> balls{};
  balls[0].position = {static_cast<Scalar>(-0.6), static_cast<Scalar>(0.01), r};
  std::size_t next = 1;
  for (int row = 0; row < 3; ++row) {
    for (int i = 0; i <= row; ++i) {
      const auto x = static_cast<Scalar>(0.635 + 0.0497 * row);
      const auto y = static_cast<Scalar>(0.02870 * (2 * i - row));
      balls[next++].position = {x, y, r};
    }
  }
  simulator.reset(balls);
  simulator.strike(Shot{.ball = 0,
                        .speed = 5.0,
                        .azimuth = -0.007,
                        .elevation = 0.08,
                        .offset_side = 0.15,
                        .offset_height = 0.1});
  Hash hash;
  add_result(hash, simulator.run(Limits{.time = 0.35}));
  add_result(hash, simulator.run(Limits{.time = 2.0}));
  return hash.value();
}

}  // namespace

void digest(Report report) {
  report("functions/double", hash_functions<double>());
  report("functions/float", hash_functions<float>());
  report("pade/double", hash_law<double>(ClothLaw::kPade, 3000));
  report("pade/float", hash_law<float>(ClothLaw::kPade, 3000));
  report("pade_fitted/double", hash_law<double>(ClothLaw::kPadeFitted, 1000));
  report("pade_fitted/float", hash_law<float>(ClothLaw::kPadeFitted, 1000));
  report("exact/double", hash_law<double>(ClothLaw::kExact, 3000));
  report("exact/float", hash_law<float>(ClothLaw::kExact, 3000));
  report("integral/double", hash_law<double>(ClothLaw::kIntegral, 60));
  report("integral/float", hash_law<float>(ClothLaw::kIntegral, 60));
  report("roll_pade/double", hash_roll<double>(ClothLaw::kPade));
  report("roll_pade/float", hash_roll<float>(ClothLaw::kPade));
  report("roll_exact/double", hash_roll<double>(ClothLaw::kExact));
  report("roll_exact/float", hash_roll<float>(ClothLaw::kExact));
  report("break/double", hash_break<double>());
  report("break/float", hash_break<float>());
}

}  // namespace billiard::determinism
