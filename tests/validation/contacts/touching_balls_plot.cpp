// SPDX-License-Identifier: Apache-2.0
// Draws docs/images/touching_balls.svg: a ball of 1 m/s onto two resting ones, outgoing speeds
// over the gap between these, for tsuji and for lankarani_nikravesh with two floors.
// usage: touching_balls_plot > docs/images/touching_balls.svg
#include <cmath>
#include <cstdio>
#include <vector>

#include "touching.hpp"

namespace billiard::contacts {
namespace {

struct Curve {
  const char* label;
  const char* colour;
  Physics physics;
};

constexpr double kLeft = 70, kRight = 700, kTop = 20, kBottom = 400;  // px
constexpr double kLowest = -0.35, kHighest = 1.05;                    // m/s
constexpr int kDecades = 6;                                           // 1e-9 … 1e-3 m

double px(double decades) { return kLeft + (kRight - kLeft) * decades / kDecades; }
double py(double speed) {
  return kBottom - (kBottom - kTop) * (speed - kLowest) / (kHighest - kLowest);
}

void text(double x, double y, const char* anchor, const char* words) {
  std::printf("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>\n", x, y, anchor, words);
}

void draw_frame() {
  std::printf("<rect width=\"960\" height=\"460\" fill=\"white\"/>\n<g stroke=\"#ddd\">\n");
  for (int d = 0; d <= kDecades; ++d) {
    std::printf("<path d=\"M%.1f %.1fV%.1f\"/>\n", px(d), kTop, kBottom);
  }
  for (int s = -1; s <= 4; ++s) {
    std::printf("<path d=\"M%.1f %.1fH%.1f\"/>\n", kLeft, py(0.25 * s), kRight);
  }
  std::printf("</g>\n");
  char words[32];
  for (int d = 0; d <= kDecades; ++d) {
    std::snprintf(words, sizeof words, "1e%d", d - 9);
    text(px(d), kBottom + 18, "middle", words);
  }
  for (int s = -1; s <= 4; ++s) {
    std::snprintf(words, sizeof words, "%.2f", 0.25 * s);
    text(kLeft - 6, py(0.25 * s) + 5, "end", words);
  }
  text(0.5 * (kLeft + kRight), kBottom + 42, "middle", "gap between the two resting balls [m]");
  text(kLeft, kTop - 6, "start", "speed afterwards [m/s], 1 m/s before");
}

void draw_curve(const Curve& curve, int row) {
  constexpr int kPerDecade = 12;
  const char* dashes[] = {"2 3", "8 4", "none"};  // first, second, last ball
  std::vector<std::vector<double>> speeds;
  for (int i = 0; i <= kPerDecade * kDecades; ++i) {
    speeds.push_back(row_speeds(curve.physics, 2, std::pow(10.0, -9.0 + double(i) / kPerDecade)));
  }
  for (std::size_t ball = 0; ball < 3; ++ball) {
    std::printf(
        "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"2\" stroke-dasharray=\"%s\" "
        "points=\"",
        curve.colour, dashes[ball]);
    for (std::size_t i = 0; i < speeds.size(); ++i) {
      std::printf("%.1f,%.1f ", px(double(i) / kPerDecade), py(speeds[i][ball]));
    }
    std::printf("\"/>\n");
  }
  const double y = kTop + 30 + 26 * row;
  std::printf("<path d=\"M716 %.1fh28\" stroke=\"%s\" stroke-width=\"2\"/>\n", y, curve.colour);
  text(750, y + 5, "start", curve.label);
}

}  // namespace
}  // namespace billiard::contacts

int main() {
  using namespace billiard;
  using namespace billiard::contacts;
  Physics low = touching_balls(NormalLaw::kLankaraniNikravesh, 0.95, 1e-6);
  low.steps.contact = 2e-7;  // such damping is stiff
  const Curve curves[] = {
      {"tsuji (default)", "#0a7d33", touching_balls(NormalLaw::kTsuji, 0.95)},
      {"LN, floor 0.1 m/s", "#d07000", touching_balls(NormalLaw::kLankaraniNikravesh, 0.95, 0.1)},
      {"LN, floor 1e-6 m/s", "#b01030", low}};
  std::printf(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 960 460\" "
      "font-family=\"sans-serif\" font-size=\"14\">\n");
  draw_frame();
  int row = 0;
  for (const Curve& curve : curves) draw_curve(curve, row++);
  text(716, kTop + 130, "start", "dotted: the ball that hits");
  text(716, kTop + 152, "start", "dashed: the first one hit");
  text(716, kTop + 174, "start", "full: the last one");
  std::printf("</svg>\n");
}
