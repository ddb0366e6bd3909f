// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "firmware_bridge/host/cue_client.hpp"
#include "firmware_bridge/host/shot_player.hpp"

/// What a person at the bench asks of a cue: blocking calls on one client.
namespace firmware_bridge::host {

/// Everything a cue says of itself after the handshake.
struct CueStatus {
  protocol::HelloReply device{};
  protocol::State state{};
  std::vector<protocol::Fault> faults;  ///< The device's log since its boot, oldest first
};

/// Connects and listens until the log is complete. Throws std::runtime_error, with the client's
/// trouble as text, when there is no contact within `timeout`.
[[nodiscard]] CueStatus read_status(CueClient& client, TimeMs timeout);

/// How `count` LOADs went over the line.
struct LineReport {
  int confirmed{};
  int failed{};
  double median_ms{};
  double p99_ms{};
  double max_ms{};
};

/// LOADs `count` shots of the lowest speed, then disarms; nothing moves. The cue must be idle.
[[nodiscard]] LineReport test_line(CueClient& client, int count);

/// Plays one shot to its outcome: the cue moves.
[[nodiscard]] ShotOutcome play_shot(CueClient& client, const CueShot& shot);

/// "1.2.3" from HELLO_REPLY's number.
[[nodiscard]] std::string version_text(std::uint32_t firmware_version);

}  // namespace firmware_bridge::host
