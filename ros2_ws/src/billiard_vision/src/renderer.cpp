// SPDX-License-Identifier: Apache-2.0
#include "billiard_vision/renderer.hpp"

#include <algorithm>
#include <cmath>
#include <opencv2/calib3d.hpp>
#include <opencv2/imgproc.hpp>
#include <stdexcept>
#include <string>

#include "ball_texture.hpp"
#include "sensor.hpp"
#include "table_scene.hpp"

namespace billiard::vision {

namespace {

constexpr int kEdgeSamples = 4;       // per axis, where the empty table has an edge
constexpr int kBallSamples = 2;       // per axis and instant
constexpr int kMaxInstants = 16;      // of a moving ball within one exposure
constexpr float kShadowReach = 4.0F;  // ball radii around a ball that its shadow may darken

cv::Vec3f to_float(const cv::Vec3d& v) {
  return {static_cast<float>(v[0]), static_cast<float>(v[1]), static_cast<float>(v[2])};
}

}  // namespace

struct Renderer::Impl {
  Impl(const TableGeometry& table_in, const Camera& camera_in, const Look& look_in)
      : table(table_in),
        camera(camera_in),
        look(look_in),
        scene(table_in, look_in),
        sensor(look_in) {
    validate(table);
    if (camera.lens.width < 16 || camera.lens.height < 16 || camera.lens.width > 8192 ||
        camera.lens.height > 8192) {
      throw std::invalid_argument("renderer: image of " + std::to_string(camera.lens.width) + "x" +
                                  std::to_string(camera.lens.height) +
                                  " px (allowed: 16 to 8192 px each way)");
    }
    eye = to_float(camera_centre(camera));
    cloth = linear_from_srgb(look.cloth);
    for (const BallKind& kind : ball_kinds(table.balls)) textures.emplace_back(kind);
    make_rays();
    make_background();
  }

  [[nodiscard]] cv::Vec3f ray(int u, int v, float du, float dv) const {
    const cv::Vec3f& d = rays(v, u);
    return d + du * (rays(v, u + 1) - d) + dv * (rays(v + 1, u) - d);
  }

  void make_rays();
  void make_background();
  [[nodiscard]] Colour shade_ball(const SceneBall& ball, const cv::Vec3f& centre,
                                  const cv::Vec3f& direction, float t) const;
  void draw_shadows(cv::Mat3f& picture, std::span<const SceneBall> balls) const;
  void draw_ball(cv::Mat3f& picture, const SceneBall& ball) const;
  [[nodiscard]] cv::Rect reach(const SceneBall& ball) const;

