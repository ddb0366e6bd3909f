// SPDX-License-Identifier: Apache-2.0
#include "contact_integral.hpp"

#include <array>
#include <cmath>
#include <numbers>

namespace billiard::oracle {
namespace {

using std::numbers::pi;
using Sum = std::array<double, 3>;  // T_x, T_y, M

Sum operator+(const Sum& a, const Sum& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }
Sum operator*(double f, const Sum& a) { return {f * a[0], f * a[1], f * a[2]}; }
double distance(const Sum& a, const Sum& b) {
  return std::abs(a[0] - b[0]) + std::abs(a[1] - b[1]) + std::abs(a[2] - b[2]);
}

// Gauss–Legendre rule on [-1, 1], nodes by Newton's method on the Legendre recursion.
template <int N>
struct Gauss {
  std::array<double, N> node{};
  std::array<double, N> weight{};
  Gauss() {
    for (int i = 0; i < N; ++i) {
      double x = std::cos(pi * (i + 0.75) / (N + 0.5));
      double slope = 1.0;
      for (int iteration = 0; iteration < 100; ++iteration) {
        double p0 = 1.0;
        double p1 = x;
        for (int n = 2; n <= N; ++n) {
          const double p2 = ((2 * n - 1) * x * p1 - (n - 1) * p0) / n;
          p0 = p1;
          p1 = p2;
        }
        slope = N * (x * p1 - p0) / (x * x - 1.0);
        const double step = p1 / slope;
        x -= step;
        if (std::abs(step) < 1e-16) break;
      }
      node[static_cast<std::size_t>(i)] = x;
      weight[static_cast<std::size_t>(i)] = 2.0 / ((1.0 - x * x) * slope * slope);
    }
  }
};

template <int N, typename F>
Sum gauss(const F& f, double from, double to) {
  static const Gauss<N> rule;
  const double middle = (from + to) / 2;
  const double half = (to - from) / 2;
  Sum sum{};
  for (std::size_t i = 0; i < N; ++i) {
    sum = sum + (rule.weight[i] * half) * f(middle + half * rule.node[i]);
  }
  return sum;
}

// Halves the interval until two rules agree.
template <typename F>
Sum adaptive(const F& f, double from, double to, double tolerance, int depth = 0) {
  const Sum fine = gauss<20>(f, from, to);
  if (depth >= 30 || distance(fine, gauss<13>(f, from, to)) < tolerance) return fine;
  const double middle = (from + to) / 2;
  return adaptive(f, from, middle, tolerance, depth + 1) +
         adaptive(f, middle, to, tolerance, depth + 1);
}

double pressure_shift(const Slip<double>& s, double x, double y) {
  return 1.0 + s.shift_c * x + s.shift_s * y;
}

// Rays from the point (px, py) that does not slip: on them the direction of slip is constant, so
// the integrand is smooth. On a ray, 1 − r² = (half)² − (ρ − middle)²; ρ = middle + half sin t.
Sum along_ray(const Slip<double>& s, double px, double py, double angle) {
  const double nx = std::cos(angle);
  const double ny = std::sin(angle);
  const double side = s.spin < 0.0 ? -1.0 : 1.0;
  const double middle = -(px * nx + py * ny);
  const double offset = px * ny - py * nx;
  const double half2 = (1.0 - offset) * (1.0 + offset);
  if (half2 <= 0.0) return {};
  const double half = std::sqrt(half2);
  const bool inside = px * px + py * py < 1.0;
  const double from = inside ? std::asin(std::fmax(-1.0, std::fmin(1.0, -middle / half))) : -pi / 2;
  const auto f = [&](double t) -> Sum {
    const double rho = middle + half * std::sin(t);
    const double x = px + rho * nx;
    const double y = py + rho * ny;
    const double root = half * std::cos(t);
    const double sigma = 3.0 / (2.0 * pi) * root * pressure_shift(s, x, y) * rho * root;
    return {-side * ny * sigma, side * nx * sigma, side * (x * nx + y * ny) * sigma};
  };
  return gauss<24>(f, from, pi / 2);
}

Sum by_rays(const Slip<double>& s) {
  const double px = -s.y / s.spin;
  const double py = s.x / s.spin;
  const double k = std::hypot(px, py);
  const double to_centre = std::atan2(-py, -px);
  const auto f = [&](double turn) { return along_ray(s, px, py, to_centre + turn); };
  constexpr double kTolerance = 1e-14;
  if (k < 1.0) {
    Sum sum{};
    for (int quarter = -2; quarter < 2; ++quarter) {
      sum = sum + adaptive(f, quarter * pi / 2, (quarter + 1) * pi / 2, kTolerance);
    }
    return sum;
  }
  // The disc is seen under ±asin(1/k): sin(turn) = sin(τ)/k makes the half chord cos τ.
  const auto g = [&](double tau) -> Sum {
    const double sine = std::sin(tau) / k;
    const double cosine = std::sqrt((1.0 - sine) * (1.0 + sine));
    if (cosine == 0.0) return {};
    return (std::cos(tau) / (k * cosine)) * f(std::asin(sine));
  };
  return adaptive(g, -pi / 2, 0.0, kTolerance) + adaptive(g, 0.0, pi / 2, kTolerance);
}

// Rings about the disc's centre, r = sin t; ε² is added under the root.
Sum by_rings(const Slip<double>& s, double epsilon) {
  const auto ring = [&](double t) -> Sum {
    const double r = std::sin(t);
    const double weight = 3.0 / (2.0 * pi) * std::cos(t) * r * std::cos(t);
    const auto point = [&](double angle) -> Sum {
      const double x = r * std::cos(angle);
      const double y = r * std::sin(angle);
      const double vx = s.x - s.spin * y;
      const double vy = s.y + s.spin * x;
      const double size = std::sqrt(vx * vx + vy * vy + epsilon * epsilon);
      const double f = weight * pressure_shift(s, x, y) / size;
      return {f * vx, f * vy, f * (x * vy - y * vx)};
    };
    return adaptive(point, -pi, 0.0, 1e-13) + adaptive(point, 0.0, pi, 1e-13);
  };
  return adaptive(ring, 0.0, pi / 2, 1e-11);
}

}  // namespace

Friction<double> contact_integral(const Slip<double>& slip) {
  const double k2 = slip.x * slip.x + slip.y * slip.y;
  const bool near = k2 < 9.0 * slip.spin * slip.spin;
  const Sum sum = near ? by_rays(slip) : by_rings(slip, 0.0);
  return {sum[0], sum[1], sum[2]};
}

Friction<double> regularised_integral(const Slip<double>& slip, double epsilon) {
  const Sum sum = by_rings(slip, epsilon);
  return {sum[0], sum[1], sum[2]};
}

}  // namespace billiard::oracle
