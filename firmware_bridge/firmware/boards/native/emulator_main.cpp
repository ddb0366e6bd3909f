// SPDX-License-Identifier: Apache-2.0
// The firmware as an ordinary program in real time, for machines without QEMU and for quick tests.
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "firmware_bridge/firmware/cue_firmware.hpp"
#include "memory_board.hpp"

namespace {

constexpr char kUsage[] =
    "usage: cue_emulator (--socket PATH | --pty)\n"
    "Runs the cue firmware with a simulated machine until it is interrupted.\n"
    "  --socket PATH  listen on a Unix socket; connect with unix:PATH\n"
    "  --pty          make a serial line; its path is printed\n"
    "SIGUSR1 presses the E-stop, SIGUSR2 releases it.\n";

volatile std::sig_atomic_t estop = 0;
volatile std::sig_atomic_t running = 1;
void on_signal(int number) {
  if (number == SIGUSR1) estop = 1;
  if (number == SIGUSR2) estop = 0;
  if (number == SIGINT || number == SIGTERM) running = 0;
}

/// The host's end: a socket with one client at a time, or a pty.
struct Line {
  int listener{-1};
  int stream{-1};

  bool listen_on(const std::string& path) {
    sockaddr_un name{};
    name.sun_family = AF_UNIX;
    if (path.empty() || path.size() >= sizeof(name.sun_path)) return false;
    std::memcpy(name.sun_path, path.data(), path.size());
    ::unlink(path.c_str());
    listener = ::socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    return listener >= 0 &&
           ::bind(listener, reinterpret_cast<const sockaddr*>(&name), sizeof(name)) == 0 &&
           ::listen(listener, 1) == 0;
  }
  bool open_pty() {
    stream = ::posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK);
    if (stream < 0 || ::grantpt(stream) != 0 || ::unlockpt(stream) != 0) return false;
    const char* path = ::ptsname(stream);
    if (path == nullptr) return false;
    // Held open here, so that the line stays up between two hosts.
    const int held = ::open(path, O_RDWR | O_NOCTTY | O_CLOEXEC);
    termios raw{};
    if (held < 0 || ::tcgetattr(held, &raw) != 0) return false;
    ::cfmakeraw(&raw);
    return ::tcsetattr(held, TCSANOW, &raw) == 0 && std::printf("%s\n", path) > 0 &&
           std::fflush(stdout) == 0;
  }
  void exchange(firmware_bridge::firmware::MemoryBoard& board) {
    if (stream < 0 && listener >= 0) {
      stream = ::accept4(listener, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
    }
    char bytes[4096];
    const ssize_t got = stream < 0 ? -1 : ::read(stream, bytes, sizeof(bytes));
    if (got > 0 && board.to_device.size() < sizeof(bytes)) {
      board.to_device.append(bytes, static_cast<std::size_t>(got));
    }
    if (got == 0 && listener >= 0) {
      ::close(stream);
      stream = -1;
    }
    // Like a UART: what nobody takes is lost.
    if (stream >= 0 && !board.to_host.empty()) {
      const ssize_t put = ::write(stream, board.to_host.data(), board.to_host.size());
      (void)put;
    }
    board.to_host.clear();
  }
};

void run(Line& line) {
  firmware_bridge::firmware::MemoryBoard board;
  firmware_bridge::firmware::CueFirmware cue(board);
  timespec next{};
  ::clock_gettime(CLOCK_MONOTONIC, &next);
  while (running != 0) {
    board.press_estop(estop != 0);
    line.exchange(board);
    cue.tick();
    board.advance();
    line.exchange(board);
    next.tv_nsec += 1000000;
    if (next.tv_nsec >= 1000000000) {
      next.tv_nsec -= 1000000000;
      ++next.tv_sec;
    }
    ::clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &next, nullptr);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::string mode = argc > 1 ? argv[1] : "";
  if (mode == "--help" || mode == "-h") {
    std::fputs(kUsage, stdout);
    return 0;
  }
  Line line;
  const bool socket = mode == "--socket" && argc == 3;
  const bool pty = mode == "--pty" && argc == 2;
  if (!socket && !pty) {
    std::fputs(kUsage, stderr);
    return 2;
  }
  struct sigaction action {};
  action.sa_handler = on_signal;
  for (const int number : {SIGUSR1, SIGUSR2, SIGINT, SIGTERM}) {
    ::sigaction(number, &action, nullptr);
  }
  std::signal(SIGPIPE, SIG_IGN);
  if (!(socket ? line.listen_on(argv[2]) : line.open_pty())) {
    std::fprintf(stderr, "cue_emulator: cannot use '%s': %s\n", socket ? argv[2] : "pty",
                 std::strerror(errno));
    return 1;
  }
  run(line);
  if (socket) ::unlink(argv[2]);
  return 0;
}
