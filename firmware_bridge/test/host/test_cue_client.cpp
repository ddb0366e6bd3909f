// SPDX-License-Identifier: Apache-2.0
#include "firmware_bridge/host/cue_client.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>
#include <optional>

#include "firmware_bridge/firmware/cue_firmware.hpp"
#include "memory_board.hpp"

namespace firmware_bridge::test {
namespace {

using host::CueClient;
using ::testing::HasSubstr;

/// Firmware behind a socket, stepped in this thread; it can be unplugged and plugged in again.
class Device {
 public:
  explicit Device(std::string path) : path_(std::move(path)), cue_(std::in_place, board_) {}
  ~Device() { unplug(); }
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  void plug_in() {
    listener_ = ::socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0);
    sockaddr_un name{};
    name.sun_family = AF_UNIX;
    std::memcpy(name.sun_path, path_.data(), path_.size());
    ::unlink(path_.c_str());
    ASSERT_EQ(::bind(listener_, reinterpret_cast<sockaddr*>(&name), sizeof(name)), 0);
    ASSERT_EQ(::listen(listener_, 1), 0);
  }
  void unplug() {
    if (stream_ >= 0) ::close(stream_);
    if (listener_ >= 0) ::close(listener_);
    stream_ = listener_ = -1;
    ::unlink(path_.c_str());
  }
  void step() {
    if (stream_ < 0 && listener_ >= 0)
      stream_ = ::accept4(listener_, nullptr, nullptr, SOCK_NONBLOCK);
    char bytes[1024];
    const ssize_t got = stream_ < 0 ? 0 : ::read(stream_, bytes, sizeof(bytes));
    if (got > 0) board_.to_device.append(bytes, static_cast<std::size_t>(got));
    cue_->tick();
    board_.advance();
    if (stream_ >= 0) (void)!::write(stream_, board_.to_host.data(), board_.to_host.size());
    board_.to_host.clear();
  }

 private:
  std::string path_;
  firmware::MemoryBoard board_;
  std::optional<firmware::CueFirmware> cue_;
  int listener_{-1};
  int stream_{-1};
};

class Client : public ::testing::Test {
 protected:
  std::string path{"/tmp/cue-client-" + std::to_string(::getpid())};
  Device device{path};
  CueClient client{host::ClientSettings{"unix:" + path, 115200, 50, {}}};
  host::TimeMs now{0};

  /// Virtual time: the client's and the device's clocks are this loop.
  template <class Done>
  bool run(int limit_ms, Done done) {
    for (int i = 0; i < limit_ms; ++i) {
      if (done()) return true;
      client.step(++now);
      device.step();
    }
    return false;
  }
};

TEST_F(Client, WaitsForACueThatIsNotThereYet) {
  run(200, [] { return false; });
  EXPECT_THAT(client.trouble(), HasSubstr(path));
  EXPECT_EQ(client.link().phase(), host::LinkPhase::kClosed);

  device.plug_in();

  EXPECT_TRUE(run(2000, [&] { return client.link().ready(); }));
  EXPECT_EQ(client.trouble(), "");
}

TEST_F(Client, ReconnectsWithANewHandshakeEveryTimeItIsPluggedIn) {
  for (std::uint64_t round = 1; round <= 3; ++round) {
    device.plug_in();
    ASSERT_TRUE(run(2000, [&] { return client.link().ready(); })) << client.trouble();
    EXPECT_EQ(client.times_opened(), round);
    EXPECT_EQ(client.link().statistics().sessions, round);

    device.unplug();
    ASSERT_TRUE(run(2000, [&] { return client.link().phase() == host::LinkPhase::kClosed; }));
    EXPECT_NE(client.trouble(), "");
  }
}

TEST_F(Client, ReportsACommandThatTheCablePulledAway) {
  device.plug_in();
  ASSERT_TRUE(run(2000, [&] { return client.link().ready(); }));
  ASSERT_EQ(client.link().load({1.0F, 0, 0, 0, 0}, now), host::Refusal::kNone);
  device.unplug();

  host::CommandReport report;
  ASSERT_TRUE(run(2000, [&] { return client.link().next(report); }));

  EXPECT_EQ(report.verdict, host::Verdict::kFailed);
  EXPECT_EQ(report.failure, host::Failure::kLinkLost);
}

TEST(ClientSettings, AreCheckedByName) {
  EXPECT_THROW(CueClient(host::ClientSettings{}), std::invalid_argument);
  try {
    CueClient client(host::ClientSettings{"/dev/ttyACM0", 4711, 50, {}});
    FAIL();
  } catch (const std::invalid_argument& error) {
    EXPECT_THAT(error.what(), HasSubstr("4711"));
  }
}

}  // namespace
}  // namespace firmware_bridge::test
