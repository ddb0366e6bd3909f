// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "drawing/shot_drawing.hpp"

namespace billiard {
namespace {

using Point = Vec2<double>;

/// 1, 2 or 5 times a power of ten, not above `limit`.
double round_length(double limit) {
  const double power = std::pow(10.0, std::floor(std::log10(limit)));
  for (const double digit : {5.0, 2.0}) {
    if (digit * power <= limit) return digit * power;
  }
  return power;
}

std::string length_text(double metres) {
  if (metres >= 1.0) return fmt::format("{:g} m", metres);
  return metres >= 0.01 ? fmt::format("{:g} cm", 100.0 * metres)
                        : fmt::format("{:g} mm", 1000.0 * metres);
}

}  // namespace

Svg draw_endless_cloth(const Point& low, const Point& high, double grid) {
  Svg svg(low, high);
  svg.define(
      "<radialGradient id=\"cloth\" cx=\"0.5\" cy=\"0.45\" r=\"0.8\">"
      "<stop offset=\"0\" stop-color=\"#2b8577\"/><stop offset=\"1\" "
      "stop-color=\"#1a6156\"/></radialGradient>\n");
  svg.rectangle(low, high, 0.0, "fill=\"url(#cloth)\"");
  const double thin = 0.0012 * (high - low).maxCoeff() * 1000.0;
  const auto style = [&](double value) {
    const bool axis = std::abs(value) < 0.5 * grid;
    return fmt::format("stroke=\"#ffffff\" stroke-width=\"{:.2f}\" opacity=\"{}\"", thin,
                       axis ? "0.35" : "0.13");
  };
  for (double x = std::ceil(low.x() / grid) * grid; x <= high.x(); x += grid) {
    svg.line({x, low.y()}, {x, high.y()}, style(x));
  }
  for (double y = std::ceil(low.y() / grid) * grid; y <= high.y(); y += grid) {
    svg.line({low.x(), y}, {high.x(), y}, style(y));
  }
  return svg;
}

void draw_legend(Svg& svg, const std::string& text, double left, double right, double y) {
  const double size = 0.011 * (right - left) * 1000.0;  // [mm], readable at any scale
  const double bar = round_length(0.2 * (right - left));
  const double thick = 0.15 * size / 1000.0;
  const double room = 720.0 * (right - left);  // [mm] left of the bar; a letter is 0.58 wide
  const double fitting = room / (0.58 * static_cast<double>(text.size()));
  svg.text({left, y}, std::min(size * 1.35, fitting), text, "fill=\"currentColor\"");
  svg.rectangle({right - bar, y}, {right, y + thick}, 0.0, "fill=\"currentColor\"");
  for (const double x : {right - bar, right}) {
    svg.rectangle({x - 0.5 * thick, y - thick}, {x + 0.5 * thick, y + 2.0 * thick}, 0.0,
                  "fill=\"currentColor\"");
  }
  svg.text({right - bar - 0.6 * size / 1000.0, y}, size * 1.35, length_text(bar),
           "fill=\"currentColor\" text-anchor=\"end\"");
}

}  // namespace billiard
