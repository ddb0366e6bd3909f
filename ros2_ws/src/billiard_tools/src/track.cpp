// SPDX-License-Identifier: Apache-2.0
// `billiard track`: balls over time in a video or a bag.
#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <filesystem>
#include <memory>
#include <opencv2/imgproc.hpp>
#include <opencv2/videoio.hpp>

#include "billiard_engine/files/file_error.hpp"
#include "billiard_engine/files/settings.hpp"
#include "billiard_vision/tracker.hpp"
#include "camera_hint.hpp"
#include "commands.hpp"
#include "could_not.hpp"
#include "frame_source.hpp"
#include "locate_json.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "quiet.hpp"
#include "unfinished_file.hpp"

namespace billiard {
namespace {

using nlohmann::ordered_json;

struct TrackOptions {
  std::string video, bag, topic, table, camera, json, overlay;
};

void check(const TrackOptions& options) {
  check_destinations({{"--json", options.json}, {"--overlay", options.overlay}});
  const std::string kind = std::filesystem::path(options.overlay).extension().string();
  if (!options.overlay.empty() && kind != ".mp4" && kind != ".avi") {
    throw FileError(
        fmt::format("--overlay is '{}'; allowed: a file .mp4 or .avi", options.overlay));
  }
  if (!options.topic.empty() && options.bag.empty()) {
    throw FileError(
        fmt::format("--topic is '{}'; allowed: only together with --bag", options.topic));
  }
}

ordered_json list(const cv::Vec3d& v) { return ordered_json::array({v[0], v[1], v[2]}); }

ordered_json frame_json(const vision::TrackedFrame& frame, vision::BallSet set) {
  ordered_json json{{"time_s", frame.time}, {"balls", ordered_json::array()}};
  for (const vision::TrackedBall& ball : frame.balls) {
    const vision::BallKind& kind = vision::ball_kinds(set)[static_cast<std::size_t>(ball.kind)];
    json["balls"].push_back(
        {{"id", kind.id},
         {"class", vision::class_name(kind.ball_class)},
         {"state", name(ball.motion)},
         {"seen", ball.seen},
         {"confidence", ball.confidence},
         {"position_m", list(ball.position)},
         {"velocity_m_s", list(ball.velocity)},
         {"spin_rad_s", list(ball.spin)},
         {"sigma_m", std::sqrt(std::max(ball.covariance(0, 0), ball.covariance(1, 1)))},
         {"sigma_m_s", std::sqrt(std::max(ball.covariance(2, 2), ball.covariance(3, 3)))},
         {"center_px", {ball.image.center_px.x, ball.image.center_px.y}}});
  }
  if (!frame.problem.empty()) json["problem"] = frame.problem;
  return json;
}

// The video with what the tracker knows drawn over it; appears under its name when complete.
class OverlayVideo {
 public:
  OverlayVideo(const std::string& path, double rate, cv::Size size) {
    if (path.empty()) return;
    file_ = std::make_unique<UnfinishedFile>(path);
    const Quiet quiet;
    writer_.open(file_->name(), cv::VideoWriter::fourcc('m', 'p', '4', 'v'), rate, size);
    if (!writer_.isOpened()) throw CouldNot(path + ": cannot be written as a video");
  }

  void add(cv::Mat picture, const vision::TrackedFrame& frame, vision::BallSet set) {
    if (!file_) return;
    for (const vision::TrackedBall& ball : frame.balls) {
      const cv::Scalar colour = ball.seen ? cv::Scalar(80, 255, 80) : cv::Scalar(40, 160, 255);
      const cv::Point at(ball.image.center_px);
      cv::circle(picture, at, cvRound(ball.image.radius_px), colour, 1, cv::LINE_AA);
      const std::string label(vision::ball_kinds(set)[static_cast<std::size_t>(ball.kind)].id);
      cv::putText(picture, label, at + cv::Point(cvRound(ball.image.radius_px) + 2, 0),
                  cv::FONT_HERSHEY_SIMPLEX, 0.45, {255, 255, 255}, 1, cv::LINE_AA);
    }
    writer_.write(picture);
  }
  void finish() {
    if (!file_) return;
    writer_.release();
    file_->finish();
  }

 private:
  std::unique_ptr<UnfinishedFile> file_;  // before the writer, which ends first
  cv::VideoWriter writer_;
};

void track(const TrackOptions& options) {
  check(options);
  const Settings settings = load_settings(options.table);
  (void)visible_table(settings);
  vision::CameraHint hint = load_camera_hint(options.camera);
  const std::string& input = options.bag.empty() ? options.video : options.bag;
  const std::unique_ptr<FrameSource> source =
      options.bag.empty() ? open_video(input) : open_bag(input, options.topic);
  if (options.camera.empty()) hint.lens = source->lens();
  const double promised = source->promised();

  vision::Tracker tracker(settings.table, settings.physics, hint);
  std::unique_ptr<OverlayVideo> overlay;
  ordered_json json{{"table", nullptr}, {"frames", ordered_json::array()}};
  Progress progress("tracking");
  std::string problem = "has no frame that can be read";
  int count = 0;
  double busy_ms = 0.0;
  for (; std::optional<TimedFrame> frame = source->next(); ++count) {
    if (!overlay) {
      const cv::Size size = frame->picture.size();
      if (!options.camera.empty()) check_size(hint, options.camera, size, input);
      overlay = std::make_unique<OverlayVideo>(options.overlay, source->rate(), size);
    }
    const auto start = std::chrono::steady_clock::now();
    const vision::TrackedFrame found = tracker.update(frame->picture, frame->stamp);
    busy_ms +=
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    problem = found.problem;
    if (!tracker.view()) continue;
    if (json["table"].is_null()) {
      json["table"] = table_json(*tracker.view());
      warn_if_doubtful(*tracker.view(), input);
    }
    const vision::BallSet set = tracker.view()->table.balls;
    json["frames"].push_back(frame_json(found, set));
    overlay->add(frame->picture, found, set);
    if (promised > 0.0) progress.update(count / promised);
  }
  if (!tracker.view()) throw CouldNot(input + ": " + problem);
  json["frames_read"] = count;
  json["frames_promised"] = std::llround(promised);
  json["elapsed_ms"] = busy_ms;
  Output output;
  output.add_json(options.json, json);
  output.commit();
  overlay->finish();
  if (count + 1 < promised) {
    fmt::print(stderr, "billiard: {}: ends after {} of {} frames\n", input, count, promised);
  }
  if (output.uses_stdout()) return;
  fmt::print("{} frames, {:.1f} ms each\n", count, busy_ms / std::max(1, count));
}

}  // namespace

void add_track(CLI::App& app) {
  CLI::App* command = app.add_subcommand("track", "Follow the balls of a video or a bag");
  const auto options = std::make_shared<TrackOptions>();
  CLI::Option_group* input = command->add_option_group("input", "Where the frames are");
  input->add_option("--video", options->video, "Video of the table");
  input->add_option("--bag", options->bag, "rosbag2 bag with images of the table");
  input->require_option(1);
  command->add_option("--topic", options->topic,
                      "Image topic of the bag (default: /camera/image_raw, or the only one)");
  command->add_option("--table", options->table, "Table: a name in config/tables or a file")
      ->required();
  command->add_option("--camera", options->camera,
                      "Camera file: lens, corners or markers (default: the bag's camera_info)");
  command->add_option("--json", options->json,
                      "Write positions, speeds and spins over time (- for stdout)");
  command->add_option("--overlay", options->overlay,
                      "Write the video with the balls drawn over it (.mp4 or .avi)");
  command->callback([options] { track(*options); });
}

}  // namespace billiard
