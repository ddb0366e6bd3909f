// SPDX-License-Identifier: Apache-2.0
#include "firmware_bridge/firmware/cue_firmware.hpp"

namespace firmware_bridge::firmware {

using protocol::FrameReceiver;

CueFirmware::CueFirmware(Hardware& hardware) noexcept
    : hardware_(hardware), supervisor_(hardware) {}

void CueFirmware::tick() noexcept {
  const std::uint32_t start = hardware_.clock();
  receive();
  control();
  transmit();
  const std::uint32_t ticks = hardware_.clock() - start;
  const float spent = static_cast<float>(ticks) / hardware_.clock_mhz();
  if (spent > busiest_period_us_) busiest_period_us_ = spent;
}

void CueFirmware::receive() noexcept {
  std::uint8_t bytes[kReadLimit]{};
  const std::size_t size = hardware_.read({bytes, sizeof(bytes)});
  for (std::size_t i = 0; i < size; ++i) {
    const FrameReceiver::Status status = receiver_.push(bytes[i]);
    if (status == FrameReceiver::Status::kFrame) {
      dispatch(receiver_.frame());
    } else if (status == FrameReceiver::Status::kRejected) {
      const protocol::Header& header = receiver_.frame().header;
      const bool foreign = receiver_.error() == protocol::FrameError::kForeignVersion;
      if (foreign && header.type == protocol::Hello::kInfo.type) {
        dispatch(receiver_.frame());  // answered, so that the host can say what does not fit
      } else {
        supervisor_.note_rejected(receiver_.error(), header.version);
      }
    }
  }
}

template <class Message>
void CueFirmware::dispatch_as(const protocol::Frame& frame) noexcept {
  if (frame.header.type != Message::kInfo.type) return;
  Message message;
  const protocol::PayloadError error = protocol::read_payload(frame.payload, message);
  if (error == protocol::PayloadError::kWrongSize) return;
  constexpr bool kNeedsMemory =
      std::is_same_v<Message, protocol::Hello> || std::is_same_v<Message, protocol::Fire>;
  constexpr bool kIsStop = std::is_same_v<Message, protocol::Stop>;
  if (error == protocol::PayloadError::kOutOfRange && !kIsStop) {
    supervisor_.refuse_out_of_range(frame.header);
  } else if constexpr (kNeedsMemory) {
    supervisor_.handle(frame.header, message, hardware_);
  } else {
    supervisor_.handle(frame.header, message);
  }
}

void CueFirmware::dispatch(const protocol::Frame& frame) noexcept {
  dispatch_as<protocol::Hello>(frame);
  dispatch_as<protocol::Heartbeat>(frame);
  dispatch_as<protocol::Load>(frame);
  dispatch_as<protocol::Arm>(frame);
  dispatch_as<protocol::Fire>(frame);
  dispatch_as<protocol::Disarm>(frame);
  dispatch_as<protocol::Stop>(frame);
}

void CueFirmware::control() noexcept {
  const protocol::ReceiveCounts& counts = receiver_.counts();
  supervisor_.tick({hardware_.estop_pressed(), drive_.report(), counts.accepted, counts.rejected,
                    busiest_period_us_});
  const Drive::Outputs outputs =
      drive_.step(supervisor_.order(), {hardware_.encoder_ticks(), hardware_.home_switch()});
  hardware_.enable_drive(outputs.enabled);
  hardware_.set_current(outputs.current);
}

template <class Message>
void CueFirmware::transmit_each(std::uint32_t session) noexcept {
  Message message;
  while (hardware_.write_room() >= protocol::kMaxLineSize && supervisor_.take(message)) {
    std::uint8_t line[protocol::kMaxLineSize];
    protocol::Header header;
    header.session = session;
    header.sequence = ++sequence_;
    const std::size_t size = protocol::encode_message(message, header, {line, sizeof(line)});
    hardware_.write({line, size});
  }
}

void CueFirmware::transmit() noexcept {
  transmit_each<protocol::HelloReply>(0);
  transmit_each<protocol::State>(supervisor_.session());
  transmit_each<protocol::Result>(supervisor_.session());
  transmit_each<protocol::Fault>(supervisor_.session());
}

}  // namespace firmware_bridge::firmware
