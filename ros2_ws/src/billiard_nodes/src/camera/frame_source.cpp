// SPDX-License-Identifier: Apache-2.0
#include "camera/frame_source.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <opencv2/core/utility.hpp>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/videoio.hpp>
#include <stdexcept>
#include <vector>

namespace billiard_nodes {
namespace {

namespace fs = std::filesystem;

bool has_ending(const std::string& path, std::initializer_list<const char*> endings) {
  std::string ending = fs::path(path).extension();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return std::find(endings.begin(), endings.end(), ending) != endings.end();
}

bool is_picture(const std::string& path) {
  return has_ending(path, {".png", ".jpg", ".jpeg", ".bmp", ".tif", ".tiff", ".ppm", ".webp"});
}

bool is_number(const std::string& text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
}

std::vector<std::string> list_pictures(const std::string& source) {
  std::vector<cv::String> found;
  const std::string pattern = fs::is_directory(source) ? source + "/*" : source;
  if (fs::is_directory(fs::path(pattern).parent_path().empty() ? fs::path(".")
                                                               : fs::path(pattern).parent_path())) {
    cv::glob(pattern, found, false);
  }
  std::erase_if(found, [](const std::string& path) { return !is_picture(path); });
  std::sort(found.begin(), found.end());
  if (found.empty()) throw std::invalid_argument("'" + source + "' holds no pictures");
  return found;
}

class Files : public FrameSource {
 public:
  explicit Files(const SourceOptions& options)
      : paths_(list_pictures(options.source)), loop_(options.loop) {}

  Read read(cv::Mat& frame, std::string& problem) override {
    if (next_ == paths_.size()) {
      if (!loop_) return Read::kEnd;
      next_ = 0;
    }
    const std::string& path = paths_[next_++];
    cv::Mat picture = cv::imread(path, cv::IMREAD_COLOR);
    if (picture.empty()) {
      problem = path + " is no picture that can be read";
      return Read::kSkipped;
    }
    picture.copyTo(frame);
    return Read::kFrame;
  }
  [[nodiscard]] double rate() const override { return 0.0; }

 private:
  std::vector<std::string> paths_;
  bool loop_;
  std::size_t next_{0};
};

class Video : public FrameSource {
 public:
  explicit Video(const SourceOptions& options) : loop_(options.loop) {
    // The backends of `billiard track`; others search the machine for plugins.
    if (!fs::is_regular_file(options.source) ||
        (!video_.open(options.source, cv::CAP_FFMPEG) &&
         !video_.open(options.source, cv::CAP_OPENCV_MJPEG))) {
      throw std::invalid_argument("'" + options.source + "' is no video that can be read");
    }
  }

  Read read(cv::Mat& frame, std::string& problem) override {
    if (video_.read(frame)) return Read::kFrame;
    if (!loop_) return Read::kEnd;
    video_.set(cv::CAP_PROP_POS_FRAMES, 0.0);
    if (video_.read(frame)) return Read::kFrame;
    problem = "the video cannot be read again";
    return Read::kLost;
  }
  [[nodiscard]] double rate() const override {
    const double rate = video_.get(cv::CAP_PROP_FPS);
    return rate > 0.1 && rate < 1000.0 ? rate : 0.0;
  }

 private:
  cv::VideoCapture video_;
  bool loop_;
};

class Device : public FrameSource {
 public:
  explicit Device(const SourceOptions& options) : name_(options.source) {
    const bool open = is_number(name_) ? device_.open(std::stoi(name_), cv::CAP_V4L2)
                                       : device_.open(name_, cv::CAP_V4L2);
    if (!open) throw std::invalid_argument("camera '" + name_ + "' cannot be opened");
    if (options.width > 0) device_.set(cv::CAP_PROP_FRAME_WIDTH, options.width);
    if (options.height > 0) device_.set(cv::CAP_PROP_FRAME_HEIGHT, options.height);
    if (options.rate > 0.0) device_.set(cv::CAP_PROP_FPS, options.rate);
    device_.set(cv::CAP_PROP_BUFFERSIZE, 1);  // the newest frame, not the oldest
  }

  Read read(cv::Mat& frame, std::string& problem) override {
    if (device_.read(frame) && !frame.empty()) return Read::kFrame;
    problem = "camera '" + name_ + "' gives no frames any more";
    return Read::kLost;
  }
  [[nodiscard]] double rate() const override { return 0.0; }
  [[nodiscard]] double age() const override {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return frame_age(device_.get(cv::CAP_PROP_POS_MSEC),
                     std::chrono::duration<double>(now).count());
  }

 private:
  std::string name_;
  cv::VideoCapture device_;
};

}  // namespace

double frame_age(double stamp_ms, double now) {
  constexpr double kOldest = 1.0;  // [s]
  const double age = now - 1e-3 * stamp_ms;
  return stamp_ms > 0.0 && age > 0.0 && age < kOldest ? age : 0.0;
}

SourceKind kind_of(const std::string& source) {
  if (source.rfind("/dev/", 0) == 0 || is_number(source)) return SourceKind::kDevice;
  const bool pictures = fs::is_directory(source) || is_picture(source) ||
                        source.find_first_of("*?") != std::string::npos;
  return pictures ? SourceKind::kFiles : SourceKind::kVideo;
}

std::unique_ptr<FrameSource> open_source(const SourceOptions& options) {
  switch (kind_of(options.source)) {
    case SourceKind::kFiles:
      return std::make_unique<Files>(options);
    case SourceKind::kVideo:
      return std::make_unique<Video>(options);
    case SourceKind::kDevice:
      break;
  }
  return std::make_unique<Device>(options);
}

}  // namespace billiard_nodes
