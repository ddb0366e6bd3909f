// SPDX-License-Identifier: Apache-2.0
#include "billiard_vision/camera_file.hpp"

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "aruco.hpp"
#include "markers.hpp"

namespace billiard::vision {

namespace {

// The value as one short line for messages.
std::string shown(const YAML::Node& node) {
  if (!node) return "missing";
  if (node.IsNull()) return "empty";
  if (node.IsMap()) return "a map";
  if (node.IsSequence()) return "a list of " + std::to_string(node.size());
  std::string text = node.Scalar().substr(0, 60);
  std::replace_if(
      text.begin(), text.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; }, ' ');
  return "'" + text + "'";
}

// A number as short as it can be.
std::string text_of(double value) {
  std::ostringstream text;
  text << value;
  return text.str();
}

// Values of one file, with messages that name it.
class Reader {
 public:
  explicit Reader(const std::filesystem::path& path) : path_(path.string()) {
    try {
      root_ = YAML::LoadFile(path_);
    } catch (const YAML::BadFile&) {
      throw std::invalid_argument(path_ + ": cannot be read");
    } catch (const YAML::Exception& e) {
      throw std::invalid_argument(path_ + ": is not YAML: " + e.what());
    }
    if (!root_.IsMap()) fail("", "is no camera file: it must hold fields such as camera_matrix");
  }

  [[noreturn]] void fail(const std::string& field, const std::string& what) const {
    throw std::invalid_argument(path_ + ": " + field + (field.empty() ? "" : " ") + what);
  }

  [[nodiscard]] const YAML::Node& root() const { return root_; }

  [[nodiscard]] double number(const YAML::Node& node, const std::string& field, double low,
                              double high) const {
    const std::string range = text_of(low) + " to " + text_of(high);
    double value = 0.0;
    if (!node || !YAML::convert<double>::decode(node, value))
      fail(field, "is " + shown(node) + "; allowed: a number, " + range);
    if (!(value >= low && value <= high))
      fail(field, "is " + text_of(value) + "; allowed: " + range);
    return value;
  }

  [[nodiscard]] int whole_number(const YAML::Node& node, const std::string& field, int low,
                                 int high) const {
    const double value = number(node, field, low, high);
    if (value != std::floor(value)) {
      fail(field, "is " + shown(node) + "; allowed: a whole number, " + std::to_string(low) +
                      " to " + std::to_string(high));
    }
    return static_cast<int>(value);
  }

  // `data` of a ROS matrix, or a plain list.
  [[nodiscard]] std::vector<double> numbers(const YAML::Node& node, const std::string& field,
                                            std::size_t least, std::size_t most) const {
    const YAML::Node list = node && node.IsMap() ? node["data"] : node;
    if (!list || !list.IsSequence() || list.size() < least || list.size() > most) {
      fail(field, "is " + shown(list) + "; allowed: a list of " + std::to_string(least) +
                      (most > least ? " to " + std::to_string(most) : "") + " numbers");
    }
    std::vector<double> out;
    for (const YAML::Node& item : list) out.push_back(number(item, field, -1e6, 1e6));
    return out;
  }

