// SPDX-License-Identifier: Apache-2.0
#include "pose_fit.hpp"

#include <algorithm>
#include <cmath>
#include <opencv2/calib3d.hpp>
#include <opencv2/core.hpp>

namespace billiard::vision {

namespace {

constexpr int kParameters = 9;  // rotation 3, translation 3, log focal, cushion width, rail height
using Vector = cv::Vec<double, kParameters>;
using Matrix = cv::Matx<double, kParameters, kParameters>;

constexpr double kRobust_px = 0.8;       // a point this far off counts half
constexpr double kPointsPerEdge = 4.0;   // neighbours err together: an edge weighs this many
constexpr double kSigma_px = 0.5;        // of one point
constexpr double kCushionSigma = 0.010;  // how well cushion width is known beforehand [m]
constexpr double kRailSigma = 0.006;     // likewise rail height [m]
constexpr double kLogFocalSigma = 0.5;   // likewise focal length: a factor of 1.65
constexpr double kUsualFocal = 1.3;      // image widths

struct State {
  Camera camera;
  double cushion{0.05};
  double rail{0.04};
};

// A point as seen by an ideal lens with the state's focal length, in pixels from the axis.
struct Observation {
  cv::Point2d ideal;  // pixels for a lens with focal length `focal`
  std::size_t side{0};
  bool nose{true};
  double weight{1.0};
};

State moved(const State& s, const Vector& step) {
  State out = s;
  cv::Matx33d turn;
  cv::Rodrigues(cv::Vec3d(step[0], step[1], step[2]), turn);
  out.camera.pose.R_CT = turn * s.camera.pose.R_CT;
  // A longer lens goes with a larger distance: the picture then hardly changes, and the step that
  // the data leave open is a straight line.
  out.camera.pose.t_CT = s.camera.pose.t_CT;
  out.camera.pose.t_CT[2] *= std::exp(step[6]);
  out.camera.pose.t_CT += cv::Vec3d(step[3], step[4], step[5]);
  out.camera.lens.fx = s.camera.lens.fx * std::exp(step[6]);
  out.camera.lens.fy = s.camera.lens.fy * std::exp(step[6]);
  out.cushion = s.cushion + step[7];
  out.rail = s.rail + step[8];
  return out;
}

struct Lines {
  std::array<cv::Point2d, 4> nose, outer;  // corners in ideal pixels
};

Lines project_lines(const State& s, const TableGeometry& table) {
  Lines lines;
  const auto corners = nose_corners(table);
  for (std::size_t i = 0; i < 4; ++i) {
    const cv::Vec3d& n = corners[i];
    const cv::Vec3d o(n[0] + std::copysign(s.cushion, n[0]), n[1] + std::copysign(s.cushion, n[1]),
                      s.rail);
    const auto ideal = [&](const cv::Vec3d& p) {
      const cv::Vec3d c = s.camera.pose.R_CT * p + s.camera.pose.t_CT;
      const double z = std::max(c[2], 1e-3);
      return cv::Point2d(s.camera.lens.fx * c[0] / z, s.camera.lens.fx * c[1] / z);
    };
    lines.nose[i] = ideal(n);
    lines.outer[i] = ideal(o);
  }
  return lines;
}

double distance(const Observation& o, const Lines& lines) {
  const auto& corners = o.nose ? lines.nose : lines.outer;
  const cv::Point2d a = corners[o.side], b = corners[(o.side + 1) % 4];
  const cv::Point2d d = b - a;
  return d.cross(o.ideal - a) / std::max(cv::norm(d), 1e-9);
}

std::vector<Observation> observe(const std::array<TableSide, 4>& sides, const Lens& lens) {
  std::vector<Observation> all;
  for (std::size_t j = 0; j < 4; ++j) {
    for (const bool nose : {true, false}) {
      const auto& points = nose ? sides[j].nose : sides[j].outer;
      const double weight =
          kPointsPerEdge / std::max<double>(kPointsPerEdge, double(points.size()));
      for (const cv::Point2d& p : points) {
        const cv::Point2d n = undistort(lens, p);
        all.push_back({{lens.fx * n.x, lens.fx * n.y}, j, nose, weight});
      }
    }
  }
  return all;
}

// Deviations from what is known beforehand, in standard deviations.
std::array<double, 3> prior(const State& s, const TableGeometry& table, bool free_focal) {
  const double usual = kUsualFocal * s.camera.lens.width;
  return {free_focal ? std::log(s.camera.lens.fx / usual) / kLogFocalSigma : 0.0,
          (s.cushion - table.cushion_width) / kCushionSigma,
          (s.rail - table.rail_height) / kRailSigma};
}

double total_cost(const std::vector<Observation>& points, const State& s,
                  const TableGeometry& table, bool free_focal) {
  const Lines lines = project_lines(s, table);
  double sum = 0.0;
  for (const Observation& o : points) {
    const double r = distance(o, lines) / kRobust_px;
    sum += o.weight * std::log1p(r * r) * (kRobust_px * kRobust_px) / (kSigma_px * kSigma_px);
  }
  for (const double p : prior(s, table, free_focal)) sum += p * p;
  return sum;
}

struct Normal {
  Matrix matrix{Matrix::zeros()};
  Vector gradient{Vector::all(0.0)};
};

Normal linearise(const std::vector<Observation>& points, const State& s, const TableGeometry& table,
                 bool free_focal) {
  const Lines here = project_lines(s, table);
  constexpr double kDelta = 1e-6;
  std::array<Lines, kParameters> there;
  for (int p = 0; p < kParameters; ++p) {
    Vector step = Vector::all(0.0);
    step[p] = kDelta;
    there[static_cast<std::size_t>(p)] = project_lines(moved(s, step), table);
  }
  Normal normal;
  for (const Observation& o : points) {
    const double r = distance(o, here);
    Vector row;
    for (int p = 0; p < kParameters; ++p) {
      row[p] = (distance(o, there[static_cast<std::size_t>(p)]) - r) / kDelta;
    }
    if (!free_focal) row[6] = 0.0;
    const double robust = 1.0 / (1.0 + (r * r) / (kRobust_px * kRobust_px));
    const double w = o.weight * robust / (kSigma_px * kSigma_px);
    normal.matrix += w * (row * row.t());
    normal.gradient += w * r * row;
  }
  const auto known = prior(s, table, free_focal);
  const std::array<double, 3> sigma{kLogFocalSigma, kCushionSigma, kRailSigma};
  for (int i = 0; i < 3; ++i) {
    const double si = sigma[static_cast<std::size_t>(i)];
    normal.matrix(6 + i, 6 + i) += 1.0 / (si * si);
    normal.gradient[6 + i] += known[static_cast<std::size_t>(i)] / si;
  }
  return normal;
}

State minimise(const std::vector<Observation>& points, State s, const TableGeometry& table,
               bool free_focal) {
  double cost = total_cost(points, s, table, free_focal), damping = 1e-3;
  for (int iteration = 0; iteration < 40 && damping < 1e8; ++iteration) {
    const Normal normal = linearise(points, s, table, free_focal);
    Matrix damped = normal.matrix;
    for (int p = 0; p < kParameters; ++p) damped(p, p) *= 1.0 + damping;
    cv::Mat step_mat;
    if (!cv::solve(damped, -normal.gradient, step_mat, cv::DECOMP_CHOLESKY)) {
      damping *= 10.0;
      continue;
    }
    Vector step;
    for (int p = 0; p < kParameters; ++p) step[p] = step_mat.at<double>(p);
    const State next = moved(s, step);
    const double next_cost = total_cost(points, next, table, free_focal);
    if (!(next_cost < cost)) {
      damping *= 10.0;
      continue;
    }
    const bool done = cost - next_cost < 1e-7 * cost;
    s = next;
    cost = next_cost;
    damping = std::max(1e-9, damping * 0.2);
    if (done) break;
  }
  return s;
}

}  // namespace

PoseFit fit_pose(const std::array<TableSide, 4>& sides, const TableGeometry& table,
                 const Camera& start, bool free_focal) {
  const std::vector<Observation> points = observe(sides, start.lens);
  const State s =
      minimise(points, {start, table.cushion_width, table.rail_height}, table, free_focal);
  PoseFit fit{s.camera, table, 0.0, 0.0, 0.0};
  fit.table.cushion_width = std::max(0.0, s.cushion);
  fit.table.rail_height = s.rail;
  const Lines lines = project_lines(s, table);
  double squares = 0.0, inliers = 0.0;
  for (const Observation& o : points) {
    const double r = distance(o, lines);
    if (std::abs(r) > 3.0 * kRobust_px) continue;
    squares += r * r;
    inliers += 1.0;
  }
  fit.rms_px = std::sqrt(squares / std::max(inliers, 1.0));
  fit.inlier_share = inliers / std::max<double>(1.0, double(points.size()));
  fit.cost = total_cost(points, s, table, free_focal);
  return fit;
}

}  // namespace billiard::vision
