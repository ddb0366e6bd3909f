// SPDX-License-Identifier: Apache-2.0
#include "billiard_lab/plot.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace billiard::lab {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

Plot line() {
  return {.title = "Fall",
          .x = {.label = "time [s]"},
          .y = {.label = "height [m]"},
          .series = {{.name = "ball", .x = {0.0, 1.0, 2.0}, .y = {2.0, 1.5, 0.0}}}};
}

int count(const std::string& text, const std::string& part) {
  int n = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

TEST(Plot, HasTitleLabelsLegendAndTicks) {
  const std::string svg = draw(line());

  for (const char* part : {">Fall<", ">time [s]<", ">height [m]<", ">ball<", ">0.5<", ">1.5<"}) {
    EXPECT_THAT(svg, HasSubstr(part));
  }
}

TEST(Plot, DrawsTheSameBytesAgain) { EXPECT_EQ(draw(line()), draw(line())); }

TEST(Plot, EscapesEveryText) {
  Plot plot = line();
  plot.title = "a < b & c";
  plot.series[0].name = "<script>";
  plot.marks = {{1.0, 1.0, "x > \"y\""}};

  const std::string svg = draw(plot);

  EXPECT_THAT(svg, HasSubstr("a &lt; b &amp; c"));
  EXPECT_THAT(svg, Not(HasSubstr("<script>")));
  EXPECT_THAT(svg, HasSubstr("x &gt; &quot;y&quot;"));
}

TEST(Plot, BreaksACurveWhereAValueIsMissing) {
  Plot plot = line();
  plot.series[0].y[1] = std::numeric_limits<double>::quiet_NaN();
  plot.series[0].x.push_back(3.0);
  plot.series[0].y.push_back(1.0);

  const std::string svg = draw(plot);

  EXPECT_THAT(svg, Not(HasSubstr("nan")));
  const auto from = svg.find("<path d=\"M", svg.find("clip-path"));
  const std::string path = svg.substr(from, svg.find("/>", from) - from);
  EXPECT_EQ(count(path, "M"), 2);
}

TEST(Plot, LeavesOutWhatALogarithmicAxisCannotShow) {
  Plot plot = line();
  plot.y.logarithmic = true;  // the last height is 0

  EXPECT_THAT(draw(plot), Not(HasSubstr("inf")));
}

TEST(Plot, DrawsAConstantCurveAndNoCurveAtAll) {
  Plot plot = line();
  plot.series[0].y = {1.0, 1.0, 1.0};
  EXPECT_THAT(draw(plot), Not(HasSubstr("nan")));
  plot.series.clear();
  EXPECT_THAT(draw(plot), HasSubstr("</svg>"));
}

TEST(Plot, KeepsUnitsEquallyLongIfAsked) {
  Plot plot{.title = "square",
            .x = {.label = "x"},
            .y = {.label = "y"},
            .series = {{.name = "", .x = {0.0, 1.0}, .y = {0.0, 1.0}}},
            .equal_scale = true};

  const std::string svg = draw(plot);

  double u0 = 0.0, v0 = 0.0, u1 = 0.0, v1 = 0.0;
  const auto at = svg.find("<path d=\"M", svg.find("clip-path"));
  ASSERT_EQ(std::sscanf(svg.c_str() + at, "<path d=\"M%lf,%lfL%lf,%lf", &u0, &v0, &u1, &v1), 4);
  EXPECT_NEAR(u1 - u0, v0 - v1, 0.2);  // drawn to a tenth
}

TEST(HeatMap, LeavesMissingCellsEmpty) {
  HeatMap map{.title = "m",
              .x = {.label = "x", .low = 0.0, .high = 1.0},
              .y = {.label = "y", .low = 0.0, .high = 1.0},
              .value_label = "v",
              .columns = 2,
              .values = {1.0, 2.0, 3.0, std::numeric_limits<double>::quiet_NaN()}};
  const int with_gap = count(draw(map), "<rect");
  map.values[3] = 4.0;

  EXPECT_EQ(count(draw(map), "<rect"), with_gap + 1);
}

TEST(Range, IncludesBothEnds) {
  EXPECT_EQ(linear_range(0.0, 1.0, 3), (std::vector<double>{0.0, 0.5, 1.0}));
  const std::vector<double> log = logarithmic_range(1.0, 100.0, 3);
  EXPECT_DOUBLE_EQ(log[1], 10.0);
  EXPECT_DOUBLE_EQ(log[2], 100.0);
}

}  // namespace
}  // namespace billiard::lab
