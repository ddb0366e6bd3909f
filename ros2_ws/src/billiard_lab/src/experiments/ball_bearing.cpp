// SPDX-License-Identifier: Apache-2.0
// E §3, Figs. 4 and 8, Table 1: an ER10K bearing, driven at its outer race by friction.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "billiard_multibody/integrate.hpp"
#include "experiments/all.hpp"
#include "spectrum.hpp"

namespace billiard::lab {
namespace {

using namespace multibody;

constexpr double kPi = std::numbers::pi;
constexpr int kBalls = 8;                  // Table 1
constexpr double kBall = 0.5 * 7.938e-3;   // radius of a ball [m]
constexpr double kMean = 0.5 * 31.438e-3;  // radius of the ring of balls [m]
constexpr double kPreload = 1e-6;          // depth of each contact at rest: no ball hangs loose [m]
constexpr double kSteel = 2.06e11;         // [Pa]
constexpr double kDrive = 50.0;            // of the outer race [Hz]
constexpr double kCageStiffness = 1e6;     // springs between neighbours [N/m]
constexpr double kCageDamping = 2.0;       // [N s/m]
constexpr double kStep = 2e-6;             // [s]
constexpr int kStride = 4;                 // steps per sample
constexpr double kSettle = 0.05;           // until the balls are carried along [s]

/// Axis along y: the races' local z.
Pose race_pose() {
  Pose pose;
  pose.axes.col(0) = Vec3::UnitZ();
  pose.axes.col(1) = Vec3::UnitX();
  pose.axes.col(2) = Vec3::UnitY();
  return pose;
}

Contact race_contact(int ball, const CylinderShape& shape, double spin, double mass) {
  ContactProperties properties;
  properties.law = NormalLaw::kTsuji;  // lasting contacts have no impact speed
  properties.restitution = 0.7;
  properties.friction_law = FrictionLaw::kCoulombRegularised;
  properties.friction = 0.1;
  properties.coulomb_speed = 0.01;
  const double stiffness =
      hertz_stiffness(kSteel, 0.3, kSteel, 0.3, effective_radius(kBall, shape));
  return {.body = ball,
          .radius = kBall,
          .shape = shape,
          .pose = race_pose(),
          .surface_spin = {0.0, spin, 0.0},
          .law = ContactLaw(properties, stiffness, mass)};
}

System bearing() {
  const double mass = 4.0 / 3.0 * kPi * std::pow(kBall, 3) * 7800.0;
  System system;
  for (int i = 0; i < kBalls; ++i) {
    const double angle = 2.0 * kPi * i / kBalls;
    Body ball = make_sphere(mass, kBall);
    ball.position = {kMean * std::cos(angle), 0.0, kMean * std::sin(angle)};
    system.add(ball);
    system.add(
        race_contact(i, {.radius = kMean + kBall - kPreload, .half_length = 0.01, .inside = true},
                     2.0 * kPi * kDrive, mass));
    system.add(race_contact(
        i, {.radius = kMean - kBall + kPreload, .half_length = 0.01, .inside = false}, 0.0, mass));
  }
  for (int i = 0; i < kBalls; ++i) {
    system.add(Spring{Point{i, Vec3::Zero()}, Point{(i + 1) % kBalls, Vec3::Zero()},
                      2.0 * kMean * std::sin(kPi / kBalls), kCageStiffness, kCageDamping});
  }
  return system;
}

struct Record {
  std::vector<double> time, speed;  ///< orbit of the cage while it gathers speed [s], [Hz]
  std::array<std::vector<double>, kBalls> acceleration;  ///< along x [m/s²]
  double cage = 0.0;                                     ///< mean orbit frequency when settled [Hz]
  double aside = 0.0;  ///< largest way of a ball along the axis [m]
  Ending ending = Ending::kDone;
};

/// Orbit frequency of the ring, from its angular momentum about y [Hz].
double orbit(const Vector& y) {
  double sum = 0.0;
  for (int i = 0; i < kBalls; ++i) {
    const Vec3 r = position_of(y, i);
    sum += r.cross(velocity_of(y, i)).y() / r.squaredNorm();
  }
  return sum / kBalls / (2.0 * kPi);
}

Record run_bearing(std::size_t samples) {
  System system = bearing();
  Record record;
  const double period = kStride * kStep;
  const auto settle = static_cast<std::int64_t>(std::lround(kSettle / kStep));
  std::int64_t n = -1;
  Cost cost;
  const double until = kSettle + period * static_cast<double>(samples);
  record.ending =
      integrate(system, {.step = kStep, .until = until}, [&](double t, const Vector& y) {
        ++n;
        if (n % 50 == 0 && t < kSettle) {
          record.time.push_back(t);
          record.speed.push_back(orbit(y));
        }
        if (n < settle || n % kStride != 0 || record.acceleration[0].size() >= samples) return;
        const Vector a = rate(system, y, Method::kLagrange, cost);
        for (int i = 0; i < kBalls; ++i) {
          record.acceleration[static_cast<std::size_t>(i)].push_back(a[7 * kBalls + 6 * i]);
          record.aside = std::max(record.aside, std::abs(position_of(y, i).y()));
        }
        record.cage += orbit(y) / static_cast<double>(samples);
      }).ending;
  return record;
}

/// Mean over the balls.
Spectrum mean_spectrum(const Record& record) {
  Spectrum mean;
  for (const auto& samples : record.acceleration) {
    const Spectrum s = power_density(samples, kStride * kStep);
    if (mean.density.empty()) {
      mean = s;
    } else {
      for (std::size_t i = 0; i < s.density.size(); ++i) mean.density[i] += s.density[i];
    }
  }
  for (double& d : mean.density) d /= kBalls;
  return mean;
}

struct Peak {
  double frequency = 0.0, density = 0.0;
};

Peak highest(const Spectrum& s, double from, double to) {
  Peak peak;
  for (std::size_t i = 0; i < s.frequency.size(); ++i) {
    if (s.frequency[i] >= from && s.frequency[i] <= to && s.density[i] > peak.density) {
      peak = {s.frequency[i], s.density[i]};
    }
  }
  return peak;
}

std::string draw_spectrum(const Spectrum& s) {
  // Thinned out above 1 kHz to the largest of each group, which a peak does not escape.
  Series series{.name = "", .x = {}, .y = {}};
  for (std::size_t i = 0; i < s.frequency.size();) {
    const std::size_t group = 1 + static_cast<std::size_t>(s.frequency[i] / 500.0);
    std::size_t top = i;
    for (std::size_t k = i; k < std::min(i + group, s.density.size()); ++k) {
      if (s.density[k] > s.density[top]) top = k;
    }
    series.x.push_back(s.frequency[top]);
    series.y.push_back(s.density[top]);
    i += group;
  }
  return draw(Plot{.title = "Acceleration of the balls, power spectral density",
                   .x = {.label = "frequency [Hz]", .logarithmic = true},
                   .y = {.label = "PSD [(m/s²)²/Hz]", .logarithmic = true, .low = 1e-15},
                   .series = {series}});
}

std::string draw_start(const Record& record, double expected) {
  return draw(Plot{.title = "The balls are carried along",
                   .x = {.label = "time [s]"},
                   .y = {.label = "orbit of the balls [Hz]", .low = 0.0},
                   .series = {{.name = "simulated", .x = record.time, .y = record.speed},
                              {.name = "rolling without slip",
                               .x = {0.0, kSettle},
                               .y = {expected, expected},
                               .stroke = Stroke::kDashed}}});
}

}  // namespace

Findings ball_bearing(const Effort& effort) {
  const Record record = run_bearing(effort.quick ? 1U << 13U : 1U << 16U);
  const Spectrum s = mean_spectrum(record);
  const double resolution = s.frequency[1] - s.frequency[0];
  // Inner race fixed, rolling without slip at both: f_cage = f (1 + d/D)/2.
  const double expected = 0.5 * kDrive * (1.0 + kBall / kMean);
  const Peak main = highest(s, 0.0, 1e9);
  // The window spreads a line over four bins; twice that is kept clear.
  const Peak second = highest(s, expected + 8.0 * resolution, 1e9);
  const double pass_outer = kBalls * (kDrive - expected);
  const double pass_inner = kBalls * expected;

  Findings f;
  f.summary =
      "Eight steel balls between a fixed inner race and an outer race at 50 Hz, each race a "
      "cylinder. "
      "Contact force and friction alone carry the balls along; springs between neighbours stand "
      "for the "
      "cage. The paper shows the spectrum of the balls' acceleration for a healthy bearing: one "
      "peak at "
      "low frequency, no traces of defects.";
  f.figures = {
      {"Fig. 8, and how the balls get there.", {draw_spectrum(s), draw_start(record, expected)}}};
  f.compare("cage", "Kinematics: orbit of the balls f (1 + d/D)/2 with Table 1", expected,
            record.cage, 0.01 * expected, "Hz",
            "tolerance 1 %: friction is regularised, so a little slip carries the balls");
  f.check(
      "peak", "Fig. 8: a single peak at low frequency; its frequency", "low", main.frequency, "Hz",
      std::abs(main.frequency - expected) <= 1.5 * resolution,
      "it is the orbit: the centripetal acceleration turns with the balls; within the line width");
  f.check(
      "second", "Fig. 8: no traces of defects; next highest density over the peak's", "none",
      second.density / main.density, "", second.density < 1e-2 * main.density,
      fmt::format("a hundredth of the peak would show; it lies at {:.0f} Hz", second.frequency));
  f.add("pass_outer",
        "Density at the frequency with which balls pass a place of the outer race, over the peak's",
        highest(s, pass_outer - resolution, pass_outer + resolution).density / main.density, "",
        "");
  f.add("pass_inner", "The same for the inner race",
        highest(s, pass_inner - resolution, pass_inner + resolution).density / main.density, "",
        "");
  f.check("aside", "§3: no axial loads: the balls stay in their plane", "0", record.aside, "m",
          record.aside < 1e-9, "");
  return f;
}

}  // namespace billiard::lab
