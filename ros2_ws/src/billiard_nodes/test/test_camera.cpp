// SPDX-License-Identifier: Apache-2.0
#include "camera/camera.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "picture_folder.hpp"
#include "spin_until.hpp"

namespace billiard_nodes {
namespace {

using diagnostic_msgs::msg::DiagnosticArray;
using sensor_msgs::msg::CameraInfo;
using sensor_msgs::msg::CompressedImage;
using sensor_msgs::msg::Image;
using ::testing::AnyOf;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsSupersetOf;

std::string refusal_of(const std::vector<rclcpp::Parameter>& parameters) {
  try {
    const Camera camera(rclcpp::NodeOptions().parameter_overrides(parameters));
  } catch (const std::exception& error) {
    return error.what();
  }
  return {};
}

class CameraNode : public ::testing::Test {
 protected:
  void start(const std::vector<rclcpp::Parameter>& parameters) {
    camera_ = std::make_shared<Camera>(
        rclcpp::NodeOptions().parameter_overrides(parameters).use_intra_process_comms(true));
    executor_.add_node(camera_);
    executor_.add_node(peer_);
  }
  rclcpp::executors::SingleThreadedExecutor executor_;
  rclcpp::Node::SharedPtr peer_{
      std::make_shared<rclcpp::Node>("peer", rclcpp::NodeOptions().use_intra_process_comms(true))};
  std::shared_ptr<Camera> camera_;
};

TEST_F(CameraNode, PublishesFilesWithTheirCameraInfo) {
  const PictureFolder folder({10, 20});
  std::vector<int> greys;
  std::vector<std::string> frames;
  CameraInfo info;
  std::size_t jpeg_bytes = 0;
  const auto images = peer_->create_subscription<Image>(
      "/camera/image_raw", rclcpp::SensorDataQoS(), [&](Image::UniquePtr image) {
        greys.push_back(image->data[0]);
        frames.push_back(image->header.frame_id);
      });
  const auto infos = peer_->create_subscription<CameraInfo>(
      "/camera/camera_info", rclcpp::SensorDataQoS(),
      [&](CameraInfo::ConstSharedPtr message) { info = *message; });
  const auto jpegs = peer_->create_subscription<CompressedImage>(
      "/camera/image_raw/compressed", rclcpp::SensorDataQoS(),
      [&](CompressedImage::ConstSharedPtr message) { jpeg_bytes = message->data.size(); });
  start({rclcpp::Parameter("source", folder.path()), rclcpp::Parameter("loop", true),
         rclcpp::Parameter("rate", 100.0)});

  ASSERT_TRUE(
      spin_until(executor_, [&] { return greys.size() >= 4 && info.width > 0 && jpeg_bytes > 0; }));
  EXPECT_THAT(greys, Each(AnyOf(10, 20)));
  EXPECT_THAT(greys, IsSupersetOf({10, 20}));
  EXPECT_EQ(frames[0], "camera_optical_frame");
  EXPECT_EQ(info.width, 64U);
  EXPECT_EQ(info.k[0], 0.0);  // not calibrated
}

TEST_F(CameraNode, TellsItsLensToWhoeverAsksLater) {
  const PictureFolder folder({10});
  bool seen = false;
  const auto images = peer_->create_subscription<Image>(
      "/camera/image_raw", rclcpp::SensorDataQoS(), [&](Image::UniquePtr) { seen = true; });
  start({rclcpp::Parameter("source", folder.path()), rclcpp::Parameter("rate", 100.0)});
  ASSERT_TRUE(spin_until(executor_, [&] { return seen; }));  // the only frame there is

  CameraInfo info;
  rclcpp::SubscriptionOptions from_afar;
  from_afar.use_intra_process_comm = rclcpp::IntraProcessSetting::Disable;
  const auto infos = peer_->create_subscription<CameraInfo>(
      "/camera/camera_info", rclcpp::QoS(1).transient_local(),
      [&](CameraInfo::ConstSharedPtr message) { info = *message; }, from_afar);

  EXPECT_TRUE(spin_until(executor_, [&] { return info.width == 64U; }));
}

TEST_F(CameraNode, SaysWhenTheCameraIsNotThere) {
  std::string message;
  const auto diagnostics = peer_->create_subscription<DiagnosticArray>(
      "/diagnostics", rclcpp::QoS(10), [&](DiagnosticArray::ConstSharedPtr array) {
        EXPECT_EQ(array->status[0].name, "camera: frames");
        if (array->status[0].level == array->status[0].ERROR) message = array->status[0].message;
      });
  start({rclcpp::Parameter("source", "/dev/video_that_is_not_there"),
         rclcpp::Parameter("retry", 0.05)});
  ASSERT_TRUE(spin_until(executor_, [&] { return !message.empty(); }));
  EXPECT_THAT(message, HasSubstr("video_that_is_not_there"));
}

TEST_F(CameraNode, GoesOnWhenTheFramesAreBack) {
  const PictureFolder folder({10});
  const std::string picture = folder.path() + "/0.png";
  std::filesystem::copy_file(picture, folder.path() + "/kept");
  std::ofstream(picture, std::ios::trunc) << "no picture";
  int images = 0;
  std::vector<std::string> said;
  const auto subscription = peer_->create_subscription<Image>(
      "/camera/image_raw", rclcpp::SensorDataQoS(), [&](Image::UniquePtr) { ++images; });
  const auto diagnostics = peer_->create_subscription<DiagnosticArray>(
      "/diagnostics", rclcpp::QoS(10),
      [&](DiagnosticArray::ConstSharedPtr array) { said.push_back(array->status[0].message); });
  start({rclcpp::Parameter("source", folder.path()), rclcpp::Parameter("loop", true),
         rclcpp::Parameter("retry", 0.05)});
  ASSERT_TRUE(spin_until(executor_, [&] { return !said.empty(); }));
  EXPECT_THAT(said.back(), HasSubstr("0.png"));
  EXPECT_EQ(images, 0);

  std::filesystem::rename(folder.path() + "/kept", picture);
  EXPECT_TRUE(spin_until(executor_, [&] { return images > 2 && said.back() == "frames arrive"; }));
}

TEST_F(CameraNode, SkipsADamagedPictureAndCountsIt) {
  const PictureFolder folder({10, 20, 30});
  std::ofstream(folder.path() + "/1.png", std::ios::trunc) << "no picture";
  std::vector<int> greys;
  std::vector<diagnostic_msgs::msg::DiagnosticStatus> said;
  const auto subscription = peer_->create_subscription<Image>(
      "/camera/image_raw", rclcpp::SensorDataQoS(),
      [&](Image::UniquePtr image) { greys.push_back(image->data[0]); });
  const auto diagnostics = peer_->create_subscription<DiagnosticArray>(
      "/diagnostics", rclcpp::QoS(10),
      [&](DiagnosticArray::ConstSharedPtr array) { said.push_back(array->status[0]); });
  start({rclcpp::Parameter("source", folder.path()), rclcpp::Parameter("rate", 100.0)});

  ASSERT_TRUE(spin_until(
      executor_, [&] { return !said.empty() && said.back().message == "all frames were played"; }));
  EXPECT_THAT(greys, ElementsAre(10, 30));
  EXPECT_TRUE(std::any_of(said.begin(), said.end(), [](const auto& status) {
    return status.level > status.OK && status.message.find("1.png") != std::string::npos;
  }));
  const auto& figures = said.back().values;
  EXPECT_TRUE(std::any_of(figures.begin(), figures.end(), [](const auto& figure) {
    return figure.key == "frames skipped" && figure.value == "1";
  }));
}

TEST_F(CameraNode, RefusesFramesOfAnotherSizeThanTheCameraFile) {
  const PictureFolder folder({10});
  std::string message;
  const auto diagnostics = peer_->create_subscription<DiagnosticArray>(
      "/diagnostics", rclcpp::QoS(10), [&](DiagnosticArray::ConstSharedPtr array) {
        if (array->status[0].level == array->status[0].ERROR) message = array->status[0].message;
      });
  int images = 0;
  const auto subscription = peer_->create_subscription<Image>(
      "/camera/image_raw", rclcpp::SensorDataQoS(), [&](Image::UniquePtr) { ++images; });
  start({rclcpp::Parameter("source", folder.path()), rclcpp::Parameter("loop", true),
         rclcpp::Parameter("camera", "overhead_720p")});
  ASSERT_TRUE(spin_until(executor_, [&] { return !message.empty(); }));
  EXPECT_THAT(message, HasSubstr("64 x 36"));
  EXPECT_EQ(images, 0);
}

TEST(CameraParameters, WrongOnesAreRefusedByName) {
  const PictureFolder folder({10});
  const rclcpp::Parameter source("source", folder.path());
  EXPECT_EQ(refusal_of({source}), "");
  EXPECT_THAT(refusal_of({rclcpp::Parameter("source", "/nowhere/*.png")}),
              HasSubstr("parameter source: '/nowhere/*.png'"));
  EXPECT_THAT(refusal_of({source, rclcpp::Parameter("rate", -1.0)}), HasSubstr("rate"));
  EXPECT_THAT(refusal_of({source, rclcpp::Parameter("rate", std::nan(""))}), HasSubstr("rate"));
  EXPECT_THAT(refusal_of({source, rclcpp::Parameter("jpeg_quality", 0)}),
              HasSubstr("jpeg_quality"));
  EXPECT_THAT(refusal_of({source, rclcpp::Parameter("loop", 3)}), HasSubstr("loop"));
  EXPECT_THAT(refusal_of({source, rclcpp::Parameter("camera", "overhaed_720p")}),
              HasSubstr("overhead_720p"));
}

}  // namespace
}  // namespace billiard_nodes
