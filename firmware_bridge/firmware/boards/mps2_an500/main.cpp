// SPDX-License-Identifier: Apache-2.0
#include "board.hpp"
#include "firmware_bridge/firmware/cue_firmware.hpp"

namespace {
firmware_bridge::firmware::Mps2Board board;
}

int main() {
  static firmware_bridge::firmware::CueFirmware firmware(board);
  board.start();
  while (true) {
    board.wait_for_period();
    board.read_panel();
    firmware.tick();
    board.advance();
  }
}
