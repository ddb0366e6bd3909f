// SPDX-License-Identifier: Apache-2.0
// The camera: a pinhole behind one of the lenses of OpenCV and ROS, and its pose.
// Frame T is the table (x along the long side, z up, origin in the middle of the bed), C the camera
// (x right, y down, z forward), I the image (pixel centres at integer coordinates).
#pragma once

#include <array>
#include <cstdint>
#include <opencv2/core/matx.hpp>
#include <opencv2/core/types.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace billiard::vision {

/// How a lens bends light; ROS's names for it are those of name().
enum class LensModel : std::uint8_t {
  kPlumbBob,            ///< By the distance from the axis: k1, k2, p1, p2, k3
  kRationalPolynomial,  ///< Likewise, wider: k1, k2, p1, p2, k3, k4, k5, k6
  kEquidistant          ///< By the angle to the axis, a fisheye: k1, k2, k3, k4
};
[[nodiscard]] const char* name(LensModel model);

/// What the lens does, independent of where the camera stands.
struct Lens {
  int width{1280};    ///< Image width [px]
  int height{720};    ///< Image height [px]
  double fx{1000.0};  ///< Focal length along u [px]
  double fy{1000.0};  ///< Focal length along v [px]
  double cx{639.5};   ///< Principal point [px]
  double cy{359.5};   ///< Principal point [px]
  LensModel model{LensModel::kPlumbBob};
  std::array<double, 8> distortion{};  ///< In the model's order, then zeros [-]

  [[nodiscard]] bool operator==(const Lens&) const = default;
};

/// The model's own part of the coefficients.
[[nodiscard]] std::span<const double> coefficients(const Lens& lens);

/// Pose of the table in the camera: p_C = R_CT p_T + t_CT.
struct Pose {
  cv::Matx33d R_CT{cv::Matx33d::eye()};
  cv::Vec3d t_CT{0.0, 0.0, 1.0};  ///< [m]
};

struct Camera {
  Lens lens;
  Pose pose;
};

/// A pinhole lens with its principal point in the middle of the image.
[[nodiscard]] Lens make_lens(int width, int height, double focal_px);

/// The lenses of ROS that set_distortion() reads, for messages.
inline constexpr const char* kReadLenses =
    "plumb_bob, rational_polynomial (k1 to k6, p1, p2), equidistant (k1 to k4)";

/// Takes the distortion that ROS tells by the name of a model and its coefficients; what is missing
/// is 0. False, and the lens as it was, for any other model, for coefficients that are not finite,
/// and for more of them than the model has, unless they are 0.
[[nodiscard]] bool set_distortion(Lens& lens, const std::string& model,
                                  std::span<const double> coefficients);

/// A camera at `eye` [m] whose axis meets `target` [m]; the image's up direction is as near to
/// `up` as possible.
[[nodiscard]] Camera look_at(const Lens& lens, const cv::Vec3d& eye, const cv::Vec3d& target,
                             const cv::Vec3d& up = {0.0, 0.0, 1.0});

/// Position of the camera in the table frame [m].
[[nodiscard]] cv::Vec3d camera_centre(const Camera& camera);

/// Pixel of a point of the table frame; empty behind the camera.
[[nodiscard]] std::optional<cv::Point2d> project(const Camera& camera, const cv::Vec3d& p_T);

/// Like project(), for points known to lie before the camera.
[[nodiscard]] cv::Point2d project_visible(const Camera& camera, const cv::Vec3d& p_T);

/// Normalised image coordinates (x/z, y/z in C) of a pixel, distortion removed.
[[nodiscard]] cv::Point2d undistort(const Lens& lens, const cv::Point2d& pixel);

/// Pixel of normalised image coordinates, distortion applied.
[[nodiscard]] cv::Point2d distort(const Lens& lens, const cv::Point2d& normalised);

/// Unit direction, in the table frame, of the ray through a pixel.
[[nodiscard]] cv::Vec3d ray_direction(const Camera& camera, const cv::Point2d& pixel);

/// Where the ray through a pixel meets the horizontal plane at `height` [m]; empty when it runs
/// parallel or away.
[[nodiscard]] std::optional<cv::Point2d> meet_plane(const Camera& camera, const cv::Point2d& pixel,
                                                    double height);

/// `count` pixels of the outline of a sphere, in order around it. The outline is the image of the
/// circle where the viewing cone touches the sphere; its centre is not the image of the sphere's
/// centre. Empty when the sphere is not entirely before the camera.
[[nodiscard]] std::vector<cv::Point2d> sphere_outline(const Camera& camera, const cv::Vec3d& centre,
                                                      double radius, int count = 32);

/// Outline of a sphere as the circle one sees.
struct ImageCircle {
  cv::Point2d center_px;
  double radius_px{0.0};  ///< Radius of the circle with the outline's area
  cv::Rect2d box_px;      ///< Smallest upright box around the outline
};
[[nodiscard]] std::optional<ImageCircle> sphere_image(const Camera& camera, const cv::Vec3d& centre,
                                                      double radius);

}  // namespace billiard::vision
