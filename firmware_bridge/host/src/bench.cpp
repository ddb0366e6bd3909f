// SPDX-License-Identifier: Apache-2.0
#include "firmware_bridge/host/bench.hpp"

#include <algorithm>
#include <chrono>
#include <stdexcept>

namespace firmware_bridge::host {
namespace {

constexpr int kStepMs = 5;
constexpr TimeMs kCommandLimit = 5000;  ///< The link reports any command sooner [ms]
constexpr TimeMs kShotLimit = 20000;    ///< and the player any shot [ms]
constexpr std::uint16_t kWindowMs = 1000;

template <class Done>
bool run_until(CueClient& client, TimeMs limit, Done done) {
  const TimeMs start = CueClient::now();
  while (!done()) {
    if (CueClient::now() - start > limit) return false;
    client.wait_and_step(kStepMs);
  }
  return true;
}

CommandReport finish(CueClient& client, Refusal refusal) {
  CommandReport report;
  if (refusal != Refusal::kNone) throw std::runtime_error(name_of(refusal));
  client.step(CueClient::now());
  if (!run_until(client, kCommandLimit, [&] { return client.link().next(report); })) {
    throw std::runtime_error("the link gave no report");
  }
  return report;
}

}  // namespace

std::string version_text(std::uint32_t version) {
  return std::to_string(version >> 16U) + "." + std::to_string(version >> 8U & 255U) + "." +
         std::to_string(version & 255U);
}

CueStatus read_status(CueClient& client, TimeMs timeout) {
  CueStatus status;
  Link& link = client.link();
  const auto complete = [&] {
    protocol::Fault fault;
    while (link.next(fault)) status.faults.push_back(fault);
    const auto last = status.faults.empty() ? 0 : status.faults.back().index + 1;
    return link.ready() && last == link.state().fault_count;
  };
  if (!run_until(client, timeout, complete) && !link.ready()) {
    throw std::runtime_error(client.trouble());
  }
  status.device = link.device();
  status.state = link.state();
  return status;
}

LineReport test_line(CueClient& client, int count) {
  LineReport report;
  std::vector<double> times_ms;
  const CueShot shot{client.link().device().min_speed, 0.0F, 0.0F, 0.0F, 0.0F};
  for (int i = 0; i < count; ++i) {
    const auto start = std::chrono::steady_clock::now();
    const CommandReport load = finish(client, client.link().load(shot, CueClient::now()));
    const std::chrono::duration<double, std::milli> elapsed =
        std::chrono::steady_clock::now() - start;
    if (load.verdict == Verdict::kConfirmed) {
      ++report.confirmed;
      times_ms.push_back(elapsed.count());
    } else {
      ++report.failed;
    }
  }
  (void)finish(client, client.link().disarm(false, CueClient::now()));
  if (times_ms.empty()) return report;
  std::sort(times_ms.begin(), times_ms.end());
  const auto at = [&](double share) {
    return times_ms[static_cast<std::size_t>(share * static_cast<double>(times_ms.size() - 1))];
  };
  report.median_ms = at(0.5);
  report.p99_ms = at(0.99);
  report.max_ms = times_ms.back();
  return report;
}

ShotOutcome play_shot(CueClient& client, const CueShot& shot) {
  ShotPlayer player;
  std::optional<ShotOutcome> outcome;
  player.begin(client.link(), shot, true, kWindowMs, CueClient::now());
  const bool ended = run_until(client, kShotLimit, [&] {
    player.update(client.link(), CueClient::now());
    outcome = outcome ? outcome : player.take_outcome();
    return outcome.has_value() && !client.link().busy();
  });
  if (!ended) throw std::runtime_error("the shot did not end");
  // The cue goes home before the next shot.
  (void)run_until(client, kShotLimit, [&] {
    return !client.link().ready() || client.link().state().state != protocol::CueState::kRetracting;
  });
  return *outcome;
}

}  // namespace firmware_bridge::host
