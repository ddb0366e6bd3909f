// SPDX-License-Identifier: Apache-2.0
#include "billiard_vision/calibration.hpp"

#include <opencv2/calib3d.hpp>
#include <opencv2/imgproc.hpp>
#include <stdexcept>

#include "aruco.hpp"
#include "markers.hpp"

namespace billiard::vision {

namespace {

struct Matches {
  std::vector<std::vector<cv::Point3f>> object;
  std::vector<std::vector<cv::Point2f>> pixels;
};

void validate(const Board& board) {
  const auto refuse = [](const std::string& field, double value, const std::string& allowed) {
    throw std::invalid_argument("board: " + field + " = " + std::to_string(value) +
                                " (allowed: " + allowed + ")");
  };
  if (board.columns < 3 || board.columns > 50) refuse("columns", board.columns, "3 to 50");
  if (board.rows < 3 || board.rows > 50) refuse("rows", board.rows, "3 to 50");
  if (!(board.square > 0.001 && board.square < 1.0)) refuse("square", board.square, "0.001 to 1 m");
  if (!board.charuco) return;
  if (!(board.marker > 0.0 && board.marker < board.square))
    refuse("marker", board.marker, "less than the square");
  if (marker_dictionary(board.dictionary) < 0) {
    throw std::invalid_argument("board: dictionary = " + board.dictionary +
                                " (allowed: such as DICT_4X4_50)");
  }
}

void check(const cv::Mat& image, cv::Size first) {
  constexpr int kLeastSide = 64;  // as of a camera file [px]
  const std::string size = std::to_string(image.cols) + "x" + std::to_string(image.rows) + " px";
  if (image.size() != first) {
    throw std::invalid_argument("calibrate: an image has " + size +
                                "; allowed: the size of the first, " + std::to_string(first.width) +
                                "x" + std::to_string(first.height) + " px");
  }
  if (image.cols < kLeastSide || image.rows < kLeastSide)
    throw std::invalid_argument("calibrate: an image has " + size + "; allowed: 64x64 px or more");
  if (image.type() != CV_8UC3 && image.type() != CV_8UC1) {
    throw std::invalid_argument("calibrate: an image is of type " + cv::typeToString(image.type()) +
                                "; allowed: CV_8UC1 or CV_8UC3");
  }
}

void add_chessboard(const cv::Mat& grey, const Board& board, Matches& matches) {
  std::vector<cv::Point2f> corners;
  const cv::Size size(board.columns, board.rows);
  if (!cv::findChessboardCorners(grey, size, corners,
                                 cv::CALIB_CB_ADAPTIVE_THRESH | cv::CALIB_CB_NORMALIZE_IMAGE))
    return;
  cv::cornerSubPix(grey, corners, {5, 5}, {-1, -1},
                   {cv::TermCriteria::COUNT | cv::TermCriteria::EPS, 40, 0.001});
  std::vector<cv::Point3f> object;
  for (int i = 0; i < board.columns * board.rows; ++i) {
    object.emplace_back(static_cast<float>(board.square * (i % board.columns)),
                        static_cast<float>(board.square * (i / board.columns)), 0.0F);
  }
  matches.object.push_back(object);
  matches.pixels.push_back(corners);
}

void add_charuco(const cv::Mat& grey, const Board& board, Matches& matches) {
  const CharucoLayout layout =
      make_charuco({board.columns, board.rows}, static_cast<float>(board.square),
                   static_cast<float>(board.marker), marker_dictionary(board.dictionary));
  const auto found = find_charuco(grey, layout);
  if (found.ids.size() < 6) return;
  const std::vector<cv::Point3f> all = inner_corners(layout);
  std::vector<cv::Point3f> object;
  for (const int id : found.ids) object.push_back(all[static_cast<std::size_t>(id)]);
  matches.object.push_back(object);
  matches.pixels.push_back(found.corners);
}

}  // namespace

Calibration calibrate(std::span<const cv::Mat> images, const Board& board) {
  validate(board);
  Matches matches;
  for (const cv::Mat& image : images) {
    check(image, images.front().size());
    cv::Mat grey;
    if (image.channels() == 3)
      cv::cvtColor(image, grey, cv::COLOR_BGR2GRAY);
    else
      grey = image;
    board.charuco ? add_charuco(grey, board, matches) : add_chessboard(grey, board, matches);
  }
  Calibration result;
  result.used = static_cast<int>(matches.object.size());
  if (result.used < 3) {
    throw std::invalid_argument("calibrate: the board was found in " + std::to_string(result.used) +
                                " of " + std::to_string(images.size()) + " images (needed: 3)");
  }
  cv::Mat matrix, distortion;
  std::vector<cv::Mat> turns, shifts;
  const cv::Size size = images.front().size();
  result.rms_px =
      cv::calibrateCamera(matches.object, matches.pixels, size, matrix, distortion, turns, shifts);
  result.lens.width = size.width;
  result.lens.height = size.height;
  result.lens.fx = matrix.at<double>(0, 0);
  result.lens.fy = matrix.at<double>(1, 1);
  result.lens.cx = matrix.at<double>(0, 2);
  result.lens.cy = matrix.at<double>(1, 2);
  for (int i = 0; i < 5; ++i)
    result.lens.distortion[static_cast<std::size_t>(i)] = distortion.at<double>(i);
  return result;
}

}  // namespace billiard::vision
