// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "billiard_engine/ball.hpp"

namespace billiard {

/// Builds an SVG in the table's own frame: positions in metres with y up, widths in millimetres.
/// One drawing unit is a millimetre. Texts are escaped.
class Svg {
 public:
  /// The visible part of the plane [m].
  Svg(const Vec2<double>& low, const Vec2<double>& high);

  /// Lines placed before everything else, such as gradients.
  void define(std::string_view xml);
  /// `style` is a list of attributes: fill="…" stroke="…".
  void rectangle(const Vec2<double>& low, const Vec2<double>& high, double corner_mm,
                 std::string_view style);
  void circle(const Vec2<double>& centre, double radius, std::string_view style);
  void line(const Vec2<double>& from, const Vec2<double>& to, std::string_view style);
  void polyline(const std::vector<Vec2<double>>& points, std::string_view style);
  void polygon(const std::vector<Vec2<double>>& points, std::string_view style);
  void text(const Vec2<double>& where, double size_mm, std::string_view content,
            std::string_view style);
  /// Group that is drawn with these attributes; ends with close_group().
  void open_group(std::string_view style);
  void close_group();

  [[nodiscard]] std::string finish() const;
  /// The parts of it, for pages that put them together themselves.
  [[nodiscard]] const std::string& definitions() const { return definitions_; }
  [[nodiscard]] const std::string& body() const { return body_; }

 private:
  void points(std::string_view element, const std::vector<Vec2<double>>& list,
              std::string_view style);

  Vec2<double> low_;
  Vec2<double> high_;
  std::string definitions_;
  std::string body_;
};

/// & < > " ' replaced by entities.
[[nodiscard]] std::string escape_xml(std::string_view text);

}  // namespace billiard
