// SPDX-License-Identifier: Apache-2.0
// K(1): Hertz's pressure, shifted towards the direction of rolling.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "experiments/all.hpp"

namespace billiard::lab {
namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kGamma = 1.0;  // direction of rolling in Fig. 2 [rad]

/// K(1) with d_c = d cos γ, d_s = d sin γ; 0 outside the disc.
double pressure(double x, double y, double d, double gamma) {
  const double inside = 1.0 - x * x - y * y;
  if (inside <= 0.0) return 0.0;
  const double shift = 1.0 + d * (x * std::cos(gamma) + y * std::sin(gamma));
  return 1.5 / kPi * std::sqrt(inside) * shift;
}

struct Moments {
  double total = 0.0, x = 0.0, y = 0.0, lowest = 1.0;
};

/// ∬ σ, ∬ σ x, ∬ σ y by the midpoint rule in polar coordinates. With s = √(1 − ρ²) as variable,
/// ρ dρ = −s ds, and the root is gone.
Moments integrate(double d, double gamma) {
  constexpr int kRings = 2000;
  constexpr int kSpokes = 64;
  Moments m;
  for (int i = 0; i < kRings; ++i) {
    const double s = (i + 0.5) / kRings;
    const double rho = std::sqrt(1.0 - s * s);
    for (int n = 0; n < kSpokes; ++n) {
      const double angle = 2.0 * kPi * n / kSpokes;
      const double x = rho * std::cos(angle);
      const double y = rho * std::sin(angle);
      const double sigma = pressure(x, y, d, gamma);
      const double part = sigma * s * 2.0 * kPi / (static_cast<double>(kRings) * kSpokes);
      m.total += part;
      m.x += part * x;
      m.y += part * y;
      m.lowest = std::min(m.lowest, sigma);
    }
  }
  return m;
}

std::string map_of_figure_two() {
  constexpr int kCells = 61;
  constexpr double kAspect = 1.516;  // of the plot area: the disc is drawn round
  HeatMap map{.title = "Pressure σ(x, y), d = 1, γ = 1",
              .x = {.label = "x [contact radii]", .low = -kAspect, .high = kAspect},
              .y = {.label = "y [contact radii]", .low = -1.0, .high = 1.0},
              .value_label = "σ [N/â²]",
              .columns = 2 * kCells};
  for (int row = 0; row < kCells; ++row) {
    for (int column = 0; column < 2 * kCells; ++column) {
      const double x = kAspect * (2.0 * (column + 0.5) / (2 * kCells) - 1.0);
      const double y = 2.0 * (row + 0.5) / kCells - 1.0;
      const bool outside = x * x + y * y > 1.0;
      map.values.push_back(outside ? std::numeric_limits<double>::quiet_NaN()
                                   : pressure(x, y, 1.0, kGamma));
    }
  }
  map.marks = {{0.0, 0.0, "A, middle of the disc"},
               {0.2 * std::cos(kGamma), 0.2 * std::sin(kGamma), "S, middle of the pressure"}};
  return draw(map);
}

std::string profiles() {
  Plot plot{.title = "Pressure along the direction of rolling",
            .x = {.label = "distance from the disc's middle [contact radii]"},
            .y = {.label = "σ [N/â²]"}};
  for (const double d : {0.0, 0.5, 1.0}) {
    Series s{.name = "d = " + number(d), .x = linear_range(-1.0, 1.0, 201), .y = {}};
    for (const double x : s.x) s.y.push_back(pressure(x, 0.0, d, 0.0));
    plot.series.push_back(s);
  }
  return draw(plot);
}

}  // namespace

Findings contact_pressure(const Effort&) {
  // The midpoint rule with 2000 rings is good to (1/2000)²/24.
  constexpr double kQuadrature = 1e-6;
  constexpr const char* kWhy = "tolerance: quadrature, 1e-6";
  const Moments m = integrate(1.0, kGamma);
  Findings f;
  f.summary =
      "The contact disc carries Hertz's pressure, tilted towards the direction of rolling by d. "
      "The "
      "tilt moves the centre of pressure S ahead of the disc's middle, and that lever is the "
      "rolling "
      "resistance.";
  f.figures = {{"Fig. 2 of the paper, and cuts through it for three tilts d.",
                {map_of_figure_two(), profiles()}}};
  f.compare("total", "The pressure carries the load: ∬σ = 1", 1.0, m.total, kQuadrature, "N", kWhy);
  f.compare("centre_x", "K(4): M_ry = −d_c/5, so x_S = d cos(γ)/5", 0.2 * std::cos(kGamma), m.x,
            kQuadrature, "â", kWhy);
  f.compare("centre_y", "K(4): M_rx = d_s/5, so y_S = d sin(γ)/5", 0.2 * std::sin(kGamma), m.y,
            kQuadrature, "â", kWhy);
  f.check("lowest", "Fig. 2: the pressure never pulls, even at d = 1", "σ ≥ 0", m.lowest, "N/â²",
          m.lowest >= 0.0, "beyond d = 1 it would, at the trailing edge");
  f.add("rolling_paper",
        "Rolling resistance μ_r = â d/(5 r) with the paper's â = 3 mm, d = 1, r = 20 mm",
        0.003 / (5.0 * 0.02), "",
        "three times what a pool table measures (0.010): d = 1 is the largest tilt, not a typical "
        "one");
  return f;
}

}  // namespace billiard::lab
