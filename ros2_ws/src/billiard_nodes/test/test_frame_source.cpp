// SPDX-License-Identifier: Apache-2.0
#include "camera/frame_source.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/videoio.hpp>

#include "picture_folder.hpp"

namespace billiard_nodes {
namespace {

using Read = FrameSource::Read;
using ::testing::HasSubstr;

std::string message_of(const std::string& source) {
  try {
    (void)open_source({.source = source});
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return {};
}

TEST(FrameSource, TellsKindsByTheirLooks) {
  EXPECT_EQ(kind_of("/dev/video3"), SourceKind::kDevice);
  EXPECT_EQ(kind_of("0"), SourceKind::kDevice);
  EXPECT_EQ(kind_of("shots/*.png"), SourceKind::kFiles);
  EXPECT_EQ(kind_of("/tmp"), SourceKind::kFiles);
  EXPECT_EQ(kind_of("game.mp4"), SourceKind::kVideo);
}

TEST(FrameSource, GivesPicturesInOrderAndEnds) {
  const PictureFolder folder({10, 20, 30});
  for (const std::string& source : {folder.path(), folder.path() + "/*.png"}) {
    const auto files = open_source({.source = source});
    cv::Mat frame;
    std::string problem;
    for (const int grey : {10, 20, 30}) {
      ASSERT_EQ(files->read(frame, problem), Read::kFrame);
      EXPECT_EQ(frame.at<cv::Vec3b>(0, 0)[0], grey);
    }
    EXPECT_EQ(files->read(frame, problem), Read::kEnd);
  }
}

TEST(FrameSource, StartsAgainWhenItLoops) {
  const PictureFolder folder({10, 20});
  const auto files = open_source({.source = folder.path(), .loop = true});
  cv::Mat frame;
  std::string problem;
  for (const int grey : {10, 20, 10, 20, 10}) {
    ASSERT_EQ(files->read(frame, problem), Read::kFrame);
    EXPECT_EQ(frame.at<cv::Vec3b>(0, 0)[0], grey);
  }
}

TEST(FrameSource, SkipsAPictureThatIsDamagedAndSaysWhich) {
  const PictureFolder folder({10, 20});
  std::ofstream(folder.path() + "/0.png", std::ios::trunc) << "no picture";
  const auto files = open_source({.source = folder.path()});
  cv::Mat frame;
  std::string problem;
  EXPECT_EQ(files->read(frame, problem), Read::kSkipped);
  EXPECT_THAT(problem, HasSubstr("0.png"));
  EXPECT_EQ(files->read(frame, problem), Read::kFrame);
  EXPECT_EQ(files->read(frame, problem), Read::kEnd);
}

TEST(FrameSource, ReadsAVideoWithItsRate) {
  const PictureFolder folder({});
  const std::string path = folder.path() + "/film.avi";
  cv::VideoWriter writer(path, cv::VideoWriter::fourcc('M', 'J', 'P', 'G'), 25.0, {64, 48});
  if (!writer.isOpened()) GTEST_SKIP() << "OpenCV cannot write a video here";
  for (int i = 0; i < 3; ++i) writer.write(cv::Mat(48, 64, CV_8UC3, cv::Scalar::all(50 * i)));
  writer.release();

  const auto video = open_source({.source = path});
  EXPECT_NEAR(video->rate(), 25.0, 0.1);
  cv::Mat frame;
  std::string problem;
  for (int i = 0; i < 3; ++i) ASSERT_EQ(video->read(frame, problem), Read::kFrame);
  EXPECT_NEAR(frame.at<cv::Vec3b>(10, 10)[1], 100, 8);
  EXPECT_EQ(video->read(frame, problem), Read::kEnd);
}

TEST(FrameSource, KnowsTheAgeOfAFrameOnlyByTheSameClock) {
  EXPECT_NEAR(frame_age(5000.0, 5.02), 0.02, 1e-12);
  EXPECT_EQ(frame_age(0.0, 5.0), 0.0) << "no stamp";
  EXPECT_EQ(frame_age(5010.0, 5.0), 0.0) << "from the future";
  EXPECT_EQ(frame_age(1.8e12, 5.0), 0.0) << "since 1970";
  EXPECT_EQ(frame_age(100.0, 5.0), 0.0) << "too old to be this frame's";
}

TEST(FrameSource, NamesWhatCannotBeOpened) {
  const PictureFolder empty({});
  EXPECT_THAT(message_of(empty.path()), HasSubstr("holds no pictures"));
  EXPECT_THAT(message_of("/nowhere/*.png"), HasSubstr("/nowhere/*.png"));
  EXPECT_THAT(message_of("/nowhere/film.mp4"), HasSubstr("/nowhere/film.mp4"));
  EXPECT_THAT(message_of("/dev/video_that_is_not_there"), HasSubstr("cannot be opened"));
}

}  // namespace
}  // namespace billiard_nodes
