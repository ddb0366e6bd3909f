// SPDX-License-Identifier: Apache-2.0
// `billiard play` with wrong input: nothing is started, nothing is written.
#include "../command_line.hpp"

namespace billiard {
namespace {

class PlayCommand : public CommandLine {};

TEST_F(PlayCommand, RefusesWrongInputBeforeItStarts) {
  expect_failure("play --game chess", 2, "--game is 'chess'; allowed: eight_ball");
  expect_failure("play --table nope", 2, "'nope'");
  expect_failure("play --table carom_10ft", 2, "without pockets");
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

}  // namespace
}  // namespace billiard
