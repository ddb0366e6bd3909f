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

constexpr double kLeastSupport = 0.55;  // of a fit that counts as seen
constexpr double kLeastOpen = 0.25;     // share of the outline that must be free to be fitted
constexpr double kFarther = 1.8;        // ball radii an ordinary step may be off
constexpr double kNearPocket = 0.13;    // a ball lost this close to a pocket fell into it [m]
constexpr double kLongestStep = 0.5;    // after longer gaps between frames balls start anew [s]
constexpr double kForgetTable = 5.0;    // likewise the table [s]
constexpr double kLevelSigma = 4.0;  // of the spin about level axes while a pattern is read [rad/s]
constexpr double kSlow = 0.06;       // the lamps' reflections stand as still as the ball [m/s]
constexpr double kKeepName = 3.0;    // log-likelihood it takes to call a ball otherwise
constexpr double kQuiet = 1.0;       // nothing moved this long: no ball falls by itself [s]
constexpr double kTouching = 2.2;    // ball radii between centres of balls that may touch
constexpr int kEnclosed = 3;         // such neighbours hide a ball and hold it in its place
constexpr double kCrowdSigma = 0.06;  // ball radii an outline is off where a neighbour hides it
constexpr double kQuiteOpen = 0.9;    // share of the outline that must be free to know its size
constexpr double kRadialSpread_px =
    0.5;                              // by which an outline's size may differ from frame to frame
constexpr double kRadialShare = 0.1;  // of a new outline in the usual one
constexpr double kMisfit = 3.0;       // place against size of an outline that is not the ball's
constexpr double kAtStroke = 0.7;     // ball radii off where a stroke is expected
constexpr int kStrokeShown = 1;       // frames after which a struck ball's speed is known
constexpr double kLeastStroke = 0.3;  // slower ones soon roll [m/s]
constexpr double kLateStamp = 0.005;  // stamps may be off by this [s]

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

bool Tracker::Impl::start(const cv::Mat& frame, std::string& problem) {
  TableSearch search = find_table(frame, geometry, hint);
  problem = search.problem;
  if (!search.view) return false;
  view = search.view;
  size = frame.size();
  if (bed_box(*view, size).empty()) return false;
  begin(frame);
  return true;
}

