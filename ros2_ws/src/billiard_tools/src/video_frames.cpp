// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <opencv2/videoio.hpp>

#include "billiard_engine/files/file_error.hpp"
#include "frame_source.hpp"
#include "quiet.hpp"

namespace billiard {
namespace {

class VideoFrames : public FrameSource {
 public:
  explicit VideoFrames(const std::string& path) {
    if (!std::filesystem::exists(path)) throw FileError(path + ": cannot be read: no such file");
    if (!std::filesystem::is_regular_file(path))
      throw FileError(path + ": cannot be read: not a file");
    if (!open(path)) throw FileError(path + ": is no video that can be read");
    const double rate = video_.get(cv::CAP_PROP_FPS);
    rate_ = rate > 1.0 && rate < 1000.0 ? rate : 30.0;
    promised_ = std::max(0.0, video_.get(cv::CAP_PROP_FRAME_COUNT));
  }

  std::optional<TimedFrame> next() override {
    TimedFrame frame;
    if (!read(frame.picture)) return std::nullopt;
    // The container's own stamps, if it has any: frames of variable rate.
    const double stamp = 1e-3 * video_.get(cv::CAP_PROP_POS_MSEC);
    frame.stamp = count_ == 0 ? 0.0 : (stamp > last_ ? stamp : last_ + 1.0 / rate_);
    last_ = frame.stamp;
    ++count_;
    return frame;
  }
  [[nodiscard]] double promised() const override { return promised_; }
  [[nodiscard]] double rate() const override { return rate_; }

 private:
  // No other backends: they search the machine for plugins and cameras, and say so at length.
  bool open(const std::string& path) {
    const Quiet quiet;
    return video_.open(path, cv::CAP_FFMPEG) || video_.open(path, cv::CAP_OPENCV_MJPEG);
  }
  bool read(cv::Mat& picture) {
    const Quiet quiet;
    return video_.read(picture);
  }

  cv::VideoCapture video_;
  double rate_{30.0}, promised_{0.0}, last_{0.0};
  int count_{0};
};

}  // namespace

std::unique_ptr<FrameSource> open_video(const std::string& path) {
  return std::make_unique<VideoFrames>(path);
}

}  // namespace billiard
