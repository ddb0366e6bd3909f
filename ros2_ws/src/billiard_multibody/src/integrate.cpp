// SPDX-License-Identifier: Apache-2.0
#include "billiard_multibody/integrate.hpp"

#include <algorithm>
#include <cmath>
#include <deque>

namespace billiard::multibody {
namespace {

constexpr double kSmallestStep = 1e-13;  // [s]
constexpr double kFoundDepth = 1e-11;    // [m], how exactly the start of a contact is found

/// ẏ with all that it depends on.
struct Flow {
  const System* system;
  Method method;
  Cost* cost;
  Vector operator()(const Vector& y) const { return rate(*system, y, method, *cost); }
};

Vector euler_step(const Flow& f, const Vector& y, double h) {
  const Eigen::Index n = 6 * body_count(y);
  Vector next = y;
  next.tail(n) += h * f(y).tail(n);
  for (int i = 0; i < f.system->bodies(); ++i) {
    next.segment<3>(kPose * i) += h * velocity_of(next, i);
    next.segment<4>(kPose * i + 3) += h * euler_rate(euler_of(y, i), spin_of(next, i));
  }
  return next;
}

Vector runge_kutta_step(const Flow& f, const Vector& y, double h) {
  const Vector k1 = f(y);
  const Vector k2 = f(y + 0.5 * h * k1);
  const Vector k3 = f(y + 0.5 * h * k2);
  const Vector k4 = f(y + h * k3);
  return y + h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
}

/// Needs three rates behind it, all at the same distance; starts by Runge–Kutta.
class Adams {
 public:
  Vector step(const Flow& f, const Vector& y, double h) {
    if (std::abs(h - spacing_) > 1e-9 * h) past_.clear();
    spacing_ = h;
    past_.push_front(f(y));
    if (past_.size() < 4) return runge_kutta_step(f, y, h);
    past_.resize(4);
    const Vector predicted =
        y + h / 24.0 * (55.0 * past_[0] - 59.0 * past_[1] + 37.0 * past_[2] - 9.0 * past_[3]);
    return y + h / 24.0 * (9.0 * f(predicted) + 19.0 * past_[0] - 5.0 * past_[1] + past_[2]);
  }

 private:
  std::deque<Vector> past_;
  double spacing_ = 0.0;
};

/// Dormand and Prince 1980, with the step control of Hairer, Nørsett and Wanner.
class DormandPrince {
 public:
  explicit DormandPrince(const Settings& s) : settings_(s), step_(std::min(1e-4, s.step)) {}

  /// One accepted step of at most `most`; returns its length, or 0 if steps became too small.
  double step(const Flow& f, Vector& y, double most) {
    const Vector k1 = f(y);
    while (true) {
      const double h = std::min({step_, most, settings_.step});
      if (h < kSmallestStep && most > kSmallestStep) return 0.0;
      Vector next;
      const double error = attempt(f, y, k1, h, next);
      const double factor =
          std::isfinite(error) ? 0.9 * std::pow(std::max(error, 1e-10), -0.2) : 0.1;
      step_ = h * std::clamp(factor, 0.1, 5.0);
      if (error <= 1.0) {
        y = next;
        return h;
      }
    }
  }

 private:
  /// Largest error of any component over its tolerance.
  double attempt(const Flow& f, const Vector& y, const Vector& k1, double h, Vector& next) const {
    const Vector k2 = f(y + h * (1.0 / 5 * k1));
    const Vector k3 = f(y + h * (3.0 / 40 * k1 + 9.0 / 40 * k2));
    const Vector k4 = f(y + h * (44.0 / 45 * k1 - 56.0 / 15 * k2 + 32.0 / 9 * k3));
    const Vector k5 = f(y + h * (19372.0 / 6561 * k1 - 25360.0 / 2187 * k2 + 64448.0 / 6561 * k3 -
                                 212.0 / 729 * k4));
    const Vector k6 = f(y + h * (9017.0 / 3168 * k1 - 355.0 / 33 * k2 + 46732.0 / 5247 * k3 +
                                 49.0 / 176 * k4 - 5103.0 / 18656 * k5));
    next = y + h * (35.0 / 384 * k1 + 500.0 / 1113 * k3 + 125.0 / 192 * k4 - 2187.0 / 6784 * k5 +
                    11.0 / 84 * k6);
    const Vector k7 = f(next);
    const Vector error = h * (71.0 / 57600 * k1 - 71.0 / 16695 * k3 + 71.0 / 1920 * k4 -
                              17253.0 / 339200 * k5 + 22.0 / 525 * k6 - 1.0 / 40 * k7);
    double worst = 0.0;
    for (Eigen::Index i = 0; i < y.size(); ++i) {
      const double size = std::max(std::abs(y[i]), std::abs(next[i]));
      const double allowed =
          std::max(settings_.absolute_tolerance, settings_.relative_tolerance * size);
      worst = std::max(worst, std::abs(error[i]) / allowed);
    }
    return worst;
  }

