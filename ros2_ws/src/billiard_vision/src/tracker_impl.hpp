// SPDX-License-Identifier: Apache-2.0
// The tracker's insides: tracker.cpp is the way through a frame, tracker_look.cpp looks at known
// balls, tracker_search.cpp finds lost and new ones.
#pragma once

#include "alternatives.hpp"
#include "ball_fit.hpp"
#include "bed_image.hpp"
#include "billiard_vision/ball_finder.hpp"
#include "billiard_vision/bed_watch.hpp"
#include "billiard_vision/identity.hpp"
#include "billiard_vision/tracker.hpp"
#include "motion_model.hpp"
#include "track.hpp"

namespace billiard::vision {

struct Tracker::Impl {
  Impl(const Table& table_in, const Physics& physics_in, CameraHint hint_in,
       TrackerOptions options_in);

  TrackedFrame update(const cv::Mat& frame, double stamp);
  bool start(const cv::Mat& frame, double gap, std::string& problem);
  void begin(const cv::Mat& frame, double gap);
  void keep_resting(std::vector<Track> before, double gap);
  void move_balls(double dt);
  void look_at_tracks(const cv::Mat& frame, double dt);
  [[nodiscard]] int neighbours(const Track& track) const;
  [[nodiscard]] cv::Matx22d trusted(const Track& track, const cv::Matx22d& covariance) const;
  [[nodiscard]] cv::Matx22d misfit(Track& track, const BallFit& fit) const;
  void launch_if_expected(Track& track, const cv::Point2d& measured, const cv::Matx22d& covariance,
                          double dt);
  [[nodiscard]] cv::Point2d at_height(const cv::Point2d& p, double from, double to) const;
  void use(Track& track, const Sight& sight, double dt, std::vector<Sight>& sights);
  void think_of_alternatives();
  void look_at_spin(const cv::Mat& frame);
  void look_at_bed(const cv::Mat& frame, double dt);
  void search(const cv::Mat& frame, double dt, const std::vector<cv::Rect>& places);
  [[nodiscard]] bool may_look_over() const;
  [[nodiscard]] std::vector<cv::Rect> places_to_search(bool everything) const;
  [[nodiscard]] std::vector<ImageCircle> outlines() const;
  void match(const cv::Mat& frame, const std::vector<BallSighting>& free, double dt,
             std::vector<bool>& used);
  [[nodiscard]] std::vector<std::vector<double>> looks_of(
      const cv::Mat& frame, const std::vector<BallSighting>& free) const;
  [[nodiscard]] double match_cost(const Track& track, const BallSighting& sighting,
                                  const std::vector<double>& look) const;
  void take_up(Track& track, const BallSighting& sighting, double dt, bool anew);
  void add_names(const cv::Mat& frame);
  void count_face(Track& track) const;
  void drop_lost(double dt);
  void add_track(const BallSighting& sighting);
  [[nodiscard]] int near_pocket(const Track& track) const;
  [[nodiscard]] std::optional<LostBall> find_loss(const Track& track) const;
  [[nodiscard]] cv::Mat features_around(const cv::Mat& frame, const cv::Point2d& at);
  [[nodiscard]] TrackedFrame report(double stamp) const;

  Table table;
  Physics physics;
  double radius;
  TableGeometry geometry;
  CameraHint hint;
  TrackerOptions options;
  MotionModel model;
  Alternatives alternatives;
  std::optional<TableView> view;
  ClothMap cloth;
  FrameLight light;  ///< As at the beginning
  cv::Mat features;
  cv::Size size;
  std::vector<Track> tracks;
  double time{0.0};
  std::optional<BedWatch> watch;
  std::vector<ForeignThing> things;  ///< As last looked at
  double since_search{0.0};
  double since_news{0.0};
  double since_look{0.0};
  double since_overview{0.0};  ///< Time since the whole bed was searched [s]
  double since_foreign{1e9};   ///< Time since something that is no ball lay over the bed [s]
  bool looked{false};
  double quiet{0.0};  ///< Time since a ball moved [s]
  std::uint32_t last_id{0};
  std::vector<LostBall> losses;
  std::optional<ExpectedStroke> expected;
};

}  // namespace billiard::vision
