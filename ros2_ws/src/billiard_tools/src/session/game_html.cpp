// SPDX-License-Identifier: Apache-2.0
#include "session/game_html.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "drawing/svg.hpp"
#include "session/animation.hpp"
#include "session/page.hpp"
#include "session/prediction_error.hpp"

namespace billiard::session {

namespace {

constexpr const char* kShotStyle = R"(<style>
.play { display: grid; grid-template-columns: minmax(0, 2.1fr) minmax(0, 1fr); gap: 18px; align-items: start; }
@media (max-width: 760px) { .play { grid-template-columns: minmax(0, 1fr); gap: 10px; } }
.outcome { display: inline-block; border-radius: 999px; padding: 1px 11px; font-size: 13px; border: 1px solid currentColor; margin-left: 8px; vertical-align: 1px; }
.potted { color: var(--good); } .foul { color: var(--bad); } .missed { color: var(--near); } .played, .unknown { color: var(--soft); }
.bar { height: 8px; border-radius: 4px; background: var(--line); overflow: hidden; margin: 2px 0 10px; }
.bar i { display: block; height: 100%; background: var(--accent); }
dl { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 3px 14px; margin: 0; font-size: 14px; }
dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; }
</style>
)";

const RecordedPlan* plan_of(const ShotSummary& shot, const Recording& recording) {
  return shot.plan < 0 ? nullptr : &recording.plans[static_cast<std::size_t>(shot.plan)];
}

std::string title_of(const RecordedPlan* plan) {
  if (plan == nullptr) return "Shot";
  if (plan->target.empty()) return plan->kind.empty() ? "Shot" : plan->kind;
  return fmt::format("{}: {} into {}", plan->kind, plan->target, plan->pocket);
}

void fact(std::string& out, const char* label, const std::string& value) {
  if (!value.empty()) out += fmt::format("<dt>{}</dt><dd>{}</dd>\n", label, escape_xml(value));
}

std::string facts(const ShotSummary& shot, const RecordedPlan* plan) {
  std::string out;
  if (plan != nullptr && !plan->target.empty()) {
    out += fmt::format(
        "<div class=\"soft\">promised {:.0f} %</div><div class=\"bar\"><i "
        "style=\"width:{:.0f}%\"></i></div>\n",
        100.0 * plan->probability, 100.0 * plan->probability);
  }
  out += "<dl>\n";
  fact(out, "referee", shot.call);
  if (plan != nullptr) {
    fact(out, "cue",
         fmt::format("{:.2f} m/s, {:.1f}° up", plan->shot.speed,
                     plan->shot.elevation * 57.29577951308232));
    fact(out, "tip",
         fmt::format("{:+.2f} R right, {:+.2f} R up", plan->shot.offset_side,
                     plan->shot.offset_height));
  }
  if (shot.speed_measured) fact(out, "measured", fmt::format("{:.2f} m/s", *shot.speed_measured));
  if (plan != nullptr) fact(out, "planned in", fmt::format("{:.2f} s", plan->elapsed));
  fact(out, "balls ran",
       fmt::format("{:.1f} s{}", shot.shot.end - shot.shot.strike,
                   shot.shot.ended ? "" : " until the recording ends"));
  if (shot.error_mm)
    fact(out, "prediction", fmt::format("{:.1f} mm off after 1 s", *shot.error_mm));
  return out + "</dl>\n";
}

std::string shot_card(std::size_t number, const ShotSummary& shot, const Recording& recording,
                      const Settings& settings) {
  const RecordedPlan* plan = plan_of(shot, recording);
  const std::vector<BallsMoment>& reference =
      recording.truth.empty() ? recording.balls : recording.truth;
  std::vector<BallsMoment> moments;
  if (const BallsMoment* rest = last_before(reference, shot.shot.strike)) moments.push_back(*rest);
  for (const BallsMoment& m : between(reference, shot.shot.strike, shot.shot.end))
    moments.push_back(m);
  AnimatedView view;
  view.balls = animate(moments, shot.shot.strike, settings.table);
  if (shot.prediction) {
    view.predicted = still_paths(*shot.prediction);
  } else if (plan != nullptr) {
    view.predicted = still_paths(plan->predicted);
  }
  if (plan != nullptr) {
    view.called_ball = plan->target;
    view.called_pocket = plan->pocket;
  }
  const std::string animation = draw_animation({view}, shot.shot.end - shot.shot.strike, settings);
  return fmt::format(
      "<section class=\"card\" id=\"shot-{0}\">\n<h3>{0}. {1}<span class=\"outcome {2}\">{2}</span>"
      "</h3>\n<div class=\"play\">\n{3}<div>\n{4}</div>\n</div>\n</section>\n",
      number, escape_xml(title_of(plan)), name(shot.outcome), animation, facts(shot, plan));
}

