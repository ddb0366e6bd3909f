// SPDX-License-Identifier: Apache-2.0
#include "locate_json.hpp"

namespace billiard {

namespace {

using nlohmann::ordered_json;

ordered_json pair(const cv::Point2d& p) { return ordered_json::array({p.x, p.y}); }

ordered_json pairs(const std::array<cv::Point2d, 4>& points) {
  ordered_json list = ordered_json::array();
  for (const cv::Point2d& p : points) list.push_back(pair(p));
  return list;
}

ordered_json ball_json(const vision::LocatedBall& ball, vision::BallSet set) {
  const vision::BallKind& kind = vision::ball_kinds(set)[static_cast<std::size_t>(ball.kind)];
  const vision::BallSighting& s = ball.sighting;
  const cv::Rect box = vision::pixel_box(s.image);
  ordered_json json;
  json["id"] = kind.id;
  json["class"] = vision::class_name(kind.ball_class);
  json["number"] = kind.number > 0 ? ordered_json(kind.number) : ordered_json(nullptr);
  json["confidence"] = ball.confidence;
  json["center_px"] = pair(s.image.center_px);
  json["radius_px"] = s.image.radius_px;
  json["box_px"] = {box.x, box.y, box.width, box.height};
  json["position_m"] = pair(s.position);
  json["sigma_m"] = s.sigma;
  return json;
}

}  // namespace

ordered_json table_json(const vision::TableView& view) {
  const vision::Camera& c = view.camera;
  ordered_json rotation = ordered_json::array();
  for (int i = 0; i < 3; ++i) {
    rotation.push_back({c.pose.R_CT(i, 0), c.pose.R_CT(i, 1), c.pose.R_CT(i, 2)});
  }
  ordered_json json;
  json["corners_px"] = pairs(view.corners_px);
  json["camera"] = {{"focal_px", c.lens.fx},
                    {"center_px", {c.lens.cx, c.lens.cy}},
                    {"rotation", rotation},
                    {"translation_m", {c.pose.t_CT[0], c.pose.t_CT[1], c.pose.t_CT[2]}}};
  json["outline_px"] = pairs(view.outline_px);
  json["confidence"] = view.confidence;
  json["residual_px"] = view.residual_px;
  return json;
}

ordered_json location_json(const vision::Location& location, double elapsed_ms) {
  ordered_json json;
  json["table"] = table_json(*location.table.view);
  json["table"]["ball_scale"] = location.ball_scale;
  json["balls"] = ordered_json::array();
  for (const vision::LocatedBall& ball : location.balls) {
    json["balls"].push_back(ball_json(ball, location.table.view->table.balls));
  }
  json["elapsed_ms"] = elapsed_ms;
  return json;
}

}  // namespace billiard
