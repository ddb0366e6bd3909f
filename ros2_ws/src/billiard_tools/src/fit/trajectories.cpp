// SPDX-License-Identifier: Apache-2.0
#include "fit/trajectories.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>

#include "billiard_engine/files/file_error.hpp"
#include "fit/clock.hpp"

namespace billiard {
namespace {

using Json = nlohmann::json;

/// A ball that is this far from where it was has moved [m].
constexpr double kMoved = 0.005;
constexpr double kLargestTable = 10.0;  // [m]
constexpr double kLongestShot = 600.0;  // [s]

/// The place in the file a message speaks of.
struct Place {
  const std::string& file;
  std::string field;

  [[nodiscard]] Place at(const std::string& name) const {
    return {file, field.empty() || name.starts_with('[') ? field + name : field + "." + name};
  }
  [[noreturn]] void refuse(const std::string& what) const {
    throw FileError(fmt::format("{}: {} {}", file, field, what));
  }
};

const Json& member(const Json& object, const char* name, const Place& place) {
  if (!object.is_object() || !object.contains(name)) place.at(name).refuse("is missing");
  return object.at(name);
}

double number(const Json& value, double min, double max, const Place& place) {
  if (!value.is_number()) place.refuse(fmt::format("is {}; allowed: a number", value.dump()));
  const auto x = value.get<double>();
  if (!(x >= min && x <= max)) {
    place.refuse(fmt::format("is {}; allowed: {} to {}", x, min, max));
  }
  return x;
}

std::vector<double> numbers(const Json& values, double min, double max, const Place& place) {
  if (!values.is_array()) place.refuse("is not a list of numbers");
  std::vector<double> list;
  for (std::size_t i = 0; i < values.size(); ++i) {
    list.push_back(number(values[i], min, max, place.at(fmt::format("[{}]", i))));
  }
  return list;
}

BallTrack read_track(const std::string& id, const Json& ball, const Place& place) {
  BallTrack track;
  track.id = id;
  track.time = numbers(member(ball, "t_s", place), 0.0, kLongestShot, place.at("t_s"));
  const auto coordinate = [&](const char* name) {
    return numbers(member(ball, name, place), -kLargestTable, kLargestTable, place.at(name));
  };
  const std::vector<double> x = coordinate("x_m");
  const std::vector<double> y = coordinate("y_m");
  if (track.time.empty() || x.size() != track.time.size() || y.size() != track.time.size()) {
    place.refuse(fmt::format("has {} times, {} x and {} y; allowed: as many of each, at least 1",
                             track.time.size(), x.size(), y.size()));
  }
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (i > 0 && !(track.time[i] > track.time[i - 1])) {
      place.at(fmt::format("t_s[{}]", i)).refuse("does not come after the one before");
    }
    track.position.emplace_back(x[i], y[i]);
  }
  return track;
}

ObservedShot read_shot(const Json& shot, const Place& place) {
  ObservedShot read;
  read.id = shot.is_object() && shot.contains("id") ? shot.at("id").dump() : place.field;
  const Json& balls = member(shot, "balls", place);
  if (!balls.is_object() || balls.empty() || balls.size() > kMaxBalls) {
    place.at("balls").refuse(fmt::format("is not a set of 1 to {} balls", kMaxBalls));
  }
  for (const auto& [id, ball] : balls.items()) {
    read.balls.push_back(read_track(id, ball, place.at("balls." + id)));
  }
  return read;
}

/// Adds the roughness of one track: its third differences, which neither speed nor friction show
/// in.
void add_roughness(const BallTrack& track, std::vector<double>& roughness) {
  constexpr double kWidestGap = 0.05;  // [s]
  constexpr double kUneven = 1e-3;     // [s]
  for (std::size_t i = 3; i < track.time.size(); ++i) {
    const double period = track.time[i] - track.time[i - 1];
    const bool even = std::abs(track.time[i - 1] - track.time[i - 2] - period) < kUneven &&
                      std::abs(track.time[i - 2] - track.time[i - 3] - period) < kUneven;
    const auto& p = track.position;
    if (!even || period > kWidestGap || (p[i] - p[i - 3]).norm() < kMoved) continue;
    const Vec2<double> third = p[i] - 3.0 * p[i - 1] + 3.0 * p[i - 2] - p[i - 3];
    roughness.push_back(std::abs(third.x()));
    roughness.push_back(std::abs(third.y()));
  }
}

/// When a ball left the place where it rested, by where it was first seen moving [s]. A recording
/// may have left the rest out: then the ball's speed tells.
double leaves_rest(const BallTrack& track, double first) {
  constexpr double kLeftOut = 0.1;  // a longer gap is no period of a recording [s]
  const auto moved = std::lower_bound(track.time.begin(), track.time.end(), first);
  const auto at = static_cast<std::size_t>(moved - track.time.begin());
  const double rested = track.time[at - 1];
  if (first - rested < kLeftOut || at + 1 == track.time.size()) return rested;
  const auto& p = track.position;
  const double speed = (p[at + 1] - p[at]).norm() / (track.time[at + 1] - first);
  return std::max(rested, first - (p[at] - p[at - 1]).norm() / std::max(speed, 1e-3));
}

/// Makes `begin` the time 0. What was seen until then becomes one position.
void begin_at(double begin, BallTrack& track) {
  std::size_t rests = 0;
  Vec2<double> sum = Vec2<double>::Zero();
  while (rests < track.time.size() && track.time[rests] <= begin) sum += track.position[rests++];
  BallTrack rest;
  rest.id = track.id;
  if (rests > 0) {
    rest.time.push_back(0.0);
    rest.position.push_back(sum / static_cast<double>(rests));
    rest.rests = static_cast<int>(rests);
  }
  for (std::size_t i = rests; i < track.time.size(); ++i) {
    rest.time.push_back(track.time[i] - begin);
    rest.position.push_back(track.position[i]);
  }
  track = std::move(rest);
}

}  // namespace

