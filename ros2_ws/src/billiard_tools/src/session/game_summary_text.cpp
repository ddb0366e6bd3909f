// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "session/game_summary.hpp"

namespace billiard::session {

namespace {

using nlohmann::ordered_json;

ordered_json to_json(const Timing& timing) {
  return {{"count", timing.count},
          {"p50_ms", timing.p50_ms},
          {"p99_ms", timing.p99_ms},
          {"max_ms", timing.most_ms}};
}

ordered_json to_json(const ShotSummary& shot, const Recording& recording) {
  ordered_json json{{"shot_id", shot.shot.shot_id},
                    {"rack", shot.rack},
                    {"strike_s", shot.shot.strike},
                    {"duration_s", shot.shot.end - shot.shot.strike},
                    {"came_to_rest", shot.shot.ended},
                    {"outcome", name(shot.outcome)},
                    {"call", shot.call}};
  if (shot.plan >= 0) {
    const RecordedPlan& plan = recording.plans[static_cast<std::size_t>(shot.plan)];
    json["kind"] = plan.kind;
    json["target"] = plan.target;
    json["pocket"] = plan.pocket;
    json["success_probability"] = plan.probability;
    json["speed_m_s"] = plan.shot.speed;
  }
  json["speed_measured_m_s"] =
      shot.speed_measured ? ordered_json(*shot.speed_measured) : ordered_json();
  json["prediction_error_1s_mm"] = shot.error_mm ? ordered_json(*shot.error_mm) : ordered_json();
  return json;
}

std::string timing_line(const char* what, const Timing& t) {
  if (t.count == 0) return "";
  return fmt::format("  {:<22} median {:7.2f} ms   p99 {:7.2f} ms   max {:7.2f} ms   ({})\n", what,
                     t.p50_ms, t.p99_ms, t.most_ms, t.count);
}

}  // namespace

std::string counted(std::size_t count, const std::string& noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string find_cut(const GameSummary& s) {
  if (s.racks_finished >= s.racks_asked) return "";
  return fmt::format("cut short: {} of {} finished", s.racks_finished,
                     counted(s.racks_asked, "rack"));
}

ordered_json to_json(const GameSummary& s, const Recording& recording) {
  ordered_json errors = ordered_json::array();
  for (const SeenError& e : s.errors) {
    errors.push_back({{"seen_s", e.seen},
                      {"shots", e.shots},
                      {"count", e.count},
                      {"median_mm", e.median_mm},
                      {"p90_mm", e.p90_mm}});
  }
  ordered_json shots = ordered_json::array();
  for (const ShotSummary& shot : s.list) shots.push_back(to_json(shot, recording));
  return {{"game", s.game},
          {"racks", s.racks},
          {"racks_asked", s.racks_asked},
          {"racks_finished", s.racks_finished},
          {"shots", s.shots},
          {"pots", s.pots},
          {"fouls", s.fouls},
          {"called_shots", s.called},
          {"promised_probability", s.promised},
          {"realised_rate", s.realised},
          {"strokes",
           {{"commanded", s.commanded},
            {"fired", s.fired},
            {"refused", s.refused},
            {"rejected", s.rejected},
            {"aborted", s.aborted},
            {"unanswered", s.unanswered},
            {"fired_twice", s.fired_twice}}},
          {"layouts",
           {{"compared", s.layouts},
            {"balls_missed", s.balls_missed},
            {"balls_invented", s.balls_invented},
            {"median_error_mm", s.rest_error_mm}}},
          {"prediction_error_1s", errors},
          {"timings",
           {{"frame_to_prediction", to_json(s.frame_to_prediction)},
            {"frame_to_recorder", to_json(s.frame_to_recorder)},
            {"prediction", to_json(s.prediction)},
            {"planning", to_json(s.planning)}}},
          {"shot_list", shots},
          {"notes", s.notes}};
}

std::string to_text(const GameSummary& s) {
  std::string text = fmt::format("{}, {}: {} potted, {}\n", counted(s.racks, "rack"),
                                 counted(s.shots, "shot"), s.pots, counted(s.fouls, "foul"));
  if (const std::string cut = find_cut(s); !cut.empty()) text += cut + "\n";
  if (s.called > 0) {
    text += fmt::format("called shots: promised {:.3f}, realised {:.3f} ({})\n", s.promised,
                        s.realised, counted(s.called, "shot"));
  }
  text += fmt::format("strokes: {} commanded, {} fired, {} refused, {} rejected, {} aborted",
                      s.commanded, s.fired, s.refused, s.rejected, s.aborted);
  if (s.unanswered > 0) text += fmt::format(", {} without an answer", s.unanswered);
  if (s.fired_twice > 0) text += fmt::format(", {} FIRED TWICE", s.fired_twice);
  text += "\n";
  if (s.layouts > 0) {
    text += fmt::format(
        "{} at rest against the truth: {} missed, {} invented, places off by {:.2f} mm (median)\n",
        counted(s.layouts, "layout"), counted(s.balls_missed, "ball"), s.balls_invented,
        s.rest_error_mm);
  }
  for (const SeenError& e : s.errors) {
    if (e.count == 0) continue;
    text += fmt::format(
        "prediction error 1 s after the strike, seen {:.2f} s: median {:.1f} mm, 90 % {:.1f} mm "
        "({}, {} of {})\n",
        e.seen, e.median_mm, e.p90_mm, counted(e.count, "ball"), e.shots, counted(s.shots, "shot"));
  }
  const std::string times = timing_line("frame to prediction", s.frame_to_prediction) +
                            timing_line("frame to recorder", s.frame_to_recorder) +
                            timing_line("prediction", s.prediction) +
                            timing_line("planning", s.planning);
  if (!times.empty()) text += "times:\n" + times;
  for (const std::string& note : s.notes) text += "note: " + note + "\n";
  return text;
}

}  // namespace billiard::session