 private:
  std::string path_;
  YAML::Node root_;
};

void read_distortion(const Reader& r, Lens& lens) {
  const YAML::Node model = r.root()["distortion_model"];
  const YAML::Node given = r.root()["distortion_coefficients"];
  std::vector<double> d;
  if (given) d = r.numbers(given, "distortion_coefficients", 4, 14);
  if (!set_distortion(lens, model ? model.as<std::string>("") : "plumb_bob", d)) {
    std::string list;
    for (const double value : d) list += (list.empty() ? " with " : ", ") + text_of(value);
    r.fail("distortion_model",
           "is " + (model ? shown(model) : "'plumb_bob'") + list + "; allowed: " + kReadLenses);
  }
  const double most = lens.model == LensModel::kRationalPolynomial ? 1000.0 : 10.0;
  for (const double value : lens.distortion) {
    if (std::abs(value) > most)
      r.fail("distortion_coefficients",
             "holds " + text_of(value) + "; allowed: " + text_of(-most) + " to " + text_of(most));
  }
}

Lens read_lens(const Reader& r) {
  Lens lens;
  const YAML::Node& n = r.root();
  lens.width = r.whole_number(n["image_width"], "image_width", 64, 8192);
  lens.height = r.whole_number(n["image_height"], "image_height", 64, 8192);
  const auto k = r.numbers(n["camera_matrix"], "camera_matrix", 9, 9);
  if (!(k[0] > 10.0 && k[4] > 10.0)) {
    r.fail("camera_matrix", "has focal lengths of " + text_of(k[0]) + " and " + text_of(k[4]) +
                                " px; allowed: above 10");
  }
  if (k[1] != 0.0 || k[3] != 0.0) {
    r.fail("camera_matrix", "has skew " + text_of(k[1] != 0.0 ? k[1] : k[3]) + "; allowed: 0");
  }
  if (k[6] != 0.0 || k[7] != 0.0 || k[8] != 1.0) {
    r.fail("camera_matrix", "ends with " + text_of(k[6]) + ", " + text_of(k[7]) + ", " +
                                text_of(k[8]) + "; allowed: 0, 0, 1");
  }
  lens.fx = k[0];
  lens.fy = k[4];
  lens.cx = k[2];
  lens.cy = k[5];
  read_distortion(r, lens);
  return lens;
}

void read_corners(const Reader& r, CameraHint& hint) {
  const YAML::Node node = r.root()["corners_px"];
  if (!node) return;
  if (!node.IsSequence() || node.size() != 4)
    r.fail("corners_px", "is " + shown(node) + "; allowed: a list of 4 pairs [u, v]");
  hint.corners_px.emplace();
  for (std::size_t i = 0; i < 4; ++i) {
    const auto pair = r.numbers(node[i], "corners_px", 2, 2);
    (*hint.corners_px)[i] = {pair[0], pair[1]};
  }
  if (run_counterclockwise(*hint.corners_px)) return;
  r.fail("corners_px", "is " + corners_text(*hint.corners_px) +
                           "; allowed: the corners (-x, -y), (+x, -y), (+x, +y), (-x, +y) in this "
                           "order, counterclockwise seen from above");
}

void read_markers(const Reader& r, CameraHint& hint) {
  const YAML::Node node = r.root()["markers"];
  if (!node) return;
  if (!node.IsMap())
    r.fail("markers", "is " + shown(node) + "; allowed: a map of dictionary, list");
  hint.marker_dictionary = node["dictionary"].as<std::string>("");
  const int dictionary = marker_dictionary(hint.marker_dictionary);
  if (dictionary < 0) {
    r.fail("markers.dictionary",
           "is '" + hint.marker_dictionary +
               "'; allowed: OpenCV's names, such as DICT_4X4_50 or DICT_APRILTAG_36h11");
  }
  if (!node["list"] || !node["list"].IsSequence())
    r.fail("markers.list", "is " + shown(node["list"]) + "; allowed: a list of markers");
  for (const YAML::Node& item : node["list"]) {
    if (!item.IsMap())
      r.fail("markers.list", "holds " + shown(item) + "; allowed: {id, position, size}");
    TableMarker marker;
    marker.id = r.whole_number(item["id"], "markers.list.id", 0, count_markers(dictionary) - 1);
    for (const TableMarker& other : hint.markers) {
      if (other.id != marker.id) continue;
      r.fail("markers.list.id",
             "is " + shown(item["id"]) + ", which another marker has; allowed: unique ids");
    }
    const auto p = r.numbers(item["position"], "markers.list.position", 3, 3);
    marker.centre = {p[0], p[1], p[2]};
    marker.size = r.number(item["size"], "markers.list.size", 0.005, 2.0);
    if (item["angle"]) marker.angle = r.number(item["angle"], "markers.list.angle", -10.0, 10.0);
    hint.markers.push_back(marker);
  }
}

}  // namespace

CameraHint load_camera(const std::filesystem::path& path) {
  const Reader reader(path);
  CameraHint hint;
  if (reader.root()["camera_matrix"]) hint.lens = read_lens(reader);
  read_corners(reader, hint);
  read_markers(reader, hint);
  if (!hint.lens && !hint.corners_px && hint.markers.empty()) {
    reader.fail("camera_matrix", "is missing (and so are corners_px and markers)");
  }
  return hint;
}

std::string camera_text(const Lens& lens, const std::string& name) {
  std::ostringstream text;
  text.precision(10);
  text << "# Lens found by `billiard calibrate`.\n"
       << "image_width: " << lens.width << "\nimage_height: " << lens.height
       << "\ncamera_name: " << name << "\ncamera_matrix:\n  rows: 3\n  cols: 3\n  data: ["
       << lens.fx << ", 0, " << lens.cx << ", 0, " << lens.fy << ", " << lens.cy << ", 0, 0, 1]\n"
       << "distortion_model: " << billiard::vision::name(lens.model)
       << "\ndistortion_coefficients:\n  rows: 1\n  cols: " << coefficients(lens).size()
       << "\n  data: [";
  const char* between = "";
  for (const double value : coefficients(lens)) text << std::exchange(between, ", ") << value;
  text << "]\n";
  return text.str();
}

}  // namespace billiard::vision
