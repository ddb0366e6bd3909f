// SPDX-License-Identifier: Apache-2.0
#include "image_messages.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <opencv2/imgcodecs.hpp>

namespace billiard_nodes {
namespace {

using ::testing::HasSubstr;

TEST(ImageMessages, LooksIntoTheMessageWithoutACopy) {
  const auto image = make_image(5, 3);
  pixels_of(*image).setTo(cv::Scalar(1, 2, 3));
  const SeenImage seen = see_image(*image);
  ASSERT_EQ(seen.problem, "");
  EXPECT_EQ(seen.picture.data, image->data.data());
  EXPECT_EQ(seen.picture.at<cv::Vec3b>(2, 4), cv::Vec3b(1, 2, 3));
}

TEST(ImageMessages, TurnsOtherEncodingsIntoBgr) {
  sensor_msgs::msg::Image image;
  image.width = 2;
  image.height = 1;
  image.encoding = "rgba8";
  image.step = 8;
  image.data = {1, 2, 3, 255, 4, 5, 6, 255};
  EXPECT_EQ(see_image(image).picture.at<cv::Vec3b>(0, 1), cv::Vec3b(6, 5, 4));
  image.encoding = "mono8";
  image.step = 2;
  EXPECT_EQ(see_image(image).picture.at<cv::Vec3b>(0, 1), cv::Vec3b(2, 2, 2));
}

TEST(ImageMessages, RefusesImagesWhoseDataLie) {
  auto image = make_image(8, 4);
  image->data.pop_back();
  EXPECT_THAT(see_image(*image).problem, HasSubstr("8 x 4"));
  image = make_image(8, 4);
  image->step = 23;
  EXPECT_NE(see_image(*image).problem, "");
  image = make_image(8, 4);
  image->height = std::numeric_limits<std::uint32_t>::max();
  image->step = 1U << 31U;
  EXPECT_NE(see_image(*image).problem, "");
  image = make_image(8, 4);
  image->encoding = "yuv422";
  EXPECT_THAT(see_image(*image).problem, HasSubstr("'yuv422'"));
  EXPECT_NE(see_image(sensor_msgs::msg::Image()).problem, "");
}

TEST(ImageMessages, JpegShowsTheSamePicture) {
  const cv::Mat picture(40, 60, CV_8UC3, cv::Scalar(40, 120, 200));
  std_msgs::msg::Header header;
  header.frame_id = "camera";
  const auto jpeg = to_jpeg(picture, header, 95);
  EXPECT_EQ(jpeg.format, "jpeg");
  EXPECT_EQ(jpeg.header.frame_id, "camera");
  const cv::Mat back = from_jpeg(jpeg);
  ASSERT_EQ(back.size(), picture.size());
  EXPECT_LT(cv::norm(back, picture, cv::NORM_INF), 4.0);
}

TEST(ImageMessages, LensComesBackAsItWent) {
  billiard::vision::Lens lens;
  lens.fx = 900.0;
  lens.cy = 350.0;
  for (const char* model : {"plumb_bob", "rational_polynomial", "equidistant"}) {
    ASSERT_TRUE(set_distortion(lens, model, std::array{0.1, -0.02, 0.001, 0.002}));
    const auto info = to_camera_info(lens, lens.width, lens.height);
    EXPECT_EQ(info.distortion_model, model);
    EXPECT_EQ(to_lens(info), lens);
  }
}

TEST(ImageMessages, RefusesALensThatIsNone) {
  EXPECT_FALSE(to_lens(to_camera_info(std::nullopt, 640, 360)));
  auto info = to_camera_info(billiard::vision::Lens(), 1280, 720);
  info.k[2] = std::numeric_limits<double>::infinity();
  EXPECT_FALSE(to_lens(info));
  info = to_camera_info(billiard::vision::Lens(), 1280, 720);
  info.distortion_model = "fisheye";
  EXPECT_FALSE(to_lens(info));
  info = to_camera_info(billiard::vision::Lens(), 1280, 720);
  info.d.resize(8, 0.1);
  EXPECT_FALSE(to_lens(info));
}

TEST(ImageMessages, UnpacksWhatItPackedAndNothingElse) {
  cv::Mat picture(24, 32, CV_8UC3, cv::Scalar(40, 120, 200));
  auto packed = to_jpeg(picture, std_msgs::msg::Header(), 95);
  const cv::Mat unpacked = from_jpeg(packed);
  ASSERT_EQ(unpacked.size(), picture.size());
  EXPECT_LT(cv::norm(unpacked, picture, cv::NORM_INF), 4.0);
  packed.data.resize(3);
  EXPECT_TRUE(from_jpeg(packed).empty());
  packed.data.clear();
  EXPECT_TRUE(from_jpeg(packed).empty());
}

}  // namespace
}  // namespace billiard_nodes
