// SPDX-License-Identifier: Apache-2.0
// The tracker looks at the balls it follows.
#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

#include "ball_fit.hpp"
#include "ball_outline.hpp"
#include "launch.hpp"
#include "sharp_outline.hpp"
#include "tracker_impl.hpp"

namespace billiard::vision {

namespace {

constexpr double kLeastSupport = 0.55;  // of a fit that counts as seen
constexpr double kLeastOpen = 0.25;     // share of the outline that must be free to be fitted
constexpr double kFarther = 1.8;        // ball radii an ordinary step may be off
constexpr double kLevelSigma = 4.0;  // of the spin about level axes while a pattern is read [rad/s]
constexpr double kSlow = 0.06;       // the lamps' reflections stand as still as the ball [m/s]
constexpr double kTouching = 2.2;    // ball radii between centres of balls that may touch
constexpr int kEnclosed = 3;         // such neighbours hide a ball and hold it in its place
constexpr double kCrowdSigma = 0.06;      // ball radii an outline is off where a neighbour hides it
constexpr double kQuiteOpen = 0.9;        // share of the outline that must be free to know its size
constexpr double kAllOpen = 0.97;         // likewise to meet no other outline
constexpr double kRadialSpread_px = 0.5;  // outlines differ so much from frame to frame
constexpr double kRadialShare = 0.1;      // of a new outline in the usual one
constexpr double kMisfit = 3.0;           // place against size of an outline that is not the ball's
constexpr double kSharper = 0.04;         // sharpening may move it by this [ball radii]: a ball
                                          // nobody knows of beside it would lead it on
constexpr double kSharperBeside = 0.1;    // beside known ones edges mislead more
constexpr double kEnough = 2e-4;          // of a fit that is sharpened then [m]
constexpr double kUnsharp = 8e-4;         // edges are off by this where they were not sharpened [m]
constexpr double kSmeared = 2.0;          // speed from which the exposure smears an outline [m/s]
constexpr double kAtStroke = 0.7;         // ball radii off where a stroke is expected
constexpr int kStrokeShown = 1;           // frames after which a struck ball's speed is known
constexpr double kLeastStroke = 0.3;      // slower ones soon roll [m/s]
constexpr double kLateStamp = 0.005;      // stamps may be off by this [s]

}  // namespace

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
  options_fit.enough = kEnough;
  std::vector<Sight> sights;
  std::vector<ImageCircle> images;
  for (const Track& t : tracks) {
    const auto image = ball_image(*view, {t.ball.position.x(), t.ball.position.y()});
    images.push_back(t.ball.in_play() && image ? *image : ImageCircle{});
  }
  for (std::size_t i = 0; i < tracks.size(); ++i) {
    Track& track = tracks[i];
    if (!track.ball.in_play()) continue;
    const Vec3<double>& now = (track.ahead > 0.0 ? track.shown : track.ball).position;
    const cv::Point2d predicted = at_height({now.x(), now.y()}, now.z(), radius);
    if (features_around(frame, predicted).empty()) continue;
    const std::vector<ImageCircle> others = occluders_of(images, i);
    BallFit fit = fit_ball(features, *view, predicted, others, options_fit);
    const bool near = cv::norm(fit.position - predicted) < kFarther * radius;
    if (!near || fit.support < kLeastSupport || fit.open < kLeastOpen) {
      track.hidden = track.ball.velocity.norm() == 0.0 && neighbours(track) >= kEnclosed;
      if (track.hidden) track.unseen = 0.0;
      continue;
    }
    const double farthest = others.empty() ? kSharper : kSharperBeside;
    if (track.ball.velocity.norm() < kSmeared) {
      const double sigma = sharpen(frame, *view, others, farthest, fit) ? kLasting : kUnsharp;
      fit.covariance += sigma * sigma * cv::Matx22d::eye();
    }
    const bool alone = fit.open > kAllOpen;  // one that all others have left was struck
    const cv::Matx22d covariance =
        (alone ? fit.covariance : trusted(track, fit.covariance)) + misfit(track, fit);
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

}  // namespace billiard::vision
