// SPDX-License-Identifier: Apache-2.0
#include "billiard_vision/table_finder.hpp"

#include <algorithm>
#include <cmath>
#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>
#include <sstream>
#include <utility>

#include "bed_image.hpp"
#include "cloth.hpp"
#include "markers.hpp"
#include "point_pose.hpp"
#include "pose_fit.hpp"
#include "table_edges.hpp"

namespace billiard::vision {

namespace {

constexpr int kLeastSide_px = 64;
constexpr int kLeastBed_px = 256;       // of the bed must be in the frame [px²]
constexpr double kPocketWeight = 15.0;  // of a seen side pocket against the cost of the fit
constexpr double kClearlyWorse = 3.0;  // log odds against an order of corners that is refused: 20:1

TableSearch failed(std::string problem) { return {std::nullopt, std::move(problem)}; }

std::array<cv::Point2d, 4> outline_of(const Camera& camera, const TableGeometry& t) {
  std::array<cv::Point2d, 4> out;
  const auto corners = nose_corners(t);
  for (std::size_t i = 0; i < 4; ++i) {
    const cv::Vec3d& c = corners[i];
    out[i] = project_visible(camera, {c[0] + std::copysign(t.cushion_width, c[0]),
                                      c[1] + std::copysign(t.cushion_width, c[1]), t.rail_height});
  }
  return out;
}

// Half a turn about z gives the same picture of the table: take +x to the right, or up.
Camera facing_right(const Camera& camera) {
  const double right = camera.pose.R_CT(0, 0), down = camera.pose.R_CT(1, 0);
  const bool upright = std::abs(down) > 1.2 * std::abs(right);
  if (upright ? down <= 0.0 : right >= 0.0) return camera;
  Camera turned = camera;
  turned.pose.R_CT = camera.pose.R_CT * cv::Matx33d(-1, 0, 0, 0, -1, 0, 0, 0, 1);
  return turned;
}

// One way to lay the table under the quadrilateral: quad corner i is table corner i + turn.
PoseFit fit_turned(const std::array<SideEdge, 4>& edges, const std::array<cv::Point2d, 4>& quad,
                   const std::array<bool, 4>& usable, std::size_t turn, const TableGeometry& table,
                   const Lens& lens, bool free_focal) {
  TableGeometry cloth = table;
  cloth.length += 2.0 * table.cushion_width;
  cloth.width += 2.0 * table.cushion_width;
  cloth.nose_height = table.rail_height;
  std::array<cv::Point2d, 4> pixels;
  std::array<TableSide, 4> sides;
  double pockets = 0.0;
  for (std::size_t i = 0; i < 4; ++i) {
    const std::size_t j = (i + turn) % 4;
    pixels[j] = quad[i];
    if (usable[i]) sides[j] = {edges[i].outer, edges[i].nose};
    if (table.side_mouth > 0.0 && usable[i])
      pockets += (j % 2 == 0 ? 1.0 : -1.0) * edges[i].side_pocket;
  }
  const Camera start = pose_from_points(nose_corners(cloth), pixels, lens, free_focal).camera;
  PoseFit fit = fit_pose(sides, table, start, free_focal);
  fit.cost -= kPocketWeight * pockets;
  return fit;
}

// Sides of the quadrilateral that are edges of the table, not of the picture.
std::array<bool, 4> inside_frame(const std::array<cv::Point2d, 4>& quad, cv::Size size) {
  std::array<bool, 4> inside{};
  const double margin = 0.012 * size.width;
  for (std::size_t i = 0; i < 4; ++i) {
    const cv::Point2d &a = quad[i], &b = quad[(i + 1) % 4];
    const auto beyond = [&](double p, double q, double last) {
      return (p < margin && q < margin) || (p > last - margin && q > last - margin);
    };
    inside[i] = !beyond(a.x, b.x, size.width - 1.0) && !beyond(a.y, b.y, size.height - 1.0);
  }
  return inside;
}

// How unusual a fitted focal length is, in standard deviations: half the image's width is a wide
// lens, 4.5 times a long one. A table laid the wrong way round asks for far more.
double odd_focal(const PoseFit& fit, cv::Size size) {
  constexpr double kUsual = 1.5, kFactor = 3.0, kLogSigma = 0.3;
  const double off = std::abs(std::log(fit.camera.lens.fx / (kUsual * size.width)));
  return std::max(0.0, off - std::log(kFactor)) / kLogSigma;
}

// Likewise cushions: they are much the same on all tables.
double odd_cushions(const PoseFit& fit, const TableGeometry& table) {
  constexpr double kLogSigma = 0.3;
  return std::log(fit.table.cushion_width / table.cushion_width) / kLogSigma;
}

double confidence_of(const PoseFit& fit, const ClothRegion& region, cv::Size size) {
  const double allowed = std::max(0.6, 0.0012 * size.width);
  const double sharp = std::exp(-0.5 * std::pow(fit.rms_px / (2.0 * allowed), 2));
  const double supported = std::clamp((fit.inlier_share - 0.2) / 0.5, 0.0, 1.0);
  const double solid = std::clamp((region.solidity - 0.6) / 0.2, 0.0, 1.0);
  return sharp * supported * solid;
}

// How badly given corners fit, as minus the logarithm of a likelihood. The picture alone often fits
// the table laid either way, but the wrong one asks for a focal length some four times as long.
double unlikelihood(const PointPose& pose, cv::Size image, bool free_focal) {
  constexpr double kUsual = 1.0, kLogSigma = 0.5;      // image widths, and a factor of 1.65
  const double sigma_px = 0.002 * image.width;         // of corners given by hand
  const double miss = 2.0 * pose.error_px / sigma_px;  // of four corners
  const double odd = std::log(pose.camera.lens.fx / (kUsual * image.width)) / kLogSigma;
  return 0.5 * (miss * miss + (free_focal ? odd * odd : 0.0));
}

TableSearch find_by_edges(const cv::Mat& lab, const TableGeometry& table, const CameraHint& hint) {
  const auto region = find_cloth(lab);
  if (!region) return failed("no area of the frame looks like cloth");
  std::array<cv::Point2d, 4> quad;
  std::copy(region->quad.begin(), region->quad.end(), quad.begin());
  const std::array<bool, 4> usable = inside_frame(quad, lab.size());
  const auto sides = std::count(usable.begin(), usable.end(), true);
  if (sides < (hint.lens ? 3 : 4)) {
    return failed("only part of the table is in the frame: " + std::to_string(sides) +
                  " of 4 cloth edges seen");
  }
  const bool free_focal = !hint.lens;
  const Lens lens = hint.lens ? *hint.lens : make_lens(lab.cols, lab.rows, 1.3 * lab.cols);

  std::optional<PoseFit> best;
  for (const std::size_t turn : {0U, 1U}) {
    const double along = table.length + 2 * table.cushion_width,
                 across = table.width + 2 * table.cushion_width;
    // Sides 0 and 2 look across the width when they are the long ones.
    const std::array<double, 2> share =
        turn == 0 ? std::array{table.cushion_width / across, table.cushion_width / along}
                  : std::array{table.cushion_width / along, table.cushion_width / across};
    const auto edges = find_edges(lab, region->lab, quad, share);
    PoseFit fit =
        fit_turned(edges, meet_outer_lines(edges, quad), usable, turn, table, lens, free_focal);
    if (free_focal) fit.cost += std::pow(odd_focal(fit, lab.size()), 2);
    if (!best || fit.cost < best->cost) best = fit;
  }
  TableSearch search{view_of(facing_right(best->camera), best->table), ""};
  search.view->cloth_lab = region->lab;
  search.view->residual_px = best->rms_px;
  const double odd =
      std::hypot(odd_cushions(*best, table), free_focal ? odd_focal(*best, lab.size()) : 0.0);
  search.view->confidence = confidence_of(*best, *region, lab.size()) * std::exp(-0.5 * odd * odd);
  if (search.view->confidence < 0.05)
    return failed("cloth found, but its edges do not fit the table");
  return search;
}

// The cloth's colour where the view says the bed is.
cv::Vec3f bed_colour(const cv::Mat& lab, const TableView& view) {
  std::array<std::vector<float>, 3> values;
  for (int i = 0; i < 40 * 20; ++i) {
    const double x = ((i % 40 + 0.5) / 40 - 0.5) * 0.9 * view.table.length;
    const double y = ((i / 40 + 0.5) / 20 - 0.5) * 0.9 * view.table.width;
    const cv::Vec3f c = sample(lab, project_visible(view.camera, {x, y, 0.0}));
    for (int k = 0; k < 3; ++k) values[static_cast<std::size_t>(k)].push_back(c[k]);
  }
  cv::Vec3f median;
  for (std::size_t k = 0; k < 3; ++k) {
    std::nth_element(values[k].begin(), values[k].begin() + 400, values[k].end());
    median[static_cast<int>(k)] = values[k][400];
  }
  return median;
}

// By markers or corners where the hint has them, else by the edges of the cloth.
TableSearch find_anywhere(const cv::Mat& frame, const TableGeometry& table,
                          const CameraHint& hint) {
  cv::Mat lab;
  cv::cvtColor(frame, lab, cv::COLOR_BGR2Lab);
  TableSearch search;
  if (!hint.markers.empty()) search = view_from_markers(frame, table, hint);
  if (!search.view && hint.corners_px)
    search = view_from_corners(*hint.corners_px, frame.size(), table, hint.lens);
  else if (!search.view)
    return find_by_edges(lab, table, hint);
  if (search.view) search.view->cloth_lab = bed_colour(lab, *search.view);
  return search;
}

std::string size_text(cv::Size size) {
  return std::to_string(size.width) + "x" + std::to_string(size.height);
}

bool shows_bed(const TableView& view, cv::Size frame) {
  const cv::Rect box = bed_box(view, frame);
  return !box.empty() && cv::countNonZero(draw_bed(view, box, 0.0)) >= kLeastBed_px;
}

}  // namespace

TableView view_of(const Camera& camera, const TableGeometry& table) {
  TableView view;
  view.camera = camera;
  view.table = table;
  const auto corners = nose_corners(table);
  for (std::size_t i = 0; i < 4; ++i) view.corners_px[i] = project_visible(camera, corners[i]);
  view.outline_px = outline_of(camera, table);
  return view;
}

bool run_counterclockwise(const std::array<cv::Point2d, 4>& corners_px) {
  double twice_area = 0.0;
  for (std::size_t i = 0; i < 4; ++i) {
    const cv::Point2d &a = corners_px[i], &b = corners_px[(i + 1) % 4],
                      &c = corners_px[(i + 2) % 4];
    if (!((b - a).cross(c - b) < 0.0)) return false;
    twice_area += a.cross(b);
  }
  return twice_area < -2.0 * kLeastSide_px;
}

std::string corners_text(const std::array<cv::Point2d, 4>& corners_px) {
  std::ostringstream text;
  const char* between = "[";
  for (const cv::Point2d& p : corners_px)
    text << std::exchange(between, ", [") << p.x << ", " << p.y << "]";
  return text.str();
}

TableSearch view_from_corners(const std::array<cv::Point2d, 4>& corners_px, cv::Size image,
                              const TableGeometry& table, const std::optional<Lens>& lens) {
  validate(table);
  if (!run_counterclockwise(corners_px)) {
    return failed("corners_px are " + corners_text(corners_px) +
                  "; allowed: (-x,-y), (+x,-y), (+x,+y), (-x,+y), which run counterclockwise seen "
                  "from above");
  }
  const Lens used = lens ? *lens : make_lens(image.width, image.height, 1.3 * image.width);
  const PointPose pose = pose_from_points(nose_corners(table), corners_px, used, !lens);
  const double allowed = 0.01 * image.width;
  if (!(pose.error_px < allowed)) {
    return failed("corners_px are " + corners_text(corners_px) +
                  "; allowed: those of a table of these proportions seen from above, to " +
                  std::to_string(cvRound(allowed)) + " px");
  }
  std::array<cv::Point2d, 4> turned = corners_px;
  std::rotate(turned.begin(), turned.begin() + 1, turned.end());
  const PointPose other = pose_from_points(nose_corners(table), turned, used, !lens);
  const double worse = unlikelihood(pose, image, !lens) - unlikelihood(other, image, !lens);
  const std::string better = "corners_px are " + corners_text(corners_px) +
                             "; allowed: (-x,-y), (+x,-y), (+x,+y), (-x,+y), the first two on one "
                             "long side: these fit better one place round";
  if (worse > kClearlyWorse) return failed(better);
  TableSearch search{view_of(pose.camera, table), ""};
  search.view->residual_px = pose.error_px;
  search.view->confidence = std::exp(-0.5 * std::pow(3.0 * pose.error_px / allowed, 2));
  if (worse > 0.0) {
    search.view->confidence *= 0.5 * std::exp(-worse);
    search.view->doubt = better;
  }
  return search;
}

TableSearch find_table(const cv::Mat& frame, const TableGeometry& table, const CameraHint& hint) {
  validate(table);
  if (frame.empty() || frame.type() != CV_8UC3) return failed("frame is empty or not 8-bit colour");
  const std::string size = size_text(frame.size()) + " px";
  if (frame.cols < kLeastSide_px || frame.rows < kLeastSide_px)
    return failed("frame of " + size + " is too small (least: 64x64)");
  if (hint.lens && (hint.lens->width != frame.cols || hint.lens->height != frame.rows)) {
    return failed("frame of " + size + ", but the camera file is for " +
                  size_text(cv::Size(hint.lens->width, hint.lens->height)));
  }
  TableSearch search = find_anywhere(frame, table, hint);
  if (search.view && !shows_bed(*search.view, frame.size())) {
    const bool given = hint.corners_px && hint.markers.empty();
    return failed("corners_px are " +
                  corners_text(given ? *hint.corners_px : search.view->corners_px) +
                  "; allowed: a table of which some shows in the frame of " + size);
  }
  return search;
}

}  // namespace billiard::vision
