// SPDX-License-Identifier: Apache-2.0
// `billiard play` with wrong input, where nothing is started and nothing is written, and with a
// `ros2` that only tells its domain.
#include <netinet/in.h>
#include <sys/socket.h>

#include <cstdint>

#include "../command_line.hpp"
#include "could_not.hpp"
#include "session/own_domain.hpp"

namespace billiard {
namespace {

using ::testing::HasSubstr;

class PlayCommand : public CommandLine {
 protected:
  /// A `ros2` that says in which domain it is and takes a moment.
  void put_ros2() {
    write("ros2", "#!/bin/sh\necho \"[game]: domain $ROS_DOMAIN_ID.\"\nsleep 0.5\n");
    std::filesystem::permissions(folder_ / "ros2", std::filesystem::perms::owner_all);
  }
  std::string domain_of(const std::string& log) const {
    const std::string text = read(folder_ / log), mark = "[game]: domain ";
    const std::size_t at = text.find(mark);
    if (at == std::string::npos) return "";
    return text.substr(at + mark.size(), text.find('.', at) - at - mark.size());
  }
};

TEST_F(PlayCommand, RefusesWrongInputBeforeItStarts) {
  expect_failure("play --game chess", 2, "--game is 'chess'; allowed: eight_ball");
  expect_failure("play --table nope", 2, "'nope'");
  for (const char* table : {"snooker_12ft", "carom_10ft"}) {
    expect_failure(std::string("play --table ") + table, 2,
                   std::string("--table is '") + table + "', with `balls: ");
    EXPECT_THAT(err_, HasSubstr("allowed: tables with `balls: pool`"));
  }
  write("closed.yaml", "length: 2.54\nwidth: 1.27\nballs: pool\nphysics: pool\npockets: false\n");
  expect_failure("play --table closed.yaml", 2, "without pockets");
  expect_failure("play --physics nope.yaml", 2, "nope.yaml");
  expect_failure("play --real-physics nope.yaml", 2, "nope.yaml");
  expect_failure("play --mismatch 80%", 2, "--mismatch is '80%'; allowed: 0 to 0.5");
  expect_failure("play --mismatch much", 2, "--mismatch is 'much'");
  expect_failure("play --racks 0", 2, "--racks");
  expect_failure("play --noise -1", 2, "--noise");
  expect_failure("play --firmware abacus", 2, "--firmware");
}

TEST_F(PlayCommand, KeepsRecordingsThatAreThereAlready) {
  write("game", "not to be lost");

  expect_failure("play --record game", 2, "'game' is there already");
  expect_failure("play --record game/", 2, "'game' is there already");
  expect_failure("play --record game/one", 2, "--record is 'game/one'; allowed: a new folder");
  EXPECT_EQ(read(folder_ / "game"), "not to be lost");
}

TEST_F(PlayCommand, TwoAtOnceHaveDomainsOfTheirOwn) {
  put_ros2();
  ::unsetenv("ROS_DOMAIN_ID");
  const std::string program = "PATH=\"$PWD:$PATH\" '" BILLIARD_PROGRAM "' play --record ";

  run("--version; " + program + "a & " + program + "b; wait");

  const std::string a = domain_of("a.log"), b = domain_of("b.log");
  EXPECT_NE(a, "");
  EXPECT_NE(b, "");
  EXPECT_NE(a, "0") << "where a robot may be";
  EXPECT_NE(a, b);
  EXPECT_THAT(read(folder_ / "a.log"), HasSubstr("(ROS_DOMAIN_ID=" + a + ")"));
}

TEST_F(PlayCommand, SaysAtOnceInWhichDomainItPlays) {
  put_ros2();
  ::unsetenv("ROS_DOMAIN_ID");
  run("--version >/dev/null; PATH=\"$PWD:$PATH\" '" BILLIARD_PROGRAM "' play --record a");
  EXPECT_THAT(out_, HasSubstr("Log: a.log (ROS_DOMAIN_ID=" + domain_of("a.log") + ")\n"));
}

TEST_F(PlayCommand, FailsIfNothingWasPlayed) {
  put_ros2();
  EXPECT_EQ(run("--version; PATH=\"$PWD:$PATH\" '" BILLIARD_PROGRAM "' play --record a"), 1);
  EXPECT_EQ(err_, "billiard: the game was ended before it began\n");
}

TEST_F(PlayCommand, KeepsTheDomainThatTheUserHasSet) {
  put_ros2();
  run("--version; ROS_DOMAIN_ID=107 PATH=\"$PWD:$PATH\" '" BILLIARD_PROGRAM "' play --record a");
  EXPECT_EQ(domain_of("a.log"), "107");
}

TEST(OwnDomain, IsTakenBackAtTheEnd) {
  ::unsetenv("ROS_DOMAIN_ID");
  {
    const session::OwnDomain domain;
    EXPECT_EQ(domain.id(), std::getenv("ROS_DOMAIN_ID"));
  }
  EXPECT_EQ(std::getenv("ROS_DOMAIN_ID"), nullptr);
}

TEST(OwnDomain, IsNoneThatSomebodyTalksIn) {
  ::unsetenv("ROS_DOMAIN_ID");
  std::vector<int> sockets;
  for (int domain = 1; domain <= 101; ++domain) {
    sockets.push_back(::socket(AF_INET, SOCK_DGRAM, 0));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    // Of a late participant, out of the way of tests that run beside this one.
    address.sin_port = htons(static_cast<std::uint16_t>(7400 + 250 * domain + 49));
    const auto* generic = reinterpret_cast<const sockaddr*>(&address);
    ASSERT_EQ(::bind(sockets.back(), generic, sizeof(address)), 0);
  }

  try {
    const session::OwnDomain domain;
    ADD_FAILURE() << "took " << domain.id();
  } catch (const CouldNot& error) {
    EXPECT_THAT(error.what(), HasSubstr("no ROS domain from 1 to 101 is free; set ROS_DOMAIN_ID"));
  }
  for (const int socket : sockets) ::close(socket);
}

}  // namespace
}  // namespace billiard
