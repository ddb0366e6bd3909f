// SPDX-License-Identifier: Apache-2.0
#include "firmware_bridge/host/port.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <termios.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace firmware_bridge::host {
namespace {

constexpr char kSocketPrefix[] = "unix:";

struct BaudRate {
  int baud;
  speed_t speed;
};
constexpr BaudRate kBaudRates[] = {{9600, B9600},     {19200, B19200},   {38400, B38400},
                                   {57600, B57600},   {115200, B115200}, {230400, B230400},
                                   {460800, B460800}, {921600, B921600}, {1000000, B1000000}};

const BaudRate* find_rate(int baud) noexcept {
  for (const BaudRate& rate : kBaudRates) {
    if (rate.baud == baud) return &rate;
  }
  return nullptr;
}

bool would_block() noexcept { return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR; }

}  // namespace

bool is_supported_baud(int baud) noexcept { return find_rate(baud) != nullptr; }

bool Port::open(const std::string& address, int baud) {
  close();
  address_ = address;
  error_.clear();
  const std::size_t prefix = sizeof(kSocketPrefix) - 1;
  const bool socket = address.compare(0, prefix, kSocketPrefix) == 0;
  const bool good = socket ? open_socket(address.substr(prefix)) : open_serial(address, baud);
  if (!good) close();
  return good;
}

bool Port::open_socket(const std::string& path) {
  sockaddr_un name{};
  name.sun_family = AF_UNIX;
  if (path.empty() || path.size() >= sizeof(name.sun_path)) {
    error_ = "port: the path in '" + address_ + "' has " + std::to_string(path.size()) +
             " bytes; allowed: 1 to " + std::to_string(sizeof(name.sun_path) - 1);
    return false;
  }
  std::memcpy(name.sun_path, path.data(), path.size());
  descriptor_ = ::socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (descriptor_ < 0) return fail("make a socket for");
  const auto* generic = reinterpret_cast<const sockaddr*>(&name);
  return ::connect(descriptor_, generic, sizeof(name)) == 0 || fail("connect to");
}

bool Port::open_serial(const std::string& path, int baud) {
  const BaudRate* rate = find_rate(baud);
  if (rate == nullptr) {
    error_ = "baud: " + std::to_string(baud) + " is not one of 9600 ... 115200 ... 1000000";
    return false;
  }
  descriptor_ = ::open(path.c_str(), O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
  if (descriptor_ < 0) return fail("open");
  if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) return fail("lock (another program has it?)");
  termios line{};
  if (::tcgetattr(descriptor_, &line) != 0) return fail("use as a serial line");
  if (::ioctl(descriptor_, TIOCEXCL) != 0) return fail("take exclusively");
  ::cfmakeraw(&line);
  line.c_cflag |= CLOCAL | CREAD;
  line.c_cflag &= ~static_cast<tcflag_t>(CRTSCTS | CSTOPB);
  line.c_cc[VMIN] = 0;
  line.c_cc[VTIME] = 0;
  ::cfsetispeed(&line, rate->speed);
  ::cfsetospeed(&line, rate->speed);
  if (::tcsetattr(descriptor_, TCSANOW, &line) != 0) return fail("set the baud rate of");
  ::tcflush(descriptor_, TCIOFLUSH);
  return true;
}

bool Port::fail(const std::string& action) {
  error_ = "cannot " + action + " '" + address_ + "': " + std::strerror(errno);
  return false;
}

void Port::lose(const char* action) noexcept {
  (void)fail(action);
  close();
}

void Port::close() noexcept {
  if (descriptor_ >= 0) ::close(descriptor_);
  descriptor_ = -1;
}

std::size_t Port::read(std::span<std::uint8_t> out) noexcept {
  if (!is_open()) return 0;
  const ssize_t count = ::read(descriptor_, out.data(), out.size());
  if (count > 0) return static_cast<std::size_t>(count);
  if (count < 0 && would_block()) return 0;
  if (count < 0) {
    lose("read from");
    return 0;
  }
  // A raw serial line without data reads 0 bytes; so does one that was unplugged, and a closed
  // socket. The poll flags tell them apart.
  pollfd watched{descriptor_, POLLIN | POLLHUP, 0};
  if (::poll(&watched, 1, 0) > 0 && (watched.revents & (POLLHUP | POLLERR | POLLNVAL)) != 0) {
    errno = ENODEV;
    lose("read from");
  }
  return 0;
}

std::size_t Port::write(std::span<const std::uint8_t> bytes) noexcept {
  if (!is_open() || bytes.empty()) return 0;
  ssize_t count = ::send(descriptor_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
  if (count < 0 && errno == ENOTSOCK) count = ::write(descriptor_, bytes.data(), bytes.size());
  if (count >= 0) return static_cast<std::size_t>(count);
  if (!would_block()) lose("write to");
  return 0;
}

void Port::wait(int timeout_ms) const noexcept {
  pollfd watched{descriptor_, POLLIN, 0};
  (void)::poll(&watched, is_open() ? 1 : 0, timeout_ms);
}

}  // namespace firmware_bridge::host
