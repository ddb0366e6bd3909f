// SPDX-License-Identifier: Apache-2.0
#include "billiard_engine/files/result_json.hpp"

namespace billiard {
namespace {

using Json = nlohmann::ordered_json;

Json to_array(const Vec3<double>& v) { return Json::array({v.x(), v.y(), v.z()}); }

Json ball_json(const Ball& ball, const std::string& id) {
  Json pocket;  // null
  if (ball.pocket >= 0) pocket = name(static_cast<PocketId>(ball.pocket));
  return {{"id", id},
          {"state", name(ball.motion)},
          {"position_m", to_array(ball.position)},
          {"velocity_m_s", to_array(ball.velocity)},
          {"spin_rad_s", to_array(ball.spin)},
          {"pocket", pocket}};
}

Json event_json(const Event& event, const std::vector<std::string>& ids, const Table& table) {
  Json balls = Json::array();
  for (const int index : {int{event.ball}, int{event.other}}) {
    if (index >= 0) balls.push_back(ids.at(static_cast<std::size_t>(index)));
  }
  Json where;  // null
  if (event.where >= 0 && event.kind == EventKind::kPocketed) {
    where = name(static_cast<PocketId>(event.where));
  }
  if (event.where >= 0 && event.kind == EventKind::kBallCushion) {
    where = cushion_name(table, event.where);
  }
  return {{"time_s", event.time}, {"kind", name(event.kind)}, {"balls", balls}, {"where", where}};
}

Json samples_json(const std::vector<Recorder::Sample>& samples,
                  const std::vector<std::string>& ids) {
  Json times = Json::array();
  for (const auto& sample : samples) times.push_back(sample.time);
  Json balls = Json::object();
  for (std::size_t i = 0; i < ids.size(); ++i) {
    Json positions = Json::array();
    Json velocities = Json::array();
    Json spins = Json::array();
    for (const auto& sample : samples) {
      positions.push_back(to_array(sample.balls[i].position));
      velocities.push_back(to_array(sample.balls[i].velocity));
      spins.push_back(to_array(sample.balls[i].spin));
    }
    balls[ids[i]] = {{"position_m", std::move(positions)},
                     {"velocity_m_s", std::move(velocities)},
                     {"spin_rad_s", std::move(spins)}};
  }
  return {{"time_s", std::move(times)}, {"balls", std::move(balls)}};
}

/// The pocket whose mouth is closest.
std::string nearest_pocket(const Table& table, const Vec2<double>& point) {
  int best = 0;
  for (int i = 1; i < table.pocket_count; ++i) {
    const auto distance = [&](int k) {
      return (table.pockets[static_cast<std::size_t>(k)].mouth - point).norm();
    };
    if (distance(i) < distance(best)) best = i;
  }
  return name(static_cast<PocketId>(best));
}

}  // namespace

Json to_json(const Result& result, const Recorder& recorder, const std::vector<std::string>& ids,
             const Table& table) {
  Json balls = Json::array();
  for (std::size_t i = 0; i < ids.size(); ++i) balls.push_back(ball_json(result.balls[i], ids[i]));
  Json events = Json::array();
  for (const Event& event : recorder.events()) events.push_back(event_json(event, ids, table));
  Json json = {{"status", name(result.status)},
               {"time_s", result.time},
               {"steps", result.free_steps + result.contact_steps},
               {"balls", std::move(balls)},
               {"events", std::move(events)}};
  if (recorder.period() > 0.0) json["samples"] = samples_json(recorder.samples(), ids);
  return json;
}

std::string cushion_name(const Table& table, int element) {
  if (element < table.segment_count) {
    const CushionSegment& segment = table.segments[static_cast<std::size_t>(element)];
    const Vec2<double>& n = segment.normal;
    if (n.y() == 0.0) return n.x() < 0.0 ? "cushion_px" : "cushion_nx";
    if (n.x() == 0.0) return n.y() < 0.0 ? "cushion_py" : "cushion_ny";
    return "jaw_" + nearest_pocket(table, segment.from);
  }
  const int arc = element - table.segment_count;
  if (arc >= table.arc_count) return "cushion";
  return "jaw_" + nearest_pocket(table, table.arcs[static_cast<std::size_t>(arc)].centre);
}

}  // namespace billiard
