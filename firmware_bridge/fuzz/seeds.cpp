// SPDX-License-Identifier: Apache-2.0
#include "firmware_bridge/firmware/cue_firmware.hpp"
#include "firmware_bridge/host/link.hpp"
#include "firmware_bridge/protocol/frame_receiver.hpp"
#include "memory_board.hpp"
#include "targets.hpp"

namespace firmware_bridge::fuzz {
namespace {

/// Both directions of a whole shot, as they went over the line.
struct Dialogue {
  std::string to_device;
  std::string to_host;
};

Dialogue record_shot() {
  Dialogue dialogue;
  firmware::MemoryBoard board;
  firmware::CueFirmware cue(board);
  host::Link link({}, 1);  // the fuzz target's seed: its HELLO nonce is the same
  protocol::FrameReceiver receiver;
  link.open(0);
  for (host::TimeMs now = 1; now < 2000; ++now) {
    for (const char c : board.to_host) {
      if (receiver.push(static_cast<std::uint8_t>(c)) == protocol::FrameReceiver::Status::kFrame) {
        link.handle(receiver.frame(), now);
      }
    }
    dialogue.to_host += board.to_host;
    board.to_host.clear();
    link.update(now);
    if (link.ready() && !link.busy()) {
      using protocol::CueState;
      if (link.state().state == CueState::kIdle) (void)link.load({8.0F, 0, 0, 0, 0}, now);
      if (link.state().state == CueState::kLoaded) (void)link.arm(1000, now);
      if (link.state().state == CueState::kArmed) (void)link.fire(now);
    }
    std::uint8_t out[1024];
    const std::size_t size = link.take_output({out, sizeof(out)});
    const std::string bytes(reinterpret_cast<char*>(out), size);
    dialogue.to_device += bytes;
    board.to_device += bytes;
    cue.tick();
    board.advance();
  }
  return dialogue;
}

}  // namespace

std::vector<std::string> make_seeds(const std::string& target) {
  std::vector<std::string> seeds;
  const Dialogue shot = record_shot();
  if (target == "firmware") return {shot.to_device, shot.to_device.substr(0, 300)};
  if (target == "link") return {shot.to_host, shot.to_host.substr(0, 300)};
  protocol::visit_messages([&](const auto& message) {
    using Message = std::decay_t<decltype(message)>;
    std::uint8_t line[protocol::kMaxLineSize];
    const std::size_t size = protocol::encode_message(message, {}, {line, sizeof(line)});
    if (target == "frame_receiver") seeds.emplace_back(reinterpret_cast<char*>(line), size);
    if (target == "messages") {
      std::uint8_t payload[1 + protocol::wire_size<Message>()];
      payload[0] = Message::kInfo.type;
      (void)protocol::write_payload(message, {payload + 1, sizeof(payload) - 1});
      seeds.emplace_back(reinterpret_cast<char*>(payload), sizeof(payload));
    }
  });
  return seeds;
}

}  // namespace firmware_bridge::fuzz
