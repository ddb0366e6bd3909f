// SPDX-License-Identifier: Apache-2.0
// Runs the firmware through a scripted session inside the image and reports, by semihosting, the
// work per control period, the loop's jitter and the speed reached. With `qemu -icount` every
// number repeats exactly. Arguments are none; the exit code is 0 when every shot struck.
#include "board.hpp"
#include "firmware_bridge/firmware/cue_firmware.hpp"
#include "firmware_bridge/protocol/interface_hash.hpp"

namespace {
namespace protocol = firmware_bridge::protocol;
namespace firmware = firmware_bridge::firmware;

int semihost(int operation, const void* argument) {
  register int r0 __asm("r0") = operation;
  register const void* r1 __asm("r1") = argument;
  __asm volatile("bkpt 0xAB" : "+r"(r0) : "r"(r1) : "memory");
  return r0;
}
void print(const char* text) { semihost(0x04, text); }
void print_number(const char* name, std::uint32_t value) {
  char digits[16];
  int at = 15;
  digits[at] = '\0';
  do {
    digits[--at] = static_cast<char>('0' + value % 10);
    value /= 10;
  } while (value != 0);
  print(name);
  print(" ");
  print(digits + at);
  print("\n");
}
[[noreturn]] void leave(int code) {
  const std::uint32_t block[2] = {0x20026, static_cast<std::uint32_t>(code)};
  semihost(0x20, block);
  while (true) {
  }
}

/// The board, with a host in its own memory instead of UART0.
class ScriptedBoard final : public firmware::SimulatedMachine {
 public:
  template <class Message>
  void feed(const Message& message, std::uint32_t session) {
    std::uint8_t line[protocol::kMaxLineSize];
    protocol::Header header;
    header.session = session;
    header.sequence = ++sequence_;
    const std::size_t size = protocol::encode_message(message, header, {line, sizeof(line)});
    for (std::size_t i = 0; i < size; ++i) input_.push(line[i]);
  }
  std::size_t read(protocol::ByteSpan out) noexcept override {
    std::size_t size = 0;
    while (size < out.size && input_.pop(out.data[size])) ++size;
    return size;
  }
  std::size_t write_room() noexcept override { return 1024; }
  void write(protocol::ByteView bytes) noexcept override { written_ += bytes.size; }
  std::uint32_t clock() noexcept override { return base_.clock(); }
  float clock_mhz() noexcept override { return base_.clock_mhz(); }
  bool load(firmware::PersistentRecord&) noexcept override { return false; }
  bool save(const firmware::PersistentRecord&) noexcept override { return true; }
  firmware::Mps2Board& base() { return base_; }

 private:
  firmware::Mps2Board base_;
  firmware::ByteRing<512> input_;
  std::uint32_t sequence_{0};
  std::size_t written_{0};
};

ScriptedBoard board;

/// Plays one shot, one call per period.
void play(const firmware::Supervisor& cue, std::uint32_t shot, float speed) {
  using protocol::CueState;
  if (cue.session() == 0) {
    if (cue.now_ms() == 5) board.feed(protocol::Hello{7, protocol::kInterfaceHash, 0}, 0);
    return;
  }
  if (cue.now_ms() % 10 == 0) {
    board.feed(protocol::Heartbeat{cue.now_ms(), 0, 0}, cue.session());
  }
  if (cue.now_ms() % 10 != 5) return;
  if (cue.state() == CueState::kIdle) {
    board.feed(protocol::Load{shot, shot, speed, 0.1F, 0.1F, 0.1F, 0.1F}, cue.session());
  } else if (cue.state() == CueState::kLoaded) {
    board.feed(protocol::Arm{shot, shot, 1000}, cue.session());
  } else if (cue.state() == CueState::kArmed) {
    board.feed(protocol::Fire{shot, shot, cue.now_ms() + 100}, cue.session());
  }
}

}  // namespace

int main() {
  static firmware::CueFirmware cue(board);
  constexpr float kSpeeds[] = {0.2F, 1.0F, 3.0F, 8.0F};
  constexpr std::uint32_t kShots = 4;
  board.base().start();
  std::uint32_t shot = 0;
  std::uint32_t last_start = 0;
  std::uint32_t shortest = ~0U;
  std::uint32_t longest = 0;
  std::uint32_t most_work = 0;
  std::uint64_t work = 0;
  std::uint32_t periods = 0;
  while (shot < kShots && periods < 20000) {
    play(cue.supervisor(), shot + 1, kSpeeds[shot]);
    const std::uint32_t impacts = board.plant().impacts();
    board.base().spin_for_period();
    const std::uint32_t start = board.clock();
    cue.tick();
    const std::uint32_t spent = board.clock() - start;
    board.advance();
    if (periods > 1) {
      const std::uint32_t interval = start - last_start;
      shortest = interval < shortest ? interval : shortest;
      longest = interval > longest ? interval : longest;
    }
    last_start = start;
    most_work = spent > most_work ? spent : most_work;
    work += spent;
    ++periods;
    if (board.plant().impacts() != impacts) {
      print_number("speed_commanded_um_s", static_cast<std::uint32_t>(kSpeeds[shot] * 1e6F));
      print_number("speed_reached_um_s",
                   static_cast<std::uint32_t>(board.plant().impact_speed() * 1e6F));
      ++shot;
    }
  }
  print_number("periods", periods);
  print_number("work_max_ticks", most_work);
  print_number("work_mean_ticks", static_cast<std::uint32_t>(work / periods));
  print_number("interval_min_ticks", shortest);
  print_number("interval_max_ticks", longest);
  leave(shot == kShots ? 0 : 1);
}
