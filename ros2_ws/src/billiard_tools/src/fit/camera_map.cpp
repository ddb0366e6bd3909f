// SPDX-License-Identifier: Apache-2.0
#include "fit/camera_map.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <array>
#include <cmath>

#include "fit/free_rolls.hpp"

namespace billiard {
namespace {

constexpr Eigen::Index kAlong = 15;  // nodes along the table
constexpr Eigen::Index kAcross = 9;
constexpr Eigen::Index kNodes = kAlong * kAcross;
constexpr std::size_t kFewestRolls = 100;
constexpr std::size_t kFewestTurns = 8;  // at each cushion
constexpr int kIterations = 8;
constexpr double kOdd = 2.5;  // residuals beyond weigh less, in units of their spread
/// Weight of a second difference of neighbours against a sight: both in millimetres.
constexpr double kSmooth = 1.0;
constexpr double kUnit = 1e-3;  // of the equations [m]

using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;

/// The four nodes around a place, and how much each counts.
struct Around {
  std::array<Eigen::Index, 4> node{};
  std::array<double, 4> share{};
};

Around around(const Vec2<double>& p, const Vec2<double>& reach) {
  const auto split = [](double x, double end, Eigen::Index nodes, Eigen::Index& cell) {
    const double at = 0.5 * (x / end + 1.0) * static_cast<double>(nodes - 1);
    cell = std::clamp(static_cast<Eigen::Index>(at), Eigen::Index{0}, nodes - 2);
    return std::clamp(at - static_cast<double>(cell), 0.0, 1.0);
  };
  Eigen::Index i = 0;
  Eigen::Index j = 0;
  const double f = split(p.x(), reach.x(), kAlong, i);
  const double g = split(p.y(), reach.y(), kAcross, j);
  const Eigen::Index n = i * kAcross + j;
  return {{n, n + kAcross, n + 1, n + kAcross + 1},
          {(1.0 - f) * (1.0 - g), f * (1.0 - g), (1.0 - f) * g, f * g}};
}

/// Takes out of the columns what a straight, even way explains.
void take_out_way(const Vector& time, Matrix& columns) {
  columns.rowwise() -= columns.colwise().mean().eval();
  const Eigen::RowVectorXd slope = (time.transpose() * columns) / time.squaredNorm();
  columns -= time * slope;
}

/// Equations of one roll: rows of [roll's deceleration, nodes | seen] for x, then for y.
struct Equations {
  std::array<Matrix, 2> axis;
};

Equations equations(const FreeRoll& roll, const Vec2<double>& reach) {
  const auto count = static_cast<Eigen::Index>(roll.time.size());
  Vector time = Eigen::Map<const Vector>(roll.time.data(), count);
  time.array() -= time.mean();
  Eigen::MatrixX2d seen(count, 2);
  for (Eigen::Index k = 0; k < count; ++k) {
    seen.row(k) = roll.position[static_cast<std::size_t>(k)].transpose();
  }
  const Eigen::RowVector2d middle = seen.colwise().mean();
  const Eigen::RowVector2d velocity = (time.transpose() * seen) / time.squaredNorm();
  const Eigen::RowVector2d along = velocity / velocity.norm();
  Equations result;
  for (int a = 0; a < 2; ++a) {
    Matrix& rows = result.axis[static_cast<std::size_t>(a)];
    rows = Matrix::Zero(count, kNodes + 2);
    for (Eigen::Index k = 0; k < count; ++k) {
      // On the way, not where it was seen: else the bends would learn the noise.
      const Around at = around((middle + time[k] * velocity).transpose(), reach);
      rows(k, 0) = -0.5 * along[a] * time[k] * time[k] / kUnit;
      for (std::size_t i = 0; i < 4; ++i) rows(k, 1 + at.node[i]) = at.share[i];
      rows(k, kNodes + 1) = seen(k, a) / kUnit;
    }
    take_out_way(time, rows);
  }
  return result;
}

/// Adds strength · (row · bends)² to the curvature.
void prefer_zero(const Vector& row, double strength, Matrix& h) {
  h.bottomRightCorner(kNodes, kNodes) += strength * row * row.transpose();
}

/// Smooth bends, and none that shift, scale or turn the picture: straight ways do not tell those.
Matrix prior() {
  constexpr double kNone = 1e4;
  Matrix h = 1e-4 * Matrix::Identity(kNodes + 1, kNodes + 1);
  Matrix even(kNodes, 3);
  for (Eigen::Index n = 0; n < kNodes; ++n) {
    const Eigen::Index i = n / kAcross;
    const Eigen::Index j = n % kAcross;
    for (const Eigen::Index step : {kAcross, Eigen::Index{1}}) {
      const bool inside = step == 1 ? j > 0 && j + 1 < kAcross : i > 0 && i + 1 < kAlong;
      if (!inside) continue;
      Vector second = Vector::Zero(kNodes);
      second[n - step] = second[n + step] = 1.0;
      second[n] = -2.0;
      prefer_zero(second, kSmooth, h);
    }
    even.row(n) << 1.0, 2.0 * static_cast<double>(i) / (kAlong - 1) - 1.0,
        2.0 * static_cast<double>(j) / (kAcross - 1) - 1.0;
  }
  for (Eigen::Index c = 0; c < 3; ++c) prefer_zero(even.col(c), kNone, h);
  return h;
}

double spread(std::vector<double> residuals) {
  const auto middle = residuals.begin() + static_cast<std::ptrdiff_t>(residuals.size() / 2);
  std::nth_element(residuals.begin(), middle, residuals.end());
  return std::max(1e-9, *middle / 0.6745);  // the median of |x| is 0.6745 σ
}

/// Solves the last column by the others with Cauchy weights, from all rows.
Vector solve(const Matrix& rows, const Matrix& prior) {
  const Eigen::Index size = rows.cols() - 1;
  Vector found = Vector::Zero(size);
  Vector weight = Vector::Ones(rows.rows());
  for (int i = 0; i < kIterations; ++i) {
    const Matrix weighted = weight.asDiagonal() * rows.leftCols(size);
    const Matrix h = prior + rows.leftCols(size).transpose() * weighted;
    found = h.ldlt().solve(weighted.transpose() * rows.col(size));
    const Eigen::ArrayXd left = (rows.col(size) - rows.leftCols(size) * found).array().abs();
    const double far = kOdd * spread({left.begin(), left.end()});
    weight = (1.0 + (left / far).square()).inverse().matrix();
  }
  return found;
}

}  // namespace

CameraMap::CameraMap(const std::vector<RecordedShot>& shots, const Table& table, double ball_radius)
    : reach_(0.5 * table.spec.length - ball_radius, 0.5 * table.spec.width - ball_radius) {
  learn_bends(shots);
  if (bends_.cols() > 0) learn_edges(shots);
}

// Along a roll p(t) = p₀ + v t − ½ a t² v/|v| + bend(p); a, the rolling resistance, is common to
// all. x and y have bends of their own, but share a: it is fitted with each, which costs nothing.
void CameraMap::learn_bends(const std::vector<RecordedShot>& shots) {
  const std::vector<FreeRoll> rolls = free_rolls(shots, reach_);
  if (rolls.size() < kFewestRolls) return;
  std::vector<Equations> parts;
  Eigen::Index count = 0;
  for (const FreeRoll& roll : rolls) {
    parts.push_back(equations(roll, reach_));
    count += parts.back().axis[0].rows();
  }
  const Matrix before = prior();
  bends_.resize(2, kNodes);
  for (std::size_t a = 0; a < 2; ++a) {
    Matrix rows(count, kNodes + 2);
    Eigen::Index at = 0;
    for (const Equations& part : parts) {
      rows.middleRows(at, part.axis[a].rows()) = part.axis[a];
      at += part.axis[a].rows();
    }
    bends_.row(static_cast<Eigen::Index>(a)) = kUnit * solve(rows, before).tail(kNodes).transpose();
  }
}

// A ball seems to turn beyond the nose, the further the faster it is: beyond = edge + depth·speed.
void CameraMap::learn_edges(const std::vector<RecordedShot>& shots) {
  std::vector<RecordedShot> straight = shots;
  for (RecordedShot& shot : straight) correct(shot);
  const std::vector<Turn> list = turns(straight, reach_);
  constexpr Eigen::Index kEdges = 4;
  std::array<std::size_t, kEdges> count{};
  Matrix rows = Matrix::Zero(static_cast<Eigen::Index>(list.size()), kEdges + 2);
  for (std::size_t k = 0; k < list.size(); ++k) {
    const int edge = 2 * list[k].axis + (list[k].side > 0.0 ? 1 : 0);
    ++count[static_cast<std::size_t>(edge)];
    const auto row = static_cast<Eigen::Index>(k);
    rows(row, edge) = 1.0;
    rows(row, kEdges) = list[k].speed;
    rows(row, kEdges + 1) = list[k].beyond / kUnit;
  }
  if (*std::min_element(count.begin(), count.end()) < kFewestTurns) return;
  const Vector found = solve(rows, 1e-6 * Matrix::Identity(kEdges + 1, kEdges + 1));
  for (int a = 0; a < 2; ++a) {
    const double low = -reach_[a] - kUnit * found[2 * a];
    const double high = reach_[a] + kUnit * found[2 * a + 1];
    middle_[a] = 0.5 * (low + high);
    scale_[a] = 2.0 * reach_[a] / (high - low);
  }
}

Vec2<double> CameraMap::bend(const Vec2<double>& seen) const {
  Vec2<double> sum = Vec2<double>::Zero();
  if (bends_.cols() == 0) return sum;
  const Around at = around(seen, reach_);
  for (std::size_t i = 0; i < 4; ++i) sum += at.share[i] * bends_.col(at.node[i]);
  return sum;
}

Vec2<double> CameraMap::place(const Vec2<double>& seen) const {
  return (seen - bend(seen) - middle_).cwiseProduct(scale_);
}

void CameraMap::correct(RecordedShot& shot) const {
  for (BallTrack& track : shot.balls) {
    for (Vec2<double>& position : track.position) position = place(position);
  }
}

double CameraMap::size() const {
  double sum = 0.0;
  for (Eigen::Index n = 0; n < kNodes; ++n) {
    const Vec2<double> at{2.0 * static_cast<double>(n / kAcross) / (kAlong - 1) - 1.0,
                          2.0 * static_cast<double>(n % kAcross) / (kAcross - 1) - 1.0};
    const Vec2<double> seen = at.cwiseProduct(reach_);
    sum += (place(seen) - seen).squaredNorm();
  }
  return std::sqrt(sum / static_cast<double>(kNodes));
}

}  // namespace billiard
