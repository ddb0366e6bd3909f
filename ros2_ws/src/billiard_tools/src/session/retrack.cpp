// SPDX-License-Identifier: Apache-2.0
#include "session/retrack.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <set>

#include "billiard_engine/files/file_error.hpp"
#include "camera_hint.hpp"
#include "frame_source.hpp"

namespace billiard::session {

namespace {

Vec3<double> vector_of(const cv::Vec3d& v) { return {v[0], v[1], v[2]}; }

// When new racks were set up: the balls before are gone.
std::vector<double> new_racks(const std::vector<RecordedGame>& states) {
  std::vector<double> times;
  for (std::size_t i = 1; i < states.size(); ++i) {
    if (states[i].rack != states[i - 1].rack) times.push_back(states[i].time);
  }
  return times;
}

// What a message says behind the bag's name: reports of the same bag are the same everywhere.
std::string without_name(const std::string& message, const std::string& bag) {
  return message.starts_with(bag + ": ") ? message.substr(bag.size() + 2) : message;
}

}  // namespace

std::optional<vision::ExpectedStroke> StrokeTeller::take(double time) {
  std::optional<vision::ExpectedStroke> news;
  const auto& commands = recording_.commands;
  for (; command_ < commands.size() && commands[command_].time <= time; ++command_) {
    const RecordedCommand& command = commands[command_];
    if (!command.place) continue;
    news.emplace();
    news->shot = command.shot;
    news->place = {command.place->x(), command.place->y()};
    news->until = std::numeric_limits<double>::infinity();
    told_ = command.shot_id;
  }
  const auto& results = recording_.results;
  for (; result_ < results.size() && results[result_].time <= time; ++result_) {
    const bool given_up = results[result_].outcome != StrokeOutcome::kFired;
    if (given_up && results[result_].shot_id == told_) news.emplace();  // one that is over
  }
  return news;
}

// The kind's name when the ball was first seen, with a number where another has it.
std::string MomentMaker::id_of(const vision::TrackedBall& ball) {
  const auto known = ids_.find(ball.track);
  if (known != ids_.end()) return known->second;
  const std::string kind(vision::ball_id(set_, ball.kind));
  const auto taken = [&](const std::string& id) {
    return std::any_of(ids_.begin(), ids_.end(), [&](const auto& i) { return i.second == id; });
  };
  std::string id = kind;
  for (int number = 2; taken(id); ++number) id = kind + std::to_string(number);
  ids_[ball.track] = id;
  return id;
}

BallsMoment MomentMaker::take(const vision::TrackedFrame& frame) {
  BallsMoment moment;
  moment.time = frame.time;
  moment.at_rest = true;
  for (const vision::LostBall& lost : frame.lost) {
    const auto known = ids_.find(lost.track);
    if (known == ids_.end() || lost.reason != vision::LostBall::Reason::kPocketed) continue;
    Ball& ball = fallen_[known->second];
    ball.position = vector_of(lost.position);
    ball.motion = Motion::kPocketed;
    ball.pocket = static_cast<std::int8_t>(lost.pocket);
  }
  std::set<std::uint32_t> seen;
  for (const vision::TrackedBall& ball : frame.balls) seen.insert(ball.track);
  std::erase_if(ids_, [&](const auto& i) { return !seen.contains(i.first); });
  for (const vision::TrackedBall& tracked : frame.balls) {
    Ball ball;
    ball.position = vector_of(tracked.position);
    ball.velocity = vector_of(tracked.velocity);
    ball.spin = vector_of(tracked.spin);
    ball.motion = tracked.motion;
    moment.at_rest = moment.at_rest && ball.motion == Motion::kRest;
    moment.layout.ids.push_back(id_of(tracked));
    moment.layout.balls.push_back(ball);
    fallen_.erase(moment.layout.ids.back());
  }
  for (const auto& [id, ball] : fallen_) {
    moment.layout.ids.push_back(id);
    moment.layout.balls.push_back(ball);
  }
  return moment;
}

Retracked track_images(const Recording& recording, const Settings& settings,
                       const RetrackOptions& options, const std::function<void(double)>& progress) {
  const std::unique_ptr<FrameSource> source = open_bag(recording.bag, options.topic);
  vision::CameraHint hint = load_camera_hint(options.camera);
  if (options.camera.empty()) hint.lens = source->lens();
  vision::Tracker tracker(settings.table, settings.physics, hint);
  const std::vector<double> racks = new_racks(recording.game);
  auto next_rack = racks.begin();
  StrokeTeller strokes(recording);
  std::optional<MomentMaker> maker;
  Retracked tracked;
  for (;;) {
    std::optional<TimedFrame> frame;
    try {
      frame = source->next();
    } catch (const FileError& error) {  // one image that cannot be read
      ++tracked.damaged;
      tracked.problem = without_name(error.what(), recording.bag);
      continue;
    }
    if (!frame) break;
    if (tracked.frames++ == 0 && !options.camera.empty())
      check_size(hint, options.camera, frame->picture.size(), recording.bag);
    const double time = recording.seconds(frame->stamp_ns);
    for (; next_rack != racks.end() && *next_rack <= time; ++next_rack) {
      tracker = vision::Tracker(settings.table, settings.physics, hint);
      maker.reset();
    }
    if (const auto stroke = strokes.take(time)) tracker.expect(*stroke);
    const vision::TrackedFrame found = tracker.update(frame->picture, time);
    if (!found.problem.empty()) tracked.problem = found.problem;
    if (!found.problem.empty() || !tracker.view()) continue;
    if (!maker) maker.emplace(tracker.view()->table.balls);
    tracked.moments.push_back(maker->take(found));
    if (source->promised() > 0.0)
      progress(static_cast<double>(tracked.frames) / source->promised());
  }
  return tracked;
}

}  // namespace billiard::session
