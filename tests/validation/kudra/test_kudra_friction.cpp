// SPDX-License-Identifier: Apache-2.0
// Figs. 3 and 4: friction of all four laws over θ_s, with φ_s = 0.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include "billiard_engine/cloth_friction.hpp"

namespace billiard::kudra {
namespace {

constexpr ClothLaw kLaws[] = {ClothLaw::kIntegral, ClothLaw::kExact, ClothLaw::kPade,
                              ClothLaw::kPadeFitted};
const double kPi = std::acos(-1.0);

// K(6), K(7) with λ_s = 1 and φ_s = 0.
Slip<double> slip_at(double theta, double shift, double gamma) {
  return {std::cos(theta), 0.0, std::sin(theta), shift * std::cos(gamma), shift * std::sin(gamma)};
}

struct Row {
  double theta;
  Friction<double> law[4];
};

// Table of one curve per law; also written as CSV.
std::vector<Row> tabulate(const std::string& file, double shift, double gamma) {
  std::ofstream out(std::string(KUDRA_TABLES) + "/" + file);
  out << "theta_rad";
  for (const ClothLaw law : kLaws) {
    for (const char* part : {"_Tx", "_Ty", "_M"}) out << ',' << name(law) << part;
  }
  out << '\n';
  std::vector<Row> rows;
  for (int i = -90; i <= 90; ++i) {
    Row row{i * kPi / 180.0, {}};
    out << row.theta;
    for (int n = 0; n < 4; ++n) {
      row.law[n] = cloth_friction(kLaws[n], slip_at(row.theta, shift, gamma), 0.0);
      out << ',' << row.law[n].x << ',' << row.law[n].y << ',' << row.law[n].moment;
    }
    out << '\n';
    rows.push_back(row);
  }
  EXPECT_TRUE(out.good()) << file;
  return rows;
}

double gap(const Row& row, int law, double Friction<double>::*part) {
  return std::abs(row.law[law].*part - row.law[1].*part);
}

TEST(KudraFriction, TablesOfFigureThreeHaveTheFigureShape) {
  for (int step = 0; step <= 8; ++step) {  // d = 1, γ from 0 to π
    const double gamma = step * kPi / 8.0;
    const std::vector<Row> rows =
        tabulate("fig3_gamma_" + std::to_string(step) + "_of_8_pi.csv", 1.0, gamma);
    const double d_c = std::cos(gamma);
    const double d_s = std::sin(gamma);
    for (const Row& row : rows) {
      EXPECT_LT(gap(row, 0, &Friction<double>::x), 1e-9);
      EXPECT_LT(gap(row, 0, &Friction<double>::y), 1e-9);
      EXPECT_LT(gap(row, 0, &Friction<double>::moment), 1e-9);
    }
    for (int n = 0; n < 4; ++n) {  // K(11), K(12): the values at θ = ±π/2 and 0, of every law
      EXPECT_NEAR(rows.front().law[n].x, 3.0 * kPi / 32.0 * d_s, 1e-9);
      EXPECT_NEAR(rows.back().law[n].y, 3.0 * kPi / 32.0 * d_c, 1e-9);
      EXPECT_NEAR(rows.back().law[n].moment, 3.0 * kPi / 16.0, 1e-9);
      EXPECT_NEAR(rows[90].law[n].x, 1.0, 1e-9);
      EXPECT_NEAR(rows[90].law[n].y, 0.0, 1e-9);
      EXPECT_NEAR(rows[90].law[n].moment, -d_s / 5.0, 1e-9);
    }
  }
}

// Fig. 4 (d = 0.6, γ = 1): both Padé forms follow the integral, the fitted one closer.
TEST(KudraFriction, ApproximationsOfFigureFourStayNearTheIntegral) {
  const std::vector<Row> rows = tabulate("fig4.csv", 0.6, 1.0);

  double force[4] = {};
  double moment[4] = {};
  for (const Row& row : rows) {
    for (int n = 0; n < 4; ++n) {
      force[n] = std::max(
          {force[n], gap(row, n, &Friction<double>::x), gap(row, n, &Friction<double>::y)});
      moment[n] = std::max(moment[n], gap(row, n, &Friction<double>::moment));
    }
  }
  std::printf("largest distance to the integral: pade T %.4f M %.4f, pade_fitted T %.4f M %.4f\n",
              force[2], moment[2], force[3], moment[3]);

  EXPECT_LT(force[2], 0.13);
  EXPECT_LT(moment[2], 0.11);
  EXPECT_LT(force[3], force[2]);
  EXPECT_LT(moment[3], moment[2]);
}

}  // namespace
}  // namespace billiard::kudra
