// SPDX-License-Identifier: Apache-2.0
#include "firmware_bridge/host/port.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <stdlib.h>
#include <termios.h>
#include <unistd.h>

#include <array>

namespace firmware_bridge::host {
namespace {

using ::testing::HasSubstr;

/// A serial line whose other end is in this process.
class Pty {
 public:
  Pty() : master_(::posix_openpt(O_RDWR | O_NOCTTY)) {
    EXPECT_EQ(::grantpt(master_), 0);
    EXPECT_EQ(::unlockpt(master_), 0);
  }
  ~Pty() { unplug(); }
  Pty(const Pty&) = delete;
  Pty& operator=(const Pty&) = delete;
  std::string path() const { return ::ptsname(master_); }
  void unplug() {
    if (master_ >= 0) ::close(master_);
    master_ = -1;
  }
  int descriptor() const { return master_; }

 private:
  int master_;
};

TEST(Port, CarriesEveryByteValueBothWays) {
  Pty pty;
  Port port;
  ASSERT_TRUE(port.open(pty.path(), 115200)) << port.error();
  std::array<std::uint8_t, 256> all;
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<std::uint8_t>(i);

  ASSERT_EQ(port.write(all), all.size());
  std::array<std::uint8_t, 256> out{};
  std::size_t got = 0;
  while (got < all.size()) {
    const ssize_t count = ::read(pty.descriptor(), out.data() + got, out.size() - got);
    ASSERT_GT(count, 0);
    got += static_cast<std::size_t>(count);
  }
  EXPECT_EQ(out, all) << "raw: nothing is translated";

  ASSERT_EQ(::write(pty.descriptor(), all.data(), all.size()), 256);
  std::array<std::uint8_t, 256> in{};
  for (got = 0; got < all.size();) {
    port.wait(1000);
    got += port.read(std::span(in).subspan(got));
    ASSERT_TRUE(port.is_open()) << port.error();
  }
  EXPECT_EQ(in, all);
}

TEST(Port, SetsTheBaudRate) {
  Pty pty;
  Port port;
  ASSERT_TRUE(port.open(pty.path(), 921600)) << port.error();

  termios line{};
  ASSERT_EQ(::tcgetattr(pty.descriptor(), &line), 0);
  EXPECT_EQ(::cfgetospeed(&line), static_cast<speed_t>(B921600));
}

TEST(Port, BelongsToOneProgram) {
  Pty pty;
  Port first;
  ASSERT_TRUE(first.open(pty.path(), 115200)) << first.error();

  Port second;

  EXPECT_FALSE(second.open(pty.path(), 115200));
  EXPECT_THAT(second.error(), HasSubstr(pty.path()));
  first.close();
  EXPECT_TRUE(second.open(pty.path(), 115200)) << second.error();
}

TEST(Port, ClosesItselfWhenTheCableIsPulled) {
  Pty pty;
  Port port;
  ASSERT_TRUE(port.open(pty.path(), 115200));
  pty.unplug();

  std::array<std::uint8_t, 16> bytes;
  port.wait(1000);
  EXPECT_EQ(port.read(bytes), 0U);

  EXPECT_FALSE(port.is_open());
  EXPECT_THAT(port.error(), HasSubstr("cannot read from"));
}

TEST(Port, IsQuietWithoutData) {
  Pty pty;
  Port port;
  ASSERT_TRUE(port.open(pty.path(), 115200));

  std::array<std::uint8_t, 16> bytes;
  EXPECT_EQ(port.read(bytes), 0U);
  EXPECT_TRUE(port.is_open()) << "an idle line is not an unplugged one";
}

TEST(Port, SaysWhatItCannotOpen) {
  Port port;
  EXPECT_FALSE(port.open("/dev/no-such-line", 115200));
  EXPECT_THAT(port.error(), HasSubstr("/dev/no-such-line"));
  EXPECT_FALSE(port.open("/dev/null", 115200));
  EXPECT_THAT(port.error(), HasSubstr("serial line"));
  EXPECT_FALSE(port.open("unix:/no/such/socket", 115200));
  EXPECT_THAT(port.error(), HasSubstr("unix:/no/such/socket"));
  EXPECT_FALSE(port.open("unix:", 115200));
  EXPECT_EQ(port.error(), "port: the path in 'unix:' has 0 bytes; allowed: 1 to 107");
  EXPECT_FALSE(port.open("unix:" + std::string(300, 'x'), 115200));
  EXPECT_THAT(port.error(), HasSubstr("has 300 bytes; allowed: 1 to 107"));
  Pty pty;
  EXPECT_FALSE(port.open(pty.path(), 12345));
  EXPECT_THAT(port.error(), HasSubstr("12345"));
}

}  // namespace
}  // namespace firmware_bridge::host
