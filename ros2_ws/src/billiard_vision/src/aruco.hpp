// SPDX-License-Identifier: Apache-2.0
// ArUco markers and ChArUco boards, which OpenCV 4.7 moved from `aruco` to `objdetect`.
#pragma once

#include <opencv2/core.hpp>
#include <vector>

#if CV_VERSION_MAJOR > 4 || (CV_VERSION_MAJOR == 4 && CV_VERSION_MINOR >= 7)
#define BILLIARD_ARUCO_IN_OBJDETECT
#include <opencv2/objdetect/charuco_detector.hpp>
#else
#include <opencv2/aruco/charuco.hpp>
#endif

namespace billiard::vision {

/// Corners in the picture and what they belong to: markers, or inner corners of a board.
template <typename Corners>
struct Found {
  std::vector<Corners> corners;
  std::vector<int> ids;
};

#ifdef BILLIARD_ARUCO_IN_OBJDETECT

using CharucoLayout = cv::aruco::CharucoBoard;

inline CharucoLayout make_charuco(cv::Size squares, float square, float marker, int dictionary) {
  return {squares, square, marker, cv::aruco::getPredefinedDictionary(dictionary)};
}

inline std::vector<cv::Point3f> inner_corners(const CharucoLayout& layout) {
  return layout.getChessboardCorners();
}

inline void draw(const CharucoLayout& layout, cv::Size size, cv::Mat& picture) {
  layout.generateImage(size, picture, 0, 1);
}

inline void draw_marker(int dictionary, int id, int side, cv::Mat& picture) {
  cv::aruco::generateImageMarker(cv::aruco::getPredefinedDictionary(dictionary), id, side, picture);
}

inline int count_markers(int dictionary) {
  return cv::aruco::getPredefinedDictionary(dictionary).bytesList.rows;
}

inline Found<std::vector<cv::Point2f>> find_markers(const cv::Mat& frame, int dictionary) {
  cv::aruco::DetectorParameters parameters;
  parameters.cornerRefinementMethod = cv::aruco::CORNER_REFINE_SUBPIX;
  const cv::aruco::ArucoDetector detector(cv::aruco::getPredefinedDictionary(dictionary),
                                          parameters);
  Found<std::vector<cv::Point2f>> found;
  detector.detectMarkers(frame, found.corners, found.ids);
  return found;
}

inline Found<cv::Point2f> find_charuco(const cv::Mat& grey, const CharucoLayout& layout) {
  Found<cv::Point2f> found;
  cv::aruco::CharucoDetector(layout).detectBoard(grey, found.corners, found.ids);
  return found;
}

#else

using CharucoLayout = cv::Ptr<cv::aruco::CharucoBoard>;

inline CharucoLayout make_charuco(cv::Size squares, float square, float marker, int dictionary) {
  return cv::aruco::CharucoBoard::create(squares.width, squares.height, square, marker,
                                         cv::aruco::getPredefinedDictionary(dictionary));
}

inline std::vector<cv::Point3f> inner_corners(const CharucoLayout& layout) {
  return layout->chessboardCorners;
}

inline void draw(const CharucoLayout& layout, cv::Size size, cv::Mat& picture) {
  layout->draw(size, picture, 0, 1);
}

inline void draw_marker(int dictionary, int id, int side, cv::Mat& picture) {
  cv::aruco::drawMarker(cv::aruco::getPredefinedDictionary(dictionary), id, side, picture);
}

inline int count_markers(int dictionary) {
  return cv::aruco::getPredefinedDictionary(dictionary)->bytesList.rows;
}

inline Found<std::vector<cv::Point2f>> find_markers(const cv::Mat& frame, int dictionary) {
  const auto parameters = cv::aruco::DetectorParameters::create();
  parameters->cornerRefinementMethod = cv::aruco::CORNER_REFINE_SUBPIX;
  Found<std::vector<cv::Point2f>> found;
  cv::aruco::detectMarkers(frame, cv::aruco::getPredefinedDictionary(dictionary), found.corners,
                           found.ids, parameters);
  return found;
}

inline Found<cv::Point2f> find_charuco(const cv::Mat& grey, const CharucoLayout& layout) {
  std::vector<std::vector<cv::Point2f>> markers;
  std::vector<int> ids;
  cv::aruco::detectMarkers(grey, layout->dictionary, markers, ids);
  Found<cv::Point2f> found;
  if (!ids.empty()) {
    cv::aruco::interpolateCornersCharuco(markers, ids, grey, layout, found.corners, found.ids);
  }
  return found;
}

#endif

}  // namespace billiard::vision
