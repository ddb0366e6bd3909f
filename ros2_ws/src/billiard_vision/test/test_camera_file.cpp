// SPDX-License-Identifier: Apache-2.0
#include "billiard_vision/camera_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

namespace billiard::vision {
namespace {

using ::testing::HasSubstr;

class CameraFile : public ::testing::Test {
 protected:
  void TearDown() override { std::filesystem::remove(path_); }
  CameraHint load(const std::string& text) {
    std::ofstream(path_) << text;
    return load_camera(path_);
  }
  std::string refusal(const std::string& text) {
    try {
      (void)load(text);
    } catch (const std::invalid_argument& e) {
      return e.what();
    }
    return "accepted";
  }
  std::filesystem::path path_ =
      std::filesystem::temp_directory_path() / ("camera-" + std::to_string(getpid()) + ".yaml");
};

TEST_F(CameraFile, ComesBackAsWritten) {
  Lens lens = make_lens(1280, 720, 1012.5);
  lens.distortion = {-0.1, 0.02, 0.001, -0.002, 0.003};

  const CameraHint hint = load(camera_text(lens, "test"));

  ASSERT_TRUE(hint.lens);
  EXPECT_DOUBLE_EQ(hint.lens->fx, 1012.5);
  EXPECT_EQ(hint.lens->width, 1280);
  for (std::size_t i = 0; i < 5; ++i)
    EXPECT_DOUBLE_EQ(hint.lens->distortion[i], lens.distortion[i]);
}

TEST_F(CameraFile, ReadsCornersAndMarkers) {
  const CameraHint hint = load(R"(
corners_px: [[100, 400], [800, 410], [700, 100], [200, 90]]
markers:
  dictionary: DICT_APRILTAG_36h11
  list:
    - {id: 7, position: [1.4, 0.0, 0.04], size: 0.06, angle: 1.5708}
)");

  ASSERT_TRUE(hint.corners_px);
  EXPECT_DOUBLE_EQ((*hint.corners_px)[1].x, 800.0);
  ASSERT_EQ(hint.markers.size(), 1U);
  EXPECT_EQ(hint.markers[0].id, 7);
  EXPECT_DOUBLE_EQ(hint.markers[0].size, 0.06);
}

const std::string kMatrix = "camera_matrix: {data: [900, 0, 640, 0, 900, 360, 0, 0, 1]}\n";
const std::string kSized = kMatrix + "image_width: 1280\nimage_height: 720\n";

TEST_F(CameraFile, ReadsEveryLensOfRos) {
  const CameraHint wide = load(kSized + "distortion_model: rational_polynomial\n" +
                               "distortion_coefficients: {data: [20, 2, 0, 0, 0.3, 21, 9, 0.4]}");
  const CameraHint fisheye = load(kSized + "distortion_model: equidistant\n" +
                                  "distortion_coefficients: {data: [0.1, 0.02, 0, 0.003]}");

  ASSERT_TRUE(wide.lens && fisheye.lens);
  EXPECT_EQ(wide.lens->distortion, (std::array{20.0, 2.0, 0.0, 0.0, 0.3, 21.0, 9.0, 0.4}));
  EXPECT_EQ(fisheye.lens->model, LensModel::kEquidistant);
  EXPECT_EQ(load(camera_text(*fisheye.lens, "again")).lens, fisheye.lens);
}

TEST_F(CameraFile, RefusesLensesThatAreNone) {
  EXPECT_THAT(refusal(kSized + "distortion_model: fisheye"),
              HasSubstr("distortion_model is 'fisheye'; allowed: plumb_bob, rational"));
  EXPECT_THAT(refusal(kSized + "distortion_coefficients: [-0.1, 0.02, 0, 0, 0, 0.5]"),
              HasSubstr("is 'plumb_bob' with -0.1, 0.02, 0, 0, 0, 0.5; allowed: plumb_bob, "));
  EXPECT_THAT(refusal(kSized + "distortion_coefficients: [11, 0, 0, 0]"),
              HasSubstr("distortion_coefficients holds 11; allowed: -10 to 10"));
}

TEST_F(CameraFile, NamesValueAndAllowedOfNumbers) {
  EXPECT_THAT(refusal(kMatrix + "image_width: 1280"),
              HasSubstr("image_height is missing; allowed: a number, 64 to 8192"));
  EXPECT_THAT(refusal(kMatrix + "image_width: wide"),
              HasSubstr("image_width is 'wide'; allowed: a number, 64 to 8192"));
  EXPECT_THAT(refusal("camera_matrix: [9, 0, 1, 0, 900, 1, 0, 0, 1]\nimage_width: 640\n"
                      "image_height: 480"),
              HasSubstr("camera_matrix has focal lengths of 9 and 900 px; allowed: above 10"));
  EXPECT_THAT(refusal("camera_matrix: [900, 2, 1, 0, 900, 1, 0, 0, 1]\nimage_width: 640\n"
                      "image_height: 480"),
              HasSubstr("camera_matrix has skew 2; allowed: 0"));
}

TEST_F(CameraFile, CutsNoNumberShort) {
  EXPECT_THAT(refusal(kMatrix + "image_width: 1280.9\nimage_height: 720"),
              HasSubstr("image_width is '1280.9'; allowed: a whole number, 64 to 8192"));
  EXPECT_THAT(refusal(kMatrix + "image_width: 1280\nimage_height: 720.5"),
              HasSubstr("image_height is '720.5'; allowed: a whole number"));
  EXPECT_THAT(refusal("markers: {dictionary: DICT_4X4_50, list: [{id: 7.5}]}"),
              HasSubstr("markers.list.id is '7.5'; allowed: a whole number, 0 to 49"));
  EXPECT_THAT(refusal("camera_matrix: [900, 0, 0, 0, 900, 0, 640, 360, 1]\nimage_width: 1280\n"
                      "image_height: 720"),
              HasSubstr("camera_matrix ends with 640, 360, 1; allowed: 0, 0, 1"));
  EXPECT_EQ(load(kMatrix + "image_width: 1280.0\nimage_height: 720").lens->width, 1280);
}

TEST_F(CameraFile, RefusesMarkersThatCannotBe) {
  const std::string list =
      "markers: {dictionary: DICT_4X4_50, list: [{id: 7, position: [0, 0.7, 0], size: 0.05}, ";
  const std::string place = ", position: [0.5, 0.7, 0], size: 0.05}]}";

  EXPECT_EQ(load(list + "{id: 49" + place).markers.size(), 2U);
  EXPECT_THAT(refusal(list + "{id: 7" + place),
              HasSubstr("markers.list.id is '7', which another marker has; allowed: unique ids"));
  EXPECT_THAT(refusal(list + "{id: 77" + place),
              HasSubstr("markers.list.id is 77; allowed: 0 to 49"));
}

TEST_F(CameraFile, RefusesCornersOfNoTable) {
  for (const std::string corners :
       {"[[100, 400], [800, 410], [200, 90], [700, 100]]",   // sides cross
        "[[100, 400], [800, 410], [300, 350], [200, 90]]",   // one corner inside the others
        "[[100, 400], [800, 400], [500, 400], [200, 400]]",  // on a line
        "[[100, 108], [108, 108], [108, 100], [100, 101]]",  // a speck
        "[[400, 400], [400, 400], [400, 400], [400, 400]]"})
    EXPECT_THAT(refusal("corners_px: " + corners), HasSubstr("counterclockwise")) << corners;
  EXPECT_THAT(refusal("corners_px: [[.nan, 400], [800, 410], [700, 100], [200, 90]]"),
              HasSubstr("corners_px is nan; allowed: -1e+06 to 1e+06"));
}

TEST_F(CameraFile, NamesWhatIsWrong) {
  EXPECT_THAT(refusal("image_width: 1280"), HasSubstr("camera_matrix is missing"));
  EXPECT_THAT(refusal("[1, 2"), HasSubstr("is not YAML"));
  EXPECT_THAT(refusal("camera_matrix: {data: [1, 2]}\nimage_width: 640\nimage_height: 480"),
              HasSubstr("camera_matrix is a list of 2; allowed: a list of 9 numbers"));
  EXPECT_THAT(
      refusal(
          "camera_matrix: {data: [9, 0, 1, 0, 9, 1, 0, 0, 1]}\nimage_width: 4\nimage_height: 480"),
      HasSubstr("image_width is 4; allowed: 64 to 8192"));
  EXPECT_THAT(refusal("corners_px: [[1, 2]]"),
              HasSubstr("corners_px is a list of 1; allowed: a list of 4"));
  EXPECT_THAT(refusal("corners_px: [[200, 90], [700, 100], [800, 410], [100, 400]]"),
              HasSubstr("corners_px is [200, 90], [700, 100], [800, 410], [100, 400]; allowed: "));
  EXPECT_THAT(refusal("markers: {dictionary: none}"), HasSubstr("markers.dictionary is 'none'"));
  EXPECT_THAT(refusal("markers: 7"),
              HasSubstr("markers is '7'; allowed: a map of dictionary, list"));
  EXPECT_THAT(refusal("markers: {dictionary: DICT_4X4_50, list: [7]}"),
              HasSubstr("markers.list holds '7'; allowed: {id"));
  EXPECT_THAT(refusal("markers: {dictionary: DICT_4X4_50, list: [{id: 7, size: 0.1}]}"),
              HasSubstr("markers.list.position is missing; allowed: a list of 3"));
  EXPECT_THROW((void)load_camera("/nonexistent/camera.yaml"), std::invalid_argument);
}

}  // namespace
}  // namespace billiard::vision
