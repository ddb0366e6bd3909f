// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace billiard::lab {

/// One axis of a plot. The label names quantity and unit: "speed [m/s]".
struct Axis {
  std::string label;
  bool logarithmic = false;     ///< values at or below zero are then left out
  std::optional<double> low{};  ///< fixed end; from the data if absent
  std::optional<double> high{};
};

enum class Stroke { kLine, kDashed, kDotted, kPoints, kLineAndPoints };

/// A curve or a set of points. Those with a name are listed in the legend.
struct Series {
  std::string name;
  std::vector<double> x;
  std::vector<double> y;
  Stroke stroke = Stroke::kLine;
  int colour = -1;  ///< index into the palette; -1: the next one
};

/// A label at a place of the plot, with a dot there.
struct Mark {
  double x = 0.0;
  double y = 0.0;
  std::string label;
  bool below = false;  ///< label under the dot instead of over it
};

/// A figure with axes, grid, ticks and a legend to the right.
struct Plot {
  std::string title;
  Axis x;
  Axis y;
  std::vector<Series> series{};
  std::vector<Mark> marks{};
  bool equal_scale = false;  ///< a unit is as long along x as along y
};

/// Values on a regular grid, drawn as colours with a scale beside.
struct HeatMap {
  std::string title;
  Axis x;  ///< low and high must be given: the outer edges of the cells
  Axis y;
  std::string value_label;
  int columns = 0;
  std::vector<double> values{};  ///< row by row from low y; NaN leaves a cell empty
  std::vector<Mark> marks{};
};

/// Complete SVG elements, 680 units wide, with every text escaped. The same input gives the same
/// bytes.
[[nodiscard]] std::string draw(const Plot& plot);
[[nodiscard]] std::string draw(const HeatMap& map);

/// `count` values from `low` to `high`, both included; equally spaced, or by equal factors.
[[nodiscard]] std::vector<double> linear_range(double low, double high, int count);
[[nodiscard]] std::vector<double> logarithmic_range(double low, double high, int count);

}  // namespace billiard::lab