// Balls as they are seen now, on a table that is known.
void Tracker::Impl::begin(const cv::Mat& frame) {
  const cv::Rect box = bed_box(*view, size);
  cv::Mat lab;
  cv::cvtColor(frame(box), lab, cv::COLOR_BGR2Lab);
  cloth = map_cloth(lab, box, *view);
  features = cv::Mat::zeros(size, CV_8UC3);
  tracks.clear();
  alternatives.clear();
  model.forget_all();
  losses.clear();
  for (const BallSighting& s : find_balls(frame, *view)) add_track(s);
  add_names(frame);
  watch.emplace(frame, *view, outlines());
  things = watch->look(frame, outlines());
  since_look = since_search = since_news = since_overview = 0.0;
  looked = true;
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

// Fills the features where a ball is looked for; the rest of the picture is never touched.
cv::Mat Tracker::Impl::features_around(const cv::Mat& frame, const cv::Point2d& at) {
  const auto image = ball_image(*view, at);
  if (!image) return {};
  const double reach = 2.0 * image->radius_px + 6.0;
  const cv::Rect part =
      cv::Rect(cvFloor(image->center_px.x - reach), cvFloor(image->center_px.y - reach),
               cvCeil(2 * reach), cvCeil(2 * reach)) &
      cloth.box;
  if (part.width < 8 || part.height < 8) return {};
  cv::Mat lab;
  cv::cvtColor(frame(part), lab, cv::COLOR_BGR2Lab);
  outline_features(lab, part, cloth).copyTo(features(part));
  return features;
}

void Tracker::Impl::look_at_tracks(const cv::Mat& frame, double dt) {
  FitOptions options_fit;
  options_fit.search = 0.5;
  std::vector<Sight> sights;
  std::vector<ImageCircle> images;
  for (const Track& t : tracks) {
    images.push_back(
        ball_image(*view, {t.ball.position.x(), t.ball.position.y()}).value_or(ImageCircle{}));
  }
  for (std::size_t i = 0; i < tracks.size(); ++i) {
    Track& track = tracks[i];
    if (!track.ball.in_play()) continue;
    const Vec3<double>& now = (track.ahead > 0.0 ? track.shown : track.ball).position;
    const cv::Point2d predicted = at_height({now.x(), now.y()}, now.z(), radius);
    if (features_around(frame, predicted).empty()) continue;
    std::vector<ImageCircle> others;  // edges where outlines meet belong to neither
    for (std::size_t j = 0; j < tracks.size(); ++j) {
      const double gap = cv::norm(images[i].center_px - images[j].center_px);
      if (j == i || !tracks[j].ball.in_play() ||
          gap > 1.2 * (images[i].radius_px + images[j].radius_px))
        continue;
      others.push_back(images[j]);
      others.back().radius_px *= 1.10;
    }
    BallFit fit = fit_ball(features, *view, predicted, others, options_fit);
    const bool near = cv::norm(fit.position - predicted) < kFarther * radius;
    if (!near || fit.support < kLeastSupport || fit.open < kLeastOpen) {
      track.hidden = track.ball.velocity.norm() == 0.0 && neighbours(track) >= kEnclosed;
      if (track.hidden) track.unseen = 0.0;
      continue;
    }
    const cv::Matx22d covariance = trusted(track, fit.covariance) + misfit(track, fit);
    if (track.ahead == 0.0 || alternatives.active())
      use(track, {track.id, fit.position, covariance}, dt, sights);
    track.seen = true;
    track.unseen = 0.0;
    track.confidence = 0.9 * track.confidence + 0.1;
  }
  if (alternatives.active()) {
    alternatives.correct(model, sights, dt);
    alternatives.show(model, tracks);
  } else {
    think_of_alternatives();
  }
}

// A sight on the cloth corrects its track, or all alternatives of it later on.
void Tracker::Impl::use(Track& track, const Sight& sight, double dt, std::vector<Sight>& sights) {
  Sight raised = sight;
  if (alternatives.active()) {
    raised.place = at_height(sight.place, radius, track.ball.position.z());
    sights.push_back(raised);
    return;
  }
  launch_if_expected(track, sight.place, sight.covariance, dt);
  raised.place = at_height(sight.place, radius, track.ball.position.z());
  model.correct(tracks, track, raised.place, sight.covariance, dt);
}

// A single ball that was struck, whose speed has shown by now, may have any follow or draw.
void Tracker::Impl::think_of_alternatives() {
  const Track* struck = nullptr;
  for (const Track& track : tracks) {
    if (!track.ball.in_play() || track.ball.velocity.norm() == 0.0) continue;
    if (struck != nullptr || track.since_stroke != kStrokeShown) return;
    struck = &track;
  }
  if (struck != nullptr && struck->ball.velocity.norm() > kLeastStroke)
    alternatives.start(tracks, *struck);
}

// A ball that leaves the place of an expected stroke was struck by it, as long ago as it takes to
// come this far. If it has gone elsewhere, the stroke came out otherwise, and nothing is known of
// it.
void Tracker::Impl::launch_if_expected(Track& track, const cv::Point2d& measured,
                                       const cv::Matx22d& covariance, double dt) {
  if (!expected || track.ball.velocity.norm() > 0.0) return;
  const Vec2<double> lies = track.ball.position.head<2>();
  const bool there =
      std::hypot(lies.x() - expected->place.x, lies.y() - expected->place.y) < kAtStroke * radius;
  if (!there || !was_struck(track, measured, covariance)) return;
  const double way = std::hypot(measured.x - lies.x(), measured.y - lies.y());
  const Launch launch = launch_of(*expected, lies, way, physics, model);
  if (launch.time <= 0.0 || launch.time > dt + kLateStamp) return;
  Track launched = track;
  take_launch(launched, launch);
  expected.reset();
  const cv::Point2d there_seen = at_height(measured, radius, launched.ball.position.z());
  if (was_struck(launched, there_seen, covariance)) return;
  track = std::move(launched);
  model.forget(track.id);
}

// What is seen at a place of one height [m], at another height on the same line of sight.
cv::Point2d Tracker::Impl::at_height(const cv::Point2d& p, double from, double to) const {
  const cv::Vec3d eye = camera_centre(view->camera);
  const cv::Point2d foot(eye[0], eye[1]);
  return foot + (p - foot) * ((eye[2] - to) / (eye[2] - from));
}

int Tracker::Impl::neighbours(const Track& track) const {
  const auto count = std::count_if(tracks.begin(), tracks.end(), [&](const Track& other) {
    return &other != &track && other.ball.in_play() &&
           (other.ball.position - track.ball.position).norm() < kTouching * radius;
  });
  return static_cast<int>(count);
}

// Outlines that meet pull each other aside, by more than their fit tells. Ball by ball that would
// look like a stroke; in a rack each would then push the next one.
cv::Matx22d Tracker::Impl::trusted(const Track& track, const cv::Matx22d& covariance) const {
  if (track.ball.velocity.norm() > 0.0) return covariance;
  const double sigma = kCrowdSigma * radius * std::min(neighbours(track), kEnclosed);
  return covariance + sigma * sigma * cv::Matx22d::eye();
}

// An outline larger or smaller than this ball's usual one is not its own: a stripe's, where the
// paint is like the cloth. Then the place is off by as much.
cv::Matx22d Tracker::Impl::misfit(Track& track, const BallFit& fit) const {
  const double off = std::abs(fit.radial_px - track.radial_px) - kRadialSpread_px;
  if (off < 0.0 && fit.open > kQuiteOpen)
    track.radial_px += kRadialShare * (fit.radial_px - track.radial_px);
  const double sigma = kMisfit * std::max(0.0, off) * radius / std::max(1.0, fit.image.radius_px);
  return sigma * sigma * cv::Matx22d::eye();
}

// Only a ball whose spin about level axes is known: one that rolls, or whose sliding is.
void Tracker::Impl::look_at_spin(const cv::Mat& frame) {
  for (Track& track : tracks) {
    const auto sigma = [&](int i) { return std::sqrt(track.covariance(i, i)); };
    if (!track.seen || track.ahead > 0.0 || track.ball.velocity.norm() < kSlow) continue;
    if (std::max(sigma(4), sigma(5)) > kLevelSigma) continue;
    const auto sighting = track.side_spin.look(frame, *view, track.ball, sigma(6), time);
    if (!sighting) continue;
    set_side_spin(track, sighting->spin, sighting->sigma);
    model.forget_side_spin(track.id);
    alternatives.set_side_spin(track.id, sighting->spin, sighting->sigma);
  }
  alternatives.share_pictures(tracks);
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
  const std::vector<BallLook> looks = look_at_balls(frame, images);
  for (std::size_t k = 0; k < who.size(); ++k) {
    Track& track = tracks[who[k]];
    const std::vector<double> costs = kind_costs(looks[k], geometry.balls);
    track.name_cost.resize(costs.size(), 0.0);
    for (std::size_t c = 0; c < costs.size(); ++c) track.name_cost[c] += costs[c];
    ++track.looks;
  }
  std::vector<std::vector<double>> costs;
  for (Track& track : tracks) {
    std::vector<double> mean = track.name_cost;
    mean.resize(ball_kinds(geometry.balls).size(), 0.0);
    // Many looks are no independent evidence: they count as at most five.
    const double weight =
        std::min(5, track.looks) / std::max(1.0, static_cast<double>(track.looks));
    for (double& c : mean) c *= weight;
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
  const int pocket = near_pocket(t);
  if (pocket >= 0 && t.unseen > 0.25 && quiet < kQuiet) {
    loss.reason = Reason::kPocketed;
    loss.pocket = pocket;
    return loss;
  }
  const bool rested = t.ball.velocity.norm() < 0.05;
  if (t.unseen > (rested ? options.hidden_rest : options.occlusion)) return loss;
  return std::nullopt;
}

void Tracker::Impl::drop_lost(double dt) {
  const bool moving = std::any_of(tracks.begin(), tracks.end(), [](const Track& t) {
    return t.ball.in_play() && t.ball.velocity.norm() > 0.02;
  });
  quiet = moving ? 0.0 : quiet + dt;
  losses.clear();
  std::erase_if(tracks, [&](const Track& t) {
    const auto loss = t.seen || t.hidden ? std::nullopt : find_loss(t);
    if (!loss) return false;
    losses.push_back(*loss);
    // What the engine alone saw fall may still turn up.
    const bool gone = t.ball.in_play() || t.unseen > 0.15;
    if (gone) model.forget(t.id);
    return gone;
  });
}

TrackedFrame Tracker::Impl::report(double stamp) const {
  TrackedFrame out;
  out.time = stamp;
  out.table_found = view.has_value();
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
    b.confidence = t.confidence * std::exp(-t.unseen / 1.0);
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
    begin(frame);
    time = stamp;
    return report(stamp);
  }
  if (!view || dt > kLongestStep) {
    std::string problem;
    if (!start(frame, problem)) {
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
