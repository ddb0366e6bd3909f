// SPDX-License-Identifier: Apache-2.0
#include "billiard_vision/identity.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <opencv2/core.hpp>

#include "assignment.hpp"
#include "ball_look.hpp"
#include "light.hpp"

namespace billiard::vision {

namespace {

constexpr double kColourSigma = 13.0;   // spread of paints over makers and lights [Lab]
constexpr double kLightSigma = 0.45;    // of the light on a paint against that on the white, log
constexpr double kNumberShare = 0.09;   // of the disc a number may whiten
constexpr double kNoColour = -1.5;      // a frame nearly always shows the white ball
constexpr double kEnoughColour = 0.30;  // share of the disc from which its colour is trusted
constexpr double kShareSigma = 0.045;   // of the white share
constexpr double kShadeSigma = 0.05;    // the same where most is white and the rest may be shade
constexpr double kShadedRim = 0.45;     // of a white ball's rim is white, shaded as it may be
constexpr double kMostlyWhite = 0.82;   // few stripes show more white
constexpr double kWorst = 60.0;         // cost no kind exceeds: nothing is impossible
constexpr double kTintSigma = 0.5;      // of the light's colours, log
constexpr double kContrastSigma = 0.3;  // of a camera's tones against sRGB's, log
constexpr double kVividSigma = 0.3;     // of its colours, likewise
constexpr std::array kContrasts{0.7, 1.0, 1.4};  // exponents of tones that are tried
constexpr std::array kVivids{0.7, 1.4};          // strengths of colours, beside the usual one
constexpr double kMuch = 3.0;     // log likelihood by which another light must be better
constexpr std::size_t kSome = 2;  // every second pixel tells which light it is

double colour_cost(const BallLook& look, const cv::Vec3d& paint_srgb) {
  const Colour linear = linear_from_srgb(paint_srgb), ivory = linear_from_srgb({0.93, 0.91, 0.82});
  const cv::Vec3d paint(linear[0] / ivory[0], linear[1] / ivory[1], linear[2] / ivory[2]);
  // Few pixels say little: they may be the ink of a number.
  const double few = std::max(0.0, 1.0 - look.coloured / kEnoughColour);
  const double sigma = kColourSigma * (1.0 + 2.5 * few);
  double least = kWorst;
  for (const double mirrored : {0.0, 0.5, 1.0}) {  // nobody knows how glossy the ball is
    const cv::Vec3d colour = look.colour + mirrored * look.mirrored;
    // The same paint may be in more or less light than the white was.
    const double light =
        std::clamp(colour.dot(paint) / std::max(1e-9, paint.dot(paint)), 0.45, 1.35);
    const double miss = cv::norm(lab_of(colour) - lab_of(light * paint));
    least = std::min(least,
                     0.5 * std::pow(std::min(miss, 60.0) / sigma, 2) +
                         0.5 * std::pow(std::log(light) / (kLightSigma * sigma / kColourSigma), 2));
  }
  return least;
}

double beyond(double value, double limit, double sigma = kShareSigma) {
  return std::pow(std::max(0.0, value - limit) / sigma, 2) / 2;
}

// A number's white disc stays away from the rim; a stripe's white caps reach it or are large.
double white_cost(const BallLook& look, BallClass ball_class) {
  const double striped =
      std::max(0.7 * look.white_rim + 0.3 * look.white, look.white - kNumberShare);
  switch (ball_class) {
    case BallClass::kCue:
    case BallClass::kWhite:
      return kNoColour + beyond(0.97, look.white, kShadeSigma) + beyond(kShadedRim, look.white_rim);
    case BallClass::kStripe:
      return beyond(0.235, striped) + beyond(look.white, kMostlyWhite, kShadeSigma);
    default:
      return beyond(striped, 0.20);
  }
}

double light_cost(const FrameLight& light) {
  double cost = 0.5 * std::pow(std::log(light.contrast) / kContrastSigma, 2) +
                0.5 * std::pow(std::log(light.vivid) / kVividSigma, 2);
  for (int c = 0; c < 3; ++c) cost += 0.5 * std::pow(std::log(light.tint[c]) / kTintSigma, 2);
  return cost;
}

// Of the likeliest names.
double naming_cost(const std::vector<std::vector<double>>& costs, BallSet set) {
  const std::vector<BallName> names = assign_names(costs, set);
  double sum = 0.0;
  for (std::size_t i = 0; i < names.size(); ++i) {
    sum += costs[i][static_cast<std::size_t>(names[i].kind)];
  }
  return sum;
}

std::vector<ImageCircle> outlines(std::span<const BallSighting> balls) {
  std::vector<ImageCircle> discs;
  for (const BallSighting& ball : balls) discs.push_back(ball.image);
  return discs;
}

// What may not be a ball at all must not take a name away from one that is.
std::vector<std::vector<double>> costs_of(const std::vector<BallLook>& looks,
                                          std::span<const BallSighting> balls, BallSet set) {
  std::vector<std::vector<double>> costs;
  for (std::size_t i = 0; i < looks.size(); ++i) {
    costs.push_back(kind_costs(looks[i], set));
    for (double& cost : costs.back()) cost *= balls[i].confidence * balls[i].confidence;
  }
  return costs;
}

}  // namespace

std::vector<double> kind_costs(const BallLook& look, BallSet set) {
  std::vector<double> costs;
  for (const BallKind& kind : ball_kinds(set)) {
    double cost = white_cost(look, kind.ball_class);
    const bool white = kind.ball_class == BallClass::kCue || kind.ball_class == BallClass::kWhite;
    if (!white) cost += colour_cost(look, kind.colour);
    costs.push_back(std::min(cost, kWorst));
  }
  return costs;
}

std::vector<BallName> assign_names(const std::vector<std::vector<double>>& costs, BallSet set) {
  const auto kinds = ball_kinds(set);
  std::vector<int> kind_of_column;
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    for (int i = 0; i < kinds[k].count; ++i) kind_of_column.push_back(static_cast<int>(k));
  }
  // More balls than the set has: the surplus repeats kinds, at a price.
  const std::size_t real = kind_of_column.size();
  while (kind_of_column.size() < costs.size() + real) {
    for (std::size_t k = 0; k < kinds.size(); ++k) kind_of_column.push_back(static_cast<int>(k));
  }
  std::vector<std::vector<double>> table;
  for (const auto& row : costs) {
    std::vector<double> wide;
    for (std::size_t c = 0; c < kind_of_column.size(); ++c) {
      wide.push_back(row[static_cast<std::size_t>(kind_of_column[c])] + (c < real ? 0.0 : kWorst));
    }
    table.push_back(std::move(wide));
  }
  const std::vector<int> column = assign(table);
  std::vector<BallName> names;
  for (std::size_t i = 0; i < costs.size(); ++i) {
    BallName name;
    name.kind = kind_of_column[static_cast<std::size_t>(column[i])];
    name.cost = costs[i];
    double best_other = kWorst;
    const BallClass own = kinds[static_cast<std::size_t>(name.kind)].ball_class;
    for (std::size_t k = 0; k < kinds.size(); ++k) {
      if (kinds[k].ball_class != own) best_other = std::min(best_other, costs[i][k]);
    }
    name.confidence =
        1.0 / (1.0 + std::exp(costs[i][static_cast<std::size_t>(name.kind)] - best_other));
    names.push_back(std::move(name));
  }
  return names;
}

