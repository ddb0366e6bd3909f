// SPDX-License-Identifier: Apache-2.0
#include "cv_bridge/cv_bridge.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

namespace enc = sensor_msgs::image_encodings;
using sensor_msgs::msg::Image;

Image::SharedPtr make_image(const std::string& encoding, std::uint32_t width, std::uint32_t height,
                            std::vector<std::uint8_t> data) {
  auto image = std::make_shared<Image>();
  image->header.frame_id = "camera";
  image->encoding = encoding;
  image->width = width;
  image->height = height;
  image->step = static_cast<std::uint32_t>(data.size() / height);
  image->data = std::move(data);
  return image;
}

TEST(CvBridge, SharesThePixelsAndKeepsThemAlive) {
  auto image = make_image(enc::BGR8, 1, 2, {1, 2, 3, 4, 5, 6});
  const std::uint8_t* pixels = image->data.data();

  const auto shared = cv_bridge::toCvShare(image);
  image.reset();

  EXPECT_EQ(shared->image.data, pixels);
  EXPECT_EQ(shared->image.at<cv::Vec3b>(1, 0), cv::Vec3b(4, 5, 6));
  EXPECT_EQ(shared->header.frame_id, "camera");
}

TEST(CvBridge, CopiesAndSwapsColours) {
  const auto image = make_image(enc::RGB8, 2, 1, {1, 2, 3, 4, 5, 6});

  const auto copy = cv_bridge::toCvCopy(image, enc::BGR8);

  EXPECT_NE(copy->image.data, image->data.data());
  EXPECT_EQ(copy->encoding, enc::BGR8);
  EXPECT_EQ(copy->image.at<cv::Vec3b>(0, 1), cv::Vec3b(6, 5, 4));
  EXPECT_EQ(cv_bridge::toCvShare(image, enc::BGR8)->image.at<cv::Vec3b>(0, 0), cv::Vec3b(3, 2, 1));
  EXPECT_EQ(cv_bridge::cvtColor(copy, enc::MONO8)->image.at<std::uint8_t>(0, 0), 2);
}

TEST(CvBridge, SkipsThePaddingOfARow) {
  const auto image = make_image(enc::MONO8, 2, 2, {1, 2, 99, 99, 3, 4, 99, 99});

  const auto message = cv_bridge::toCvCopy(image)->toImageMsg();

  EXPECT_EQ(message->step, 2U);
  EXPECT_EQ(message->data, (std::vector<std::uint8_t>{1, 2, 3, 4}));
}

// A red field: only the places under a red filter are lit.
TEST(CvBridge, KnowsEveryBayerPattern) {
  const std::pair<const char*, std::pair<int, int>> patterns[] = {{enc::BAYER_RGGB8, {0, 0}},
                                                                  {enc::BAYER_GRBG8, {0, 1}},
                                                                  {enc::BAYER_GBRG8, {1, 0}},
                                                                  {enc::BAYER_BGGR8, {1, 1}}};
  for (const auto& [encoding, red] : patterns) {
    std::vector<std::uint8_t> data(64, 0);
    for (int y = red.first; y < 8; y += 2) {
      for (int x = red.second; x < 8; x += 2) data[static_cast<std::size_t>(8 * y + x)] = 200;
    }
    const auto image = cv_bridge::toCvCopy(make_image(encoding, 8, 8, data), enc::BGR8);
    EXPECT_EQ(image->image.at<cv::Vec3b>(4, 4), cv::Vec3b(0, 0, 200)) << encoding;
  }
}

TEST(CvBridge, ReadsBackWhatItWrote) {
  cv_bridge::CvImage image;
  image.encoding = enc::MONO16;
  image.image = (cv::Mat_<std::uint16_t>(1, 2) << 258, 65535);

  const auto back = cv_bridge::toCvShare(image.toImageMsg());

  EXPECT_EQ(back->image.at<std::uint16_t>(0, 0), 258);
  EXPECT_EQ(back->image.at<std::uint16_t>(0, 1), 65535);
}

TEST(CvBridge, RefusesAnImageThatLies) {
  auto short_data = make_image(enc::RGB8, 2, 2, std::vector<std::uint8_t>(12));
  short_data->data.pop_back();
  auto short_step = make_image(enc::RGB8, 2, 2, std::vector<std::uint8_t>(12));
  short_step->step = 5;
  const auto unknown = make_image("yuv422", 2, 2, std::vector<std::uint8_t>(8));
  const auto mono = make_image(enc::MONO16, 2, 2, std::vector<std::uint8_t>(8));

  EXPECT_THROW((void)cv_bridge::toCvShare(short_data), cv_bridge::Exception);
  EXPECT_THROW((void)cv_bridge::toCvShare(short_step), cv_bridge::Exception);
  EXPECT_THROW((void)cv_bridge::toCvCopy(mono, enc::RGB8), cv_bridge::Exception);
  try {
    (void)cv_bridge::toCvCopy(unknown);
    FAIL() << "accepted";
  } catch (const cv_bridge::Exception& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("'yuv422'"));
  }
}

TEST(CvBridge, RefusesToLabelAMatrixWrongly) {
  const cv_bridge::CvImage image(std_msgs::msg::Header(), enc::BGR8, cv::Mat(2, 2, CV_8UC1));
  EXPECT_THROW((void)image.toImageMsg(), cv_bridge::Exception);
}

}  // namespace
