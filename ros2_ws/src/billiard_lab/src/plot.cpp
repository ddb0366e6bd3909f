// SPDX-License-Identifier: Apache-2.0
#include "billiard_lab/plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "billiard_lab/html.hpp"
#include "scale.hpp"

namespace billiard::lab {
namespace {

// Okabe and Ito's colours, told apart by everyone.
constexpr std::array<const char*, 8> kPalette{"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                              "#e69f00", "#56b4e9", "#000000", "#8c6d31"};
constexpr double kWidth = 680.0;  // drawing units
constexpr double kHeight = 400.0;
constexpr double kLeft = 84.0;
constexpr double kTop = 34.0;
constexpr double kBottom = 52.0;
constexpr double kCharacter = 7.6;  // mean width of a letter at the legend's size
constexpr double kLegendLine = 21.0;
constexpr double kWidestLegend = 240.0;  // wider ones go below the plot
constexpr double kSample = 34.0;         // length of a legend's line, with gap

struct Frame {
  Scale x, y;
  double right, bottom;  ///< of the plot area
};

const char* colour(int index) {
  return kPalette[static_cast<std::size_t>(index) % kPalette.size()];
}

/// Letters, not bytes.
double text_width(const std::string& text) {
  const auto letters = std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U;
  });
  return kCharacter * static_cast<double>(letters);
}

std::string open_svg(double height = kHeight) {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {:.0f} {:.0f}\" role=\"img\" "
      "font-family=\"Helvetica, Arial, 'DejaVu Sans', sans-serif\" font-size=\"13\" "
      "fill=\"#222\">\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
      kWidth, height);
}

std::string text(double x, double y, const std::string& content, const std::string& style) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" {}>{}</text>\n", x, y, style,
                     escape(content));
}

std::string draw_ticks(const Frame& f) {
  std::string out = "<g stroke=\"#e3e3e3\" stroke-width=\"1\">\n";
  std::string labels;
  for (const double v : f.x.ticks(9)) {
    out += fmt::format("<path d=\"M{0:.1f},{1:.1f}V{2:.1f}\"/>\n", f.x(v), kTop, f.bottom);
    labels += text(f.x(v), f.bottom + 18.0, tick_text(v), "text-anchor=\"middle\"");
  }
  for (const double v : f.y.ticks(6)) {
    out += fmt::format("<path d=\"M{0:.1f},{1:.1f}H{2:.1f}\"/>\n", kLeft, f.y(v), f.right);
    labels += text(kLeft - 8.0, f.y(v) + 4.5, tick_text(v), "text-anchor=\"end\"");
  }
  return out + "</g>\n" + labels;
}

std::string draw_axes(const Frame& f, const std::string& title, const Axis& x, const Axis& y) {
  const double middle_x = 0.5 * (kLeft + f.right);
  const double middle_y = 0.5 * (kTop + f.bottom);
  return fmt::format(
             "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"none\" "
             "stroke=\"#555\"/>\n",
             kLeft, kTop, f.right - kLeft, f.bottom - kTop) +
         text(kLeft, 20.0, title, "font-size=\"15\" font-weight=\"bold\"") +
         text(middle_x, f.bottom + 40.0, x.label, "text-anchor=\"middle\"") +
         text(0.0, 0.0, y.label,
              fmt::format("text-anchor=\"middle\" transform=\"translate(16,{:.1f}) rotate(-90)\"",
                          middle_y));
}

std::string draw_marks(const Frame& f, const std::vector<Mark>& marks, const char* fill) {
  std::string out;
  for (const Mark& m : marks) {
    if (!f.x.shows(m.x) || !f.y.shows(m.y)) continue;
    const bool left = f.x(m.x) + 14.0 + text_width(m.label) > f.right;
    out += fmt::format(
        "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4.5\" fill=\"{}\" stroke=\"#fff\" "
        "stroke-width=\"1.5\"/>\n",
        f.x(m.x), f.y(m.y), fill);
    out += text(f.x(m.x) + (left ? -9.0 : 9.0), f.y(m.y) + (m.below ? 17.0 : -7.0), m.label,
                fmt::format("text-anchor=\"{}\" paint-order=\"stroke\" stroke=\"#fff\" "
                            "stroke-width=\"3\"",
                            left ? "end" : "start"));
  }
  return out;
}

bool has_points(Stroke s) { return s == Stroke::kPoints || s == Stroke::kLineAndPoints; }

