// SPDX-License-Identifier: Apache-2.0
#include "sensor.hpp"

#include <algorithm>
#include <cmath>
#include <opencv2/core.hpp>
#include <random>

namespace billiard::vision {

namespace {

constexpr int kToneSteps = 4096;  // of linear light, up to kToneRange
constexpr float kToneRange = 2.0F;
constexpr std::size_t kNoiseSamples = 1U << 16;

}  // namespace

Sensor::Sensor(const Look& look) : look_(look), tone_(kToneSteps), noise_(kNoiseSamples) {
  for (int i = 0; i < kToneSteps; ++i) {
    const double light = std::min(1.0, kToneRange * (i + 0.5) / kToneSteps);
    const double s = light <= 0.0031308 ? 12.92 * light : 1.055 * std::pow(light, 1 / 2.4) - 0.055;
    tone_[static_cast<std::size_t>(i)] = static_cast<std::uint16_t>(s * 255.0 * 256.0);
  }
  std::mt19937_64 random(look.seed);
  std::normal_distribution<double> normal(0.0, 256.0 * look.noise);
  for (std::int16_t& n : noise_) {
    n = static_cast<std::int16_t>(std::clamp(normal(random), -30000.0, 30000.0));
  }
}

cv::Mat Sensor::develop(const cv::Mat3f& picture, std::uint64_t frame) const {
  cv::Mat out(picture.size(), CV_8UC3);
  const float scale = static_cast<float>(look_.gain) * kToneSteps / kToneRange;
  std::array<float, 3> gain{};
  for (std::size_t c = 0; c < 3; ++c) {
    gain[c] = scale * static_cast<float>(look_.white_balance[static_cast<int>(c)]);
  }
  std::mt19937_64 random(look_.seed * 0x9E3779B97F4A7C15ULL + frame);
  const auto row_samples = static_cast<std::size_t>(3 * picture.cols);
  for (int v = 0; v < picture.rows; ++v) {
    const auto* in = picture.ptr<float>(v);
    auto* pixel = out.ptr<unsigned char>(v);
    std::size_t n = random() % kNoiseSamples;
    for (std::size_t i = 0; i < row_samples; i += 3) {
      for (std::size_t c = 0; c < 3; ++c) {
        const int step = std::clamp(static_cast<int>(in[i + c] * gain[c]), 0, kToneSteps - 1);
        const int grey = tone_[static_cast<std::size_t>(step)] + noise_[n] + 128;
        n = (n + 1) % kNoiseSamples;
        pixel[i + 2 - c] = static_cast<unsigned char>(std::clamp(grey >> 8, 0, 255));
      }
    }
  }
  return out;
}

}  // namespace billiard::vision
