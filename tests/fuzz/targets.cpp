// SPDX-License-Identifier: Apache-2.0
#include "targets.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <optional>
#include <span>
#include <stdexcept>

#include "billiard_engine/check_layout.hpp"
#include "billiard_engine/files/file_error.hpp"
#include "billiard_engine/files/scenario.hpp"
#include "billiard_engine/simulator.hpp"
#include "billiard_vision/camera_file.hpp"
#include "fit/trajectories.hpp"
#include "image_message.hpp"
#include "temporary_folder.hpp"

namespace billiard::fuzz {
namespace {

void require(bool holds, const char* promise) {
  if (holds) return;
  std::fprintf(stderr, "broken promise: %s\n", promise);
  std::abort();
}

/// Gives `use` a file of these bytes. It may refuse them with an `Error` that names the file.
template <typename Error>
bool with_file(const char* name, const std::string& bytes,
               const std::function<void(const std::string&)>& use) {
  static const TemporaryFolder folder;
  try {
    use(folder.write(name, bytes));
    return true;
  } catch (const Error& error) {
    require(std::string(error.what()).find(name) != std::string::npos,
            "the message names the file");
    return false;
  }
}

bool finite(const Ball& ball) {
  return ball.position.allFinite() && ball.velocity.allFinite() && ball.spin.allFinite();
}

/// Half a second of these balls, in finite numbers.
void simulate(const Settings& settings, const Layout& layout, const std::optional<Shot>& shot) {
  Simulator simulator{settings.table, settings.physics};
  simulator.reset(layout.balls);
  if (shot) (void)simulator.strike(*shot);
  const Result result = simulator.run({.time = 0.5, .steps = 20000});
  require(std::isfinite(result.time), "a run ends at some time");
  require(std::all_of(result.balls.begin(), result.balls.begin() + result.ball_count, finite),
          "balls stay finite");
}

}  // namespace

bool scenario(const std::string& bytes) {
  return with_file<FileError>("scenario.yaml", bytes, [](const std::string& path) {
    const Scenario s = load_scenario(path);
    simulate({s.table, s.physics}, s.layout, s.shot);
  });
}

bool layout(const std::string& bytes) {
  static const Settings settings = load_settings("pool_9ft");
  return with_file<FileError>("layout.yaml", bytes, [](const std::string& path) {
    simulate(settings, load_layout(path, settings), {});
  });
}

/// Physics that are accepted can be written, and are then read as the same.
bool physics(const std::string& bytes) {
  return with_file<FileError>("physics.yaml", bytes, [](const std::string& path) {
    const std::string text = to_yaml(load_physics(path));
    static const TemporaryFolder folder;
    require(to_yaml(load_physics(folder.write("again.yaml", text))) == text, "physics read again");
  });
}

bool table(const std::string& bytes) {
  return with_file<FileError>("table.yaml", bytes, [](const std::string& path) {
    const Settings settings = load_settings(path);
    Layout middle;
    middle.balls.emplace_back();
    middle.balls[0].position.z() = settings.physics.ball.radius;
    middle.balls[0].velocity = {3.0, 1.0, 0.0};
    if (!check_layout(middle.balls, settings.table, settings.physics)) {
      simulate(settings, middle, {});
    }
  });
}

bool camera(const std::string& bytes) {
  return with_file<std::invalid_argument>("camera.yaml", bytes, [](const std::string& path) {
    const vision::CameraHint hint = vision::load_camera(path);
    require(hint.lens || hint.corners_px || !hint.markers.empty(),
            "something is known of a camera");
  });
}

/// Times increase, and all is finite.
bool recording(const std::string& bytes) {
  return with_file<FileError>("recording.json", bytes, [](const std::string& path) {
    const Trajectories recording = load_trajectories(path);
    require(!recording.shots.empty(), "a recording has shots");
    for (const ObservedShot& shot : recording.shots) {
      for (const BallTrack& track : shot.balls) {
        require(track.time.size() == track.position.size(), "a place for every time");
        require(std::is_sorted(track.time.begin(), track.time.end()), "times increase");
        require(std::all_of(track.position.begin(), track.position.end(),
                            [](const Vec2<double>& p) { return p.allFinite(); }),
                "places are finite");
      }
    }
    require(position_noise(recording.shots) > 0.0, "noise is positive");
  });
}

/// The first byte chooses the kind of message.
bool image_message(const std::string& bytes) {
  if (bytes.empty()) return false;
  const std::span<const std::uint8_t> message{
      reinterpret_cast<const std::uint8_t*>(bytes.data()) + 1, bytes.size() - 1};
  if (bytes[0] == 'i') {
    const auto lens = decode_camera_info(message);
    require(!lens || (std::isfinite(lens->fx) && lens->width > 0), "a lens has a size");
    return lens.has_value();
  }
  const ImageMessage image =
      bytes[0] == 'r' ? decode_image(message) : decode_compressed_image(message);
  require(image.picture.empty() != image.problem.empty(), "a picture or a problem");
  return image.problem.empty();
}

}  // namespace billiard::fuzz
