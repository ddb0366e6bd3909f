// SPDX-License-Identifier: Apache-2.0
#include "billiard_vision/table_finder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <opencv2/imgproc.hpp>

#include "aruco.hpp"
#include "scene_for_tests.hpp"

namespace billiard::vision {
namespace {

using ::testing::HasSubstr;

// Largest distance between found and true nose corners, half a turn of the table allowed.
double corner_error(const TableView& view, const Camera& camera, const TableGeometry& table) {
  double best = 1e9;
  for (const std::size_t turn : {0U, 2U}) {
    double worst = 0.0;
    for (std::size_t i = 0; i < 4; ++i) {
      const cv::Point2d truth = project_visible(camera, nose_corners(table)[(i + turn) % 4]);
      worst = std::max(worst, cv::norm(view.corners_px[i] - truth));
    }
    best = std::min(best, worst);
  }
  return best;
}

class EveryCloth : public ::testing::TestWithParam<cv::Vec3d> {};

TEST_P(EveryCloth, IsFoundToAFewPixelsWithAndWithoutALens) {
  Look look;
  look.cloth = GetParam();
  Renderer renderer({}, side_camera(), look);
  const cv::Mat frame = renderer.render(
      std::vector<SceneBall>{pool_ball(0.2, 0.1, "cue"), pool_ball(-0.5, 0.3, "8")});
  CameraHint known;
  known.lens = side_camera().lens;

  const TableSearch with = find_table(frame, {}, known), without = find_table(frame, {});

  ASSERT_TRUE(with.view) << with.problem;
  ASSERT_TRUE(without.view) << without.problem;
  // 4 px would still do for a planner; red cloth has the weakest noses.
  EXPECT_LT(corner_error(*with.view, side_camera(), {}), 2.5);
  EXPECT_LT(corner_error(*without.view, side_camera(), {}), 2.5);
  EXPECT_NEAR(without.view->camera.lens.fx, 1000.0, 100.0);  // from the cloth's proportions alone
  EXPECT_GT(with.view->confidence, 0.8);
}
INSTANTIATE_TEST_SUITE_P(BlueGreenTealRed, EveryCloth,
                         ::testing::Values(cv::Vec3d(0.12, 0.45, 0.70), cv::Vec3d(0.12, 0.46, 0.22),
                                           cv::Vec3d(0.05, 0.45, 0.45),
                                           cv::Vec3d(0.58, 0.06, 0.10)));

TEST(FindTable, TellsTheLongSideWhenItIsSeenEndOn) {
  // From the short side perspective makes the long side look short.
  const Camera end = look_at(make_lens(960, 540, 1300.0), {-5.0, 0.2, 2.6}, {0.0, 0.0, 0.0});
  Renderer renderer({}, end, {});

  const TableSearch search = find_table(renderer.render({}), {});

  ASSERT_TRUE(search.view) << search.problem;
  EXPECT_LT(corner_error(*search.view, end, {}), 2.0);
}

TEST(FindTable, UsesGivenCorners) {
  CameraHint hint;
  hint.lens = side_camera().lens;
  hint.corners_px.emplace();
  for (std::size_t i = 0; i < 4; ++i) {
    (*hint.corners_px)[i] = project_visible(side_camera(), nose_corners({})[i]);
  }
  const cv::Mat grey(540, 960, CV_8UC3, cv::Scalar::all(90));

  const TableSearch search = find_table(grey, {}, hint);

  ASSERT_TRUE(search.view) << search.problem;
  EXPECT_LT(cv::norm(camera_centre(search.view->camera) - camera_centre(side_camera())), 1e-3);
}

// Nose corners of a table 9 feet long as a camera `metres` away sees them.
CameraHint seen_corners(const Lens& lens, double elevation, double azimuth, double metres) {
  const double across = metres * std::cos(elevation);
  const Camera camera = look_at(
      lens, {across * std::sin(azimuth), -across * std::cos(azimuth), metres * std::sin(elevation)},
      {0.0, 0.0, 0.0});
  CameraHint hint;
  hint.corners_px.emplace();
  for (std::size_t i = 0; i < 4; ++i)
    (*hint.corners_px)[i] = project_visible(camera, nose_corners({})[i]);
  return hint;
}

constexpr double kDegree = CV_PI / 180.0;

TEST(FindTable, TellsTheLensFromExactCorners) {
  const cv::Size size(1280, 720);
  for (const double elevation : {25.0, 40.0, 50.0, 60.0, 75.0}) {
    for (const double azimuth : {0.0, 20.0, 60.0, 90.0}) {
      for (const double focal : {700.0, 1024.0, 2000.0}) {
        const Lens lens = make_lens(size.width, size.height, focal);
        const double metres = std::max(2.2, 3.0 * focal / size.width);
        const CameraHint hint = seen_corners(lens, elevation * kDegree, azimuth * kDegree, metres);

        const TableSearch search = view_from_corners(*hint.corners_px, size, {}, std::nullopt);

        ASSERT_TRUE(search.view) << search.problem;
        EXPECT_EQ(search.view->doubt, "");
        EXPECT_NEAR(search.view->camera.lens.fx, focal, 0.005 * focal)
            << elevation << ' ' << azimuth;
        for (std::size_t i = 0; i < 4; ++i) {
          EXPECT_LT(cv::norm(search.view->corners_px[i] - (*hint.corners_px)[i]), 0.06);
        }
        const TableSearch known = view_from_corners(*hint.corners_px, size, {}, lens);
        ASSERT_TRUE(known.view) << known.problem << elevation << ' ' << azimuth << ' ' << focal;
        EXPECT_LT(known.view->residual_px, 1e-3);
      }
    }
  }
}

// From straight above any lens fits.
TEST(FindTable, TakesAUsualLensWhereCornersDoNotTellIt) {
  CameraHint hint;
  hint.corners_px = {{{130, 445}, {830, 445}, {830, 95}, {130, 95}}};

  const TableSearch search = view_from_corners(*hint.corners_px, {960, 540}, {}, std::nullopt);

  ASSERT_TRUE(search.view) << search.problem;
  EXPECT_LT(search.view->residual_px, 0.05);
  EXPECT_NEAR(search.view->camera.lens.fx, 1.3 * 960, 0.1 * 960);
}

TEST(FindTable, TellsCornersGivenOnePlaceRound) {
  const cv::Size size(1280, 720);
  for (const double elevation : {25.0, 40.0, 50.0, 60.0, 75.0, 89.0}) {
    for (const double azimuth : {0.0, 20.0, 60.0, 90.0}) {
      for (const double focal : {700.0, 1024.0, 2000.0}) {
        const Lens lens = make_lens(size.width, size.height, focal);
        CameraHint hint = seen_corners(lens, elevation * kDegree, azimuth * kDegree,
                                       std::max(2.2, 3.0 * focal / size.width));
        std::rotate(hint.corners_px->begin(), hint.corners_px->begin() + 1, hint.corners_px->end());

        const TableSearch search = view_from_corners(*hint.corners_px, size, {}, std::nullopt);

        const std::string said = search.view ? search.view->doubt : search.problem;
        EXPECT_THAT(said, HasSubstr("corners_px are ["))
            << elevation << ' ' << azimuth << ' ' << focal;
        EXPECT_LT(search.view ? search.view->confidence : 0.0, kSureTable);
        EXPECT_TRUE(!search.view || focal < 1000.0) << "the usual lens is told for sure";
      }
    }
  }
}

TEST(FindTable, TakesCornersTypedInByHandFromAbove) {
  CameraHint hint;
  hint.lens = make_lens(960, 540, 900.0);
  hint.corners_px = {{{130.5, 445}, {829.5, 444.5}, {830, 95.5}, {129.5, 95}}};
  const cv::Mat grey(540, 960, CV_8UC3, cv::Scalar::all(90));

  const TableSearch search = find_table(grey, {}, hint);

  ASSERT_TRUE(search.view) << search.problem;
  EXPECT_LT(search.view->residual_px, 0.5);
}

TEST(FindTable, RefusesCornersInTheWrongOrder) {
  CameraHint hint;
  hint.corners_px = {{{100, 100}, {800, 100}, {800, 400}, {100, 400}}};  // clockwise
  const cv::Mat grey(540, 960, CV_8UC3, cv::Scalar::all(90));

  EXPECT_THAT(find_table(grey, {}, hint).problem,
              HasSubstr("corners_px are [100, 100], [800, 100], [800, 400], [100, 400]; allowed"));
  EXPECT_THAT(find_table(grey, {}, hint).problem, HasSubstr("counterclockwise"));
}

TEST(FindTable, FindsNoneOutsideTheFrame) {
  const cv::Mat grey(540, 960, CV_8UC3, cv::Scalar::all(90));
  const auto search_moved = [&](double u, double v) {  // a table seen from above
    CameraHint hint;
    hint.corners_px = {{{100, 420}, {800, 420}, {800, 70}, {100, 70}}};
    for (cv::Point2d& corner : *hint.corners_px) corner += cv::Point2d(u, v);
    return find_table(grey, {}, hint);
  };

  EXPECT_EQ(search_moved(2000, 0).problem,
            "corners_px are [2100, 420], [2800, 420], [2800, 70], [2100, 70]; allowed: a table of "
            "which some shows in the frame of 960x540 px");
  for (const double far : {-2000.0, -1500.0, 1500.0, 3000.0, 1e5}) {
    const TableSearch search = search_moved(far, far);
    EXPECT_FALSE(search.view) << far;
    EXPECT_THAT(search.problem, HasSubstr("; allowed: ")) << far;
  }
  EXPECT_TRUE(search_moved(450, 0).view);  // half a table
}

// Four markers lie on the bed; the picture shows nothing else.
struct MarkedTable {
  MarkedTable() : frame(540, 960, CV_8UC3, cv::Scalar::all(200)) {
    hint.lens = side_camera().lens;
    hint.marker_dictionary = "DICT_4X4_50";
    for (int id = 0; id < 4; ++id) {
      TableMarker marker;
      marker.id = id;
      marker.size = 0.2;
      marker.centre = {id % 2 == 0 ? -0.9 : 0.9, id < 2 ? -0.4 : 0.4, 0.04};
      hint.markers.push_back(marker);
      draw(marker);
    }
  }

