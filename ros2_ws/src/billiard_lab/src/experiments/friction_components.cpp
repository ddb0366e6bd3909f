// SPDX-License-Identifier: Apache-2.0
// K(8) and its approximations K(13): force and moment over the ratio of slip to spin.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "billiard_engine/cloth_friction.hpp"
#include "experiments/all.hpp"

namespace billiard::lab {
namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kDegree = kPi / 180.0;
constexpr ClothLaw kApproximations[] = {ClothLaw::kExact, ClothLaw::kPade, ClothLaw::kPadeFitted};

/// K(6), K(7) with λ_s = 1 and φ_s = 0: θ = 0 is pure slip, ±π/2 pure spin.
Slip<double> slip_at(double theta, double d, double gamma) {
  return {std::cos(theta), 0.0, std::sin(theta), d * std::cos(gamma), d * std::sin(gamma)};
}

/// Distances from the integral model, over the region D of K §2.3.
struct Errors {
  double force_worst = 0.0, force_mean = 0.0;
  double moment_worst = 0.0, moment_mean = 0.0;
  double over_limit = 0.0;  ///< largest |T| − 1
};

Errors errors_of(ClothLaw law, const Effort& effort) {
  const int steps = effort.quick ? 45 : 180;
  Errors e;
  int count = 0;
  for (double d = 0.0; d <= 1.0; d += 0.25) {
    for (int g = 0; g <= 8; ++g) {
      for (int i = -steps; i <= steps; ++i) {
        const Slip<double> slip = slip_at(0.5 * kPi * i / steps, d, g * kPi / 8.0);
        const Friction<double> truth = cloth_friction(ClothLaw::kIntegral, slip, 0.0);
        const Friction<double> t = cloth_friction(law, slip, 0.0);
        const double force = std::hypot(t.x - truth.x, t.y - truth.y);
        const double moment = std::abs(t.moment - truth.moment);
        e.force_worst = std::max(e.force_worst, force);
        e.moment_worst = std::max(e.moment_worst, moment);
        e.force_mean += force;
        e.moment_mean += moment;
        e.over_limit = std::max(e.over_limit, std::hypot(t.x, t.y) - 1.0);
        ++count;
      }
    }
  }
  e.force_mean /= count;
  e.moment_mean /= count;
  return e;
}

Plot theta_plot(const char* title, const char* quantity) {
  return {.title = title,
          .x = {.label = "θ_s [°]   (0: slip only, ±90: spin only)", .low = -90.0, .high = 90.0},
          .y = {.label = quantity}};
}

/// Fig. 4: one component, all laws, d = 0.6, γ = 1.
std::string figure_four(const char* title, double Friction<double>::*part) {
  Plot plot = theta_plot(title, "component [-]");
  for (const ClothLaw law :
       {ClothLaw::kIntegral, ClothLaw::kExact, ClothLaw::kPade, ClothLaw::kPadeFitted}) {
    Series s{.name = name(law), .x = linear_range(-90.0, 90.0, 181), .y = {}};
    if (law == ClothLaw::kExact) s.stroke = Stroke::kDotted;
    if (law == ClothLaw::kPade) s.stroke = Stroke::kDashed;
    for (const double theta : s.x) {
      s.y.push_back(cloth_friction(law, slip_at(theta * kDegree, 0.6, 1.0), 0.0).*part);
    }
    plot.series.push_back(s);
  }
  return draw(plot);
}

/// Fig. 3: one component of the integral model over θ and γ, d = 1.
std::string figure_three(const char* title, double Friction<double>::*part) {
  constexpr int kColumns = 72;
  constexpr int kRows = 36;
  HeatMap map{.title = title,
              .x = {.label = "θ_s [°]", .low = -90.0, .high = 90.0},
              .y = {.label = "direction of rolling γ [°]", .low = 0.0, .high = 180.0},
              .value_label = "component [-]",
              .columns = kColumns};
  for (int row = 0; row < kRows; ++row) {
    for (int column = 0; column < kColumns; ++column) {
      const double theta = kPi * ((column + 0.5) / kColumns - 0.5);
      const double gamma = kPi * (row + 0.5) / kRows;
      map.values.push_back(cloth_friction(ClothLaw::kIntegral, slip_at(theta, 1.0, gamma), 0.0).*
                           part);
    }
  }
  return draw(map);
}

/// Largest distance of any law from K(11): the approximations are exact at pure slip and pure spin.
double limits_error() {
  double worst = 0.0;
  for (const ClothLaw law : {ClothLaw::kExact, ClothLaw::kPade, ClothLaw::kPadeFitted}) {
    for (int g = 0; g <= 8; ++g) {
      for (const double theta : {-0.5 * kPi, 0.0, 0.5 * kPi}) {
        const Slip<double> slip = slip_at(theta, 1.0, g * kPi / 8.0);
        const Friction<double> a = cloth_friction(law, slip, 0.0);
        const Friction<double> b = cloth_friction(ClothLaw::kIntegral, slip, 0.0);
        worst = std::max(
            {worst, std::abs(a.x - b.x), std::abs(a.y - b.y), std::abs(a.moment - b.moment)});
      }
    }
  }
  return worst;
}

DataTable error_table(const Errors (&errors)[3]) {
  DataTable table{
      "Distance from the integral model over the region D of K §2.3. T has length 1 at "
      "pure slip, M is 0.589 at pure spin.",
      {"law", "T worst", "T mean", "M worst", "M mean", "exceeds Coulomb's limit by"},
      {}};
  for (std::size_t i = 0; i < 3; ++i) {
    const Errors& e = errors[i];
    table.rows.push_back({name(kApproximations[i]), number(e.force_worst), number(e.force_mean),
                          number(e.moment_worst), number(e.moment_mean),
                          number(100.0 * std::max(0.0, e.over_limit)) + " %"});
  }
  return table;
}

}  // namespace