std::string line_style(Stroke s, const char* hue) {
  const char* dashes = s == Stroke::kDashed ? " stroke-dasharray=\"8 5\""
                       : s == Stroke::kDotted
                           ? " stroke-dasharray=\"0.1 6\" stroke-linecap=\"round\""
                           : "";
  return fmt::format("fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"{}", hue,
                     s == Stroke::kDotted ? 3.5 : 2.0, dashes);
}

/// The curve, broken where a value cannot be shown.
std::string draw_series(const Frame& f, const Series& s, const char* hue) {
  std::string path;
  std::string points;
  bool pen_down = false;
  for (std::size_t i = 0; i < s.x.size(); ++i) {
    // Values outside the axes are cut off by the clip path, far ones left out.
    const double u = f.x(s.x[i]);
    const double v = f.y(s.y[i]);
    if (!std::isfinite(u) || !std::isfinite(v) || std::abs(u) > 1e5 || std::abs(v) > 1e5) {
      pen_down = false;
      continue;
    }
    path += fmt::format("{}{:.1f},{:.1f}", pen_down ? "L" : "M", u, v);
    pen_down = true;
    if (has_points(s.stroke)) {
      points +=
          fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3.4\" fill=\"{}\"/>\n", u, v, hue);
    }
  }
  if (s.stroke == Stroke::kPoints) return points;
  return fmt::format("<path d=\"{}\" {}/>\n", path, line_style(s.stroke, hue)) + points;
}

double legend_width(const Plot& plot) {
  double width = 0.0;
  for (const Series& s : plot.series) {
    if (!s.name.empty()) width = std::max(width, kSample + 20.0 + text_width(s.name));
  }
  return width;
}

/// One line per named series, from the given place downwards.
std::string draw_legend(const Plot& plot, double left, double y) {
  std::string out;
  int next = 0;
  for (const Series& s : plot.series) {
    const int index = s.colour >= 0 ? s.colour : next++;
    if (s.name.empty()) continue;
    if (s.stroke != Stroke::kPoints) {
      out += fmt::format("<path d=\"M{:.1f},{:.1f}h26\" {}/>\n", left, y,
                         line_style(s.stroke, colour(index)));
    }
    if (has_points(s.stroke)) {
      out += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3.4\" fill=\"{}\"/>\n",
                         left + 13.0, y, colour(index));
    }
    out += text(left + kSample, y + 4.5, s.name, "");
    y += kLegendLine;
  }
  return out;
}

/// Widens one axis so that a unit is equally long on both.
void equalise(std::pair<double, double>& x, std::pair<double, double>& y, double width,
              double height) {
  const double per_unit = std::min(width / (x.second - x.first), height / (y.second - y.first));
  const auto widen = [per_unit](std::pair<double, double>& range, double length) {
    const double extra = 0.5 * (length / per_unit - (range.second - range.first));
    range.first -= extra;
    range.second += extra;
  };
  widen(x, width);
  widen(y, height);
}

Frame make_frame(const Plot& plot, double right, double bottom) {
  Extent ex{plot.x.logarithmic};
  Extent ey{plot.y.logarithmic};
  for (const Series& s : plot.series) {
    for (const double v : s.x) ex.add(v);
    for (const double v : s.y) ey.add(v);
  }
  for (const Mark& m : plot.marks) {
    ex.add(m.x);
    ey.add(m.y);
  }
  auto x = ex.with_room(plot.x);
  auto y = ey.with_room(plot.y);
  if (plot.equal_scale) equalise(x, y, right - kLeft, bottom - kTop);
  return {Scale(x.first, x.second, plot.x.logarithmic, kLeft, right),
          Scale(y.first, y.second, plot.y.logarithmic, bottom, kTop), right, bottom};
}

/// Dark blue over green to yellow, equally light steps.
std::string heat_colour(double part) {
  constexpr double kStops[5][3] = {
      {68, 1, 84}, {59, 82, 139}, {33, 145, 140}, {94, 201, 98}, {253, 231, 37}};
  const double place = 4.0 * std::clamp(part, 0.0, 1.0);
  const int n = std::min(3, static_cast<int>(place));
  const double t = place - n;
  int c[3];
  for (int i = 0; i < 3; ++i) {
    c[i] = static_cast<int>(std::lround((1.0 - t) * kStops[n][i] + t * kStops[n + 1][i]));
  }
  return fmt::format("#{:02x}{:02x}{:02x}", c[0], c[1], c[2]);
}

