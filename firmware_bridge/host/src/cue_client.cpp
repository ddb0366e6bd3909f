// SPDX-License-Identifier: Apache-2.0
#include "firmware_bridge/host/cue_client.hpp"

#include <array>
#include <chrono>
#include <cstdio>
#include <random>
#include <stdexcept>

#include "firmware_bridge/protocol/interface_hash.hpp"

namespace firmware_bridge::host {
namespace {

const ClientSettings& checked(const ClientSettings& settings) {
  if (settings.address.empty()) {
    throw std::invalid_argument("address: '' is not a serial line or unix:PATH");
  }
  if (!is_supported_baud(settings.baud)) {
    throw std::invalid_argument("baud: " + std::to_string(settings.baud) +
                                " is not one of 9600, 19200, 38400, 57600, 115200, 230400, "
                                "460800, 921600, 1000000");
  }
  return settings;
}

}  // namespace

CueClient::CueClient(const ClientSettings& settings)
    : settings_(checked(settings)), link_(settings.link, std::random_device{}()) {}

TimeMs CueClient::now() {
  using std::chrono::duration_cast;
  const auto since = std::chrono::steady_clock::now().time_since_epoch();
  return duration_cast<std::chrono::milliseconds>(since).count();
}

void CueClient::wait_and_step(int timeout_ms) {
  port_.wait(timeout_ms);
  step(now());
}

void CueClient::step(TimeMs now) {
  if (!port_.is_open()) reopen(now);
  if (port_.is_open()) receive(now);
  link_.update(now);
  if (port_.is_open()) transmit();
  if (was_open_ && !port_.is_open()) link_.close(now);
  was_open_ = port_.is_open();
}

void CueClient::reopen(TimeMs now) {
  if (tried_ && now - tried_at_ < settings_.reopen_period) return;
  tried_ = true;
  tried_at_ = now;
  if (!port_.open(settings_.address, settings_.baud)) return;
  ++times_opened_;
  receiver_.restart();
  unsent_.clear();
  link_.open(now);
}

void CueClient::receive(TimeMs now) {
  std::array<std::uint8_t, 4096> bytes;
  const std::size_t size = port_.read(bytes);
  for (std::size_t i = 0; i < size; ++i) {
    const auto status = receiver_.push(bytes[i]);
    const bool foreign = status == protocol::FrameReceiver::Status::kRejected &&
                         receiver_.error() == protocol::FrameError::kForeignVersion;
    if (status == protocol::FrameReceiver::Status::kFrame || foreign) {
      link_.handle(receiver_.frame(), now);
    }
  }
}

void CueClient::transmit() {
  // What the port did not take goes first; while it takes nothing, the link drops and counts.
  if (unsent_.empty()) {
    unsent_.resize(2048);
    unsent_.resize(link_.take_output({unsent_.data(), unsent_.size()}));
  }
  const std::size_t written = port_.write(unsent_);
  unsent_.erase(unsent_.begin(), unsent_.begin() + static_cast<std::ptrdiff_t>(written));
}

std::string CueClient::trouble() const {
  if (link_.phase() == LinkPhase::kClosed) return port_.error();
  if (link_.phase() == LinkPhase::kGreeting) return "no answer from '" + settings_.address + "'";
  if (link_.phase() == LinkPhase::kMismatch) {
    char text[160];
    std::snprintf(text, sizeof(text),
                  "the device speaks protocol %d with table 0x%08X, this host protocol %d with "
                  "table 0x%08X: update one of them",
                  link_.device_version(), link_.device().interface_hash, protocol::kProtocolVersion,
                  protocol::kInterfaceHash);
    return text;
  }
  return {};
}

}  // namespace firmware_bridge::host
