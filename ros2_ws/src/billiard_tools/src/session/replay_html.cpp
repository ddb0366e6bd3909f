// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <set>

#include "billiard_lab/plot.hpp"
#include "drawing/svg.hpp"
#include "session/animation.hpp"
#include "session/page.hpp"
#include "session/replay_text.hpp"

namespace billiard::session {

namespace {

template <std::size_t n>
std::string spread_plot(const char* title, const char* axis, const std::array<double, n>& at,
                        const std::array<Spread, n>& spreads) {
  lab::Series median{"median", {}, {}, lab::Stroke::kLineAndPoints},
      most{"90 %", {}, {}, lab::Stroke::kLineAndPoints};
  for (std::size_t i = 0; i < n; ++i) {
    if (spreads[i].count == 0) continue;
    median.x.push_back(at[i]);
    median.y.push_back(spreads[i].median_mm);
    most.x.push_back(at[i]);
    most.y.push_back(spreads[i].p90_mm);
  }
  if (median.x.empty()) return "";
  lab::Plot plot{title, {axis}, {"error [mm]", true}, {median, most}};
  return "<div class=\"plot\">" + lab::draw(plot) + "</div>\n";
}

std::string cell(const Spread& s) {
  return s.count == 0 ? "<td>–</td>" : fmt::format("<td>{:.1f}</td>", s.median_mm);
}

std::string since_table(const ReplayReport& report) {
  std::string out =
      "<div class=\"card scroll\"><table><caption>Median error [mm] by the time between strike and "
      "prediction (rows) and the time predicted ahead (columns)</caption>\n<tr><th>made up to "
      "[s]</th>";
  for (const double h : kHorizons) out += fmt::format("<th>{:g} s</th>", h);
  out += "</tr>\n";
  for (std::size_t i = 0; i < kSinceStrike.size(); ++i) {
    out += fmt::format("<tr><td>{:g}</td>", kSinceStrike[i]);
    for (const Spread& s : report.by_since_strike[i]) out += cell(s);
    out += "</tr>\n";
  }
  return out + "</table></div>\n";
}

std::string ball_table(const ReplayReport& report) {
  std::string out =
      "<div class=\"card scroll\"><table><caption>Median error [mm] of each ball by the time "
      "predicted ahead</caption>\n<tr><th>ball</th>";
  for (const double h : kHorizons) out += fmt::format("<th>{:g} s</th>", h);
  out += "</tr>\n";
  for (const auto& [ball, spreads] : report.by_ball) {
    out += fmt::format("<tr><td>{}</td>", escape_xml(ball));
    for (const Spread& s : spreads) out += cell(s);
    out += "</tr>\n";
  }
  return out + "</table></div>\n";
}

std::string tiles(const ReplayedBag& bag) {
  const ReplayReport& r = bag.report;
  std::string out = "<div class=\"tiles\">\n";
  for (std::size_t i = 0; i < kSeenTimes.size(); ++i) {
    if (kSeenTimes[i] != kSeenForHeadline || r.after_one_second[i].count == 0) continue;
    out += make_tile(fmt::format("{:.1f} mm", r.after_one_second[i].median_mm), "prediction error",
                     fmt::format("median, 1 s after the strike, seen {:.2f} s", kSeenTimes[i]));
  }
  out += make_tile(fmt::format("{}", r.shots.size()), "shots");
  out +=
      make_tile(fmt::format("{}", r.predictions), "predictions",
                r.against_truth ? "against the recorded truth" : "against what was tracked later");
  if (r.tracking) {
    out += make_tile(fmt::format("{:.2f} mm", r.tracking->moving.median_mm), "tracking error",
                     "median, moving balls");
    out += make_tile(fmt::format("{:.1f} mm/s", r.tracking->speed_median_mm_s), "velocity error",
                     "median");
  }
  return out + "</div>\n";
}

std::string shot_card(std::size_t number, const ReplayedShot& shot, const ReplayedBag& bag,
                      const Settings& settings) {
  const std::span<const BallsMoment> reference =
      bag.report.against_truth ? std::span<const BallsMoment>(bag.recording.truth) : bag.tracked;
  std::vector<BallsMoment> moments;
  if (const BallsMoment* rest = last_before(reference, shot.shot.strike)) moments.push_back(*rest);
  for (const BallsMoment& m : between(reference, shot.shot.strike, shot.shot.end))
    moments.push_back(m);
  std::vector<AnimatedView> views(1);
  views[0].title = bag.report.against_truth ? "recorded truth" : "as tracked";
  views[0].balls = animate(moments, shot.shot.strike, settings.table);
  if (shot.prediction) {
    views[0].predicted = still_paths(*shot.prediction);
    AnimatedView said;
    said.title = fmt::format("predicted {:.2f} s after the strike",
                             shot.prediction->time - shot.shot.strike);
    said.balls = animate(*shot.prediction, shot.shot.strike, settings.table);
    views.push_back(said);
  }
  std::string title = fmt::format("Shot {}", number);
  for (std::size_t i = 0; i < kSeenTimes.size(); ++i) {
    if (kSeenTimes[i] == kSeenForHeadline && shot.after_one_second[i].count > 0)
      title += fmt::format(": {:.1f} mm off after 1 s", shot.after_one_second[i].median_mm);
  }
  return fmt::format("<section class=\"card\" id=\"shot-{}\"><h3>{}</h3>\n{}</section>\n", number,
                     title, draw_animation(views, shot.shot.end - shot.shot.strike, settings));
}

}  // namespace

std::string to_html(const ReplayedBag& bag, const Settings& settings) {
  const ReplayReport& r = bag.report;
  std::set<std::string> balls;
  const std::span<const BallsMoment> truth(bag.recording.truth);
  for (const auto& moments : {truth, bag.tracked}) {
    for (const BallsMoment& moment : moments)
      balls.insert(moment.layout.ids.begin(), moment.layout.ids.end());
  }
  std::string body = tiles(bag) + animation_shapes(settings, balls);
  body += "<div class=\"plots\">\n" +
          spread_plot("Error 1 s after the strike", "shot seen for [s]", kSeenTimes,
                      r.after_one_second) +
          spread_plot("Error of all predictions", "predicted ahead [s]", kHorizons, r.by_horizon) +
          "</div>\n";
  body +=
      "<h2>Shots</h2>\n<p class=\"soft\">First: where the balls went, and dashed where they were "
      "predicted to go. Second: the prediction.</p>\n";
  for (std::size_t i = 0; i < r.shots.size(); ++i)
    body += shot_card(i + 1, r.shots[i], bag, settings);
  body += "<h2>Figures</h2>\n" + since_table(r) + ball_table(r);
  if (!bag.recording.notes.empty()) {
    body += "<ul class=\"notes\">\n";
    for (const std::string& note : bag.recording.notes)
      body += fmt::format("<li>{}</li>\n", escape_xml(note));
    body += "</ul>\n";
  }
  return make_page("Replay", body);
}

}  // namespace billiard::session
