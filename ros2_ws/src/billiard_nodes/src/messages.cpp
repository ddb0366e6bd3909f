// SPDX-License-Identifier: Apache-2.0
#include "messages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "billiard_engine/files/result_json.hpp"
#include "billiard_vision/engine_table.hpp"

namespace billiard_nodes {
namespace {

using billiard::Motion;
using BallMessage = billiard_msgs::msg::Ball;
using billiard_msgs::msg::BallArray;
using billiard_msgs::msg::TrajectoryArray;
using billiard_msgs::msg::TrajectoryEvent;
using billiard_msgs::msg::TrajectoryPoint;

template <typename Message>
void set(Message& message, const billiard::Vec3<double>& vector) {
  message.x = vector.x();
  message.y = vector.y();
  message.z = vector.z();
}

template <typename Message>
billiard::Vec3<double> get(const Message& message) {
  return {message.x, message.y, message.z};
}

// The numbers of both enumerations are the same, as test_messages shows.
std::uint8_t state_of(Motion motion) { return static_cast<std::uint8_t>(motion); }

const char* pocket_name(int pocket) { return name(static_cast<billiard::PocketId>(pocket)); }

TrajectoryPoint to_point(double time, const billiard::Ball& ball) {
  TrajectoryPoint point;
  point.time = time;
  point.state = state_of(ball.motion);
  set(point.position, ball.position);
  set(point.velocity, ball.velocity);
  set(point.spin, ball.spin);
  return point;
}

/// Of a rest only the first and the last sample: the ball lies still between them.
void add_points(billiard_msgs::msg::Trajectory& trajectory,
                const std::vector<billiard::Recorder::Sample>& samples, std::size_t ball) {
  const auto still = [&](std::size_t k) { return samples[k].balls[ball].motion == Motion::kRest; };
  for (std::size_t k = 0; k < samples.size(); ++k) {
    const bool between =
        k > 0 && k + 1 < samples.size() && still(k) && still(k - 1) && still(k + 1);
    if (!between) trajectory.points.push_back(to_point(samples[k].time, samples[k].balls[ball]));
  }
}

TrajectoryEvent to_event(const billiard::Event& event, const std::vector<std::string>& ids,
                         const NamedTable& table) {
  TrajectoryEvent message;
  message.time = event.time;
  message.kind = static_cast<std::uint8_t>(event.kind);
  for (const int ball : {int{event.ball}, int{event.other}}) {
    if (ball >= 0) message.balls.push_back(ids[static_cast<std::size_t>(ball)]);
  }
  if (event.where >= 0) {
    message.where = event.kind == billiard::EventKind::kPocketed
                        ? pocket_name(event.where)
                        : cushion_name(table.table, event.where);
  }
  message.position.x = event.position.x();
  message.position.y = event.position.y();
  message.position.z = table.ball_radius;
  return message;
}

std::string find_problem(const BallMessage& ball, const billiard::Layout& so_far) {
  if (ball.id.empty()) return "a ball has no id";
  if (so_far.find(ball.id) >= 0) return fmt::format("ball '{}' is given twice", ball.id);
  if (ball.state > BallMessage::STATE_OFF_TABLE) {
    return fmt::format("state of ball '{}' is {}; allowed: 0 to 6", ball.id, ball.state);
  }
  const auto find_infinite = [&ball](const char* field, const auto& vector) -> std::string {
    const double values[] = {vector.x, vector.y, vector.z};
    for (std::size_t i = 0; i < 3; ++i) {
      if (std::isfinite(values[i])) continue;
      return fmt::format("{}.{} of ball '{}' is {}; allowed: finite numbers", field, "xyz"[i],
                         ball.id, values[i]);
    }
    return {};
  };
  for (const std::string& problem :
       {find_infinite("position", ball.position), find_infinite("velocity", ball.velocity),
        find_infinite("spin", ball.spin)}) {
    if (!problem.empty()) return problem;
  }
  return {};
}

}  // namespace

billiard_msgs::msg::Table to_message(const NamedTable& named) {
  const billiard::Table& table = named.table;
  billiard_msgs::msg::Table message;
  message.header.frame_id = "table";
  message.name = named.name;
  message.length = table.spec.length;
  message.width = table.spec.width;
  message.nose_height = table.spec.nose_height;
  message.ball_radius = named.ball_radius;
  message.ball_set = name(table.spec.balls);
  for (int i = 0; i < table.pocket_count; ++i) {
    const billiard::Pocket& pocket = table.pockets[static_cast<std::size_t>(i)];
    billiard_msgs::msg::Pocket out;
    out.name = pocket_name(i);
    out.center.x = pocket.centre.x();
    out.center.y = pocket.centre.y();
    out.radius = pocket.radius;
    message.pockets.push_back(out);
  }
  return message;
}

BallMessage to_message(const billiard::Ball& ball, const std::string& id, const NamedTable& table) {
  BallMessage message;
  message.id = id;
  const auto balls = billiard::vision::geometry_of(table.table.spec, table.ball_radius).balls;
  if (const int kind = find_kind(balls, id); kind >= 0) {
    const auto& known = ball_kinds(balls)[static_cast<std::size_t>(kind)];
    message.class_name = std::string(class_name(known.ball_class));
    message.number = known.number;
  }
  message.confidence = 1.0;
  message.state = state_of(ball.motion);
  message.radius = table.ball_radius;
  set(message.position, ball.position);
  if (ball.motion == Motion::kPocketed && ball.pocket >= 0) {
    message.pocket = pocket_name(ball.pocket);
    const auto& centre = table.table.pockets[static_cast<std::size_t>(ball.pocket)].centre;
    set(message.position, billiard::Vec3<double>(centre.x(), centre.y(), 0.0));
  }
  if (!ball.in_play()) return message;
  set(message.velocity, ball.velocity);
  set(message.spin, ball.spin);
  return message;
}

bool all_rest(const BallArray& balls) {
  return std::all_of(balls.balls.begin(), balls.balls.end(), [](const BallMessage& ball) {
    return ball.state == BallMessage::STATE_REST || ball.state == BallMessage::STATE_POCKETED ||
           ball.state == BallMessage::STATE_OFF_TABLE;
  });
}

BallArray to_message(const std::vector<billiard::Ball>& balls, const std::vector<std::string>& ids,
                     const NamedTable& table) {
  BallArray message;
  message.header.frame_id = "table";
  message.table = table.name;
  for (std::size_t i = 0; i < balls.size(); ++i) {
    message.balls.push_back(to_message(balls[i], ids[i], table));
  }
  message.at_rest = all_rest(message);
  return message;
}

std::string find_problem(const builtin_interfaces::msg::Time& stamp) {
  constexpr std::uint32_t kSecond = 1'000'000'000;  // [ns]
  if (stamp.sec >= 0 && stamp.nanosec < kSecond) return {};
  return fmt::format("header.stamp is {} s and {} ns; allowed: 0 s or later, below {} ns",
                     stamp.sec, stamp.nanosec, kSecond);
}

std::string find_problem(const TrajectoryArray& message) {
  if (std::string problem = find_problem(message.header.stamp); !problem.empty()) return problem;
  for (std::size_t i = 0; i < message.events.size(); ++i) {
    const TrajectoryEvent& event = message.events[i];
    if (!std::isfinite(event.time)) {
      return fmt::format("events[{}].time is {}; allowed: finite numbers", i, event.time);
    }
    if (event.kind > TrajectoryEvent::KIND_REST) {
      return fmt::format("events[{}].kind is {}; allowed: 0 to 8", i, event.kind);
    }
  }
  return {};
}

ReadBalls read_balls(const BallArray& message, const NamedTable& table) {
  ReadBalls read;
  read.problem = find_problem(message.header.stamp);
  if (!read.problem.empty()) return read;
  if (!message.table.empty() && message.table != table.name) {
    read.problem = fmt::format("table is '{}'; allowed: '{}'", message.table, table.name);
    return read;
  }
  if (message.balls.size() > static_cast<std::size_t>(billiard::kMaxBalls)) {
    read.problem = fmt::format("{} balls are given; allowed: at most {}", message.balls.size(),
                               billiard::kMaxBalls);
    return read;
  }
  for (const BallMessage& ball : message.balls) {
    read.problem = find_problem(ball, read.layout);
    if (!read.problem.empty()) return read;
    billiard::Ball out;
    out.motion = static_cast<Motion>(ball.state);
    out.position = get(ball.position);
    out.velocity = get(ball.velocity);
    out.spin = get(ball.spin);
    const bool pocketed = out.motion == Motion::kPocketed;
    out.pocket = static_cast<std::int8_t>(pocketed ? find_pocket(table.table, ball.pocket) : -1);
    read.layout.ids.push_back(ball.id);
    read.layout.balls.push_back(out);
  }
  return read;
}

TrajectoryArray to_message(const billiard::Result& result, const billiard::Recorder& recorder,
                           const std::vector<std::string>& ids, const NamedTable& table) {
  TrajectoryArray message;
  message.header.frame_id = "table";
  message.status = static_cast<std::uint8_t>(result.status);
  message.duration = result.time;
  message.steps = static_cast<std::uint32_t>(result.free_steps + result.contact_steps);
  for (std::size_t i = 0; i < static_cast<std::size_t>(result.ball_count); ++i) {
    const auto& samples = recorder.samples();
    const billiard::Ball& last = result.balls[i];
    const bool there = samples.empty() ? last.in_play() : samples.front().balls[i].in_play();
    if (!there) continue;
    billiard_msgs::msg::Trajectory trajectory;
    trajectory.ball = ids[i];
    if (last.motion == Motion::kPocketed && last.pocket >= 0) {
      trajectory.pocket = pocket_name(last.pocket);
    }
    add_points(trajectory, samples, i);
    if (trajectory.points.empty() || trajectory.points.back().time < result.time) {
      trajectory.points.push_back(to_point(result.time, last));
    }
    message.trajectories.push_back(std::move(trajectory));
  }
  for (const auto& event : recorder.events()) {
    message.events.push_back(to_event(event, ids, table));
  }
  return message;
}

std::optional<billiard::Shot> read_shot(const billiard_msgs::msg::Shot& message) {
  for (const double value : {message.speed, message.azimuth, message.elevation,
                             message.offset_right, message.offset_up}) {
    if (!std::isfinite(value)) return std::nullopt;
  }
  billiard::Shot shot;
  shot.speed = message.speed;
  shot.azimuth = message.azimuth;
  shot.elevation = message.elevation;
  shot.offset_side = message.offset_right;
  shot.offset_height = message.offset_up;
  return shot;
}

billiard_msgs::msg::Shot to_message(const billiard::Shot& shot,
                                    const std::vector<std::string>& ids) {
  billiard_msgs::msg::Shot message;
  message.ball = ids[static_cast<std::size_t>(shot.ball)];
  message.speed = shot.speed;
  message.azimuth = shot.azimuth;
  message.elevation = shot.elevation;
  message.offset_right = shot.offset_side;
  message.offset_up = shot.offset_height;
  return message;
}

int find_pocket(const billiard::Table& table, const std::string& name) {
  for (int i = 0; i < table.pocket_count; ++i) {
    if (name == pocket_name(i)) return i;
  }
  return -1;
}

}  // namespace billiard_nodes
