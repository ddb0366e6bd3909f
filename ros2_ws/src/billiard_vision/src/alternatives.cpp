// SPDX-License-Identifier: Apache-2.0
#include "alternatives.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace billiard::vision {

namespace {

// Spin about the axis of rolling against that of rolling: a cue gives this much at most.
constexpr std::array<double, 7> kFollow{-0.9, -0.6, -0.3, 0.0, 0.3, 0.6, 0.9};
constexpr double kFollowSigma = 0.17;  // of each, so that they meet
constexpr double kUnlikely = 9.0;      // log-likelihood behind the best at which one is given up
constexpr double kMostAgainst = 8.0;   // that one sight counts: contacts may come out otherwise
constexpr double kAfterCrowd = 0.1;    // a rack always does; its balls tell nothing for so long [s]
constexpr double kLongest = 1.5;       // by then the ball rolls [s]
constexpr double kAlikeSpeed = 2e-3;   // two that differ by less are one [m/s]
constexpr double kAlikeSpin = 2.0;     // likewise [rad/s]

Track* find(std::vector<Track>& tracks, std::uint32_t id) {
  const auto found =
      std::find_if(tracks.begin(), tracks.end(), [&](const Track& t) { return t.id == id; });
  return found == tracks.end() ? nullptr : &*found;
}

const Track* find(const std::vector<Track>& tracks, std::uint32_t id) {
  return find(const_cast<std::vector<Track>&>(tracks), id);
}

// The motion of `from`; what was seen of the ball otherwise stays.
void take_motion(Track& track, const Track& from) {
  Track taken = from;
  taken.name_cost = std::move(track.name_cost);
  taken.looks = track.looks;
  taken.faces = track.faces;
  taken.faced = track.faced;
  taken.kind = track.kind;
  taken.confidence = track.confidence;
  taken.unseen = track.unseen;
  taken.seen = track.seen;
  taken.hidden = track.hidden;
  taken.radial_px = track.radial_px;
  track = std::move(taken);
}

// Sets the spin about the axis of rolling, `follow` times that of rolling.
void give_follow(Track& track, double follow) {
  const double radius = track.ball.position.z(), speed = track.ball.velocity.head<2>().norm();
  const Eigen::Vector2d axis(-track.ball.velocity.y() / speed, track.ball.velocity.x() / speed);
  const Eigen::Vector2d way(axis.y(), -axis.x());
  auto level = track.covariance.block<2, 2>(4, 4);
  const double along = way.dot(level * way), sigma = kFollowSigma * speed / radius;
  track.covariance.middleRows<2>(4).setZero();
  track.covariance.middleCols<2>(4).setZero();
  track.covariance.block<2, 2>(4, 4) =
      along * way * way.transpose() + sigma * sigma * axis * axis.transpose();
  track.ball.spin.head<2>() = (follow * speed / radius) * axis;
}

}  // namespace

void Alternatives::start(const std::vector<Track>& tracks, const Track& struck) {
  all_.clear();
  struck_ = struck.id;
  for (const double follow : kFollow) {
    all_.push_back({tracks, {}, 0.0, 0.0});
    give_follow(*find(all_.back().tracks, struck.id), follow);
  }
}

template <typename Do>
void Alternatives::each(MotionModel& model, Do&& act) {
  for (Alternative& one : all_) {
    std::swap(model.correlations(), one.correlations);
    act(one);
    std::swap(model.correlations(), one.correlations);
  }
}

void Alternatives::move(MotionModel& model, double dt) {
  each(model, [&](Alternative& one) {
    model.move(one.tracks, dt);
    one.age += dt;
  });
}

void Alternatives::correct(MotionModel& model, const std::vector<Sight>& sights, double dt) {
  each(model, [&](Alternative& one) {
    for (const Sight& sight : sights) {
      Track* track = find(one.tracks, sight.id);
      if (track == nullptr || track->ahead > 0.0) continue;
      const double seen = model.correct(one.tracks, *track, sight.place, sight.covariance, dt);
      if (sight.id == struck_ || track->since_crowd > kAfterCrowd)
        one.log_weight += std::max(seen, -kMostAgainst);
    }
  });
  drop_unlikely();
  merge_alike();
}

