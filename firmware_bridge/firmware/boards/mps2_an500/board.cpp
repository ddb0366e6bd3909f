// SPDX-License-Identifier: Apache-2.0
#include "board.hpp"

#include "firmware_bridge/protocol/crc32.hpp"

namespace firmware_bridge::firmware {
namespace {

volatile std::uint32_t& word(std::uint32_t address) noexcept {
  return *reinterpret_cast<volatile std::uint32_t*>(address);
}

/// CMSDK UART: one byte of buffer each way.
struct Uart {
  std::uint32_t base;
  [[nodiscard]] volatile std::uint32_t& data() const noexcept { return word(base); }
  [[nodiscard]] volatile std::uint32_t& state() const noexcept { return word(base + 4); }
  [[nodiscard]] volatile std::uint32_t& control() const noexcept { return word(base + 8); }
  [[nodiscard]] volatile std::uint32_t& clear() const noexcept { return word(base + 12); }
  [[nodiscard]] volatile std::uint32_t& divider() const noexcept { return word(base + 16); }
};
constexpr Uart kLine{0x40004000U};
constexpr Uart kPanel{0x40005000U};
constexpr std::uint32_t kTransmitFull = 1;
constexpr std::uint32_t kReceiveFull = 2;
constexpr std::uint32_t kTransmitInterrupt = 1;
constexpr std::uint32_t kReceiveInterrupt = 2;
constexpr std::uint32_t kLineControl = 0xF;   ///< Both directions, both interrupts
constexpr std::uint32_t kPanelControl = 0xA;  ///< Receive only
constexpr std::uint32_t kBaudDivider = 27;    ///< 25 MHz / 27 = 926 kBd; QEMU ignores it
constexpr std::uint32_t kClockPerPeriod = 25000;

constexpr std::uint32_t kTimer = 0x40002000U;
constexpr std::uint32_t kSysTick = 0xE000E010U;
constexpr std::uint32_t kInterruptEnable = 0xE000E100U;

ByteRing<1024> received;
ByteRing<1024> to_send;
ByteRing<16> panel;
volatile std::uint32_t periods_begun = 0;
std::uint32_t periods_done = 0;

/// Survives a reset, not a power cut.
struct KeptRecord {
  PersistentRecord record;
  std::uint32_t crc;
};
extern "C" KeptRecord kept_record;  // placed by image.ld

std::uint32_t crc_of(const PersistentRecord& record) noexcept {
  return protocol::crc32({reinterpret_cast<const std::uint8_t*>(&record), sizeof(record)}, 1U);
}

template <std::size_t kCapacity>
void drain(const Uart& uart, ByteRing<kCapacity>& ring) noexcept {
  uart.clear() = kReceiveInterrupt;
  while ((uart.state() & kReceiveFull) != 0) {
    const std::uint32_t byte = uart.data();
    ring.push(static_cast<std::uint8_t>(byte));
  }
}

void send_next() noexcept {
  std::uint8_t byte = 0;
  if ((kLine.state() & kTransmitFull) == 0 && to_send.pop(byte)) kLine.data() = byte;
}

void mask_interrupts(bool on) noexcept {
  if (on) {
    __asm volatile("cpsid i" ::: "memory");
  } else {
    __asm volatile("cpsie i" ::: "memory");
  }
}

}  // namespace

extern "C" void systick_interrupt() { periods_begun = periods_begun + 1; }
extern "C" void uart0_receive_interrupt() { drain(kLine, received); }
extern "C" void uart0_transmit_interrupt() {
  kLine.clear() = kTransmitInterrupt;
  send_next();
}
extern "C" void uart1_receive_interrupt() { drain(kPanel, panel); }

void Mps2Board::start() noexcept {
  word(kTimer + 8) = 0x82;  // free-running, 32 bits, counting down at 25 MHz
  kLine.divider() = kBaudDivider;
  kPanel.divider() = kBaudDivider;
  kLine.control() = kLineControl;
  kPanel.control() = kPanelControl;
  word(kInterruptEnable) = 0x7;
  word(kSysTick + 4) = kClockPerPeriod - 1;
  word(kSysTick + 8) = 0;
  word(kSysTick) = 7;  // processor clock, interrupt, on
  // The receive interrupt latches on arrival only: fetch what came before it was on.
  mask_interrupts(true);
  drain(kLine, received);
  drain(kPanel, panel);
  mask_interrupts(false);
}

void Mps2Board::wait_for_period() noexcept {
  while (periods_begun == periods_done) {
    // Masked, so that the interrupt cannot come between the look and the sleep; it wakes even so.
    mask_interrupts(true);
    if (periods_begun == periods_done) __asm volatile("wfi" ::: "memory");
    mask_interrupts(false);
  }
  ++periods_done;
}

void Mps2Board::spin_for_period() noexcept {
  while (periods_begun == periods_done) {
  }
  ++periods_done;
}

void Mps2Board::read_panel() noexcept {
  std::uint8_t byte = 0;
  while (panel.pop(byte)) {
    if (byte == 'E') press_estop(true);
    if (byte == 'e') press_estop(false);
  }
}

std::size_t Mps2Board::read(protocol::ByteSpan out) noexcept {
  std::size_t size = 0;
  while (size < out.size && received.pop(out.data[size])) ++size;
  return size;
}

std::size_t Mps2Board::write_room() noexcept { return to_send.room(); }

void Mps2Board::write(protocol::ByteView bytes) noexcept {
  for (std::size_t i = 0; i < bytes.size; ++i) to_send.push(bytes.data[i]);
  mask_interrupts(true);  // send_next is the interrupt's, too
  send_next();
  mask_interrupts(false);
}

std::uint32_t Mps2Board::clock() noexcept { return ~word(kTimer + 4); }

bool Mps2Board::load(PersistentRecord& record) noexcept {
  if (kept_record.crc != crc_of(kept_record.record)) return false;
  record = kept_record.record;
  return true;
}

bool Mps2Board::save(const PersistentRecord& record) noexcept {
  kept_record.record = record;
  kept_record.crc = crc_of(record);
  return true;
}

}  // namespace firmware_bridge::firmware
