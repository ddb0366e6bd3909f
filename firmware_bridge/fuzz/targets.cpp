// SPDX-License-Identifier: Apache-2.0
#include "targets.hpp"

#include <cstdlib>
#include <cstring>

#include "firmware_bridge/firmware/cue_firmware.hpp"
#include "firmware_bridge/host/link.hpp"
#include "firmware_bridge/protocol/frame_receiver.hpp"
#include "memory_board.hpp"

namespace firmware_bridge::fuzz {
namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

/// An accepted frame, encoded again, is the same frame.
void frame_receiver(const std::uint8_t* data, std::size_t size) {
  protocol::FrameReceiver receiver;
  for (std::size_t i = 0; i < size; ++i) {
    if (receiver.push(data[i]) != protocol::FrameReceiver::Status::kFrame) continue;
    const protocol::Frame& frame = receiver.frame();
    std::uint8_t line[protocol::kMaxLineSize];
    const std::size_t length =
        protocol::encode_frame(frame.header, frame.payload, {line, sizeof(line)});
    require(length > 2);
    protocol::Frame again;
    require(protocol::decode_frame({line + 1, length - 2}, again) == protocol::FrameError::kNone);
    require(again.payload.size == frame.payload.size);
    require(std::memcmp(again.payload.data, frame.payload.data, frame.payload.size) == 0);
  }
  const protocol::ReceiveCounts& counts = receiver.counts();
  require(counts.accepted + counts.rejected <= size);
}

/// A payload that is accepted is in range, and written again gives the same bytes.
void messages(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return;
  protocol::visit_messages([&](auto message) {
    using Message = decltype(message);
    if (data[0] != Message::kInfo.type) return;
    const protocol::ByteView payload{data + 1, size - 1};
    if (protocol::read_payload(payload, message) != protocol::PayloadError::kNone) return;
    require(protocol::find_out_of_range(message) == nullptr);
    std::uint8_t written[protocol::wire_size<Message>()];
    require(protocol::write_payload(message, {written, sizeof(written)}) == payload.size);
    require(std::memcmp(written, payload.data, payload.size) == 0);
  });
}

/// Whatever comes over the line: no current above the limit, and the loop goes on. The first byte
/// of each 64 says how many periods pass before they arrive.
void firmware(const std::uint8_t* data, std::size_t size) {
  firmware::MemoryBoard board;
  firmware::CueFirmware cue(board);
  for (int i = 0; i < 400; ++i) {
    cue.tick();
    board.advance();
  }
  for (std::size_t at = 0; at < size; at += 64) {
    const std::size_t length = size - at < 64 ? size - at : 64;
    board.to_device.append(reinterpret_cast<const char*>(data + at), length);
    for (int i = 0; i <= data[at] % 32; ++i) {
      cue.tick();
      board.advance();
      board.to_host.clear();
      require(board.plant().peak_current() <= firmware::kMaxCurrent);
    }
  }
}

/// Whatever the device sends: the link stays within its buffers and reports each command once.
void link(const std::uint8_t* data, std::size_t size) {
  host::Link link({}, 1);
  protocol::FrameReceiver receiver;
  link.open(0);
  int taken = 0;
  int reported = 0;
  host::TimeMs now = 0;
  for (std::size_t i = 0; i < size; ++i) {
    if (receiver.push(data[i]) == protocol::FrameReceiver::Status::kFrame) {
      link.handle(receiver.frame(), now);
      if (link.load({1.0F, 0, 0, 0, 0}, now) == host::Refusal::kNone) ++taken;
    }
    now += data[i] % 4;
    link.update(now);
    std::uint8_t out[1024];
    (void)link.take_output({out, sizeof(out)});
    host::CommandReport report;
    while (link.next(report)) ++reported;
  }
  require(reported == taken || (reported + 1 == taken && link.busy()));
}

}  // namespace firmware_bridge::fuzz
