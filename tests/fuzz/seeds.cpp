// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <opencv2/imgcodecs.hpp>

#include "billiard_engine/files/config.hpp"
#include "targets.hpp"

namespace billiard::fuzz {
namespace {

std::vector<std::string> config_files(const std::string& folder) {
  std::vector<std::string> texts;
  for (const std::string& name : config_names(folder)) {
    std::ifstream stream(config_dir() / folder / (name + ".yaml"));
    texts.emplace_back(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
  }
  return texts;
}

const std::string kScenario = R"({"table": "snooker_12ft", "physics": "snooker",
"overrides": {"cloth": {"friction": 0.25}, "ball_ball.law": "flores", "nose_height": 0.036},
"balls": [{"id": "white", "position": [-0.635, 0.0], "spin": [0, 35.0, 0]},
          {"id": "red", "position": [0.635, 0.01, 0.1], "velocity": [0.1, 0.0, 2.0]}],
"shot": {"ball": "white", "speed": 3.0, "azimuth": 0.1, "elevation": 0.2, "offset": [0.1, -0.2]},
"until": 2.5, "samples": 0.05}
)";

const std::string kLayout = R"(balls:
  - {id: cue, position: [-0.6, 0.1]}
  - {id: "3", position: [0.2, 0.1], velocity: [1.0, -0.5]}
  - {id: eight, position: [0.26, 0.1, 0.029], velocity: [0, 0, -1], spin: [10, 0, 50]}
)";

const std::string kCustomTable = "length: 2.0\nwidth: 1.0\nballs: pool\nphysics: pool\n";

const std::string kMarkedCamera = R"(corners_px: [[100, 600], [1180, 600], [1000, 100], [280, 100]]
markers:
  dictionary: DICT_4X4_50
  list: [{id: 0, position: [-1.3, -0.7, 0.05], size: 0.1, angle: 0.0}]
)";

const std::string kRationalCamera = R"(image_width: 1280
image_height: 720
camera_matrix: {rows: 3, cols: 3, data: [900, 0, 640, 0, 900, 360, 0, 0, 1]}
distortion_model: rational_polynomial
distortion_coefficients: {rows: 1, cols: 8, data: [6.1, 2.3, 0.001, 0, 0.12, 6.4, 4.2, 0.7]}
)";

const std::string kFisheye = R"(image_width: 1280
image_height: 720
camera_matrix: {rows: 3, cols: 3, data: [640, 0, 640, 0, 640, 360, 0, 0, 1]}
distortion_model: equidistant
distortion_coefficients: [-0.03, 0.01, -0.004, 0.0007]
)";

const std::string kRecording = R"({"table_m": [2.84, 1.42], "ball_diameter_m": 0.0615, "shots": [
{"id": 1, "balls": {
  "white": {"t_s": [0, 0.02, 0.04, 0.06, 0.08], "x_m": [0, 0, 0.02, 0.05, 0.08], "y_m": [0, 0, 0, 0, 0]},
  "red": {"t_s": [0, 0.08, 3.0], "x_m": [0.5, 0.5, 0.5], "y_m": [0.1, 0.1, 0.1]}}},
{"id": "two", "balls": {"white": {"t_s": [1, 2, 3], "x_m": [0, 1, -1], "y_m": [0, 0.1, 0.2]}}}]}
)";

/// CDR as ROS 2 writes it on little-endian machines.
class Cdr {
 public:
  template <typename Number>
  Cdr& add(Number value) {
    while ((bytes_.size() - 4) % sizeof(Number) != 0) bytes_.push_back('\0');
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof(Number));
    return *this;
  }
  Cdr& add(const std::string& content) {
    add(static_cast<std::uint32_t>(content.size()));
    bytes_ += content;
    return *this;
  }
  Cdr& add_header() {
    return add(std::int32_t{7}).add(std::uint32_t{5}).add(std::string("camera\0", 7));
  }
  [[nodiscard]] const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_{"\0\1\0\0", 4};
};

std::vector<std::string> image_messages() {
  constexpr std::uint32_t kHeight = 2;
  constexpr std::uint32_t kWidth = 4;
  Cdr raw;
  raw.add_header().add(kHeight).add(kWidth).add(std::string("bgr8\0", 5));
  raw.add(std::uint8_t{0}).add(3 * kWidth).add(std::string(3 * kWidth * kHeight, 'a'));
  std::vector<std::uint8_t> png;
  cv::imencode(".png", cv::Mat(3, 5, CV_8UC3, cv::Scalar(1, 2, 3)), png);
  Cdr compressed;
  compressed.add_header().add(std::string("png\0", 4)).add(std::string(png.begin(), png.end()));
  Cdr info;
  info.add_header().add(kHeight).add(kWidth).add(std::string("plumb_bob\0", 10));
  info.add(std::uint32_t{5});
  for (const double d : {-0.1, 0.01, 0.0, 0.0, 0.0}) info.add(d);
  for (const double k : {1000.0, 0.0, 2.0, 0.0, 1001.0, 1.0, 0.0, 0.0, 1.0}) info.add(k);
  for (int i = 0; i < 9 + 12; ++i) info.add(0.0);
  return {'r' + raw.bytes(), 'c' + compressed.bytes(), 'i' + info.bytes()};
}

}  // namespace

std::vector<std::string> make_seeds(const std::string& target) {
  std::vector<std::string> seeds;
  if (target == "scenario") seeds = config_files("scenarios");
  if (target == "physics") seeds = config_files("physics");
  if (target == "table") seeds = config_files("tables");
  if (target == "camera") seeds = config_files("cameras");
  if (target == "scenario") seeds.push_back(kScenario);
  if (target == "layout") seeds = {kLayout, "- {id: cue, position: [0, 0]}\n"};
  if (target == "table") seeds.push_back(kCustomTable);
  if (target == "camera") seeds.insert(seeds.end(), {kMarkedCamera, kRationalCamera, kFisheye});
  if (target == "recording") seeds.push_back(kRecording);
  if (target == "image_message") seeds = image_messages();
  return seeds;
}

}  // namespace billiard::fuzz
