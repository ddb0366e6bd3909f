// SPDX-License-Identifier: Apache-2.0
#include "billiard_vision/identity.hpp"

#include <gtest/gtest.h>

#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

#include "scene_for_tests.hpp"

namespace billiard::vision {
namespace {

BallLook look(double white, double rim, const char* id) {
  const cv::Vec3d c =
      ball_kinds(BallSet::kPool)[static_cast<std::size_t>(find_kind(BallSet::kPool, id))].colour;
  BallLook l;
  l.white = white;
  l.white_rim = rim;
  l.coloured = 1.0 - white;
  for (int i = 0; i < 3; ++i) l.colour[i] = std::pow(c[i], 2.2) / 0.8;
  return l;
}

int best_kind(const BallLook& l) {
  const auto costs = kind_costs(l, BallSet::kPool);
  return static_cast<int>(std::min_element(costs.begin(), costs.end()) - costs.begin());
}

// Every ball, found where it is.
std::vector<BallSighting> sightings_of(const Renderer& renderer,
                                       const std::vector<SceneBall>& balls) {
  std::vector<BallSighting> seen;
  for (const BallTruth& truth : renderer.truth(balls)) {
    BallSighting sighting;
    sighting.image = truth.outline;
    sighting.confidence = 1.0;
    seen.push_back(sighting);
  }
  return seen;
}

TEST(FindKind, KnowsBallsOfWhichThereAreSeveral) {
  const int red = find_kind(BallSet::kSnooker, "red");
  EXPECT_GE(red, 0);
  EXPECT_EQ(find_kind(BallSet::kSnooker, "red2"), red);
  EXPECT_EQ(find_kind(BallSet::kSnooker, "red15"), red);
  EXPECT_EQ(find_kind(BallSet::kSnooker, "reddish"), -1);
  EXPECT_EQ(find_kind(BallSet::kPool, "11"), find_kind(BallSet::kPool, "10") + 1);
  EXPECT_EQ(find_kind(BallSet::kPool, ""), -1);
  EXPECT_EQ(ball_id(BallSet::kSnooker, find_kind(BallSet::kSnooker, "white")), "cue");
  EXPECT_EQ(ball_id(BallSet::kSnooker, red), "red");
  EXPECT_EQ(ball_id(BallSet::kPool, find_kind(BallSet::kPool, "11")), "11");
}

TEST(KindCosts, TellSolidsFromStripesByTheirWhite) {
  for (int number = 1; number <= 7; ++number) {
    const std::string id = std::to_string(number);
    EXPECT_EQ(best_kind(look(0.10, 0.02, id.c_str())), number);
    EXPECT_EQ(best_kind(look(0.45, 0.40, id.c_str())), number + 8);
  }
  EXPECT_EQ(best_kind(look(0.05, 0.0, "8")), 8);
  EXPECT_EQ(best_kind(look(0.99, 0.98, "3")), 0);
}

TEST(KindCosts, SeeTheSamePaintInLessLight) {
  BallLook dim = look(0.05, 0.0, "3");
  dim.colour *= 0.6;
  EXPECT_EQ(best_kind(dim), 3);
}

TEST(AssignNames, GiveEachNumberOnce) {
  // Two equal reds with a hint of white on the second: one must be the 3, the other the 11.
  const std::vector<std::vector<double>> costs{kind_costs(look(0.12, 0.02, "3"), BallSet::kPool),
                                               kind_costs(look(0.21, 0.20, "3"), BallSet::kPool)};

  const auto names = assign_names(costs, BallSet::kPool);

  EXPECT_EQ(names[0].kind, 3);
  EXPECT_EQ(names[1].kind, 11);
}

TEST(AssignNames, NameMoreBallsThanTheSetHas) {
  const std::vector<std::vector<double>> costs(20, kind_costs(look(0.0, 0.0, "1"), BallSet::kPool));
  EXPECT_EQ(assign_names(costs, BallSet::kPool).size(), 20U);
}

TEST(AssignNames, AllowFifteenReds) {
  BallLook red = look(0.0, 0.0, "3");
  const std::vector<std::vector<double>> costs(15, kind_costs(red, BallSet::kSnooker));
  for (const BallName& name : assign_names(costs, BallSet::kSnooker)) {
    EXPECT_EQ(ball_kinds(BallSet::kSnooker)[static_cast<std::size_t>(name.kind)].id, "red");
  }
}

constexpr int kSixteen = 16;

// All balls of the set, or every so many, seen from above.
struct AllBalls {
  explicit AllBalls(const Look& light, int every = 1, int first = 0)
      : renderer({}, camera(), light) {
    for (int i = first; i < kSixteen; i += every) {
      kinds.push_back(i);
      balls.push_back(
          pool_ball(-1.05 + 0.3 * (i % 8), i < 8 ? -0.25 : 0.3,
                    std::string(ball_kinds(BallSet::kPool)[static_cast<std::size_t>(i)].id),
                    {0.7 * i, 0.4 * i, 0.2}));
    }
  }
  static Camera camera() {
    return look_at(make_lens(1280, 720, 1100.0), {0, 0, 2.6}, {0, 0, 0}, {0, 1, 0});
  }
  // How many are named rightly in a frame.
  [[nodiscard]] int count_right(const cv::Mat& frame) {
    const auto names = name_balls(frame, sightings_of(renderer, balls), BallSet::kPool);
    int right = 0;
    for (std::size_t i = 0; i < names.size(); ++i) right += names[i].kind == kinds[i] ? 1 : 0;
    return right;
  }

