// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "billiard_lab/experiment.hpp"

namespace billiard::lab {

[[nodiscard]] Findings contact_pressure(const Effort& effort);
[[nodiscard]] Findings friction_components(const Effort& effort);
[[nodiscard]] Findings friction_fit(const Effort& effort);
[[nodiscard]] Findings trajectories(const Effort& effort);
[[nodiscard]] Findings shaping(const Effort& effort);
[[nodiscard]] Findings rack_gap(const Effort& effort);
[[nodiscard]] Findings thirty_degree_rule(const Effort& effort);
[[nodiscard]] Findings cushion_video(const Effort& effort);
[[nodiscard]] Findings cushion_speed(const Effort& effort);
[[nodiscard]] Findings solvers(const Effort& effort);
[[nodiscard]] Findings bouncing_ball(const Effort& effort);
[[nodiscard]] Findings newtons_cradle(const Effort& effort);
[[nodiscard]] Findings ball_bearing(const Effort& effort);

}  // namespace billiard::lab
