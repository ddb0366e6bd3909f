// SPDX-License-Identifier: Apache-2.0
#include "session/replay_text.hpp"

#include <fmt/format.h>

namespace billiard::session {

namespace {

using nlohmann::ordered_json;

ordered_json to_json(const Spread& spread) {
  if (spread.count == 0) return {{"count", 0}, {"median_mm", nullptr}, {"p90_mm", nullptr}};
  return {{"count", spread.count}, {"median_mm", spread.median_mm}, {"p90_mm", spread.p90_mm}};
}

template <std::size_t n>
ordered_json rows(const char* key, const std::array<double, n>& at,
                  const std::array<Spread, n>& spreads) {
  ordered_json list = ordered_json::array();
  for (std::size_t i = 0; i < n; ++i) {
    ordered_json row{{key, at[i]}};
    row.update(to_json(spreads[i]));
    list.push_back(std::move(row));
  }
  return list;
}

ordered_json to_json(const TrackingErrors& e) {
  return {{"resting", to_json(e.resting)},
          {"moving", to_json(e.moving)},
          {"velocity_median_mm_s", e.speed_median_mm_s},
          {"velocity_p90_mm_s", e.speed_p90_mm_s},
          {"balls_unseen", e.unseen},
          {"balls_invented", e.invented}};
}

const Spread& headline(const ReplayReport& report) {
  for (std::size_t i = 0; i < kSeenTimes.size(); ++i) {
    if (kSeenTimes[i] == kSeenForHeadline) return report.after_one_second[i];
  }
  return report.after_one_second.back();
}

std::string row(const std::string& what, const Spread& s) {
  if (s.count == 0) return fmt::format("  {:<12}        –          –        0\n", what);
  return fmt::format("  {:<12} {:8.2f}   {:8.2f} {:8}\n", what, s.median_mm, s.p90_mm, s.count);
}

}  // namespace

ordered_json to_json(const ReplayedBag& bag) {
  const ReplayReport& r = bag.report;
  ordered_json balls = ordered_json::object(), since = ordered_json::array(),
               shots = ordered_json::array();
  for (const auto& [ball, spreads] : r.by_ball) balls[ball] = rows("horizon_s", kHorizons, spreads);
  for (std::size_t i = 0; i < kSinceStrike.size(); ++i) {
    since.push_back({{"up_to_s", kSinceStrike[i]},
                     {"horizons", rows("horizon_s", kHorizons, r.by_since_strike[i])}});
  }
  for (const ReplayedShot& s : r.shots) {
    shots.push_back({{"shot_id", s.shot.shot_id},
                     {"strike_s", s.shot.strike},
                     {"duration_s", s.shot.end - s.shot.strike},
                     {"came_to_rest", s.shot.ended},
                     {"after_one_second", rows("seen_s", kSeenTimes, s.after_one_second)}});
  }
  const Spread& main = headline(r);
  ordered_json json{
      {"prediction_error_1s_mm", main.count > 0 ? ordered_json(main.median_mm) : ordered_json()},
      {"prediction_error_1s_seen_s", kSeenForHeadline},
      {"reference", r.against_truth ? "truth" : "tracked"},
      {"frames", bag.frames},
      {"frames_damaged", bag.frames_damaged},
      {"predictions", r.predictions},
      {"after_one_second", rows("seen_s", kSeenTimes, r.after_one_second)},
      {"by_horizon", rows("horizon_s", kHorizons, r.by_horizon)},
      {"by_ball", balls},
      {"by_time_since_strike", since}};
  json["tracking"] = r.tracking ? to_json(*r.tracking) : ordered_json();
  json["shots"] = shots;
  json["notes"] = bag.recording.notes;
  return json;
}

std::string to_text(const ReplayedBag& bag) {
  const ReplayReport& r = bag.report;
  std::string text =
      fmt::format("{} shots, {} predictions against the {}\n", r.shots.size(), r.predictions,
                  r.against_truth ? "recorded truth" : "balls tracked later");
  text += bag.frames > 0 ? fmt::format("{} images tracked again", bag.frames)
                         : std::string("no images: /balls as recorded");
  text += bag.frames_damaged > 0 ? fmt::format(", {} cannot be read\n", bag.frames_damaged) : "\n";
  const Spread& main = headline(r);
  if (main.count > 0) {
    text += fmt::format(
        "prediction error 1 s after the strike: {:.2f} mm median (of {} moved balls, seen {:.2f} "
        "s)\n",
        main.median_mm, main.count, kSeenForHeadline);
  }
  if (r.within_5mm_from)
    text +=
        fmt::format("within 5 mm when the shot has been seen for {:.2f} s\n", *r.within_5mm_from);
  text += "\nerror 1 s after the strike [mm]\n  seen [s]       median       90 %    balls\n";
  for (std::size_t i = 0; i < kSeenTimes.size(); ++i)
    text += row(fmt::format("{:.2f}", kSeenTimes[i]), r.after_one_second[i]);
  text += "\nerror by horizon [mm], all predictions\n  ahead [s]      median       90 %    balls\n";
  for (std::size_t i = 0; i < kHorizons.size(); ++i)
    text += row(fmt::format("{:.2f}", kHorizons[i]), r.by_horizon[i]);
  if (r.tracking) {
    const TrackingErrors& t = *r.tracking;
    text += "\ntracked places against the truth [mm]\n";
    text += row("at rest", t.resting) + row("moving", t.moving);
    text += fmt::format("  velocities off by {:.1f} mm/s (median), {:.1f} mm/s (90 %)\n",
                        t.speed_median_mm_s, t.speed_p90_mm_s);
    text += fmt::format("  balls not tracked {} times, invented {} times\n", t.unseen, t.invented);
  }
  for (const std::string& note : bag.recording.notes) text += "note: " + note + "\n";
  return text;
}

}  // namespace billiard::session