  TableGeometry table;
  Camera camera;
  Look look;
  TableScene scene;
  Sensor sensor;
  cv::Vec3f eye;
  Colour cloth;  // linear
  std::vector<BallTexture> textures;
  cv::Mat3f rays;        // one row and column more than the image; not quite unit length
  cv::Mat3f background;  // linear light of the empty table, vignetting included
  cv::Mat1f vignette;
};

void Renderer::Impl::make_rays() {
  rays.create(camera.lens.height + 1, camera.lens.width + 1);
  for (int v = 0; v < rays.rows; ++v) {
    for (int u = 0; u < rays.cols; ++u) {
      rays(v, u) = to_float(ray_direction(camera, {double(u), double(v)}));
    }
  }
}

void Renderer::Impl::make_background() {
  const int rows = camera.lens.height, columns = camera.lens.width;
  cv::Mat1b material(rows, columns);
  background.create(rows, columns);
  vignette.create(rows, columns);
  const float half_diagonal2 = 0.25F * static_cast<float>(rows * rows + columns * columns);
  for (int v = 0; v < rows; ++v) {
    for (int u = 0; u < columns; ++u) {
      const SurfaceHit hit = scene.trace(eye, rays(v, u));
      material(v, u) = static_cast<unsigned char>(hit.material);
      background(v, u) = scene.shade(hit);
      const float du = static_cast<float>(u) - 0.5F * static_cast<float>(columns);
      const float dv = static_cast<float>(v) - 0.5F * static_cast<float>(rows);
      vignette(v, u) =
          1.0F - static_cast<float>(look.vignetting) * (du * du + dv * dv) / half_diagonal2;
    }
  }
  // Where materials meet, or a cushion bends, average a finer grid.
  for (int v = 0; v < rows; ++v) {
    for (int u = 0; u < columns; ++u) {
      bool edge = material(v, u) == static_cast<unsigned char>(Material::kCushion);
      for (int dv = -1; dv <= 1 && !edge; ++dv) {
        for (int du = -1; du <= 1 && !edge; ++du) {
          const int y = std::clamp(v + dv, 0, rows - 1), x = std::clamp(u + du, 0, columns - 1);
          edge = material(y, x) != material(v, u);
        }
      }
      if (edge) {
        Colour sum(0, 0, 0);
        for (int i = 0; i < kEdgeSamples * kEdgeSamples; ++i) {
          const float du = (static_cast<float>(i % kEdgeSamples) + 0.5F) / kEdgeSamples - 0.5F;
          const float dv = (static_cast<float>(i / kEdgeSamples) + 0.5F) / kEdgeSamples - 0.5F;
          sum += scene.shade(scene.trace(eye, ray(u, v, du, dv)));
        }
        background(v, u) = sum * (1.0F / (kEdgeSamples * kEdgeSamples));
      }
    }
  }
  for (int v = 0; v < rows; ++v) {
    for (int u = 0; u < columns; ++u) background(v, u) *= vignette(v, u);
  }
}

cv::Rect Renderer::Impl::reach(const SceneBall& ball) const {
  const cv::Vec3d half = 0.5 * look.exposure_time * ball.velocity;
  cv::Rect2d box;
  for (const cv::Vec3d& at : {ball.position - half, ball.position + half}) {
    const auto image = sphere_image(camera, at, table.ball_radius);
    if (!image) return {};
    box = box.empty() ? image->box_px : (box | image->box_px);
  }
  const cv::Rect whole(static_cast<int>(std::floor(box.x)) - 1,
                       static_cast<int>(std::floor(box.y)) - 1, static_cast<int>(box.width) + 4,
                       static_cast<int>(box.height) + 4);
  return whole & cv::Rect(0, 0, camera.lens.width, camera.lens.height);
}

void Renderer::Impl::draw_shadows(cv::Mat3f& picture, std::span<const SceneBall> balls) const {
  const float radius = static_cast<float>(table.ball_radius);
  const float far = kShadowReach * radius;
  const cv::Vec2f half(static_cast<float>(0.5 * table.length),
                       static_cast<float>(0.5 * table.width));
  cv::Mat1b done(picture.size(), static_cast<unsigned char>(0));
  for (const SceneBall& ball : balls) {
    const auto image = sphere_image(camera, {ball.position[0], ball.position[1], 0.0},
                                    kShadowReach * table.ball_radius);
    if (!image || ball.position[2] < 0.0) continue;
    const cv::Rect box = cv::Rect(image->box_px) & cv::Rect(0, 0, picture.cols, picture.rows);
    std::vector<cv::Vec4f> near;
    for (const SceneBall& other : balls) {
      const cv::Vec3d gap = other.position - ball.position;
      if (other.position[2] > 0.0 &&
          std::hypot(gap[0], gap[1]) < 2.0 * kShadowReach * table.ball_radius) {
        near.emplace_back(static_cast<float>(other.position[0]),
                          static_cast<float>(other.position[1]),
                          static_cast<float>(other.position[2]), radius);
      }
    }
    for (int v = box.y; v < box.y + box.height; ++v) {
      for (int u = box.x; u < box.x + box.width; ++u) {
        const cv::Vec3f& d = rays(v, u);
        if (done(v, u) != 0 || d[2] > -1e-4F) continue;
        const cv::Vec3f p = eye - (eye[2] / d[2]) * d;
        if (std::abs(p[0]) > half[0] || std::abs(p[1]) > half[1]) continue;
        const float gx = p[0] - static_cast<float>(ball.position[0]);
        const float gy = p[1] - static_cast<float>(ball.position[1]);
        if (gx * gx + gy * gy > far * far) continue;
        done(v, u) = 1;
        const float open = scene.lighting().irradiance(p, {0, 0, 1});
        picture(v, u) *= scene.lighting().shadowed(p, near) / open;
      }
    }
  }
}

Colour Renderer::Impl::shade_ball(const SceneBall& ball, const cv::Vec3f& centre,
                                  const cv::Vec3f& direction, float t) const {
  const Lighting& light = scene.lighting();
  const cv::Vec3f p = eye + t * direction;
  const cv::Vec3f n = (p - centre) * (1.0F / static_cast<float>(table.ball_radius));
  const cv::Vec3f body = cv::Matx33f(ball.rotation.t()) * n;
  const Colour paint = textures[static_cast<std::size_t>(ball.kind)].at(body);
  // Light from above, and light thrown back by the cloth.
  const float above = light.irradiance(p, n);
  const float below = 0.5F * (0.5F - 0.5F * n[2]) * light.irradiance(p, {0, 0, 1});
  Colour c = paint * above + paint.mul(cloth) * below;
  // Lacquer: Schlick's reflection of lamps and surroundings.
  const float facing = std::max(0.0F, -n.dot(direction));
  const float fresnel = 0.04F + 0.96F * std::pow(1.0F - facing, 5.0F);
  const cv::Vec3f mirror = direction + 2.0F * facing * n;
  const float lamp = light.lamp_in(p, mirror) * 9.0F;
  const float room = mirror[2] > 0 ? 0.4F * light.ambient() : 0.0F;
  c += Colour::all(std::min(fresnel, 0.25F) * (lamp + room));
  return c;
}

void Renderer::Impl::draw_ball(cv::Mat3f& picture, const SceneBall& ball) const {
  const cv::Rect box = reach(ball);
  const float radius2 = static_cast<float>(table.ball_radius * table.ball_radius);
  const auto here = sphere_image(camera, ball.position, table.ball_radius);
  if (!here || box.empty()) return;
  const double metre_px = here->radius_px / table.ball_radius;
  const double smear_px = cv::norm(ball.velocity) * look.exposure_time * metre_px;
  const int instants = std::clamp(static_cast<int>(std::ceil(smear_px)), 1, kMaxInstants);
  std::vector<cv::Vec3f> centres;
  for (int i = 0; i < instants; ++i) {
    const double when = look.exposure_time * ((i + 0.5) / instants - 0.5);
    centres.push_back(to_float(ball.position + when * ball.velocity));
  }
  const float share = 1.0F / static_cast<float>(kBallSamples * kBallSamples * instants);
  for (int v = box.y; v < box.y + box.height; ++v) {
    for (int u = box.x; u < box.x + box.width; ++u) {
      Colour sum(0, 0, 0);
      int hits = 0;
      for (int s = 0; s < kBallSamples * kBallSamples; ++s) {
        const float du = (static_cast<float>(s % kBallSamples) + 0.5F) / kBallSamples - 0.5F;
        const float dv = (static_cast<float>(s / kBallSamples) + 0.5F) / kBallSamples - 0.5F;
        cv::Vec3f d = ray(u, v, du, dv);
        d *= 1.0F / std::sqrt(d.dot(d));
        for (const cv::Vec3f& centre : centres) {
          const cv::Vec3f to_centre = centre - eye;
          const float along = to_centre.dot(d);
          const cv::Vec3f miss = to_centre - along * d;
          const float inside = radius2 - miss.dot(miss);
          if (inside <= 0.0F) continue;
          sum += shade_ball(ball, centre, d, along - std::sqrt(inside));
          ++hits;
        }
      }
      if (hits == 0) continue;
      const float cover = share * static_cast<float>(hits);
      picture(v, u) = picture(v, u) * (1.0F - cover) + sum * (share * vignette(v, u));
    }
  }
}

Renderer::Renderer(const TableGeometry& table, const Camera& camera, const Look& look)
    : impl_(std::make_unique<Impl>(table, camera, look)) {}
Renderer::~Renderer() = default;
Renderer::Renderer(Renderer&&) noexcept = default;
Renderer& Renderer::operator=(Renderer&&) noexcept = default;

const Camera& Renderer::camera() const { return impl_->camera; }
const TableGeometry& Renderer::table() const { return impl_->table; }

cv::Mat Renderer::render(std::span<const SceneBall> balls, std::uint64_t frame) {
  cv::Mat3f picture = impl_->background.clone();
  const auto kinds = static_cast<int>(impl_->textures.size());
  std::vector<SceneBall> order(balls.begin(), balls.end());
  for (const SceneBall& ball : order) {
    if (ball.kind < 0 || ball.kind >= kinds) {
      throw std::invalid_argument("renderer: ball kind " + std::to_string(ball.kind) +
                                  " (allowed: 0 to " + std::to_string(kinds - 1) + ")");
    }
  }
  const cv::Vec3d eye = camera_centre(impl_->camera);
  std::sort(order.begin(), order.end(), [&](const SceneBall& a, const SceneBall& b) {
    return cv::norm(a.position - eye) > cv::norm(b.position - eye);  // far ones first
  });
  impl_->draw_shadows(picture, order);
  for (const SceneBall& ball : order) impl_->draw_ball(picture, ball);
  if (impl_->look.blur_px > 0.0) {
    const int side = 2 * static_cast<int>(std::ceil(2.0 * impl_->look.blur_px)) + 1;
    cv::GaussianBlur(picture, picture, {side, side}, impl_->look.blur_px);
  }
  return impl_->sensor.develop(picture, frame);
}

std::vector<BallTruth> Renderer::truth(std::span<const SceneBall> balls) const {
  const Camera& camera = impl_->camera;
  const double radius = impl_->table.ball_radius;
  const cv::Vec3d eye = camera_centre(camera);
  const cv::Rect2d frame(0.0, 0.0, camera.lens.width - 1.0, camera.lens.height - 1.0);
  std::vector<BallTruth> truths;
  for (const SceneBall& ball : balls) {
    BallTruth truth{ball.kind, ball.position, {}, 0.0};
    if (const auto image = sphere_image(camera, ball.position, radius)) {
      truth.outline = *image;
      // Visible share by sampling the disc on a grid.
      int all = 0, seen = 0;
      for (int i = 0; i < 15 * 15; ++i) {
        const double x = (i % 15 - 7) / 7.5, y = (i / 15 - 7) / 7.5;
        if (x * x + y * y > 1.0) continue;
        ++all;
        const cv::Point2d p = image->center_px + image->radius_px * cv::Point2d(x, y);
        bool free = frame.contains(p);
        for (const SceneBall& other : balls) {
          if (!free || cv::norm(other.position - eye) >= cv::norm(ball.position - eye)) continue;
          const auto front = sphere_image(camera, other.position, radius);
          free = !front || cv::norm(p - front->center_px) > front->radius_px;
        }
        seen += free ? 1 : 0;
      }
      truth.visible = static_cast<double>(seen) / all;
    }
    truths.push_back(truth);
  }
  return truths;
}

cv::Matx33d turn(const cv::Matx33d& rotation, const cv::Vec3d& spin, double time) {
  cv::Matx33d step;
  cv::Rodrigues(spin * time, step);
  return step * rotation;
}

}  // namespace billiard::vision
