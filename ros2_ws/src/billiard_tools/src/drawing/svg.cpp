// SPDX-License-Identifier: Apache-2.0
#include "drawing/svg.hpp"

#include <fmt/format.h>

namespace billiard {
namespace {

constexpr double kMillimetres = 1000.0;     // per metre
constexpr double kWidestPicture = 1400.0;   // [px]
constexpr double kHighestPicture = 1000.0;  // [px]

double u(const Vec2<double>& p) { return kMillimetres * p.x() + 0.0; }
double v(const Vec2<double>& p) { return -kMillimetres * p.y() + 0.0; }

}  // namespace

Svg::Svg(const Vec2<double>& low, const Vec2<double>& high) : low_(low), high_(high) {}

void Svg::define(std::string_view xml) { definitions_ += xml; }

void Svg::rectangle(const Vec2<double>& low, const Vec2<double>& high, double corner_mm,
                    std::string_view style) {
  body_ += fmt::format(
      "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" rx=\"{:.1f}\" {}/>\n",
      u(low), v(high), u(high) - u(low), v(low) - v(high), corner_mm, style);
}

void Svg::circle(const Vec2<double>& centre, double radius, std::string_view style) {
  body_ += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.2f}\" {}/>\n", u(centre),
                       v(centre), kMillimetres * radius, style);
}

void Svg::line(const Vec2<double>& from, const Vec2<double>& to, std::string_view style) {
  body_ += fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" {}/>\n",
                       u(from), v(from), u(to), v(to), style);
}

void Svg::points(std::string_view element, const std::vector<Vec2<double>>& list,
                 std::string_view style) {
  body_ += fmt::format("<{} points=\"", element);
  for (const auto& p : list) body_ += fmt::format("{:.1f},{:.1f} ", u(p), v(p));
  body_ += fmt::format("\" {}/>\n", style);
}

void Svg::polyline(const std::vector<Vec2<double>>& list, std::string_view style) {
  points("polyline", list, style);
}

void Svg::polygon(const std::vector<Vec2<double>>& list, std::string_view style) {
  points("polygon", list, style);
}

void Svg::text(const Vec2<double>& where, double size_mm, std::string_view content,
               std::string_view style) {
  body_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"{:.1f}\" {}>{}</text>\n",
                       u(where), v(where), size_mm, style, escape_xml(content));
}

void Svg::open_group(std::string_view style) { body_ += fmt::format("<g {}>\n", style); }

void Svg::close_group() { body_ += "</g>\n"; }

std::string Svg::finish() const {
  const double width = kMillimetres * (high_ - low_).x();
  const double height = kMillimetres * (high_ - low_).y();
  const double scale = std::min(kWidestPicture / width, kHighestPicture / height);
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{:.0f}\" height=\"{:.0f}\" "
      "viewBox=\"{:.1f} {:.1f} {:.1f} {:.1f}\" font-family=\"Helvetica, Arial, 'DejaVu Sans', "
      "sans-serif\">\n<defs>\n{}</defs>\n{}</svg>\n",
      scale * width, scale * height, u(low_), v(high_), width, height, definitions_, body_);
}

std::string escape_xml(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      case '\'':
        result += "&apos;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

}  // namespace billiard