double first_move(const BallTrack& track) {
  for (std::size_t i = 1; i < track.position.size(); ++i) {
    if ((track.position[i] - track.position[0]).norm() > kMoved) return track.time[i];
  }
  return std::numeric_limits<double>::infinity();
}

bool begin_at_strike(ObservedShot& shot) {
  double first = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < shot.balls.size(); ++i) {
    const double moves = first_move(shot.balls[i]);
    if (moves >= first) continue;
    first = moves;
    shot.cue = static_cast<int>(i);
  }
  if (!std::isfinite(first)) return false;
  const double begin = leaves_rest(shot.balls[static_cast<std::size_t>(shot.cue)], first);
  for (BallTrack& track : shot.balls) begin_at(begin, track);
  return true;
}

void fill_rests(BallTrack& track) {
  constexpr double kPeriod = 0.1;    // of the added positions, and their distance to a motion [s]
  constexpr double kSlowest = 0.02;  // a ball that rolls is faster [m/s]
  BallTrack filled;
  filled.id = track.id;
  filled.rests = track.rests;
  for (std::size_t i = 0; i < track.time.size(); ++i) {
    filled.time.push_back(track.time[i]);
    filled.position.push_back(track.position[i]);
    if (i + 1 == track.time.size()) break;
    const double gap = track.time[i + 1] - track.time[i];
    if ((track.position[i + 1] - track.position[i]).norm() > kSlowest * gap) continue;
    for (double after = kPeriod; after < gap - kPeriod; after += kPeriod) {
      filled.time.push_back(track.time[i] + after);
      filled.position.push_back(track.position[i]);
    }
  }
  track = std::move(filled);
}

double position_noise(const std::vector<ObservedShot>& shots) {
  constexpr double kSmallest = 1e-4;  // [m]
  std::vector<double> roughness;
  for (const ObservedShot& shot : shots) {
    for (const BallTrack& track : shot.balls) add_roughness(track, roughness);
  }
  if (roughness.empty()) return 1e-3;
  const auto middle = roughness.begin() + static_cast<std::ptrdiff_t>(roughness.size() / 2);
  std::nth_element(roughness.begin(), middle, roughness.end());
  // The median of |x| is 0.6745 σ; a third difference has (1 + 9 + 9 + 1) σ².
  return std::max(kSmallest, *middle / (0.6745 * std::sqrt(20.0)));
}

Trajectories load_trajectories(const std::string& path) {
  std::ifstream stream(path);
  if (!stream || std::filesystem::is_directory(path))
    throw FileError(fmt::format("{}: cannot be read", path));
  const Json file = Json::parse(stream, nullptr, false);
  const Place place{path, ""};
  if (file.is_discarded()) throw FileError(fmt::format("{}: is not JSON", path));
  Trajectories trajectories;
  const std::vector<double> size =
      numbers(member(file, "table_m", place), 0.1, kLargestTable, place.at("table_m"));
  if (size.size() != 2) place.at("table_m").refuse("is not [length, width]");
  trajectories.length = size[0];
  trajectories.width = size[1];
  trajectories.ball_diameter =
      number(member(file, "ball_diameter_m", place), 0.01, 0.2, place.at("ball_diameter_m"));
  const Json& shots = member(file, "shots", place);
  if (!shots.is_array()) place.at("shots").refuse("is not a list");
  std::vector<ObservedShot> read;
  for (std::size_t i = 0; i < shots.size(); ++i) {
    read.push_back(read_shot(shots[i], place.at(fmt::format("shots[{}]", i))));
  }
  mend_clock(read);
  for (ObservedShot& shot : read) {
    if (!begin_at_strike(shot)) continue;
    for (BallTrack& track : shot.balls) fill_rests(track);
    trajectories.shots.push_back(std::move(shot));
  }
  if (trajectories.shots.empty()) place.at("shots").refuse("has no shot in which a ball moves");
  return trajectories;
}

}  // namespace billiard
