// SPDX-License-Identifier: Apache-2.0
// `billiard replay`: track and predict a recording again, and say how well that does.
#include <fmt/format.h>

#include <map>
#include <memory>

#include "billiard_engine/files/config.hpp"
#include "billiard_engine/files/file_error.hpp"
#include "billiard_vision/camera_file.hpp"
#include "billiard_vision/tracker.hpp"
#include "commands.hpp"
#include "frame_source.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "session/prediction_error.hpp"
#include "session/replay_text.hpp"

namespace billiard {
namespace {

struct Options {
  std::string bag, topic, table, physics, camera, json, html;
};

// The images of a bag, tracked.
struct Tracked {
  std::vector<session::BallsMoment> moments;
  std::size_t frames{0}, damaged{0};
  std::string problem;  ///< Why there are no moments
};

session::BallsMoment moment_of(const vision::TrackedFrame& frame, vision::BallSet set) {
  session::BallsMoment moment;
  moment.at_rest = true;
  std::map<std::string, int> count;
  for (const vision::TrackedBall& ball : frame.balls) {
    Ball state;
    state.position = {ball.position[0], ball.position[1], ball.position[2]};
    state.velocity = {ball.velocity[0], ball.velocity[1], ball.velocity[2]};
    state.spin = {ball.spin[0], ball.spin[1], ball.spin[2]};
    state.motion = ball.motion;
    moment.at_rest = moment.at_rest && ball.motion == Motion::kRest;
    std::string id(vision::ball_kinds(set)[static_cast<std::size_t>(ball.kind)].id);
    const int number = ++count[id];
    if (number > 1) id += std::to_string(number);
    moment.layout.ids.push_back(id);
    moment.layout.balls.push_back(state);
  }
  return moment;
}

Tracked track_images(const Options& options, const session::Recording& recording,
                     const Settings& settings) {
  const std::unique_ptr<FrameSource> source = open_bag(options.bag, options.topic);
  vision::CameraHint hint;
  if (options.camera.empty()) {
    hint.lens = source->lens();
  } else {
    hint = vision::load_camera(find_config("cameras", options.camera));
  }
  vision::Tracker tracker(settings.table, settings.physics, hint);
  Tracked tracked;
  Progress progress("tracking");
  for (;;) {
    std::optional<TimedFrame> frame;
    try {
      frame = source->next();
    } catch (const FileError& error) {  // one image that cannot be read
      ++tracked.damaged;
      tracked.problem = error.what();
      continue;
    }
    if (!frame) break;
    ++tracked.frames;
    const double time = recording.seconds(frame->stamp_ns);
    const vision::TrackedFrame found = tracker.update(frame->picture, time);
    if (!found.problem.empty()) tracked.problem = options.bag + ": " + found.problem;
    if (!found.problem.empty() || !tracker.view()) continue;
    tracked.moments.push_back(moment_of(found, tracker.view()->table.balls));
    tracked.moments.back().time = time;
    if (source->promised() > 0.0)
      progress.update(static_cast<double>(tracked.frames) / source->promised());
  }
  return tracked;
}

Settings settings_of(const Options& options, const session::Recording& recording) {
  const std::string& table = options.table.empty() ? recording.table : options.table;
  if (table.empty())
    throw FileError(options.bag + ": does not name its table; give one with --table");
  return load_settings(table, options.physics);
}

void replay(const Options& options) {
  session::Recording recording = session::read_recording(options.bag);
  const Settings settings = settings_of(options, recording);
  Tracked tracked;
  if (!recording.image_topics.empty()) tracked = track_images(options, recording, settings);
  const bool from_images = !tracked.moments.empty();
  if (!from_images && recording.balls.empty())
    throw CouldNot(tracked.problem.empty() ? options.bag + ": has neither images nor /balls"
                                           : tracked.problem);
  if (!from_images && !tracked.problem.empty()) recording.notes.push_back("images: no table found");
  const std::vector<session::BallsMoment>& moments =
      from_images ? tracked.moments : recording.balls;
  if (is_half_turned(recording.truth, moments)) turn_by_half(recording.truth);
  const auto shots =
      session::find_shots(recording.results, recording.truth.empty() ? moments : recording.truth);
  if (shots.empty()) recording.notes.emplace_back("no shot was found");
  Progress progress("predicting");
  const session::ReplayReport report = session::analyse(
      {settings, moments, recording.truth, shots}, [&](double part) { progress.update(part); });
  const session::ReplayedBag replayed{recording, report, moments, from_images ? tracked.frames : 0,
                                      tracked.damaged};
  Output output;
  output.add_json(options.json, to_json(replayed));
  if (!options.html.empty()) output.add(options.html, to_html(replayed, settings));
  output.commit();
  if (!output.uses_stdout()) fmt::print("{}", to_text(replayed));
}

}  // namespace

void add_replay(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "replay", "Track and predict a recording again and report the prediction error");
  const auto options = std::make_shared<Options>();
  command->add_option("BAG", options->bag, "rosbag2 bag with images, /balls or both")->required();
  command->add_option("--table", options->table,
                      "Table: a name in config/tables or a file (default: the bag's)");
  command->add_option("--physics", options->physics,
                      "Physics: a name in config/physics or a file (default: the table's)");
  command->add_option("--camera", options->camera,
                      "Camera file: lens, corners or markers (default: the bag's camera_info)");
  command->add_option("--topic", options->topic,
                      "Image topic (default: /camera/image_raw, or the only one)");
  command->add_option("--json", options->json, "Write all figures (- for stdout)");
  command->add_option("--html", options->html, "Write a page with plots and every shot, animated");
  command->callback([options] { replay(*options); });
}

}  // namespace billiard
