// SPDX-License-Identifier: Apache-2.0
// The empty table as geometry a ray can meet: bed, cushions, rails, pockets, apron, floor.
#pragma once

#include <array>
#include <vector>

#include "light.hpp"

namespace billiard::vision {

enum class Material { kCloth, kCushion, kRail, kPocket, kRim, kMark, kApron, kFloor, kNothing };

struct SurfaceHit {
  Material material{Material::kNothing};
  cv::Vec3f point;  ///< [m]
  cv::Vec3f normal{0, 0, 1};
};

class TableScene {
 public:
  TableScene(const TableGeometry& table, const Look& look);

  /// The first surface along a ray from outside the table.
  [[nodiscard]] SurfaceHit trace(const cv::Vec3f& origin, const cv::Vec3f& direction) const;

  /// Linear light leaving a hit towards the eye.
  [[nodiscard]] Colour shade(const SurfaceHit& hit) const;

  [[nodiscard]] const Lighting& lighting() const { return lighting_; }

 private:
  struct Quad {
    std::array<cv::Vec3f, 4> corner;
    cv::Vec3f normal;
  };
  void add_cushion(const cv::Vec2f& a, const cv::Vec2f& b, const cv::Vec2f& outward);
  void add_cushions();
  void add_quad(const cv::Vec3f& a, const cv::Vec3f& b, const cv::Vec3f& c, const cv::Vec3f& d);
  [[nodiscard]] bool in_pocket(const cv::Vec3f& p, float scale) const;
  [[nodiscard]] bool is_diamond(const cv::Vec3f& p) const;
  [[nodiscard]] bool is_marking(const cv::Vec3f& p) const;
  [[nodiscard]] float grain(const cv::Vec3f& p) const;

  TableGeometry table_;
  Look look_;
  Lighting lighting_;
  std::vector<PocketHole> holes_;
  Colour cloth_, rail_, floor_;
  std::vector<Quad> quads_;
};

}  // namespace billiard::vision
