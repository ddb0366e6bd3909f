// SPDX-License-Identifier: Apache-2.0
#include "scale.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace billiard::lab {

void Extent::add(double value) {
  if (!std::isfinite(value) || (logarithmic_ && value <= 0.0)) return;
  low_ = any_ ? std::min(low_, value) : value;
  high_ = any_ ? std::max(high_, value) : value;
  any_ = true;
}

std::pair<double, double> Extent::with_room(const Axis& axis) const {
  constexpr double kRoom = 0.04;  // of the range, at each end
  double low = any_ ? low_ : (logarithmic_ ? 0.1 : 0.0);
  double high = any_ ? high_ : 1.0;
  if (logarithmic_) {
    if (!(high > low)) high = 10.0 * low;
    const double room = std::pow(high / low, kRoom);
    low /= room;
    high *= room;
  } else {
    const double width = high - low;
    // A constant curve still gets an axis; round-off around it does not fill the picture.
    const double least = 1e-9 * std::max({1.0, std::abs(low), std::abs(high)});
    const double room = width > least ? kRoom * width : 0.5 * std::max(std::abs(high), 1.0);
    low -= room;
    high += room;
  }
  return {axis.low.value_or(low), axis.high.value_or(high)};
}

Scale::Scale(double low, double high, bool logarithmic, double from, double to)
    : low_(low), high_(high), logarithmic_(logarithmic), from_(from), to_(to) {}

double Scale::operator()(double value) const {
  const double part = logarithmic_ ? std::log(value / low_) / std::log(high_ / low_)
                                   : (value - low_) / (high_ - low_);
  return from_ + part * (to_ - from_);
}

bool Scale::shows(double value) const {
  const double slack = 1e-9 * (high_ - low_);
  return std::isfinite(value) && value >= low_ - slack && value <= high_ + slack;
}

std::vector<double> Scale::ticks(int count) const {
  std::vector<double> list;
  if (logarithmic_) {
    const int first = static_cast<int>(std::ceil(std::log10(low_) - 1e-9));
    const int last = static_cast<int>(std::floor(std::log10(high_) + 1e-9));
    const int stride = std::max(1, (last - first) / count + 1);
    for (int n = first; n <= last; n += stride) list.push_back(std::pow(10.0, n));
    if (list.size() >= 2) return list;
    list.clear();
    for (int n = first - 1; n <= last; ++n) {
      for (const double step : {1.0, 2.0, 5.0}) {
        const double value = step * std::pow(10.0, n);
        if (shows(value)) list.push_back(value);
      }
    }
    return list;
  }
  const double raw = (high_ - low_) / count;
  const double power = std::pow(10.0, std::floor(std::log10(raw)));
  double step = 10.0 * power;
  for (const double factor : {5.0, 2.0, 1.0}) {
    if (factor * power >= raw) step = factor * power;
  }
  for (double n = std::ceil(low_ / step - 1e-9); n * step <= high_ + 1e-9 * step; n += 1.0) {
    list.push_back(n == 0.0 ? 0.0 : n * step);
  }
  return list;
}

std::string tick_text(double value) {
  const std::string text = fmt::format("{:.6g}", value);
  return text.starts_with('-') ? fmt::format("−{}", text.substr(1)) : text;
}

std::vector<double> linear_range(double low, double high, int count) {
  std::vector<double> list;
  list.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) list.push_back(low + (high - low) * i / (count - 1));
  return list;
}

std::vector<double> logarithmic_range(double low, double high, int count) {
  std::vector<double> list;
  list.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    list.push_back(low * std::pow(high / low, static_cast<double>(i) / (count - 1)));
  }
  return list;
}

}  // namespace billiard::lab