  Renderer renderer;
  std::vector<SceneBall> balls;
  std::vector<int> kinds;
};

class UnderColouredLight : public ::testing::TestWithParam<cv::Vec3d> {};

TEST_P(UnderColouredLight, NamesAllSixteenBalls) {
  Look light;
  light.white_balance = GetParam();
  AllBalls table(light);
  EXPECT_GE(table.count_right(table.renderer.render(table.balls)), 15);
}
INSTANTIATE_TEST_SUITE_P(Casts, UnderColouredLight,
                         ::testing::Values(cv::Vec3d(1, 1, 1), cv::Vec3d(1.15, 1.0, 0.75),
                                           cv::Vec3d(0.85, 1.0, 1.15)));

// A camera that makes more or less of each colour, cuts off what is too much, and bends its tones.
struct Development {
  cv::Scalar gain;  // blue, green, red, of 8-bit levels
  double exponent;  // of levels
};

class DevelopedOtherwise : public ::testing::TestWithParam<Development> {};

TEST_P(DevelopedOtherwise, NamesAllSixteenBalls) {
  AllBalls table({});
  cv::Mat1b tones(1, 256);
  for (int i = 0; i < 256; ++i)
    tones(i) = cv::saturate_cast<unsigned char>(255.0 * std::pow(i / 255.0, GetParam().exponent));
  cv::Mat frame;
  cv::LUT(table.renderer.render(table.balls), tones, frame);
  cv::multiply(frame, GetParam().gain, frame);

  EXPECT_GE(table.count_right(frame), 14);
}
INSTANTIATE_TEST_SUITE_P(
    Cameras, DevelopedOtherwise,
    ::testing::Values(Development{{0.75, 1.0, 1.2}, 1.0}, Development{{0.6, 1.0, 1.4}, 1.0},
                      Development{{1.35, 1.0, 0.7}, 1.0}, Development{{1.5, 1.5, 1.5}, 1.0},
                      Development{{1.0, 1.0, 1.0}, 0.6}, Development{{1.0, 1.0, 1.0}, 1.5}));

// Where few balls are in play, one that is paler may be taken for another that is not.
TEST(NameBalls, SeeThroughPaleColours) {
  int right = 0;
  for (const int first : {0, 1, 2}) {
    AllBalls table({}, 3, first);
    const cv::Mat frame = table.renderer.render(table.balls);
    cv::Mat grey, pale;
    cv::cvtColor(frame, grey, cv::COLOR_BGR2GRAY);
    cv::cvtColor(grey, grey, cv::COLOR_GRAY2BGR);
    cv::addWeighted(frame, 0.6, grey, 0.4, 0.0, pale);
    right += table.count_right(pale);
  }
  EXPECT_GE(right, 15);
}

// A cue ball before it would make a stripe of a solid one.
TEST(NameBalls, JudgesABallByWhatNoNearerOneHides) {
  const Camera low = look_at(make_lens(960, 540, 1500.0), {0.0, -4.2, 2.2}, {0.0, 0.0, 0.0});
  Renderer renderer({}, low, {});
  for (const char* id : {"2", "3", "6", "7"}) {
    const std::vector<SceneBall> balls{pool_ball(0.0, 0.03, id), pool_ball(0.01, -0.03, "cue"),
                                       pool_ball(0.4, 0.1, "9")};

    const auto names =
        name_balls(renderer.render(balls), sightings_of(renderer, balls), BallSet::kPool);

    EXPECT_EQ(names[0].kind, find_kind(BallSet::kPool, id));
    EXPECT_EQ(names[1].kind, find_kind(BallSet::kPool, "cue"));
  }
}

}  // namespace
}  // namespace billiard::vision