Findings friction_components(const Effort& effort) {
  const Errors errors[3] = {errors_of(ClothLaw::kExact, effort), errors_of(ClothLaw::kPade, effort),
                            errors_of(ClothLaw::kPadeFitted, effort)};
  Findings f;
  f.summary =
      "Slip and spin share the same friction. The paper integrates Coulomb's law over the disc and "
      "replaces the integral by a Padé form, once with m = 2 and once with all parameters fitted. "
      "Our "
      "closed form (exact) is the integral itself, at the cost of the Padé form.";
  f.figures = {
      {"Fig. 4: components over θ_s for d = 0.6, γ = 1. integral and exact lie on each other.",
       {figure_four("Force along slip T_x", &Friction<double>::x),
        figure_four("Force across slip T_y", &Friction<double>::y),
        figure_four("Moment M", &Friction<double>::moment)}},
      {"Fig. 3: the integral model for d = 1.",
       {figure_three("T_x", &Friction<double>::x), figure_three("T_y", &Friction<double>::y),
        figure_three("M", &Friction<double>::moment)}}};
  f.tables = {error_table(errors)};
  const double limits = limits_error();
  f.check("limits", "K(11): approximations are exact at pure slip and pure spin", "equal", limits,
          "", limits < 1e-9, "tolerance: the quadrature's 1e-9");
  f.add("exact_force", "Closed form against the integral, worst T", errors[0].force_worst, "",
        "no approximation is needed");
  f.add("exact_moment", "Closed form against the integral, worst M", errors[0].moment_worst, "",
        "");
  f.check(
      "pade_force", "§4: approximations “able to substitute” the integral; worst T of pade",
      "very effective", errors[1].force_worst, "", errors[1].force_worst < 0.05,
      "in mid-range, where slip and spin are alike, T is off by more than a tenth; the paths of "
      "Figs. 9 and 10 move visibly");
  f.check("pade_moment", "the same, worst M of pade", "very effective", errors[1].moment_worst, "",
          errors[1].moment_worst < 0.05, "a quarter of the pure-spin moment 0.589");
  f.check("fitted_better",
          "§2.3: fitting all parameters improves the mean error of T (pade_fitted/pade)", "below 1",
          errors[2].force_mean / errors[1].force_mean, "",
          errors[2].force_mean < errors[1].force_mean, "");
  f.add("pade_over_limit", "pade exceeds Coulomb's limit |T| ≤ 1 by", 100.0 * errors[1].over_limit,
        "%", "a sum of unit vectors cannot be longer than 1; a Padé form can");
  f.add("fitted_over_limit", "pade_fitted exceeds it by", 100.0 * errors[2].over_limit, "%", "");
  return f;
}

}  // namespace billiard::lab
