// SPDX-License-Identifier: Apache-2.0
#include "table_sim/stroke_ledger.hpp"

namespace billiard_nodes {
namespace {

constexpr std::size_t kMostOpen = 64;      // commands that were refused, reports of other cues
constexpr std::size_t kRemembered = 4096;  // as many as the cue bridge remembers

template <typename Container>
void forget_oldest(Container& container, std::size_t most) {
  while (container.size() > most) container.erase(container.begin());
}

}  // namespace

std::optional<billiard::Shot> StrokeLedger::join(std::uint32_t id) {
  const auto command = commands_.find(id);
  const auto report = reports_.find(id);
  if (command == commands_.end() || report == reports_.end()) return std::nullopt;
  billiard::Shot shot = command->second;
  shot.speed = report->second;
  commands_.erase(command);
  reports_.erase(report);
  played_.insert(id);
  forget_oldest(played_, kRemembered);
  return shot;
}

std::optional<billiard::Shot> StrokeLedger::add_command(std::uint32_t id,
                                                        const billiard::Shot& shot) {
  if (played_.contains(id)) return std::nullopt;
  commands_[id] = shot;
  forget_oldest(commands_, kMostOpen);
  return join(id);
}

std::optional<billiard::Shot> StrokeLedger::add_report(std::uint32_t id, double speed) {
  if (played_.contains(id)) {
    ++repeated_;
    return std::nullopt;
  }
  reports_[id] = speed;
  forget_oldest(reports_, kMostOpen);
  return join(id);
}

}  // namespace billiard_nodes
