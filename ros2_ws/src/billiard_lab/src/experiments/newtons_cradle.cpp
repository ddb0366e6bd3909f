// SPDX-License-Identifier: Apache-2.0
// E §5, Figs. 13 and 14: five balls on rods, with each solver, elastic and not, touching and not.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "billiard_multibody/integrate.hpp"
#include "experiments/all.hpp"

namespace billiard::lab {
namespace {

using namespace multibody;

constexpr int kBalls = 5;
constexpr double kRadius = 0.028575;       // pool balls [m]
constexpr double kMass = 0.17;             // [kg]
constexpr double kStiffness = 3.523609e8;  // [N/m^1.5]
constexpr double kLength = 0.3;            // from the pivots' line to the centres [m]
constexpr double kSpread = 0.1;            // of the two rods of a ball, to each side [m]
constexpr double kAngle = 0.5;             // at which the first ball is let go [rad]

struct Setup {
  NormalLaw law = NormalLaw::kHertz;
  double restitution = 1.0;
  double gap = 0.0;  ///< between neighbours [m]
};

/// Each ball hangs on two massless rods, so that it swings in the x–z plane.
System cradle(const Setup& setup) {
  ContactProperties properties;
  properties.law = setup.law;
  properties.restitution = setup.restitution;
  properties.friction_law = FrictionLaw::kCoulombRegularised;
  properties.friction = 0.0;
  const ContactLaw law(properties, kStiffness, 0.5 * kMass);
  System system;
  for (int i = 0; i < kBalls; ++i) {
    const double x = i * (2.0 * kRadius + setup.gap);
    const double angle = i == 0 ? kAngle : 0.0;
    Body ball = make_sphere(kMass, kRadius);
    ball.position = {x - kLength * std::sin(angle), 0.0, -kLength * std::cos(angle)};
    system.add(ball);
    for (const double side : {-kSpread, kSpread}) {
      system.add(std::make_unique<Rod>(Point{i, Vec3::Zero()}, Point{kGround, {x, side, 0.0}},
                                       std::hypot(kLength, side)));
    }
    if (i > 0) {
      system.add(Contact{.body = i,
                         .radius = kRadius,
                         .other = i - 1,
                         .shape = SphereShape{.radius = kRadius},
                         .law = law});
    }
  }
  return system;
}

struct Swing {
  std::string label;
  std::vector<double> time, first, last, energy;  ///< heights and energy over those at the start
  Ending ending = Ending::kDone;
  double first_click = 0.0;  ///< largest height of the last ball in its first swing
  double middle = 0.0;       ///< largest height of the three in between, till then
  double most_energy = 0.0;
  double least_energy = 1.0;
  double violation = 0.0;  ///< largest |Φ| [m²]
  std::int64_t steps = 0;
};

Swing swing(std::string label, const Setup& setup, const Settings& settings) {
  System system = cradle(setup);
  const double drop = kLength * (1.0 - std::cos(kAngle));
  const double whole = kMass * 9.81 * drop;
  const double start = system.energy(system.initial_state());
  const double first_swing = 1.1;  // [s], a full period: there and back
  Swing s;
  s.label = std::move(label);
  double next = 0.0;
  const RunResult end = integrate(system, settings, [&](double t, const Vector& y) {
    const auto height = [&](int ball) { return (position_of(y, ball).z() + kLength) / drop; };
    const double energy = 1.0 + (system.energy(y) - start) / whole;
    s.most_energy = std::max(s.most_energy, energy);
    s.least_energy = std::min(s.least_energy, energy);
    s.violation = std::max(s.violation, system.constraints(y).phi.norm());
    if (t < first_swing) {
      s.first_click = std::max(s.first_click, height(kBalls - 1));
      for (int i = 1; i + 1 < kBalls; ++i) s.middle = std::max(s.middle, height(i));
    }
    if (t < next) return;
    next = t + 5e-3;
    s.time.push_back(t);
    s.first.push_back(height(0));
    s.last.push_back(height(kBalls - 1));
    s.energy.push_back(energy);
  });
  s.ending = end.ending;
  s.steps = end.steps;
  return s;
}

Settings sought(Method method, double until) {
  return {.method = method, .step = 1e-3, .contact_step = 5e-6, .until = until};
}

std::string draw_first(const char* title, const std::vector<Swing>& runs) {
  Plot plot{.title = title,
            .x = {.label = "time [s]"},
            .y = {.label = "height of the first ball over its drop [-]"}};
  // Curves that lie on each other still show.
  constexpr std::array kStrokes{Stroke::kLine, Stroke::kDashed, Stroke::kDotted, Stroke::kDashed};
  for (std::size_t i = 0; i < runs.size(); ++i) {
    plot.series.push_back({.name = runs[i].label,
                           .x = runs[i].time,
                           .y = runs[i].first,
                           .stroke = kStrokes[i % kStrokes.size()]});
  }
  return draw(plot);
}

std::string draw_both(const Swing& s) {
  Plot plot{.title = "Elastic, touching: both ends",
            .x = {.label = "time [s]"},
            .y = {.label = "height over drop [-]"}};
  plot.series = {{.name = "first ball", .x = s.time, .y = s.first},
                 {.name = "last ball", .x = s.time, .y = s.last}};
  return draw(plot);
}

std::string draw_energy(const std::vector<Swing>& runs) {
  Plot plot{.title = "Energy",
            .x = {.label = "time [s]"},
            .y = {.label = "energy over that at the start [-]"}};
  for (const Swing& s : runs) plot.series.push_back({.name = s.label, .x = s.time, .y = s.energy});
  return draw(plot);
}

DataTable swing_table(const std::vector<Swing>& runs) {
  DataTable table{"All runs.",
                  {"run", "first click: last ball rises to", "largest energy", "largest |Φ| [m²]",
                   "steps", "ended"},
                  {}};
  for (const Swing& s : runs) {
    table.rows.push_back({s.label, fmt::format("{:.4f}", s.first_click),
                          fmt::format("{:.6f}", s.most_energy), number(s.violation),
                          std::to_string(s.steps),
                          s.ending == Ending::kDone ? "in time" : "early"});
  }
  return table;
}

/// Everything with fixed steps and the contact sought.
struct Runs {
  std::vector<Swing> methods;  ///< elastic, touching: one run per solver
  std::vector<Swing> lossy;    ///< the other setups with Baumgarte's method
  std::vector<Swing> others;   ///< and with the other solvers
};

Runs run_fixed(double until) {
  struct Named {
    const char* label;
    Setup setup;
  };
  constexpr double kGap = 5e-4;
  constexpr NormalLaw kLn = NormalLaw::kLankaraniNikravesh;
  const Named setups[] = {{"LN, e = 0.9, touching", {kLn, 0.9, 0.0}},
                          {"tsuji, e = 0.9, touching", {NormalLaw::kTsuji, 0.9, 0.0}},
                          {"LN, e = 0.9, gaps of 0.5 mm", {kLn, 0.9, kGap}},
                          {"elastic, gaps of 0.5 mm", {NormalLaw::kHertz, 1.0, kGap}}};
  Runs runs;
  for (const Method method : kMethods) {
    runs.methods.push_back(swing(name(method), {}, sought(method, until)));
    for (const Named& n : setups) {
      const bool main = method == Method::kBaumgarte;
      (main ? runs.lossy : runs.others)
          .push_back(swing(main ? n.label : fmt::format("{}; {}", n.label, name(method)), n.setup,
                           sought(method, until)));
    }
  }
  return runs;
}

/// Largest difference of the first click between the solvers, over all setups.
double spread_of_solvers(const Runs& runs) {
  double worst = 0.0;
  for (const Swing& s : runs.methods) {
    worst = std::max(worst, std::abs(s.first_click - runs.methods[0].first_click));
  }
  for (std::size_t i = 0; i < runs.others.size(); ++i) {
    const Swing& main = runs.lossy[i % runs.lossy.size()];
    worst = std::max(worst, std::abs(runs.others[i].first_click - main.first_click));
  }
  return worst;
}

void judge(Findings& f, const Runs& fixed, const std::vector<Swing>& adaptive) {
  const std::vector<Swing>& methods = fixed.methods;
  const std::vector<Swing>& lossy = fixed.lossy;
  double most = 0.0;
  double stalled = 0.0;
  for (const auto* runs : {&methods, &lossy, &fixed.others}) {
    for (const Swing& s : *runs) {
      most = std::max(most, s.most_energy - 1.0);
      stalled += s.ending == Ending::kDone ? 0.0 : 1.0;
    }
  }
  f.check(
      "click", "§5: the last ball reaches about the dropping height", "about 1",
      methods[1].first_click, "", std::abs(methods[1].first_click - 1.0) < 0.05,
      "touching elastic balls pass on 98 %: the contact is not infinitely short, the rest of the "
      "motion stays in the middle balls");
  f.check("stalls",
          "§5: the system stalls for inelastic touching balls (0/0); runs that ended early",
          "stalls", stalled, "", stalled > 0.0,
          "a floor under the impact speed, or a law without one (tsuji), leaves nothing to divide "
          "by 0");
  f.check("energy", "Fig. 14: energy gained with fixed steps and the contact sought, any solver",
          "bounded", most, "", most < 1e-3, "tolerance: a thousandth of the energy");
  f.check(
      "lagrange", "Fig. 14: standard multipliers fail; energy of that run stays within", "fails",
      methods[0].most_energy - methods[0].least_energy, "", methods[0].ending != Ending::kDone,
      "their violation grows slowly; with steps that resolve the contacts it stays below 1e−10 m² "
      "here");
  f.check("adaptive_gains", "Fig. 14: ODE45 with default tolerances gains energy; largest", "> 1",
          adaptive[0].most_energy, "", adaptive[0].most_energy > 1.001, "");
  f.check("adaptive_tight", "Fig. 14: with tight tolerances (1e−10) it does not", "≤ 1",
          adaptive[1].most_energy, "", adaptive[1].most_energy < 1.001, "");
  f.add("solver_spread",
        "Largest difference of the first click between the four solvers, all setups",
        spread_of_solvers(fixed), "",
        "which solver is used does not matter once contacts are resolved");
  f.add("tsuji_click", "Inelastic (0.9), touching, tsuji: last ball rises to", lossy[1].first_click,
        "", "");
  f.add("ln_click", "The same with Lankarani–Nikravesh", lossy[0].first_click, "",
        "touching contacts turn plastic, and the click dies in the row: the cradle shows what the "
        "break of four balls hides");
  f.add("ln_gap_click", "The same with gaps of 0.5 mm", lossy[2].first_click, "",
        "with gaps each contact has its own impact speed");
}

}  // namespace

Findings newtons_cradle(const Effort& effort) {
  const double until = effort.quick ? 1.3 : 3.4;
  const Runs runs = run_fixed(until);
  Settings loose{.integrator = Integrator::kDormandPrince, .step = 0.01, .until = until};
  Settings tight = loose;
  tight.absolute_tolerance = tight.relative_tolerance = 1e-10;
  const std::vector<Swing> adaptive{swing("Dormand–Prince, default tolerances", {}, loose),
                                    swing("Dormand–Prince, 1e−10", {}, tight)};
  Findings f;
  f.summary =
      "Five pool balls hang on two rods each; the first is let go at 0.5 rad. Each ball brings two "
      "constraints, each neighbour a contact. The papers' solver stalls or gains energy here; with "
      "the "
      "start of contacts sought and a law that needs no impact speed there is nothing left to "
      "stall.";
  std::vector<Swing> fixed_and_adaptive{adaptive[0], adaptive[1], runs.methods[1]};
  fixed_and_adaptive.back().label = "fixed steps, contact sought";
  f.figures = {
      {"Elastic balls: all solvers lie on each other.",
       {draw_first("Elastic, touching, four solvers", runs.methods), draw_both(runs.methods[1])}},
      {"Inelastic balls, and the energy with adaptive steps.",
       {draw_first("Losses and gaps", runs.lossy), draw_energy(fixed_and_adaptive)}}};
  judge(f, runs, adaptive);
  std::vector<Swing> all = runs.methods;
  for (const auto* more : {&runs.lossy, &runs.others, &adaptive}) {
    all.insert(all.end(), more->begin(), more->end());
  }
  f.tables = {swing_table(all)};
  return f;
}

}  // namespace billiard::lab
