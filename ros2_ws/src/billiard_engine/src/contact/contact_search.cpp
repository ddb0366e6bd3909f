// SPDX-License-Identifier: Apache-2.0
// Who touches whom, and who may soon: the lists a group of balls works through at each step.
#include <algorithm>

#include "contact/contact_group.hpp"
#include "math/dot.hpp"

namespace billiard {

namespace {

template <typename Scalar>
Scalar clearance(const CushionElement<Scalar>& e, const Vec3<Scalar>& p) noexcept {
  const Scalar dx = std::max({e.low.x() - p.x(), p.x() - e.high.x(), Scalar(0)});
  const Scalar dy = std::max({e.low.y() - p.y(), p.y() - e.high.y(), Scalar(0)});
  return std::max(dx, dy);
}

}  // namespace

template <typename Scalar>
void ContactGroup<Scalar>::find_contacts(Scalar skin) noexcept {
  const Scalar reach = Scalar(2) * setup_.models->radius + skin;
  pair_count_ = 0;
  cushion_count_ = 0;
  for (int i = 0; i < body_count_; ++i) {
    for (int j = i + 1; j < body_count_; ++j) {
      if (squared_length(body(i).position - body(j).position) <= reach * reach) {
        pairs_[static_cast<std::size_t>(pair_count_++)] = {i, j};
      }
    }
    const Cushions<Scalar>& c = *setup_.cushions;
    const Scalar near = setup_.models->radius + skin;
    for (int e = 0; e < c.count; ++e) {
      const bool fits = cushion_count_ < static_cast<int>(at_cushion_.size());
      if (fits && clearance(c.elements[static_cast<std::size_t>(e)], body(i).position) <= near) {
        at_cushion_[static_cast<std::size_t>(cushion_count_++)] = {i, e};
      }
    }
  }
}

template <typename Scalar>
bool ContactGroup<Scalar>::only_cushions() const noexcept {
  if (pair_count_ > 0 || setup_.compliant) return false;
  for (int i = 0; i < body_count_; ++i) {
    if (!body(i).on_cloth) return false;
  }
  return true;
}

/// Could any listed contact begin within `time` at the present velocities (with room to spare)?
template <typename Scalar>
bool ContactGroup<Scalar>::may_touch_within(Scalar time) const noexcept {
  const Scalar reach = Scalar(2) * setup_.models->radius;
  for (int i = 0; i < pair_count_; ++i) {
    const Pair& p = pairs_[static_cast<std::size_t>(i)];
    const Vec3<Scalar> d = body(p.b).position - body(p.a).position;
    const Vec3<Scalar> v = body(p.b).velocity - body(p.a).velocity;
    const Scalar closing = -dot(v, d);
    if (!(closing > Scalar(0))) continue;
    const Scalar distance = math::sqrt(squared_length(d));
    if (distance - reach < Scalar(2) * time * closing / distance) return true;
  }
  for (int i = 0; i < cushion_count_; ++i) {
    const AtCushion& at = at_cushion_[static_cast<std::size_t>(i)];
    const CushionElement<Scalar>& e =
        setup_.cushions->elements[static_cast<std::size_t>(at.element)];
    const Body<Scalar>& b = body(at.body);
    if (b.over_rail) continue;
    const Nearness<Scalar> near = nearness(e, b.position.x(), b.position.y());
    const Scalar closing = -(near.normal.x() * b.velocity.x() + near.normal.y() * b.velocity.y());
    if (!near.applies || !(closing > Scalar(0))) continue;
    if (near.distance - setup_.models->radius < Scalar(2) * time * closing) return true;
  }
  return false;
}

template <typename Scalar>
bool ContactGroup<Scalar>::touches(int index, const ContactMemory<Scalar>& memory) const noexcept {
  const auto me = static_cast<std::size_t>(body(index).ball);
  if (memory.cloth[me] != Scalar(0)) return true;
  for (int i = 0; i < pair_count_; ++i) {
    const Pair& p = pairs_[static_cast<std::size_t>(i)];
    if (p.a != index && p.b != index) continue;
    const auto a = static_cast<std::size_t>(body(p.a).ball);
    const auto b = static_cast<std::size_t>(body(p.b).ball);
    if (memory.pair[a][b] != Scalar(0)) return true;
  }
  for (int i = 0; i < cushion_count_; ++i) {
    const AtCushion& at = at_cushion_[static_cast<std::size_t>(i)];
    if (at.body == index && memory.cushion[me][static_cast<std::size_t>(at.element)] != Scalar(0)) {
      return true;
    }
  }
  return false;
}

template void ContactGroup<double>::find_contacts(double) noexcept;
template bool ContactGroup<double>::only_cushions() const noexcept;
template bool ContactGroup<double>::may_touch_within(double) const noexcept;
template bool ContactGroup<double>::touches(int, const ContactMemory<double>&) const noexcept;
template void ContactGroup<float>::find_contacts(float) noexcept;
template bool ContactGroup<float>::only_cushions() const noexcept;
template bool ContactGroup<float>::may_touch_within(float) const noexcept;
template bool ContactGroup<float>::touches(int, const ContactMemory<float>&) const noexcept;

}  // namespace billiard
