// SPDX-License-Identifier: Apache-2.0
#include "light.hpp"

#include <algorithm>
#include <cmath>

namespace billiard::vision {

namespace {

constexpr float kReferenceDrop = 0.9F;  // lamp power is defined this far below the lamp [m]

cv::Vec3f to_float(const cv::Vec3d& v) {
  return {static_cast<float>(v[0]), static_cast<float>(v[1]), static_cast<float>(v[2])};
}

float smooth(float edge0, float edge1, float x) {
  const float t = std::clamp((x - edge0) / (edge1 - edge0), 0.0F, 1.0F);
  return t * t * (3.0F - 2.0F * t);
}

}  // namespace

Colour linear_from_srgb(const cv::Vec3d& srgb) {
  Colour out;
  for (int i = 0; i < 3; ++i) {
    const double c = srgb[i];
    out[i] = static_cast<float>(c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4));
  }
  return out;
}

Lighting::Lighting(const Look& look)
    : lamps_(look.lamps), ambient_(static_cast<float>(look.ambient)) {}

float Lighting::irradiance(const cv::Vec3f& point, const cv::Vec3f& normal) const {
  float sum = ambient_ * (0.5F + 0.5F * normal[2]);
  for (const Lamp& lamp : lamps_) {
    const cv::Vec3f d = to_float(lamp.centre) - point;
    const float r2 = d.dot(d);
    const float cosine = normal.dot(d) / std::sqrt(r2);
    // The lamp shines down: its own cosine is d_z / r.
    const float fall = kReferenceDrop * kReferenceDrop * d[2] / (r2 * std::sqrt(r2));
    if (cosine > 0.0F) sum += static_cast<float>(lamp.power) * cosine * fall;
  }
  return sum;
}

float Lighting::shadowed(const cv::Vec3f& point, std::span<const cv::Vec4f> spheres) const {
  // Sky: a sphere at distance d covers about (R/d)^2 of the hemisphere, times its height.
  float sky = 1.0F;
  for (const cv::Vec4f& s : spheres) {
    const cv::Vec3f d(s[0] - point[0], s[1] - point[1], s[2] - point[2]);
    const float r2 = std::max(d.dot(d), s[3] * s[3]);
    sky *= 1.0F - 0.9F * s[3] * s[3] / r2 * d[2] / std::sqrt(r2);
  }
  float sum = ambient_ * std::max(sky, 0.0F);
  for (const Lamp& lamp : lamps_) {
    const cv::Vec3f to_lamp = to_float(lamp.centre) - point;
    const float r2 = to_lamp.dot(to_lamp);
    const float r = std::sqrt(r2);
    float light = static_cast<float>(lamp.power) * kReferenceDrop * kReferenceDrop * to_lamp[2] *
                  to_lamp[2] / (r2 * r2);
    const float lamp_angle =
        0.5F * static_cast<float>(lamp.half_size[0] + lamp.half_size[1]) / r;  // half width [rad]
    for (const cv::Vec4f& s : spheres) {
      const cv::Vec3f d(s[0] - point[0], s[1] - point[1], s[2] - point[2]);
      const float along = d.dot(to_lamp) / r;
      if (along <= 0.0F) continue;
      const float off = std::sqrt(std::max(d.dot(d) - along * along, 0.0F));
      const float penumbra = std::max(along * lamp_angle, 1e-4F);
      light *= smooth(s[3] - penumbra, s[3] + penumbra, off);
    }
    sum += light;
  }
  return sum;
}

float Lighting::lamp_in(const cv::Vec3f& point, const cv::Vec3f& d) const {
  if (d[2] <= 0.0F) return 0.0F;
  float most = 0.0F;
  for (const Lamp& lamp : lamps_) {
    const float t = (static_cast<float>(lamp.centre[2]) - point[2]) / d[2];
    const float dx = std::abs(point[0] + t * d[0] - static_cast<float>(lamp.centre[0]));
    const float dy = std::abs(point[1] + t * d[1] - static_cast<float>(lamp.centre[1]));
    const float hx = static_cast<float>(lamp.half_size[0]);
    const float hy = static_cast<float>(lamp.half_size[1]);
    constexpr float kSoft = 0.04F;  // polished, not perfect [m at the lamp]
    most = std::max(most, (1.0F - smooth(hx - kSoft, hx + kSoft, dx)) *
                              (1.0F - smooth(hy - kSoft, hy + kSoft, dy)));
  }
  return most;
}

}  // namespace billiard::vision
