// SPDX-License-Identifier: Apache-2.0
#include "plan_json.hpp"

#include <fmt/format.h>

#include "shot_options.hpp"

namespace billiard {
namespace {

using Json = nlohmann::ordered_json;

Json choice_json(const Choice& choice, const PlanRequest& request) {
  Json json;
  json["shot"] = shot_json(choice.shot);
  const bool called = choice.call.target >= 0;
  json["target"] =
      called ? Json(request.ids[static_cast<std::size_t>(choice.call.target)]) : Json();
  json["pocket"] = called ? Json(name(static_cast<PocketId>(choice.call.pocket))) : Json();
  json["kind"] = name(choice.kind);
  json["success_probability"] = choice.success_probability;
  json["next_probability"] = choice.next_probability;
  json["aim_window_rad"] = choice.aim_window;
  json["samples"] = choice.samples;
  return json;
}

}  // namespace

Json plan_json(const Plan& plan, const PlanRequest& request, const Json& predicted) {
  Json json;
  if (plan.found)
    json = choice_json(plan.best, request);
  else
    json["shot"] = nullptr;
  json["simulations"] = plan.simulations;
  json["elapsed_s"] = plan.elapsed;
  json["reason"] = plan.reason;
  json["predicted"] = predicted;
  json["alternatives"] = Json::array();
  for (const Choice& choice : plan.alternatives) {
    json["alternatives"].push_back(choice_json(choice, request));
  }
  return json;
}

std::string short_name(const Choice& choice, const PlanRequest& request) {
  if (choice.call.target < 0) return name(choice.kind);
  return fmt::format("{} {} {}", name(choice.kind),
                     request.ids[static_cast<std::size_t>(choice.call.target)],
                     name(static_cast<PocketId>(choice.call.pocket)));
}

}  // namespace billiard
