// SPDX-License-Identifier: Apache-2.0
#include "predictor/markers.hpp"

#include "billiard_vision/engine_table.hpp"

namespace billiard_nodes {
namespace {

using billiard_msgs::msg::Trajectory;
using billiard_msgs::msg::TrajectoryPoint;
using geometry_msgs::msg::Point;
using visualization_msgs::msg::Marker;
using visualization_msgs::msg::MarkerArray;
using Colour = std_msgs::msg::ColorRGBA;

constexpr double kLine = 0.008;  // width of drawn lines [m]
constexpr double kThin = 0.002;  // thickness of flat things [m]

Colour colour(double red, double green, double blue, double alpha = 1.0) {
  Colour made;
  made.r = static_cast<float>(red);
  made.g = static_cast<float>(green);
  made.b = static_cast<float>(blue);
  made.a = static_cast<float>(alpha);
  return made;
}

Point point(double x, double y, double z) {
  Point made;
  made.x = x;
  made.y = y;
  made.z = z;
  return made;
}

Colour ball_colour(const std::string& id, const NamedTable& table, double alpha) {
  const auto set = billiard::vision::geometry_of(table.table.spec, table.ball_radius).balls;
  const int kind = find_kind(set, id);
  if (kind < 0) return colour(0.5, 0.5, 0.5, alpha);
  const cv::Vec3d& paint = ball_kinds(set)[static_cast<std::size_t>(kind)].colour;
  return colour(paint[0], paint[1], paint[2], alpha);
}

/// Makes markers of one prediction.
class Sketch {
 public:
  Sketch(const billiard_msgs::msg::TrajectoryArray& prediction, const NamedTable& table)
      : header_(prediction.header), table_(table) {}

  Marker& add(const std::string& name, int id, std::int32_t type) {
    Marker& marker = markers_.markers.emplace_back();
    marker.header = header_;
    marker.ns = name;
    marker.id = id;
    marker.type = type;
    marker.action = Marker::ADD;
    marker.pose.orientation.w = 1.0;
    return marker;
  }

  void add_table() {
    const billiard::TableSpec& spec = table_.table.spec;
    Marker& cloth = add("table", 0, Marker::CUBE);
    cloth.pose.position = point(0.0, 0.0, -0.5 * kThin);
    cloth.scale.x = spec.length;
    cloth.scale.y = spec.width;
    cloth.scale.z = kThin;
    cloth.color = colour(0.05, 0.30, 0.45);
    Marker& noses = add("table", 1, Marker::LINE_LIST);
    noses.scale.x = kLine;
    noses.color = colour(0.02, 0.18, 0.28);
    for (int i = 0; i < table_.table.segment_count; ++i) {
      const auto& piece = table_.table.segments[static_cast<std::size_t>(i)];
      noses.points.push_back(point(piece.from.x(), piece.from.y(), spec.nose_height));
      noses.points.push_back(point(piece.to.x(), piece.to.y(), spec.nose_height));
    }
    for (int i = 0; i < table_.table.pocket_count; ++i) {
      const billiard::Pocket& pocket = table_.table.pockets[static_cast<std::size_t>(i)];
      Marker& hole = add("table", 2 + i, Marker::CYLINDER);
      hole.pose.position = point(pocket.centre.x(), pocket.centre.y(), 0.0);
      hole.scale.x = hole.scale.y = 2.0 * pocket.radius;
      hole.scale.z = 2.0 * kThin;
      hole.color = colour(0.0, 0.0, 0.0);
    }
  }

  void add_ball(const Trajectory& ball, int id) {
    if (ball.points.empty()) return;
    add_sphere("balls", id, ball.points.front(), ball_colour(ball.ball, table_, 1.0));
    Marker& name = add("names", id, Marker::TEXT_VIEW_FACING);
    name.pose.position = ball.points.front().position;
    name.pose.position.z += 2.0 * table_.ball_radius;
    name.scale.z = table_.ball_radius;
    name.color = colour(1.0, 1.0, 1.0);
    name.text = ball.ball;
    fade(name);
    if (ball.points.size() < 2 || !moves(ball)) return;
    Marker& path = add("paths", id, Marker::LINE_STRIP);
    path.scale.x = kLine;
    path.color = ball_colour(ball.ball, table_, 0.9);
    for (const TrajectoryPoint& p : ball.points) path.points.push_back(p.position);
    fade(path);
    if (ball.pocket.empty()) {
      add_sphere("ends", id, ball.points.back(), ball_colour(ball.ball, table_, 0.35));
    }
  }

  [[nodiscard]] MarkerArray take() { return std::move(markers_); }

 private:
  void add_sphere(const std::string& name, int id, const TrajectoryPoint& at, const Colour& paint) {
    Marker& ball = add(name, id, Marker::SPHERE);
    ball.pose.position = at.position;
    ball.scale.x = ball.scale.y = ball.scale.z = 2.0 * table_.ball_radius;
    ball.color = paint;
    fade(ball);
  }
  static bool moves(const Trajectory& ball) {
    return ball.points.front().position != ball.points.back().position;
  }
  static void fade(Marker& marker) { marker.lifetime.nanosec = 500'000'000; }

  std_msgs::msg::Header header_;
  const NamedTable& table_;
  MarkerArray markers_;
};

}  // namespace

MarkerArray to_markers(const billiard_msgs::msg::TrajectoryArray& prediction,
                       const NamedTable& table) {
  Sketch sketch(prediction, table);
  sketch.add_table();
  int id = 0;
  for (const Trajectory& ball : prediction.trajectories) sketch.add_ball(ball, id++);
  return sketch.take();
}

}  // namespace billiard_nodes