std::vector<BallLook> look_at_balls(const cv::Mat& frame, std::span<const ImageCircle> balls,
                                    const FrameLight& light) {
  return BallPixels(frame, balls).looks(light);
}

FrameLight find_light(const cv::Mat& frame, std::span<const BallSighting> balls, BallSet set) {
  const BallPixels pixels(frame, outlines(balls));
  std::vector<cv::Vec3d> whites = pixels.other_whites();
  whites.insert(whites.begin(), pixels.white());
  FrameLight best;
  double least = std::numeric_limits<double>::infinity();
  const auto consider = [&](const FrameLight& light) {
    const double names = naming_cost(costs_of(pixels.looks(light, kSome), balls, set), set);
    // The palest pixels show white, unless another light explains all balls much better.
    const double cost = light_cost(light) + names - (light == FrameLight{} ? kMuch : 0.0);
    if (cost < least) best = light;
    least = std::min(least, cost);
  };
  for (const cv::Vec3d& white : whites) {
    cv::Vec3d tint;
    cv::divide(white, pixels.white(), tint);
    for (const double contrast : kContrasts) consider({tint, contrast});
  }
  const FrameLight usual = best;
  for (const double vivid : kVivids) consider({usual.tint, usual.contrast, vivid});
  return best;
}

std::vector<BallName> name_balls(const cv::Mat& frame, std::span<const BallSighting> balls,
                                 BallSet set) {
  const FrameLight light = find_light(frame, balls, set);
  return assign_names(costs_of(look_at_balls(frame, outlines(balls), light), balls, set), set);
}

}  // namespace billiard::vision
