// SPDX-License-Identifier: Apache-2.0
#include "candidates/candidate.hpp"

namespace billiard {

void add_direct(const Scene& scene, BallMask wanted, Candidates& out) {
  const int cue = scene.rules->cue();
  const BallMask targets = wanted & scene.rules->balls_on(scene.in_play);
  for (int ball = 0; ball < static_cast<int>(scene.balls.size()); ++ball) {
    if ((targets & mask_of(ball)) == 0) continue;
    for (int p = 0; p < scene.table->pocket_count; ++p) {
      const Pocket& pocket = scene.table->pockets[static_cast<std::size_t>(p)];
      const auto pot = pot_geometry(scene, scene.cue_position(), scene.position(ball), pocket);
      const BallMask own = mask_of(cue) | mask_of(ball);
      if (!pot || !is_clear(scene, scene.cue_position(), pot->ghost, own) ||
          !is_clear(scene, scene.position(ball), pot->target, own)) {
        continue;
      }
      out.push_back(make_candidate(scene, ShotKind::kDirect, {ball, p}, *pot, 1.0));
    }
  }
}

}  // namespace billiard
