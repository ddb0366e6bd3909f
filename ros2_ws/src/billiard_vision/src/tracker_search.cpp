// SPDX-License-Identifier: Apache-2.0
#include "tracker_impl.hpp"

#include <algorithm>
#include <cmath>

#include "assignment.hpp"
#include "ball_fit.hpp"
#include "ball_search.hpp"
#include "billiard_vision/identity.hpp"

namespace billiard::vision {

namespace {

constexpr double kNewBall = 0.6;     // confidence of a ball that appears
constexpr double kOtherLook = 20.0;  // most that another look counts against a match
constexpr double kBare = 0.6;        // share of bare cloth where a ball is gone
constexpr double kFarAway = 200.0;   // cost from which a ball is found far from where it was
constexpr double kSettled = 0.3;     // balls that have not moved for so long rest [s]
constexpr double kNever = 1e6;
constexpr double kLongestWay = 0.12;  // a lost ball is looked for as far as it comes in this [s]
constexpr double kSameBall = 1.5;     // ball radii within which a sighting is of a known ball
constexpr double kJustLost = 0.4;     // a ball lost no longer than this is looked for at once [s]
constexpr double kNoBall = 8.0;       // areas of a ball from which a thing is none
constexpr double kAround = 3.0;       // ball radii to search around a thing

}  // namespace

// −log likelihood of each kind for balls that belong to nobody yet, against that of the best one.
std::vector<std::vector<double>> Tracker::Impl::looks_of(
    const cv::Mat& frame, const std::vector<BallSighting>& free) const {
  std::vector<ImageCircle> images = outlines();  // the frame's white is told from all balls
  const std::size_t known = images.size();
  for (const BallSighting& s : free) images.push_back(s.image);
  const std::vector<BallLook> looks = look_at_balls(frame, images, light);
  std::vector<std::vector<double>> costs;
  for (std::size_t i = known; i < looks.size(); ++i) {
    costs.push_back(kind_costs(looks[i], geometry.balls));
    const double least = *std::min_element(costs.back().begin(), costs.back().end());
    for (double& cost : costs.back()) cost = std::min(cost - least, kOtherLook);
  }
  return costs;
}

// A ball is looked for where it may have come to; one whose place shows bare cloth has left it for
// sure, and may be anywhere: hit between two frames, or carried there.
double Tracker::Impl::match_cost(const Track& track, const BallSighting& sighting,
                                 const std::vector<double>& look) const {
  const double gap = std::hypot(sighting.position.x - track.ball.position.x(),
                                sighting.position.y - track.ball.position.y());
  const double other = look[static_cast<std::size_t>(track.kind)];
  if (track.hidden) return gap < radius ? gap / radius : kNever;
  const double reach = options.most_speed * std::min(track.unseen, kLongestWay) + 2.0 * radius;
  if (gap < reach) return gap / radius + other;
  const auto image = ball_image(*view, {track.ball.position.x(), track.ball.position.y()});
  const bool gone = !track.ball.in_play() || (image && watch->bare_share(*image) > kBare);
  return gone && other < 0.5 * kOtherLook ? kFarAway + 0.1 * gap / radius + other : kNever;
}

void Tracker::Impl::match(const cv::Mat& frame, const std::vector<BallSighting>& free, double dt,
                          std::vector<bool>& used) {
  std::vector<std::size_t> lost;
  for (std::size_t i = 0; i < tracks.size(); ++i) {
    if (!tracks[i].seen) lost.push_back(i);
  }
  if (lost.empty() || free.empty()) return;
  const auto looks = looks_of(frame, free);
  std::vector<std::vector<double>> cost;
  for (const std::size_t i : lost) {
    std::vector<double> row;
    for (std::size_t k = 0; k < free.size(); ++k) {
      row.push_back(match_cost(tracks[i], free[k], looks[k]));
    }
    row.insert(row.end(), lost.size(), 0.5 * kNever);  // may stay lost
    cost.push_back(std::move(row));
  }
  const std::vector<int> column = assign(cost);
  for (std::size_t k = 0; k < lost.size(); ++k) {
    const auto c = static_cast<std::size_t>(column[k]);
    if (c >= free.size() || cost[k][c] >= kNever) continue;
    take_up(tracks[lost[k]], free[c], dt, cost[k][c] >= kFarAway);
    used[c] = true;
  }
}

// A lost ball was found; `anew`: nothing is known of how it came there.
void Tracker::Impl::take_up(Track& track, const BallSighting& sighting, double dt, bool anew) {
  alternatives.clear();
  if (anew) {
    const Track fresh = start_track(sighting.position, sighting.covariance, radius);
    track.ball = fresh.ball;
    track.covariance = fresh.covariance;
    track.still = fresh.still;
    track.still_count = fresh.still_count;
    track.recent = fresh.recent;
    track.side_spin.reset();
    model.forget(track.id);
  } else {
    track.ball.motion = Motion::kRest;
    track.ball.pocket = -1;
    track.ball.position.z() = radius;
    const cv::Matx22d covariance = trusted(track, sighting.covariance);
    launch_if_expected(track, sighting.position, covariance, std::max(dt, track.unseen));
    model.correct(tracks, track, at_height(sighting.position, radius, track.ball.position.z()),
                  covariance, std::max(dt, track.unseen));
  }
  track.seen = true;
  track.unseen = 0.0;
}

std::vector<ImageCircle> Tracker::Impl::outlines() const {
  std::vector<ImageCircle> images;
  for (const Track& t : tracks) {
    const auto image = ball_image(*view, {t.ball.position.x(), t.ball.position.y()});
    if ((t.seen || t.hidden) && image) images.push_back(*image);
  }
  return images;
}

// Boxes around what no ball explains, those that meet joined. What is far too large for a ball is
// left out unless `everything` is asked for.
std::vector<cv::Rect> Tracker::Impl::places_to_search(bool everything) const {
  std::vector<cv::Rect> places;
  for (const ForeignThing& thing : things) {
    if (!everything && thing.area > kNoBall) continue;
    const cv::Point2d middle = 0.5 * (thing.box_px.tl() + thing.box_px.br());
    const auto at = meet_plane(view->camera, middle, radius);
    const auto image = at ? ball_image(*view, *at) : std::nullopt;
    if (!image) continue;
    const int around = cvCeil(kAround * image->radius_px);
    cv::Rect place = thing.box_px;
    place -= cv::Point(around, around);
    place += cv::Size(2 * around, 2 * around);
    std::erase_if(places, [&](const cv::Rect& other) {
      if ((other & place).empty()) return false;
      place |= other;
      return true;
    });
    places.push_back(place);
  }
  return places;
}

void Tracker::Impl::search(const cv::Mat& frame, double dt, const std::vector<cv::Rect>& places) {
  std::vector<BallSighting> free;
  for (const cv::Rect& place : places) {
    for (const BallSighting& s : find_balls_in(frame, *view, cloth, place)) {
      const bool taken = std::any_of(tracks.begin(), tracks.end(), [&](const Track& t) {
        return t.seen && std::hypot(s.position.x - t.ball.position.x(),
                                    s.position.y - t.ball.position.y()) < kSameBall * radius;
      });
      if (!taken) free.push_back(s);
    }
  }
  std::vector<bool> used(free.size(), false);
  match(frame, free, dt, used);
  for (std::size_t i = 0; i < free.size(); ++i) {
    if (used[i] || free[i].confidence < kNewBall ||
        tracks.size() >= static_cast<std::size_t>(kMaxBalls))
      continue;
    add_track(free[i]);
  }
}

// Along the cushions and in the jaws of pockets nothing is looked at for news; a ball that was lost
// and came to rest there is found by an overview, when there is time and nobody is over the table.
bool Tracker::Impl::may_look_over() const {
  const bool free = things.empty() || things.front().area < kNoBall;
  return quiet > kSettled && since_overview > options.look_over && free;
}

// Only where the bed shows something that no followed ball explains, balls are searched.
void Tracker::Impl::look_at_bed(const cv::Mat& frame, double dt) {
  const bool lost = std::any_of(tracks.begin(), tracks.end(), [](const Track& t) {
    return !t.seen && !t.hidden && t.unseen < kJustLost;
  });
  const bool again = since_search > options.look_again;
  looked = lost || again || since_look > options.look;
  if (!looked) return;
  since_look = 0.0;
  things = watch->look(frame, outlines());
  if (!things.empty() && things.front().area > kObstruction) since_foreign = 0.0;
  const bool news = !things.empty() && since_news > options.look_at_news;
  const bool overview = may_look_over();
  if (!lost && !again && !news && !overview) return;
  search(frame, dt, overview ? std::vector<cv::Rect>{cloth.box} : places_to_search(again));
  add_names(frame);
  if (again || overview) since_search = 0.0;
  if (overview) since_overview = 0.0;
  if (news) since_news = 0.0;
}

}  // namespace billiard::vision
