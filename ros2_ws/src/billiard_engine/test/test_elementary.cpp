// SPDX-License-Identifier: Apache-2.0
#include "math/elementary.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace billiard {
namespace {

constexpr int kTries = 200000;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Error of `value` in units of the last place of the true value.
template <typename Scalar>
double ulps(Scalar value, long double truth) {
  const Scalar rounded = std::abs(static_cast<Scalar>(truth));
  const Scalar next = std::nextafter(rounded, std::numeric_limits<Scalar>::infinity());
  const long double ulp = static_cast<long double>(next) - static_cast<long double>(rounded);
  return static_cast<double>(std::abs(static_cast<long double>(value) - truth) / ulp);
}

// Worst error over random arguments in [from, to]; the reference is libm in 80 bits.
template <typename Scalar, typename Ours, typename Theirs>
double worst(double from, double to, const Ours& ours, const Theirs& theirs) {
  std::mt19937_64 random(20160121);
  std::uniform_real_distribution<double> draw(from, to);
  double largest = 0.0;
  for (int i = 0; i < kTries; ++i) {
    const auto x = static_cast<Scalar>(draw(random));
    largest = std::max(largest, ulps<Scalar>(ours(x), theirs(static_cast<long double>(x))));
  }
  return largest;
}

const auto kExp = [](auto x) { return math::exp(x); };
const auto kLog = [](auto x) { return math::log(x); };
const auto kAsin = [](auto x) { return math::asin(x); };
const auto kSin = [](auto x) { return math::sin(x); };
const auto kCos = [](auto x) { return math::cos(x); };
const auto kExpLong = [](long double x) { return std::exp(x); };
const auto kLogLong = [](long double x) { return std::log(x); };
const auto kAsinLong = [](long double x) { return std::asin(x); };
const auto kSinLong = [](long double x) { return std::sin(x); };
const auto kCosLong = [](long double x) { return std::cos(x); };

TEST(Exp, IsWithinOneUlp) {
  EXPECT_LT(worst<double>(-700.0, 700.0, kExp, kExpLong), 1.0);
  EXPECT_LT(worst<double>(-2.0, 2.0, kExp, kExpLong), 1.0);
  EXPECT_LT(worst<double>(-1e-3, 1e-3, kExp, kExpLong), 1.0);
  EXPECT_LT(worst<float>(-80.0, 80.0, kExp, kExpLong), 0.51);
}

TEST(Exp, HandlesTheEndsOfTheRange) {
  EXPECT_EQ(math::exp(0.0), 1.0);
  EXPECT_EQ(math::exp(-746.0), 0.0);
  EXPECT_EQ(math::exp(-kInfinity), 0.0);
  EXPECT_EQ(math::exp(710.0), kInfinity);
  EXPECT_EQ(math::exp(kInfinity), kInfinity);
  EXPECT_TRUE(std::isnan(math::exp(std::nan(""))));
  EXPECT_GT(math::exp(-744.0), 0.0);
  EXPECT_LT(math::exp(709.78), kInfinity);
}

TEST(Log, IsWithinOneUlp) {
  EXPECT_LT(worst<double>(1e-300, 1e-290, kLog, kLogLong), 1.0);
  EXPECT_LT(worst<double>(1e-3, 0.7, kLog, kLogLong), 1.0);
  EXPECT_LT(worst<double>(0.7, 1.5, kLog, kLogLong), 1.0);
  EXPECT_LT(worst<double>(0.999, 1.001, kLog, kLogLong), 1.0);
  EXPECT_LT(worst<double>(1.5, 1e9, kLog, kLogLong), 1.0);
  EXPECT_LT(worst<float>(1e-6, 1e6, kLog, kLogLong), 0.51);
}

TEST(Log, HandlesTheEndsOfTheRange) {
  EXPECT_EQ(math::log(1.0), 0.0);
  EXPECT_EQ(math::log(0.0), -kInfinity);
  EXPECT_EQ(math::log(kInfinity), kInfinity);
  EXPECT_TRUE(std::isnan(math::log(-1.0)));
  EXPECT_TRUE(std::isnan(math::log(std::nan(""))));
  const double smallest = std::numeric_limits<double>::denorm_min();
  EXPECT_LT(ulps(math::log(smallest), std::log(static_cast<long double>(smallest))), 1.0);
}

TEST(Asin, IsWithinTwoUlp) {
  EXPECT_LT(worst<double>(-1.0, 1.0, kAsin, kAsinLong), 2.0);
  EXPECT_LT(worst<double>(-1e-4, 1e-4, kAsin, kAsinLong), 1.0);
  EXPECT_LT(worst<float>(-1.0, 1.0, kAsin, kAsinLong), 0.51);
}

TEST(Asin, HandlesTheEndsOfTheRange) {
  EXPECT_EQ(math::asin(1.0), std::asin(1.0));
  EXPECT_EQ(math::asin(-1.0), std::asin(-1.0));
  EXPECT_EQ(math::asin(0.0), 0.0);
  EXPECT_TRUE(std::isnan(math::asin(1.0000000000000002)));
}

TEST(SinAndCos, AreWithinOneAndAHalfUlpInOneTurn) {
  EXPECT_LT(worst<double>(-7.0, 7.0, kSin, kSinLong), 1.5);
  EXPECT_LT(worst<double>(-7.0, 7.0, kCos, kCosLong), 1.5);
  EXPECT_LT(worst<float>(-7.0, 7.0, kSin, kSinLong), 0.51);
  EXPECT_LT(worst<float>(-7.0, 7.0, kCos, kCosLong), 0.51);
}

TEST(SinAndCos, StayAccurateUpToTheLargestAngle) {
  const auto absolute = [](double x) {
    const auto wide = static_cast<long double>(x);
    return static_cast<double>(
        std::max(std::abs(math::sin(x) - std::sin(wide)), std::abs(math::cos(x) - std::cos(wide))));
  };
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> draw(-math::kLargestAngle, math::kLargestAngle);
  double largest = 0.0;
  for (int i = 0; i < kTries; ++i) largest = std::max(largest, absolute(draw(random)));

  EXPECT_LT(largest, 2e-16);
  EXPECT_TRUE(std::isnan(math::sin(1.1e6)));
  EXPECT_TRUE(std::isnan(math::cos(kInfinity)));
}

TEST(Atan2, IsWithinTwoAndAHalfUlpAllRound) {
  std::mt19937_64 random(11);
  std::uniform_real_distribution<double> draw(-1.0, 1.0);
  double largest = 0.0;
  for (int i = 0; i < kTries; ++i) {
    const double x = draw(random);
    const double y = draw(random);
    const long double truth = std::atan2(static_cast<long double>(y), static_cast<long double>(x));
    largest = std::max(largest, ulps(math::atan2(y, x), truth));
  }

  EXPECT_LT(largest, 2.5);
}

TEST(Atan2, KnowsTheAxes) {
  EXPECT_EQ(math::atan2(0.0, 1.0), 0.0);
  EXPECT_EQ(math::atan2(0.0, 0.0), 0.0);
  EXPECT_EQ(math::atan2(1.0, 0.0), std::atan2(1.0, 0.0));
  EXPECT_EQ(math::atan2(-1.0, 0.0), std::atan2(-1.0, 0.0));
  EXPECT_EQ(math::atan2(0.0, -1.0), std::atan2(0.0, -1.0));
  EXPECT_EQ(math::atan2(1.0, 1.0), std::atan2(1.0, 1.0));
  EXPECT_EQ(math::atan2(2.0F, 2.0F), std::atan2(2.0F, 2.0F));
}

TEST(Pow, HoldsItsStatedError) {
  std::mt19937_64 random(13);
  std::uniform_real_distribution<double> base(1e-6, 50.0);
  std::uniform_real_distribution<double> power(-4.0, 4.0);
  for (int i = 0; i < kTries; ++i) {
    const double x = base(random);
    const double y = power(random);
    const long double truth = std::pow(static_cast<long double>(x), static_cast<long double>(y));
    ASSERT_LT(ulps(math::pow(x, y), truth), 2.0 * std::abs(y * std::log(x)) + 1.0);
  }
  EXPECT_EQ(math::pow(0.0, 1.5), 0.0);
  EXPECT_EQ(math::pow(1.0, 3.0), 1.0);
}

TEST(Functions, AreOddOrEvenToTheLastBit) {
  for (double x = 1e-3; x < 1.0; x *= 1.1) {
    EXPECT_EQ(math::sin(-x * 40.0), -math::sin(x * 40.0));
    EXPECT_EQ(math::cos(-x * 40.0), math::cos(x * 40.0));
    EXPECT_EQ(math::asin(-x), -math::asin(x));
    EXPECT_EQ(math::atan2(-x, 0.3), -math::atan2(x, 0.3));
  }
}

}  // namespace
}  // namespace billiard
