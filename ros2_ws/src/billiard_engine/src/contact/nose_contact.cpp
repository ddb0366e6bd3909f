// SPDX-License-Identifier: Apache-2.0
// The commonest contact: one ball on the cloth against a straight nose, nobody else near. The same
// step as ContactGroup::step(), written in the nose's own axes, where most terms vanish.
#include "cloth/implicit_slip.hpp"
#include "contact/contact_group.hpp"
#include "math/dot.hpp"

namespace billiard {

namespace {

/// A ball in the nose's axes: n square to the nose (to the table), t along it, z up.
template <typename Scalar>
struct NoseState {
  Scalar distance{};        ///< of the centre from the nose [m]
  Scalar along{};           ///< moved along it so far [m]
  Scalar vn{}, vt{};        ///< [m/s]
  Scalar wn{}, wt{}, wz{};  ///< [rad/s]
};

/// Changes of velocity and spin in one step.
template <typename Scalar>
struct NoseChange {
  Scalar vn{}, vt{}, wn{}, wt{}, wz{};
};

template <typename Scalar>
void apply(NoseState<Scalar>& s, const NoseChange<Scalar>& c, Scalar part) noexcept {
  s.vn += part * c.vn;
  s.vt += part * c.vt;
  s.wn += part * c.wn;
  s.wt += part * c.wt;
  s.wz += part * c.wz;
}

/// Cloth friction over `time` at the ball's own weight; see ContactGroup::rub().
template <ClothLaw law, typename Scalar>
NoseChange<Scalar> rub(const ClothModel<Scalar>& m, const NoseState<Scalar>& s,
                       Scalar time) noexcept {
  const Direction<Scalar> g = travel_direction(m, s.vn, s.vt);
  const Scalar roll = Scalar(3.5) * m.rolling_g * time;
  const Direction<Scalar> r{(s.vn - m.radius * s.wt + roll * g.x) * m.inverse_contact,
                            (s.vt + m.radius * s.wn + roll * g.y) * m.inverse_contact};
  const Scalar turn = static_cast<Scalar>(pade_constants::kC011) * m.slope * m.shift * s.wz;
  const Scalar floor2 = m.epsilon_slip * m.epsilon_slip + (m.slope * m.slope) * (s.wz * s.wz);
  const Scalar alpha = Scalar(3.5) * m.friction_g * m.inverse_contact * time;
  SlipSolution<Scalar> slip = solve_slip<Scalar>(r, {-turn * g.y, turn * g.x}, alpha, floor2,
                                                 likely_scale(r, alpha, floor2));
  const Friction<Scalar> f = refine_slip<law>(m, r, g, s.wz, alpha, slip);
  const Scalar part = m.contact_radius * static_cast<Scalar>(2.0 / 7.0);
  const Scalar dn = (slip.x - r.x) * part;
  const Scalar dt = (slip.y - r.y) * part;
  const Scalar drilled = s.wz - m.drilling * time * f.moment;
  return {dn, dt, m.inverse_radius * (Scalar(2.5) * dt + roll * g.y),
          -m.inverse_radius * (Scalar(2.5) * dn + roll * g.x),
          (drilled * s.wz < Scalar(0) ? Scalar(0) : drilled) - s.wz};
}

/// What the step needs to know that does not change.
template <typename Scalar>
struct NoseSetting {
  const ContactModels<Scalar>& m;
  Scalar above;           ///< centre above the nose, negative below [m]
  Scalar inverse_impact;  ///< [s/m]
};

/// Impulses of the nose in one step, per mass; `load` is what the cloth carries meanwhile, per
/// weight [s]. With the normal (c, 0, s) the slip has two parts: q along (s, 0, −c) and p along t.
template <typename Scalar>
NoseChange<Scalar> push(const NoseSetting<Scalar>& setting, const NoseState<Scalar>& now,
                        const NoseChange<Scalar>& last, const NoseChange<Scalar>& rubbed, Scalar h,
                        Scalar& load) noexcept {
  const ContactModels<Scalar>& m = setting.m;
  const Scalar dz = setting.above;
  const Scalar reach = math::sqrt(now.distance * now.distance + dz * dz);
  const Scalar inverse = Scalar(1) / reach;
  const Scalar c = now.distance * inverse;
  const Scalar s = dz * inverse;
  const Scalar rate = -c * (now.vn + Scalar(0.5) * rubbed.vn);
  const Scalar impulse =
      h * m.inverse_mass *
      m.ball_cushion(m.radius - reach, rate, setting.inverse_impact, Scalar(0.5) * h * (c * c));
  // Slip in the middle of the step.
  NoseState<Scalar> mid = now;
  apply(mid, last, Scalar(0.5));
  apply(mid, rubbed, Scalar(0.5));
  Scalar q = mid.vn * s - m.radius * mid.wt;
  Scalar p = mid.vt - m.radius * (mid.wz * c - mid.wn * s);
  const Scalar square = q * q + p * p;
  const Scalar per = impulse * m.ball_cushion_friction.coefficient_per_speed(square);
  Scalar jq = -per * q;
  Scalar jp = -per * p;
  if (Scalar(3.5) * per >= Scalar(1)) {  // sticks
    NoseState<Scalar> end = now;
    apply(end, rubbed, Scalar(1));
    end.vn += impulse * c;
    q = end.vn * s - m.radius * end.wt;
    p = end.vt - m.radius * (end.wz * c - end.wn * s);
    jq = -q / (Scalar(2.5) + s * s);
    jp = -p / Scalar(3.5);
    const Scalar most2 = per * per * square;
    const Scalar size2 = jq * jq + jp * jp;
    if (size2 > most2) {
      const Scalar scale = math::sqrt(most2 / size2);
      jq *= scale;
      jp *= scale;
    }
  }
  const Scalar carried = m.gravity * h - (impulse * s - jq * c);
  load = carried > Scalar(0) ? carried / m.gravity : Scalar(0);
  const Scalar turn = Scalar(2.5) / m.radius;
  return {impulse * c + jq * s, jp, turn * jp * s, -turn * jq, -turn * jp * c};
}

template <ClothLaw law, typename Scalar, typename AfterStep>
int run_nose(const NoseSetting<Scalar>& setting, const ClothModel<Scalar>& cloth,
             NoseState<Scalar>& s, Scalar first, Scalar h, int count,
             AfterStep after_step) noexcept {
  NoseChange<Scalar> last{};
  NoseChange<Scalar> rubbed{};
  const Scalar r2 = setting.m.radius * setting.m.radius;
  for (int i = 0; i < count; ++i) {
    const Scalar step = i == 0 ? first : h;
    const Scalar half = Scalar(0.5) * step;
    s.distance += half * s.vn;
    s.along += half * s.vt;
    const bool apart = s.distance * s.distance + setting.above * setting.above >= r2;
    Scalar load = step;
    last = apart ? NoseChange<Scalar>{} : push(setting, s, last, rubbed, step, load);
    apply(s, last, Scalar(0.5));
    rubbed = rub<law>(cloth, s, load);
    apply(s, rubbed, Scalar(1));
    apply(s, last, Scalar(0.5));
    s.distance += half * s.vn;
    s.along += half * s.vt;
    after_step(i);
    if (apart) return i + 1;
  }
  return count;
}

}  // namespace

template <typename Scalar>
bool ContactGroup<Scalar>::fits_nose(double duration) noexcept {
  if (setup_.compliant || body_count_ != 1 || !body(0).on_cloth) return false;
  const Body<Scalar>& b = body(0);
  const Scalar touch = setup_.cushions->reach + static_cast<Scalar>(1e-6);
  int found = 0;
  for (int i = 0; i < cushion_count_; ++i) {
    const Nearness<Scalar> near = nearness(element(i), b.position.x(), b.position.y());
    if (!near.applies || near.distance > touch) continue;
    if (!element(i).straight) return false;
    nose_ = i;
    ++found;
  }
  if (found != 1) return false;
  // It must not run off the end of the piece, where tips, jaws and other rails are.
  const CushionElement<Scalar>& e = element(nose_);
  const Scalar dx = b.position.x() - e.origin.x();
  const Scalar dy = b.position.y() - e.origin.y();
  const Scalar along = dx * e.along.x() + dy * e.along.y();
  const Scalar speed = math::sqrt(squared_length(b.velocity)) +
                       setup_.models->radius * math::sqrt(squared_length(b.spin));
  const Scalar room = static_cast<Scalar>(duration) * speed + setup_.models->radius;
  return along > room && along + room < e.extent;
}

template <typename Scalar>
double ContactGroup<Scalar>::advance_nose(double from, double to, double h,
                                          ContactMemory<Scalar>& memory,
                                          Recorder* recorder) noexcept {
  Body<Scalar>& b = bodies_[0];
  const AtCushion& at = at_cushion_[static_cast<std::size_t>(nose_)];
  const CushionElement<Scalar>& e = element(nose_);
  const Vec2<Scalar> n = e.normal;
  const Scalar dx = b.position.x() - e.origin.x();
  const Scalar dy = b.position.y() - e.origin.y();
  NoseState<Scalar> s;
  const Scalar before = dx * n.x() + dy * n.y();
  s.distance = before;
  s.vn = b.velocity.x() * n.x() + b.velocity.y() * n.y();
  s.vt = b.velocity.y() * n.x() - b.velocity.x() * n.y();
  s.wn = b.spin.x() * n.x() + b.spin.y() * n.y();
  s.wt = b.spin.y() * n.x() - b.spin.x() * n.y();
  s.wz = b.spin.z();

  recorder_ = recorder;
  time_ = from;
  note(EventKind::kBallCushion, b, -1, at.element);
  const Scalar above = b.position.z() - setup_.cushions->height;
  const NoseSetting<Scalar> setting{*setup_.models, above,
                                    setup_.models->ball_cushion.inverse_impact(-s.vn)};
  auto count = static_cast<int>((to - from) / h);
  if (from + count * h < to) ++count;
  const double first = to - (count - 1) * h - from;
  const BasicBall<Scalar> start = ball(0, {});
  // The ball's state in the table's axes.
  const auto store = [&] {
    const Scalar away = s.distance - before;
    b.position.x() = start.position.x() + (away * n.x() - s.along * n.y());
    b.position.y() = start.position.y() + (away * n.y() + s.along * n.x());
    b.velocity = {s.vn * n.x() - s.vt * n.y(), s.vn * n.y() + s.vt * n.x(), Scalar(0)};
    b.spin = {s.wn * n.x() - s.wt * n.y(), s.wn * n.y() + s.wt * n.x(), s.wz};
  };
  const int thin = 1 + count / ContactTrace<Scalar>::kWanted;
  start_traces();
  const auto after_step = [&](int i) {
    if (traces_ == nullptr || i % thin != 0) return;
    store();
    time_ = from + first + i * h;
    extend_traces();
  };
  const int done = with_law(*setup_.cloth, [&]<ClothLaw law>() {
    return run_nose<law>(setting, *setup_.cloth, s, static_cast<Scalar>(first),
                         static_cast<Scalar>(h), count, after_step);
  });
  steps_ += done;
  time_ = from + first + (done - 1) * h;
  const bool touches_still = done == count && s.distance < setup_.cushions->reach;
  memory.cushion[static_cast<std::size_t>(b.ball)][static_cast<std::size_t>(at.element)] =
      touches_still ? setting.inverse_impact : Scalar(0);

  store();
  extend_traces();
  b.touched = true;
  return time_;
}

template bool ContactGroup<double>::fits_nose(double) noexcept;
template bool ContactGroup<float>::fits_nose(double) noexcept;
template double ContactGroup<double>::advance_nose(double, double, double, ContactMemory<double>&,
                                                   Recorder*) noexcept;
template double ContactGroup<float>::advance_nose(double, double, double, ContactMemory<float>&,
                                                  Recorder*) noexcept;

}  // namespace billiard
