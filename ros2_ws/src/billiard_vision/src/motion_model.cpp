// SPDX-License-Identifier: Apache-2.0
#include "motion_model.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <numeric>

namespace billiard::vision {

namespace {

constexpr std::size_t kMostTogether = 8;  // balls whose errors are carried through a contact
constexpr double kBeside = 3.0;   // ball radii between balls that may spoil each other's outline
constexpr double kInReach = 2.5;  // ball radii between balls that may just have met
constexpr double kStirs = 0.05;   // balls this fast stir those they meet [m/s]
constexpr double kNearPocket = 0.13;       // no cushion holds a ball this close to a pocket [m]
constexpr double kAfterCrowd = 0.1;        // since it met several balls at once [s]
constexpr int kStrokeFrames = 3;           // in which a struck ball's speed shows
constexpr double kTypicalDensity = 16.0;   // log of 1/σ² for σ = 0.3 mm
constexpr double kLongestContact = 0.012;  // with a cushion [s]
constexpr double kLeadStep = 0.001;        // in which the end of a contact is looked for [s]
constexpr double kPush = 0.008;  // change of speed in such a step that friction cannot make [m/s]
constexpr std::int64_t kMostSteps = 200000;

bool moves(const Ball& ball) { return ball.velocity.norm() > 0.0 || ball.spin.norm() > 0.0; }

// From the line of noses to the centre of a ball that touches one [m]: they are higher than it.
double reach_of(const Table& table, const Physics& physics) {
  const double above = table.spec.nose_height - physics.ball.radius;
  return std::sqrt(std::max(0.0, std::pow(physics.ball.radius, 2) - above * above)) + 1e-6;
}

}  // namespace

MotionModel::MotionModel(const Table& table, const Physics& physics)
    : table_(table),
      radius_(physics.ball.radius),
      reach_(reach_of(table, physics)),
      simulator_(table, physics),
      recorder_(0.0, 0, 256) {}

// A ball that no pocket is near to; elsewhere no cushion holds it.
bool MotionModel::by_cushions(const Ball& ball) const {
  const auto* pockets = table_.pockets.data();
  return std::none_of(pockets, pockets + table_.pocket_count, [&](const auto& p) {
    return (ball.position.template head<2>() - p.centre).norm() < kNearPocket;
  });
}

// How far a ball has pressed into a cushion; negative in front of it [m].
double MotionModel::depth(const Ball& ball) const {
  const double x = std::abs(ball.position.x()), y = std::abs(ball.position.y());
  return std::max(x - 0.5 * table_.spec.length, y - 0.5 * table_.spec.width) + reach_;
}

// Measured positions may overlap a little; for the engine that would be a violent contact.
void MotionModel::separate(std::span<Ball> balls) const {
  const double x = 0.5 * table_.spec.length - reach_, y = 0.5 * table_.spec.width - reach_;
  for (int round = 0; round < 4; ++round) {
    for (std::size_t i = 0; i < balls.size(); ++i) {
      for (std::size_t j = i + 1; j < balls.size(); ++j) {
        const Vec3<double> d = balls[j].position - balls[i].position;
        const double gap = d.norm(), least = 2.0 * radius_ + 1e-7;
        if (gap >= least || gap < 1e-9) continue;
        const Vec3<double> push = d * (0.5 * (least - gap) / gap);
        balls[i].position -= push;
        balls[j].position += push;
      }
      if (!by_cushions(balls[i])) continue;
      balls[i].position.x() = std::clamp(balls[i].position.x(), -x, x);
      balls[i].position.y() = std::clamp(balls[i].position.y(), -y, y);
    }
  }
}

// The balls `who` after a step from these states. A frame may fall into a contact with a cushion,
// which lasts some milliseconds: started anew from there, the engine would not know of it. Such a
// ball is taken as it leaves the cushion, and goes that much less in the next step. Two balls are
// together for much less: they are taken back at once.
std::vector<Ball> MotionModel::advance(std::span<const Ball> balls, const Step& step,
                                       const std::vector<std::size_t>& who) {
  double most_ahead = 0.0;
  bool any_late = false;
  for (const std::size_t i : who) {
    most_ahead = std::max(most_ahead, step.ahead[i]);
    any_late = any_late || step.late[i];
  }
  simulator_.reset(balls);
  Result early;
  if (most_ahead > 0.0) early = simulator_.run({step.dt - most_ahead, kMostSteps});
  const Result at_frame = simulator_.run({step.dt, kMostSteps});
  Result later;
  if (any_late) later = simulator_.run({step.dt + step.lead, kMostSteps});
  std::vector<Ball> after;
  for (std::size_t k = 0; k < who.size(); ++k) {
    const std::size_t i = who[k];
    after.push_back(at_frame.balls[k]);
    if (step.ahead[i] > 0.0) after.back() = early.balls[k];
    if (!step.late[i]) continue;
    after.back() = later.balls[k];
    if (!step.bounced[i]) after.back().position -= step.lead * after.back().velocity;
  }
  return after;
}

Ball MotionModel::move_alone(const Ball& ball, double dt) {
  simulator_.reset({&ball, 1});
  return simulator_.run({dt, kMostSteps}).balls[0];
}

// Who met whom, as the recorder has it.
void MotionModel::find_contacts(Step& step, const Result& at_frame) {
  const std::size_t count = step.before.size();
  step.touched.assign(count, false);
  step.bounced.assign(count, false);
  step.late.assign(count, false);
  for (const Event& e : recorder_.events()) {
    const auto ball = static_cast<std::size_t>(e.ball), other = static_cast<std::size_t>(e.other);
    if (e.kind == EventKind::kBallCushion) step.bounced[ball] = true;
    if (e.kind == EventKind::kBallBall) step.touched[ball] = step.touched[other] = true;
  }
  const bool recent =
      std::any_of(recorder_.events().begin(), recorder_.events().end(), [&](const Event& e) {
        const bool contact = e.kind == EventKind::kBallCushion || e.kind == EventKind::kBallBall;
        return contact && e.time > step.dt - kLongestContact;
      });
  if (recent) find_late(step, at_frame);
}

// A ball whose speed changes faster than friction can change it, or that is still in a cushion, is
// in the middle of a contact. The simulator goes on until none is.
void MotionModel::find_late(Step& step, const Result& at_frame) {
  const auto pushed = [&](const Result& one, const Result& next, std::size_t i) {
    if (!(step.touched[i] || step.bounced[i]) || !next.balls[i].in_play()) return false;
    const bool inside = step.bounced[i] && by_cushions(one.balls[i]) && depth(one.balls[i]) > 0.0;
    return inside || (next.balls[i].velocity - one.balls[i].velocity).norm() > kPush;
  };
  Result last = at_frame;
  bool any = true;
  for (int k = 1; any && k * kLeadStep <= kLongestContact; ++k) {
    const Result next = simulator_.run({step.dt + k * kLeadStep, kMostSteps});
    any = false;
    for (std::size_t i = 0; i < step.before.size(); ++i) {
      if (!pushed(last, next, i)) continue;
      any = true;
      if (k == 1) step.late[i] = true;
    }
    any = any && std::find(step.late.begin(), step.late.end(), true) != step.late.end();
    if (any) step.lead = k * kLeadStep;
    last = next;
  }
}

void MotionModel::move(std::vector<Track>& tracks, double dt) {
  Step step;
  step.dt = dt;
  for (Track& track : tracks) {
    step.before.push_back(track.ball);
    step.ahead.push_back(std::min(track.ahead, dt));
    track.ahead = 0.0;
    track.since_crowd += dt;
  }
  if (step.before.size() > static_cast<std::size_t>(kMaxBalls)) step.before.resize(kMaxBalls);
  if (std::none_of(step.before.begin(), step.before.end(), moves)) return;
  separate(step.before);
  recorder_.clear();
  simulator_.reset(step.before);
  const Result at_frame = simulator_.run({dt, kMostSteps}, &recorder_);
  find_contacts(step, at_frame);
  std::vector<std::size_t> all(step.before.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  const std::vector<Ball> after = advance(step.before, step, all);
  for (std::size_t i = 0; i < step.before.size(); ++i) {
    tracks[i].side_spin.shift(after[i].spin.z() - step.before[i].spin.z());
    tracks[i].ball = after[i];
    tracks[i].shown = at_frame.balls[i];
    if (step.late[i] && step.bounced[i]) tracks[i].ahead = step.lead;
    if (step.touched[i]) step.together.push_back(i);
    step.stirred |= step.touched[i] && after[i].velocity.norm() > kStirs;
  }
  step.crowd = step.together.size() > kMostTogether;
  if (step.crowd) step.together.clear();
  carry_covariances(tracks, step);
}

// An outline may be taken for a neighbour's, or a stripe's: what is seen of a ball that moves must
// be odd twice to be believed. In a crowd the engine itself is in doubt, and soon after one; and
// the speed of one just struck, as nobody knows when in the frame that was.
bool MotionModel::doubtful(const std::vector<Track>& tracks, const Track& track,
                           const cv::Point2d& measured, const cv::Matx22d& covariance) const {
  if (!moves(track.ball) || track.doubted || !was_struck(track, measured, covariance)) return false;
  const auto beside = std::count_if(tracks.begin(), tracks.end(), [&](const Track& other) {
    const double gap = (other.ball.position - track.ball.position).norm();
    return &other != &track && other.ball.in_play() && gap < kBeside * radius_;
  });
  const bool just_struck = track.since_stroke >= 0 && track.since_stroke < kStrokeFrames;
  return beside == 1 || (beside == 0 && track.since_crowd > kAfterCrowd && !just_struck);
}

// May another ball have met it within the last dt?
bool MotionModel::in_reach(const std::vector<Track>& tracks, const Track& track, double dt) const {
  return std::any_of(tracks.begin(), tracks.end(), [&](const Track& other) {
    const double gap = (other.ball.position - track.ball.position).norm();
    return &other != &track && other.ball.in_play() && other.ball.velocity.norm() > kStirs &&
           gap < kInReach * radius_ + other.ball.velocity.norm() * dt;
  });
}

double MotionModel::correct(std::vector<Track>& tracks, Track& track, const cv::Point2d& measured,
                            const cv::Matx22d& covariance, double dt) {
  const bool moving = moves(track.ball);
  const double odd = -0.5 * surprise(track, measured, covariance);
  track.doubted = doubtful(tracks, track, measured, covariance);
  if (track.doubted) {
    track.waited += dt;
    return odd;
  }
  const double since = dt + track.waited;
  const auto correction =
      vision::correct(track, measured, covariance, since, in_reach(tracks, track, since));
  track.waited = 0.0;
  if (!correction) {
    correlations_.forget(track.id);
    return moving ? odd : 0.0;
  }
  correlations_.share(tracks, track, *correction);
  return 0.5 * (std::log(correction->weight.determinant()) -
                correction->miss.dot(correction->weight * correction->miss)) -
         kTypicalDensity;
}

}  // namespace billiard::vision
