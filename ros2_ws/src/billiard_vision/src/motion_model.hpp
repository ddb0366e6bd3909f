// SPDX-License-Identifier: Apache-2.0
// The engine as the motion model of all tracks: it moves the means together, and the covariances
// by how the outcome changes when a ball starts one standard deviation off.
#pragma once

#include <span>
#include <vector>

#include "billiard_engine/simulator.hpp"
#include "correlations.hpp"
#include "track.hpp"

namespace billiard::vision {

class MotionModel {
 public:
  /// Throws std::invalid_argument for a table or physics the engine refuses.
  MotionModel(const Table& table, const Physics& physics);

  /// Moves all tracks on by `dt` [s].
  void move(std::vector<Track>& tracks, double dt);

  /// One ball by itself, `dt` [s] later.
  [[nodiscard]] Ball move_alone(const Ball& ball, double dt);

  /// Corrects a track of these by a measurement (see vision::correct), and all that met it. Returns
  /// the logarithm of how likely the measurement was; of a ball that rests 0.
  double correct(std::vector<Track>& tracks, Track& track, const cv::Point2d& measured,
                 const cv::Matx22d& covariance, double dt);
  /// A track's state does not come from where it and others were before; `forget_all`: of any.
  void forget(std::uint32_t id) { correlations_.forget(id); }
  void forget_side_spin(std::uint32_t id) { correlations_.forget_side_spin(id); }
  void forget_all() { correlations_ = {}; }
  [[nodiscard]] Correlations& correlations() { return correlations_; }

 private:
  [[nodiscard]] bool in_reach(const std::vector<Track>& tracks, const Track& track,
                              double dt) const;
  [[nodiscard]] bool doubtful(const std::vector<Track>& tracks, const Track& track,
                              const cv::Point2d& measured, const cv::Matx22d& covariance) const;
  [[nodiscard]] bool by_cushions(const Ball& ball) const;
  [[nodiscard]] double depth(const Ball& ball) const;
  void separate(std::span<Ball> balls) const;
  // What happened since the last frame.
  struct Step {
    std::vector<Ball> before;
    double dt{0.0};
    std::vector<bool> touched, bounced;  // met another ball, a cushion
    std::vector<std::size_t> together;   // those that met, unless they are too many
    bool crowd{false};                   // they are
    bool stirred{false};                 // one of those that met left its place
    std::vector<double> ahead;           // of the frame before, as Track::ahead
    std::vector<bool> late;              // at the time of the frame in the middle of a contact
    double lead{0.0};                    // those are free this long after the frame [s]
  };
  // How states after a step follow from those before.
  struct Spread {
    Eigen::MatrixXd slope;
    Eigen::MatrixXd bend;
  };
  void find_contacts(Step& step, const Result& at_frame);
  void find_late(Step& step, const Result& at_frame);
  [[nodiscard]] std::vector<Ball> advance(std::span<const Ball> balls, const Step& step,
                                          const std::vector<std::size_t>& who);
  void carry_covariances(std::vector<Track>& tracks, const Step& step);
  [[nodiscard]] Spread spread(const std::vector<Track>& tracks, const Step& step,
                              const std::vector<std::size_t>& who);
  static void add_errors(Track& track, const Step& step, std::size_t i,
                         Eigen::Ref<StateMatrix> noise);
  [[nodiscard]] Eigen::MatrixXd joint(const std::vector<Track>& tracks,
                                      const std::vector<std::size_t>& who) const;
  void set_joint(std::vector<Track>& tracks, const std::vector<std::size_t>& who,
                 const Eigen::MatrixXd& all);

  Correlations correlations_;
  Table table_;
  double radius_;
  double reach_;
  Simulator simulator_;
  Recorder recorder_;
};

}  // namespace billiard::vision