  Settings settings_;
  double step_;
};

/// Carries a run; advance() makes one step that counts.
class Run {
 public:
  Run(System& system, const Settings& settings)
      : system_(system),
        settings_(settings),
        flow_{&system, settings.method, &outcome_.cost},
        adaptive_(settings) {
    system_.ignore_new_contacts = settings.contact_step > 0.0;
    outcome_.state = system.initial_state();
    system_.remember(outcome_.state);
  }

  RunResult finish(const Observer& observe) {
    observe(0.0, outcome_.state);
    // The last step may leave a rest that is only round-off.
    while (outcome_.ending == Ending::kDone && settings_.until - outcome_.time > kSmallestStep) {
      advance();
      if (outcome_.ending == Ending::kDone) observe(outcome_.time, outcome_.state);
    }
    return outcome_;
  }

 private:
  void advance() {
    if (outcome_.steps >= settings_.most_steps) {
      outcome_.ending = Ending::kStepLimit;
      return;
    }
    const double left = settings_.until - outcome_.time;
    const double done = settings_.integrator == Integrator::kDormandPrince
                            ? adaptive_.step(flow_, outcome_.state, left)
                            : fixed(left);
    if (done == 0.0) {
      outcome_.ending = Ending::kStalled;
      return;
    }
    outcome_.time += done;
    ++outcome_.steps;
    if (!outcome_.state.allFinite()) {
      outcome_.ending = Ending::kDiverged;
      return;
    }
    system_.remember(outcome_.state);
    correct(system_, outcome_.state, settings_.method, outcome_.cost);
  }

  Vector attempt(double h) {
    switch (settings_.integrator) {
      case Integrator::kSemiImplicitEuler:
        return euler_step(flow_, outcome_.state, h);
      case Integrator::kAdams4:
        return adams_.step(flow_, outcome_.state, h);
      case Integrator::kRungeKutta4:
      case Integrator::kDormandPrince:
        break;
    }
    return runge_kutta_step(flow_, outcome_.state, h);
  }

  double fixed(double left) {
    const bool seeks = settings_.contact_step > 0.0;
    const bool small = seeks && system_.touching(outcome_.state);
    double h = std::min(small ? settings_.contact_step : settings_.step, left);
    Vector next = attempt(h);
    if (seeks && !small && system_.new_depth(next) > kClosedDepth) {
      h = time_of_touch(h);
      next = attempt(h);
    }
    outcome_.state = next;
    return h;
  }

  /// Shortest step after which something touches, by bisection.
  double time_of_touch(double h) {
    double before = 0.0;
    double after = h;
    for (int i = 0; i < 60 && after - before > 1e-16; ++i) {
      const double middle = 0.5 * (before + after);
      const double depth = system_.new_depth(attempt(middle));
      (depth > kClosedDepth ? after : before) = middle;
      if (depth > kClosedDepth && depth <= kFoundDepth) break;
    }
    return after;
  }

  System& system_;
  Settings settings_;
  RunResult outcome_;
  Flow flow_;
  Adams adams_;
  DormandPrince adaptive_;
};

}  // namespace

const char* name(Integrator integrator) noexcept {
  switch (integrator) {
    case Integrator::kSemiImplicitEuler:
      return "semi-implicit Euler";
    case Integrator::kRungeKutta4:
      return "Runge–Kutta 4";
    case Integrator::kAdams4:
      return "Adams 4";
    case Integrator::kDormandPrince:
      break;
  }
  return "Dormand–Prince";
}

RunResult integrate(System& system, const Settings& settings, const Observer& observe) {
  return Run(system, settings).finish(observe);
}

}  // namespace billiard::multibody