std::string tiles(const GameSummary& s) {
  std::string out = "<div class=\"tiles\">\n";
  out += make_tile(fmt::format("{}", s.racks), s.racks == 1 ? "rack" : "racks", s.game);
  out += make_tile(fmt::format("{}", s.shots), s.shots == 1 ? "shot" : "shots");
  out += make_tile(fmt::format("{}", s.pots), "potted");
  out += make_tile(fmt::format("{}", s.fouls), s.fouls == 1 ? "foul" : "fouls");
  if (s.called > 0) {
    out += make_tile(
        fmt::format("{:.0f} %", 100.0 * s.realised), "of called balls fell",
        fmt::format("promised {:.0f} % ({})", 100.0 * s.promised, counted(s.called, "shot")));
  }
  for (const SeenError& e : s.errors) {
    if (e.seen == kSeenForHeadline && e.count > 0)
      out += make_tile(fmt::format("{:.1f} mm", e.median_mm), "prediction error",
                       fmt::format("1 s after the strike, seen {:.1f} s, {} of {}", e.seen, e.shots,
                                   counted(s.shots, "shot")));
  }
  if (s.frame_to_prediction.count > 0) {
    out += make_tile(fmt::format("{:.1f} ms", s.frame_to_prediction.p99_ms), "frame to prediction",
                     "p99");
  }
  if (s.commanded > 0) {
    out += make_tile(fmt::format("{} of {}", s.fired, s.commanded), "strokes fired");
  }
  return out + "</div>\n";
}

std::string time_row(const char* what, const Timing& t) {
  if (t.count == 0) return "";
  return fmt::format(
      "<tr><td>{}</td><td>{:.2f}</td><td>{:.2f}</td><td>{:.2f}</td><td>{}</td></tr>\n", what,
      t.p50_ms, t.p99_ms, t.most_ms, t.count);
}

std::string tables(const GameSummary& s) {
  std::string out = "<div class=\"card scroll\">\n";
  out +=
      "<table><caption>Prediction error 1 s after the strike [mm]</caption><tr><th>seen [s]</th>"
      "<th>median</th><th>90 %</th><th>balls</th><th>shots</th></tr>\n";
  for (const SeenError& e : s.errors) {
    if (e.count == 0) continue;
    out += fmt::format(
        "<tr><td>{:.2f}</td><td>{:.1f}</td><td>{:.1f}</td><td>{}</td><td>{}</td></tr>\n", e.seen,
        e.median_mm, e.p90_mm, e.count, e.shots);
  }
  out +=
      "</table>\n<table><caption>Times [ms]</caption><tr><th></th><th>median</th><th>p99</th>"
      "<th>most</th><th>count</th></tr>\n";
  out += time_row("frame to prediction", s.frame_to_prediction) +
         time_row("frame to recorder", s.frame_to_recorder) + time_row("prediction", s.prediction) +
         time_row("planning", s.planning);
  out += "</table>\n";
  if (s.layouts > 0) {
    out += fmt::format(
        "<p>Layouts at rest against the truth: {} compared, {} missed, {} invented, places "
        "off by {:.2f} mm (median).</p>\n",
        s.layouts, counted(s.balls_missed, "ball"), s.balls_invented, s.rest_error_mm);
  }
  if (s.fired_twice > 0 || s.unanswered > 0) {
    out += fmt::format("<p class=\"foul\">Fired twice: {}; without an answer: {}.</p>\n",
                       counted(s.fired_twice, "shot"), counted(s.unanswered, "command"));
  }
  return out + "</div>\n";
}

}  // namespace

std::string to_html(const GameSummary& summary, const Recording& recording,
                    const Settings& settings) {
  std::set<std::string> balls;
  for (const auto* moments : {&recording.truth, &recording.balls}) {
    for (const BallsMoment& moment : *moments)
      balls.insert(moment.layout.ids.begin(), moment.layout.ids.end());
  }
  const std::string cut = find_cut(summary);
  std::string body = kShotStyle + tiles(summary) +
                     (cut.empty() ? "" : "<p class=\"foul\">Game " + cut + ".</p>\n") +
                     "<p class=\"soft\">Bold: where the balls went. Dashed: where they were "
                     "predicted to go 0.1 s after the strike. Yellow rings: the called ball and "
                     "pocket.</p>\n" +
                     animation_shapes(settings, balls);
  std::uint32_t rack = 0;
  for (std::size_t i = 0; i < summary.list.size(); ++i) {
    const ShotSummary& shot = summary.list[i];
    if (shot.rack != rack) body += fmt::format("<h2>Rack {}</h2>\n", shot.rack);
    rack = shot.rack;
    body += shot_card(i + 1, shot, recording, settings);
  }
  body += "<h2>Figures</h2>\n" + tables(summary);
  if (!summary.notes.empty()) {
    body += "<ul class=\"notes\">\n";
    for (const std::string& note : summary.notes)
      body += fmt::format("<li>{}</li>\n", escape_xml(note));
    body += "</ul>\n";
  }
  return make_page("Billiard game", body);
}

}  // namespace billiard::session
