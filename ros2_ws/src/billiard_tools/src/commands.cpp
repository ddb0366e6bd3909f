// SPDX-License-Identifier: Apache-2.0
#include "commands.hpp"

namespace billiard {

void add_commands(CLI::App& app) {
  add_simulate(app);
  add_cue(app);
  add_locate(app);
  add_track(app);
  add_calibrate(app);
  add_plan(app);
  add_shape(app);
  add_fit(app);
  add_lab(app);
  add_fields(app);
#ifdef BILLIARD_WITH_ROS
  add_play(app);
  add_replay(app);
  add_report(app);
#endif
}

}  // namespace billiard
