// SPDX-License-Identifier: Apache-2.0
// Where frames come from: picture files, a video file or a camera.
#pragma once

#include <memory>
#include <opencv2/core/mat.hpp>
#include <string>

namespace billiard_nodes {

enum class SourceKind { kFiles, kVideo, kDevice };

struct SourceOptions {
  /// Folder, pattern such as "shots/*.png", video file, /dev/videoN or N
  std::string source{"/dev/video0"};
  bool loop{false};  ///< Start again at the end (files and video)
  int width{0};      ///< Wanted of a device [px]; 0: as it is
  int height{0};     ///< Likewise [px]
  double rate{0.0};  ///< Wanted of a device [Hz]; 0: as it is
};

/// Gives frames one by one. Not thread-safe.
class FrameSource {
 public:
  enum class Read { kFrame, kSkipped, kEnd, kLost };

  virtual ~FrameSource() = default;
  /// The next frame, 8-bit BGR, into `frame` (a device waits for it). After kSkipped the next one
  /// may be read, after kLost the source must be opened again; `problem` says why.
  [[nodiscard]] virtual Read read(cv::Mat& frame, std::string& problem) = 0;
  /// Frames per second by its own account; 0 if it does not know.
  [[nodiscard]] virtual double rate() const = 0;
  /// How long ago the last frame was taken, as a camera's driver says; 0 if nobody knows [s].
  [[nodiscard]] virtual double age() const { return 0.0; }
};

/// Age of a frame by its driver's stamp [ms] and the steady clock [s]; 0 where the driver counts
/// from another moment than that clock.
[[nodiscard]] double frame_age(double stamp_ms, double now);

/// What a source's name means, by looks alone: nothing is opened.
[[nodiscard]] SourceKind kind_of(const std::string& source);

/// Opens a source. Throws std::invalid_argument, naming it, for one that cannot be read.
[[nodiscard]] std::unique_ptr<FrameSource> open_source(const SourceOptions& options);

}  // namespace billiard_nodes
