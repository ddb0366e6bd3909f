// SPDX-License-Identifier: Apache-2.0
// `billiard replay`: track and predict a recording again, and say how well that does.
#include <fmt/format.h>

#include <memory>

#include "billiard_engine/files/file_error.hpp"
#include "commands.hpp"
#include "could_not.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "session/prediction_error.hpp"
#include "session/replay_text.hpp"
#include "session/retrack.hpp"

namespace billiard {
namespace {

struct ReplayOptions {
  std::string bag, table, physics, json, html;
  session::RetrackOptions images;
};

Settings settings_of(const ReplayOptions& options, const session::Recording& recording) {
  const std::string& table = options.table.empty() ? recording.table : options.table;
  if (table.empty())
    throw FileError(options.bag + ": does not name its table; give one with --table");
  return load_settings(table, options.physics);
}

void replay(const ReplayOptions& options) {
  check_destinations({{"--json", options.json}, {"--html", options.html}});
  session::Recording recording = session::read_recording(options.bag);
  const Settings settings = settings_of(options, recording);
  session::Retracked tracked;
  if (!recording.image_topics.empty()) {
    Progress progress("tracking");
    tracked = session::track_images(recording, settings, options.images,
                                    [&](double part) { progress.update(part); });
  }
  const bool from_images = !tracked.moments.empty();
  if (!from_images && recording.balls.empty())
    throw CouldNot(options.bag + ": " +
                   (tracked.problem.empty() ? "has neither images nor /balls" : tracked.problem));
  if (!from_images && !tracked.problem.empty())
    recording.notes.push_back("images: not used: " + tracked.problem);
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
  const auto options = std::make_shared<ReplayOptions>();
  command->add_option("BAG", options->bag, "rosbag2 bag with images, /balls or both")->required();
  command->add_option("--table", options->table,
                      "Table: a name in config/tables or a file (default: the bag's)");
  command->add_option("--physics", options->physics,
                      "Physics: a name in config/physics or a file (default: the table's)");
  command->add_option("--camera", options->images.camera,
                      "Camera file: lens, corners or markers (default: the bag's camera_info)");
  command->add_option("--topic", options->images.topic,
                      "Image topic (default: /camera/image_raw, or the only one)");
  command->add_option("--json", options->json, "Write all figures (- for stdout)");
  command->add_option("--html", options->html, "Write a page with plots and every shot, animated");
  command->callback([options] { replay(*options); });
}

}  // namespace billiard
