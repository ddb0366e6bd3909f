// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "faulty_line.hpp"
#include "firmware_bridge/host/cue_client.hpp"

namespace firmware_bridge::test {

/// As host::CueClient, with the line hurt on the host's side of the port, both ways.
class HurtClient {
 public:
  HurtClient(std::string address, std::uint64_t seed)
      : random_(seed), link_({}, static_cast<std::uint32_t>(seed)), address_(std::move(address)) {}

  LineFaults faults;

  void step() {
    const host::TimeMs now = host::CueClient::now();
    if (!port_.is_open() && port_.open(address_, 115200)) link_.open(now);
    std::uint8_t bytes[4096];
    port_.wait(1);
    const std::size_t got = port_.read(bytes);
    up_.send({reinterpret_cast<char*>(bytes), got}, faults, random_, now);
    for (const char c : up_.receive(faults, now)) {
      if (receiver_.push(static_cast<std::uint8_t>(c)) == protocol::FrameReceiver::Status::kFrame) {
        link_.handle(receiver_.frame(), now);
      }
    }
    link_.update(now);
    const std::size_t size = link_.take_output({bytes, sizeof(bytes)});
    down_.send({reinterpret_cast<char*>(bytes), size}, faults, random_, now);
    const std::string out = down_.receive(faults, now);
    (void)port_.write({reinterpret_cast<const std::uint8_t*>(out.data()), out.size()});
  }

  host::Link& link() { return link_; }
  const protocol::ReceiveCounts& counts() const { return receiver_.counts(); }
  std::uint64_t hurt_bytes() const { return up_.hurt_bytes() + down_.hurt_bytes(); }

 private:
  Random random_;
  host::Port port_;
  host::Link link_;
  protocol::FrameReceiver receiver_;
  FaultyLine up_;
  FaultyLine down_;
  std::string address_;
};

}  // namespace firmware_bridge::test
