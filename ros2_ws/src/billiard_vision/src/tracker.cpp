// SPDX-License-Identifier: Apache-2.0
#include "tracker_impl.hpp"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

#include "ball_fit.hpp"
#include "billiard_vision/engine_table.hpp"
#include "billiard_vision/identity.hpp"
#include "billiard_vision/locator.hpp"
#include "launch.hpp"

namespace billiard::vision {

namespace {

constexpr double kNearPocket = 0.13;  // a ball lost this close to a pocket fell into it [m]
constexpr double kLongestStep = 0.5;  // after longer gaps between frames balls start anew [s]
constexpr double kForgetTable = 5.0;  // likewise the table [s]
constexpr double kKeepName = 3.0;     // log-likelihood it takes to call a ball otherwise
constexpr int kLooksKept = 12;        // a name follows from about so many last looks
constexpr double kFacesCounted = 5;   // sides of a ball that are evidence of their own, at most
constexpr double kTurned = 0.5;       // a ball that rolled so far shows another side [ball radii]
constexpr double kBlurs = 0.3;        // faster, a ball's colours run into the cloth's [m/s]
constexpr double kQuiet = 1.0;        // nothing moved this long: no ball falls by itself [s]
constexpr double kFallTime = 0.25;    // a ball not seen this long near a pocket has fallen [s]
constexpr double kRested = 0.05;      // slower, a ball that is not seen lies there, hidden [m/s]
constexpr double kMoving = 0.02;      // faster, a ball moves [m/s]
constexpr double kTurnsUp = 0.15;  // one that fell in the engine alone may be seen until then [s]
constexpr double kForget = 1.0;    // confidence falls to 1/e in this time without a sight [s]

}  // namespace

Tracker::Impl::Impl(const Table& table_in, const Physics& physics_in, CameraHint hint_in,
                    TrackerOptions options_in)
    : table(table_in),
      physics(physics_in),
      radius(physics.ball.radius),
      geometry(geometry_of(table_in.spec, physics.ball.radius)),
      hint(std::move(hint_in)),
      options(options_in),
      model(table_in, physics_in) {
  warm_up();
}

bool Tracker::Impl::start(const cv::Mat& frame, double gap, std::string& problem) {
  TableSearch search = find_table(frame, geometry, hint);
  problem = search.problem;
  if (!search.view) return false;
  view = search.view;
  size = frame.size();
  begin(frame, gap);
  return true;
}

// Balls as they are seen now, on a table that is known, after a gap in which none was [s].
void Tracker::Impl::begin(const cv::Mat& frame, double gap) {
  const cv::Rect box = bed_box(*view, size);
  cv::Mat lab;
  cv::cvtColor(frame(box), lab, cv::COLOR_BGR2Lab);
  cloth = map_cloth(lab, box, *view);
  features = cv::Mat::zeros(size, CV_8UC3);
  std::vector<Track> before;
  before.swap(tracks);
  alternatives.clear();
  model.forget_all();
  losses.clear();
  const std::vector<BallSighting> sightings = find_balls(frame, *view);
  light = find_light(frame, sightings, geometry.balls);
  for (const BallSighting& s : sightings) add_track(s);
  add_names(frame);
  keep_resting(std::move(before), gap);
  watch.emplace(frame, *view, outlines());
  things = watch->look(frame, outlines());
  since_look = since_search = since_news = since_overview = 0.0;
  looked = true;
  drop_lost(gap);
}

// A ball that rested does not go by itself while nobody looks: it is missed until it is found again
// or forgotten as any other. One that is seen elsewhere was moved: of each kind no more balls are
// known than before.
void Tracker::Impl::keep_resting(std::vector<Track> before, double gap) {
  for (Track& old : before) {
    const auto there = [&](const Track& t) {
      return (t.ball.position - old.ball.position).norm() < radius;
    };
    const auto same = [&](const Track& t) { return t.ball.in_play() && t.kind == old.kind; };
    const bool rested = old.ball.in_play() && old.ball.velocity.norm() < kRested;
    const bool found = std::any_of(tracks.begin(), tracks.end(), there) ||
                       std::count_if(tracks.begin(), tracks.end(), same) >=
                           std::count_if(before.begin(), before.end(), same);
    const bool full = tracks.size() >= static_cast<std::size_t>(kMaxBalls);
    if (!rested || found || full) continue;
    old.seen = old.hidden = false;
    old.unseen += gap;
    tracks.push_back(old);
  }
}

void Tracker::Impl::add_track(const BallSighting& sighting) {
  tracks.push_back(start_track(sighting.position, sighting.covariance, radius));
  tracks.back().id = ++last_id;
  tracks.back().confidence = sighting.confidence;
  tracks.back().seen = true;
}

void Tracker::Impl::move_balls(double dt) {
  if (alternatives.active()) {
    alternatives.move(model, dt);
    alternatives.show(model, tracks);
  } else {
    model.move(tracks, dt);
  }
  for (Track& track : tracks) {
    track.unseen += dt;
    track.seen = false;
    track.hidden = false;
  }
}

// Many looks at the same side of a ball that lies still tell no more than one: a stripe may show
// nothing but white. What earlier sides told fades from the mean, and so does their number.
void Tracker::Impl::count_face(Track& track) const {
  const cv::Point2d place(track.ball.position.x(), track.ball.position.y());
  const bool turned = cv::norm(place - track.faced) > kTurned * view->table.ball_radius;
  if (track.looks > 1 && !turned) {
    track.faces += (1.0 - track.faces) / track.looks;
    return;
  }
  track.faces = std::min(track.faces + 1.0, kFacesCounted);
  track.faced = place;
}

void Tracker::Impl::add_names(const cv::Mat& frame) {
  std::vector<ImageCircle> images;
  std::vector<std::size_t> who;
  for (std::size_t i = 0; i < tracks.size(); ++i) {
    const auto image =
        ball_image(*view, {tracks[i].ball.position.x(), tracks[i].ball.position.y()});
    if (!tracks[i].seen || !image) continue;
    images.push_back(*image);
    who.push_back(i);
  }
  const std::vector<BallLook> looks = look_at_balls(frame, images, light);
  for (std::size_t k = 0; k < who.size(); ++k) {
    Track& track = tracks[who[k]];
    if (track.looks > 0 && track.ball.velocity.norm() > kBlurs) continue;
    const std::vector<double> costs = kind_costs(looks[k], geometry.balls);
    track.name_cost.resize(costs.size(), 0.0);
    track.looks = std::min(track.looks + 1, kLooksKept);
    for (std::size_t c = 0; c < costs.size(); ++c)
      track.name_cost[c] += (costs[c] - track.name_cost[c]) / track.looks;
    count_face(track);
  }
  std::vector<std::vector<double>> costs;
  for (Track& track : tracks) {
    std::vector<double> mean = track.name_cost;
    mean.resize(ball_kinds(geometry.balls).size(), 0.0);
    for (double& c : mean) c *= track.faces;
    if (track.looks > 1) mean[static_cast<std::size_t>(track.kind)] -= kKeepName;
    costs.push_back(std::move(mean));
  }
  const std::vector<BallName> names = assign_names(costs, geometry.balls);
  for (std::size_t i = 0; i < tracks.size(); ++i) tracks[i].kind = names[i].kind;
}

int Tracker::Impl::near_pocket(const Track& track) const {
  for (int k = 0; k < table.pocket_count; ++k) {
    const Vec2<double> d =
        track.ball.position.head<2>() - table.pockets[static_cast<std::size_t>(k)].centre;
    if (d.norm() < kNearPocket) return k;
  }
  return -1;
}

// Why a ball that is not seen is gone; empty while it may only be hidden.
std::optional<LostBall> Tracker::Impl::find_loss(const Track& t) const {
  using Reason = LostBall::Reason;
  const auto& p = t.ball.position;
  LostBall loss{t.id, t.kind, {p.x(), p.y(), p.z()}, Reason::kVanished, -1};
  if (t.ball.motion == Motion::kPocketed) {
    loss.reason = Reason::kPocketed;
    loss.pocket = t.ball.pocket;
    return loss;
  }
  if (t.ball.motion == Motion::kOffTable) {
    loss.reason = Reason::kOffTable;
    return loss;
  }
  const bool rested = t.ball.velocity.norm() < kRested;
  const int pocket = near_pocket(t);
  if (pocket >= 0 && t.unseen > kFallTime && quiet < kQuiet && !(rested && t.handled)) {
    loss.reason = Reason::kPocketed;
    loss.pocket = pocket;
    return loss;
  }
  if (t.unseen > (rested || t.handled ? options.hidden_rest : options.occlusion)) return loss;
  return std::nullopt;
}

void Tracker::Impl::drop_lost(double dt) {
  const bool moving = std::any_of(tracks.begin(), tracks.end(), [](const Track& t) {
    return t.ball.in_play() && t.ball.velocity.norm() > kMoving;
  });
  quiet = moving ? 0.0 : quiet + dt;
  losses.clear();
  for (Track& t : tracks) t.handled = !t.seen && (t.handled || since_foreign < kQuiet);
  std::erase_if(tracks, [&](const Track& t) {
    const auto loss = t.seen || t.hidden ? std::nullopt : find_loss(t);
    if (!loss) return false;
    losses.push_back(*loss);
    // What the engine alone saw fall may still turn up.
    const bool gone = t.ball.in_play() || t.unseen > kTurnsUp;
    if (gone) model.forget(t.id);
    return gone;
  });
}

TrackedFrame Tracker::Impl::report(double stamp) const {
  TrackedFrame out;
  out.time = stamp;
  out.lost = losses;
  out.looked = looked;
  out.foreign = things.empty() ? 0.0 : things.front().area;
  for (const Track& t : tracks) {
    if (!t.ball.in_play()) continue;
    TrackedBall b;
    b.track = t.id;
    b.kind = t.kind;
    Ball now = t.ahead > 0.0 ? t.shown : t.ball;
    StateMatrix covariance = t.covariance;
    if (alternatives.active() && t.ahead == 0.0) {
      set_state(now, alternatives.mean(t));
      covariance = alternatives.covariance(t);
    }
    b.position = {now.position.x(), now.position.y(), now.position.z()};
    b.velocity = {now.velocity.x(), now.velocity.y(), now.velocity.z()};
    b.spin = {now.spin.x(), now.spin.y(), now.spin.z()};
    for (int i = 0; i < 4; ++i) {
      for (int j = 0; j < 4; ++j) b.covariance(i, j) = covariance(i, j);
    }
    for (int i = 0; i < 3; ++i) b.spin_sigma[i] = std::sqrt(covariance(4 + i, 4 + i));
    b.motion = t.ball.velocity.norm() == 0.0 ? Motion::kRest : t.ball.motion;
    b.seen = t.seen || t.hidden;
    b.confidence = t.confidence * std::exp(-t.unseen / kForget);
    b.image = ball_image(*view, {t.ball.position.x(), t.ball.position.y()}).value_or(ImageCircle{});
    if (!b.seen && watch) b.bare = watch->bare_share(b.image);
    out.balls.push_back(b);
  }
  return out;
}

TrackedFrame Tracker::Impl::update(const cv::Mat& frame, double stamp) {
  TrackedFrame out;
  out.time = stamp;
  if (!std::isfinite(stamp)) {
    out.problem = "stamp is not a number";
    return out;
  }
  const double dt = stamp - time;
  const bool same_camera = frame.size() == size && frame.type() == CV_8UC3;
  if (view && same_camera && dt > kLongestStep && dt < kForgetTable) {
    begin(frame, dt);
    time = stamp;
    return report(stamp);
  }
  if (!view || dt > kLongestStep) {
    std::string problem;
    if (!start(frame, dt, problem)) {
      out.problem = problem;
      return out;
    }
    time = stamp;
    return report(stamp);
  }
  if (dt <= 0.0 || !same_camera) {
    out = report(time);
    out.problem = dt <= 0.0 ? "stamp is not later than the last"
                            : "frame differs in size or type from the first";
    return out;
  }
  time = stamp;
  if (expected && time > expected->until) expected.reset();
  since_search += dt;
  since_news += dt;
  since_look += dt;
  since_foreign += dt;
  since_overview += dt;
  move_balls(dt);
  look_at_tracks(frame, dt);
  look_at_spin(frame);
  look_at_bed(frame, dt);
  drop_lost(dt);
  return report(stamp);
}

Tracker::Tracker(const Table& table, const Physics& physics, CameraHint camera,
                 TrackerOptions options)
    : impl_(std::make_unique<Impl>(table, physics, std::move(camera), options)) {}
Tracker::~Tracker() = default;
Tracker::Tracker(Tracker&&) noexcept = default;
Tracker& Tracker::operator=(Tracker&&) noexcept = default;
TrackedFrame Tracker::update(const cv::Mat& frame, double stamp) {
  return impl_->update(frame, stamp);
}
void Tracker::expect(const ExpectedStroke& stroke) { impl_->expected = stroke; }
const std::optional<TableView>& Tracker::view() const { return impl_->view; }

}  // namespace billiard::vision
