// SPDX-License-Identifier: Apache-2.0
#include "table_scene.hpp"

#include <cmath>
#include <cstdint>
#include <limits>

namespace billiard::vision {

namespace {

constexpr float kFloor = -0.80F;     // below the cloth [m]
constexpr float kApronDrop = 0.35F;  // height of the table's side [m]
constexpr float kUndercut = 0.012F;  // how far a cushion's foot stands behind its nose [m]

float hash01(std::int32_t x, std::int32_t y, std::uint32_t seed) {
  std::uint32_t h = static_cast<std::uint32_t>(x) * 0x9E3779B1U ^
                    static_cast<std::uint32_t>(y) * 0x85EBCA77U ^ seed * 0xC2B2AE3DU;
  h = (h ^ (h >> 15)) * 0x2C1B3C6DU;
  h = (h ^ (h >> 12)) * 0x297A2D39U;
  return static_cast<float>(h ^ (h >> 15)) / 4294967296.0F;
}

// Value noise with cells of `cell` metres.
float value_noise(float x, float y, float cell, std::uint32_t seed) {
  const float u = x / cell, v = y / cell;
  const auto iu = static_cast<std::int32_t>(std::floor(u));
  const auto iv = static_cast<std::int32_t>(std::floor(v));
  const float fu = u - static_cast<float>(iu), fv = v - static_cast<float>(iv);
  const float top = hash01(iu, iv, seed) * (1 - fu) + hash01(iu + 1, iv, seed) * fu;
  const float low = hash01(iu, iv + 1, seed) * (1 - fu) + hash01(iu + 1, iv + 1, seed) * fu;
  return top * (1 - fv) + low * fv;
}

}  // namespace

TableScene::TableScene(const TableGeometry& table, const Look& look)
    : table_(table),
      look_(look),
      lighting_(look),
      holes_(pocket_holes(table)),
      cloth_(linear_from_srgb(look.cloth)),
      rail_(linear_from_srgb(look.rail)),
      floor_(linear_from_srgb(look.floor)) {
  add_cushions();
}

void TableScene::add_quad(const cv::Vec3f& a, const cv::Vec3f& b, const cv::Vec3f& c,
                          const cv::Vec3f& d) {
  cv::Vec3f n = (b - a).cross(d - a);
  n *= 1.0F / std::sqrt(n.dot(n));
  quads_.push_back({{a, b, c, d}, n});
}

// A cushion whose nose runs from a to b; its ends open outwards, towards the pockets.
void TableScene::add_cushion(const cv::Vec2f& a, const cv::Vec2f& b, const cv::Vec2f& outward) {
  const float depth = static_cast<float>(table_.cushion_width);
  const float nose = static_cast<float>(table_.nose_height);
  const float rail = static_cast<float>(table_.rail_height);
  cv::Vec2f along = b - a;
  along *= 1.0F / std::sqrt(along.dot(along));
  const float open = table_.corner_mouth > 0.0 ? 0.75F * depth : 0.0F;
  const cv::Vec2f back_a = a + depth * outward - open * along;
  const cv::Vec2f back_b = b + depth * outward + open * along;
  const cv::Vec2f foot_a = a + kUndercut * outward, foot_b = b + kUndercut * outward;
  const auto at = [](const cv::Vec2f& p, float z) { return cv::Vec3f(p[0], p[1], z); };
  add_quad(at(a, nose), at(b, nose), at(back_b, rail), at(back_a, rail));
  add_quad(at(foot_a, 0), at(foot_b, 0), at(b, nose), at(a, nose));
  add_quad(at(foot_a, 0), at(a, nose), at(back_a, rail), at(back_a, 0));
  add_quad(at(foot_b, 0), at(b, nose), at(back_b, rail), at(back_b, 0));
}

void TableScene::add_cushions() {
  const auto x = static_cast<float>(0.5 * table_.length);
  const auto y = static_cast<float>(0.5 * table_.width);
  // A corner mouth is measured across the corner: each nose ends mouth / sqrt(2) before it.
  const auto corner = static_cast<float>(table_.corner_mouth / std::sqrt(2.0));
  const auto side = static_cast<float>(0.5 * table_.side_mouth);
  for (const float s : {-1.0F, 1.0F}) {
    add_cushion({s * x, -y + corner}, {s * x, y - corner}, {s, 0});
    if (side > 0.0F) {
      add_cushion({-x + corner, s * y}, {-side, s * y}, {0, s});
      add_cushion({side, s * y}, {x - corner, s * y}, {0, s});
    } else {
      add_cushion({-x + corner, s * y}, {x - corner, s * y}, {0, s});
    }
  }
}

bool TableScene::in_pocket(const cv::Vec3f& p, float scale) const {
  for (const PocketHole& hole : holes_) {
    const float dx = p[0] - static_cast<float>(hole.x), dy = p[1] - static_cast<float>(hole.y);
    const float r = scale * static_cast<float>(hole.radius);
    if (dx * dx + dy * dy < r * r) return true;
  }
  return false;
}

bool TableScene::is_diamond(const cv::Vec3f& p) const {
  if (!look_.markings) return false;
  // Diamonds divide the long side in eight and the short side in four, mid-rail.
  const auto near = [](double value, double pitch) {
    return std::abs(value - pitch * std::round(value / pitch));
  };
  const double mid = table_.cushion_width + 0.5 * table_.rail_width;
  const double ax = std::abs(p[0]) - 0.5 * table_.length, ay = std::abs(p[1]) - 0.5 * table_.width;
  constexpr double r = 0.006;
  if (ax < -0.05) return std::hypot(ay - mid, near(p[0], table_.length / 8)) < r;
  if (ay < -0.05) return std::hypot(ax - mid, near(p[1], table_.width / 4)) < r;
  return false;
}

bool TableScene::is_marking(const cv::Vec3f& p) const {
  if (!look_.markings) return false;
  const double quarter = 0.25 * table_.length;
  if (std::hypot(p[0] - quarter, p[1]) < 0.006) return true;
  if (table_.balls != BallSet::kSnooker) return false;
  const double line = -0.29 * table_.length, r = 0.165 * table_.width;
  const double from_d = std::hypot(p[0] - line, p[1]) - r;
  return std::abs(p[0] - line) < 0.002 || (p[0] < line && std::abs(from_d) < 0.002);
}

SurfaceHit TableScene::trace(const cv::Vec3f& o, const cv::Vec3f& d) const {
  const auto at_height = [&](float z) -> cv::Vec3f { return o + ((z - o[2]) / d[2]) * d; };
  if (d[2] > -1e-4F) return {};
  const auto hx = static_cast<float>(0.5 * table_.length),
             hy = static_cast<float>(0.5 * table_.width);
  const auto cushion = static_cast<float>(table_.cushion_width);
  const float outer = cushion + static_cast<float>(table_.rail_width);
  const auto inside = [&](const cv::Vec3f& p, float margin) {
    return std::abs(p[0]) < hx + margin && std::abs(p[1]) < hy + margin;
  };

  const cv::Vec3f top = at_height(static_cast<float>(table_.rail_height));
  if (inside(top, outer) && !inside(top, cushion)) {
    if (in_pocket(top, 1.0F)) return {Material::kPocket, top, {0, 0, 1}};
    if (in_pocket(top, 1.12F)) return {Material::kRim, top, {0, 0, 1}};
    return {is_diamond(top) ? Material::kMark : Material::kRail, top, {0, 0, 1}};
  }
  const cv::Vec3f bed = at_height(0.0F);
  if (!inside(top, outer)) {  // beside the table: its side or the floor
    const cv::Vec3f low = at_height(-kApronDrop);
    if (inside(low, outer) || inside(bed, outer)) return {Material::kApron, bed, {0, -1, 0}};
    return {Material::kFloor, at_height(kFloor), {0, 0, 1}};
  }

  // Inside the cushions: the nearest of their faces, else the bed.
  SurfaceHit hit{Material::kCloth, bed, {0, 0, 1}};
  const bool far_from_noses = inside(bed, -0.2F) && inside(top, -0.2F);
  if (!far_from_noses) {
    float nearest = -o[2] / d[2];
    for (const Quad& q : quads_) {
      const float slope = q.normal.dot(d);
      if (std::abs(slope) < 1e-6F) continue;
      const float t = q.normal.dot(q.corner[0] - o) / slope;
      if (t <= 0.0F || t >= nearest - 1e-6F) continue;
      const cv::Vec3f p = o + t * d;
      bool in = true;
      for (std::size_t i = 0; i < 4 && in; ++i) {
        const cv::Vec3f edge = q.corner[(i + 1) % 4] - q.corner[i];
        in = edge.cross(p - q.corner[i]).dot(q.normal) >= -1e-7F;
      }
      if (!in) continue;
      nearest = t;
      hit = {Material::kCushion, p, slope < 0 ? q.normal : -q.normal};
    }
  }
  if (hit.material == Material::kCloth) {
    if (in_pocket(bed, 1.0F) || !inside(bed, cushion))
      hit.material = Material::kPocket;
    else if (is_marking(bed))
      hit.material = Material::kMark;
  }
  return hit;
}

float TableScene::grain(const cv::Vec3f& p) const {
  const auto seed = static_cast<std::uint32_t>(look_.seed);
  const float fine = value_noise(p[0], p[1], 0.002F, seed) - 0.5F;
  const float coarse = value_noise(p[0], p[1], 0.05F, seed + 7) - 0.5F;
  return 1.0F + static_cast<float>(look_.cloth_grain) * (fine + coarse);
}

Colour TableScene::shade(const SurfaceHit& hit) const {
  const auto lit = [&](const Colour& paint, float factor) -> Colour {
    return paint * (factor * lighting_.irradiance(hit.point, hit.normal));
  };
  switch (hit.material) {
    case Material::kCloth: {
      // The cushion keeps part of the sky from the cloth at its foot.
      const float gap = std::min(static_cast<float>(0.5 * table_.length) - std::abs(hit.point[0]),
                                 static_cast<float>(0.5 * table_.width) - std::abs(hit.point[1]));
      const float shade = 1.0F - 0.5F * std::exp(-std::max(gap, 0.0F) / 0.02F);
      return lit(cloth_, shade * grain(hit.point));
    }
    case Material::kCushion:
      return lit(cloth_, 1.0F);
    case Material::kRail:
      return lit(rail_, grain(hit.point));
    case Material::kRim:
      return lit({0.2F, 0.2F, 0.2F}, 1.0F);
    case Material::kMark:
      return hit.point[2] > 0.01F ? lit({0.8F, 0.8F, 0.75F}, 1.0F)
                                  : lit({0.05F, 0.05F, 0.05F}, 1.0F);
    case Material::kApron:
      return rail_ * 0.25F;
    case Material::kFloor: {
      const auto seed = static_cast<std::uint32_t>(look_.seed);
      const float n = value_noise(hit.point[0], hit.point[1] * 0.3F, 0.15F, seed + 3);
      return floor_ * (0.5F + n);
    }
    case Material::kPocket:
      return {0.004F, 0.004F, 0.004F};
    case Material::kNothing:
      break;
  }
  return floor_ * 0.5F;
}

}  // namespace billiard::vision