  void draw(const TableMarker& marker) {
    cv::Mat picture;
    draw_marker(cv::aruco::DICT_4X4_50, marker.id, 120, picture);
    cv::cvtColor(picture, picture, cv::COLOR_GRAY2BGR);
    const std::array<cv::Point2f, 4> from{
        {{-0.5F, -0.5F}, {119.5F, -0.5F}, {119.5F, 119.5F}, {-0.5F, 119.5F}}};
    std::array<cv::Point2f, 4> to;
    const std::array<cv::Vec2d, 4> signs{{{-1, 1}, {1, 1}, {1, -1}, {-1, -1}}};
    for (std::size_t k = 0; k < 4; ++k) {
      to[k] = project_visible(side_camera(),
                              marker.centre + 0.1 * cv::Vec3d(signs[k][0], signs[k][1], 0));
    }
    cv::warpPerspective(picture, frame, cv::getPerspectiveTransform(from.data(), to.data()),
                        frame.size(), cv::INTER_AREA, cv::BORDER_TRANSPARENT);
  }

  CameraHint hint;
  cv::Mat frame;
};

TEST(FindTable, UsesMarkersWhereTheyAreSeen) {
  const MarkedTable marked;

  const TableSearch search = find_table(marked.frame, {}, marked.hint);

  ASSERT_TRUE(search.view) << search.problem;
  EXPECT_LT(corner_error(*search.view, side_camera(), {}), 2.0);
}

TEST(FindTable, UsesNoMarkersThatTellOfAViewFromBelow) {
  MarkedTable marked;
  for (TableMarker& marker : marked.hint.markers) marker.centre[2] -= 4.0;  // on the floor

  EXPECT_FALSE(find_table(marked.frame, {}, marked.hint).view);
}

TEST(FindTable, SaysWhatIsWrongWithBadFrames) {
  const cv::Mat black(540, 960, CV_8UC3, cv::Scalar::all(0));
  const cv::Mat white(540, 960, CV_8UC3, cv::Scalar::all(255));
  cv::Mat noise(540, 960, CV_8UC3);
  cv::RNG random(1);
  random.fill(noise, cv::RNG::UNIFORM, 0, 256);
  for (const cv::Mat& frame : {black, white, noise}) {
    const TableSearch search = find_table(frame, {});
    EXPECT_FALSE(search.view && search.view->confidence > 0.5);
    EXPECT_TRUE(search.view || !search.problem.empty());
  }
  EXPECT_THAT(find_table(cv::Mat(), {}).problem, HasSubstr("empty"));
  EXPECT_THAT(find_table(cv::Mat(8, 8, CV_8UC3, cv::Scalar::all(9)), {}).problem,
              HasSubstr("too small"));
  CameraHint other;
  other.lens = make_lens(640, 480, 500.0);
  EXPECT_THAT(find_table(black, {}, other).problem, HasSubstr("640x480"));
}

TEST(FindTable, DoesNotTrustHalfATable) {
  const Camera close = look_at(make_lens(960, 540, 1000.0), {1.3, -1.6, 1.6}, {1.3, 0.0, 0.0});
  Renderer renderer({}, close, {});

  const TableSearch search = find_table(renderer.render({}), {});

  ASSERT_FALSE(search.view);
  EXPECT_THAT(search.problem, HasSubstr("only part of the table"));
}

}  // namespace
}  // namespace billiard::vision