std::string draw_colour_scale(const Scale& scale, double left, const std::string& label) {
  constexpr int kBands = 50;
  const double height = scale(scale.low()) - scale(scale.high());
  std::string out;
  for (int i = 0; i < kBands; ++i) {
    out += fmt::format(
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"16\" height=\"{:.1f}\" fill=\"{}\"/>\n", left,
        scale(scale.low()) - height * (i + 1) / kBands, height / kBands + 0.5,
        heat_colour((i + 0.5) / kBands));
  }
  for (const double v : scale.ticks(6)) {
    out += text(left + 22.0, scale(v) + 4.5, tick_text(v), "");
  }
  return out + text(0.0, 0.0, label,
                    fmt::format("text-anchor=\"middle\" transform=\"translate({:.1f},{:.1f}) "
                                "rotate(-90)\"",
                                left + 80.0, scale(scale.low()) - 0.5 * height));
}

}  // namespace

std::string draw(const Plot& plot) {
  const double legend = legend_width(plot);
  const bool below = legend > kWidestLegend;
  const auto lines = std::count_if(plot.series.begin(), plot.series.end(),
                                   [](const Series& s) { return !s.name.empty(); });
  const double height = kHeight + (below ? kLegendLine * static_cast<double>(lines) : 0.0);
  const double right = kWidth - (below ? 24.0 : std::max(legend, 24.0));
  const Frame f = make_frame(plot, right, kHeight - kBottom);
  // Every plot of a page needs its own name for the area it draws into.
  const auto clip = std::hash<std::string>{}(plot.title + plot.x.label + plot.y.label +
                                             std::to_string(plot.series.size()));
  std::string out = open_svg(height) + draw_ticks(f) +
                    fmt::format(
                        "<clipPath id=\"c{0:x}\"><rect x=\"{1:.1f}\" y=\"{2:.1f}\" "
                        "width=\"{3:.1f}\" height=\"{4:.1f}\"/></clipPath>\n"
                        "<g clip-path=\"url(#c{0:x})\">\n",
                        clip, kLeft, kTop - 4.0, right - kLeft + 4.0, f.bottom - kTop + 8.0);
  int next = 0;
  for (const Series& s : plot.series) {
    out += draw_series(f, s, colour(s.colour >= 0 ? s.colour : next++));
  }
  return out + "</g>\n" + draw_axes(f, plot.title, plot.x, plot.y) +
         draw_marks(f, plot.marks, "#222") +
         draw_legend(plot, below ? kLeft : right + 12.0, below ? kHeight + 4.0 : kTop + 12.0) +
         "</svg>\n";
}

std::string draw(const HeatMap& map) {
  const double right = kWidth - 120.0;
  const Frame f{Scale(map.x.low.value(), map.x.high.value(), false, kLeft, right),
                Scale(map.y.low.value(), map.y.high.value(), false, kHeight - kBottom, kTop), right,
                kHeight - kBottom};
  Extent extent{false};
  for (const double v : map.values) extent.add(v);
  const auto [low, high] = extent.with_room({});
  const Scale values(low, high, false, f.bottom, kTop);
  const auto columns = static_cast<std::size_t>(map.columns);
  const double width = (right - kLeft) / map.columns;
  const double height = (f.bottom - kTop) / (static_cast<double>(map.values.size()) / map.columns);
  std::string out = open_svg() + "<g shape-rendering=\"crispEdges\">\n";
  for (std::size_t i = 0; i < map.values.size(); ++i) {
    if (!std::isfinite(map.values[i])) continue;
    const std::size_t row = i / columns;
    // Half a unit more than a cell, so that no seams show.
    out += fmt::format(
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\"/>\n",
        kLeft + width * static_cast<double>(i % columns),
        f.bottom - height * static_cast<double>(row + 1), width + 0.5, height + 0.5,
        heat_colour((map.values[i] - low) / (high - low)));
  }
  out += "</g>\n";
  std::string labels = draw_ticks(f);
  labels = labels.substr(labels.find("</g>\n") + 5);  // no grid over the colours
  return out + labels + draw_axes(f, map.title, map.x, map.y) +
         draw_marks(f, map.marks, "#d55e00") +
         draw_colour_scale(values, right + 14.0, map.value_label) + "</svg>\n";
}

}  // namespace billiard::lab
