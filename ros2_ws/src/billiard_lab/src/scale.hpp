// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "billiard_lab/plot.hpp"

namespace billiard::lab {

/// Smallest and largest of what an axis shows.
class Extent {
 public:
  explicit Extent(bool logarithmic) : logarithmic_(logarithmic) {}
  void add(double value);
  /// The ends with a little room, or those the axis asks for. Never empty.
  [[nodiscard]] std::pair<double, double> with_room(const Axis& axis) const;

 private:
  bool logarithmic_;
  bool any_ = false;
  double low_ = 0.0;
  double high_ = 0.0;
};

/// Maps values of one axis to drawing units, linear or logarithmic.
class Scale {
 public:
  /// `low` is drawn at `from`, `high` at `to`.
  Scale(double low, double high, bool logarithmic, double from, double to);
  [[nodiscard]] double operator()(double value) const;
  [[nodiscard]] bool shows(double value) const;
  /// Round values inside the range: about `count`, or the powers of ten.
  [[nodiscard]] std::vector<double> ticks(int count) const;
  [[nodiscard]] double low() const { return low_; }
  [[nodiscard]] double high() const { return high_; }

 private:
  double low_, high_;
  bool logarithmic_;
  double from_, to_;
};

/// As short as it stays exact: 0.05, 1000, 2e-6.
[[nodiscard]] std::string tick_text(double value);

}  // namespace billiard::lab
