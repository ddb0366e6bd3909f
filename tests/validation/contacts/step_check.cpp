// SPDX-License-Identifier: Apache-2.0
#include "step_check.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include "contact/contact_group.hpp"

namespace billiard {

namespace contacts {
namespace {

/// Growth is measured against at least this [J]. A ball that comes to lie is lifted out of the
/// cloth's spring, by up to twice 2.4 µm: 8 µJ. This is a thousand times that, a ball at 0.3 m/s.
constexpr double kLeastEnergy = 8e-3;

struct Check {
  Check(const Table& t, const Physics& p)
      : models(p), cushions(t, p.ball.radius), mass(p.ball.mass) {}

  ContactModels<double> models;
  Cushions<double> cushions;
  double mass;
  double at_begin = 0.0;
  StepFindings found;

  [[nodiscard]] static double elastic(const NormalForce<double>& law, double depth) {
    return depth > 0.0 ? 0.4 * law.stiffness * depth * depth * std::sqrt(depth) : 0.0;
  }
  double at_cushions(const Body<double>& b);
  double of_body(const Body<double>& b);
  double of_group(const ContactGroup<double>& group);
};

double Check::at_cushions(const Body<double>& b) {
  double sum = 0.0;
  for (int e = 0; e < cushions.count; ++e) {
    const auto near =
        nearness(cushions.elements[static_cast<std::size_t>(e)], b.position.x(), b.position.y());
    if (!near.applies || near.distance > models.radius) continue;
    const double dz = b.position.z() - cushions.height;
    const double distance = std::hypot(near.distance, dz);
    if (dz < 0.0 && near.distance < 0.0 && near.distance > -models.radius) found.behind_nose = true;
    if (near.distance < 0.0) continue;  // over the rail: out of play, nothing acts any more
    sum += elastic(models.ball_cushion, models.radius - distance);
    found.cushion_depth = std::max(found.cushion_depth, models.radius - distance);
  }
  return sum;
}

double Check::of_body(const Body<double>& b) {
  const double r = models.radius;
  const double dip = r - b.position.z();
  found.cloth_depth = std::max(found.cloth_depth, dip);
  return mass * (0.5 * b.velocity.squaredNorm() + 0.2 * r * r * b.spin.squaredNorm() -
                 models.gravity * dip) +
         elastic(models.ball_cloth, dip) + at_cushions(b);
}

double Check::of_group(const ContactGroup<double>& group) {
  double sum = 0.0;
  for (int i = 0; i < group.size(); ++i) {
    sum += of_body(group.body(i));
    for (int j = i + 1; j < group.size(); ++j) {
      const double depth =
          2.0 * models.radius - (group.body(i).position - group.body(j).position).norm();
      found.ball_depth = std::max(found.ball_depth, depth);
      sum += elastic(models.ball_ball, depth);
    }
  }
  return sum;
}

std::unique_ptr<Check> current;

}  // namespace

void begin_checks(const Table& table, const Physics& physics) {
  current = std::make_unique<Check>(table, physics);
}

const StepFindings& findings() { return current->found; }

}  // namespace contacts

void check_contact_step(const ContactGroup<double>& group, bool begins) noexcept {
  contacts::Check& check = *contacts::current;
  const double energy = check.of_group(group);
  if (begins) {
    check.at_begin = energy;
    return;
  }
  ++check.found.steps;
  const double growth =
      (energy - check.at_begin) / std::max(check.at_begin, contacts::kLeastEnergy);
  check.found.energy_growth = std::max(check.found.energy_growth, growth);
}

}  // namespace billiard