const Alternatives::Alternative& Alternatives::best() const {
  return *std::max_element(all_.begin(), all_.end(), [](const auto& a, const auto& b) {
    return a.log_weight < b.log_weight;
  });
}

void Alternatives::drop_unlikely() {
  const double most = best().log_weight;
  for (Alternative& one : all_) one.log_weight -= most;
  std::erase_if(all_, [](const Alternative& one) { return one.log_weight < -kUnlikely; });
}

// Once the ball rolls, nothing tells how it came to.
void Alternatives::merge_alike() {
  for (std::size_t i = 0; i < all_.size(); ++i) {
    for (std::size_t j = all_.size(); j-- > i + 1;) {
      const Track *a = find(all_[i].tracks, struck_), *b = find(all_[j].tracks, struck_);
      if (a == nullptr || b == nullptr) continue;
      if ((a->ball.velocity - b->ball.velocity).norm() > kAlikeSpeed) continue;
      if ((a->ball.spin - b->ball.spin).head<2>().norm() > kAlikeSpin) continue;
      const double sum = std::log(std::exp(all_[i].log_weight) + std::exp(all_[j].log_weight));
      if (all_[j].log_weight > all_[i].log_weight) std::swap(all_[i], all_[j]);
      all_[i].log_weight = sum;
      all_.erase(all_.begin() + static_cast<std::ptrdiff_t>(j));
    }
  }
}

void Alternatives::show(MotionModel& model, std::vector<Track>& tracks) {
  if (!active()) return;
  const Alternative& likeliest = best();
  const bool same = std::all_of(tracks.begin(), tracks.end(), [&](const Track& t) {
    return find(likeliest.tracks, t.id) != nullptr;
  });
  if (same) {
    for (Track& track : tracks) take_motion(track, *find(likeliest.tracks, track.id));
    model.correlations() = likeliest.correlations;
  }
  for (Alternative& one : all_) {
    std::erase_if(one.tracks, [&](const Track& t) { return find(tracks, t.id) == nullptr; });
  }
  const bool gone = find(tracks, struck_) == nullptr;
  if (!same || gone || all_.size() == 1 || likeliest.age > kLongest) clear();
}

void Alternatives::share_pictures(const std::vector<Track>& tracks) {
  for (Alternative& one : all_) {
    for (Track& track : one.tracks) {
      if (const Track* seen = find(tracks, track.id)) track.side_spin = seen->side_spin;
    }
  }
}

void Alternatives::set_side_spin(std::uint32_t id, double spin, double sigma) {
  for (Alternative& one : all_) {
    if (Track* track = find(one.tracks, id)) vision::set_side_spin(*track, spin, sigma);
    one.correlations.forget_side_spin(id);
  }
}

StateVector Alternatives::mean(const Track& track) const {
  StateVector sum = StateVector::Zero();
  double weights = 0.0;
  for (const Alternative& one : all_) {
    const Track* own = find(one.tracks, track.id);
    if (own == nullptr) continue;
    sum += std::exp(one.log_weight) * state_of(own->ball);
    weights += std::exp(one.log_weight);
  }
  return weights > 0.0 ? StateVector(sum / weights) : state_of(track.ball);
}

// Σ w (P + d dᵀ), d from the common mean.
StateMatrix Alternatives::covariance(const Track& track) const {
  const StateVector middle = mean(track);
  StateMatrix sum = StateMatrix::Zero();
  double weights = 0.0;
  for (const Alternative& one : all_) {
    const Track* own = find(one.tracks, track.id);
    if (own == nullptr) continue;
    const StateVector off = state_of(own->ball) - middle;
    sum += std::exp(one.log_weight) * (own->covariance + off * off.transpose());
    weights += std::exp(one.log_weight);
  }
  return weights > 0.0 ? StateMatrix(sum / weights) : track.covariance;
}

}  // namespace billiard::vision
