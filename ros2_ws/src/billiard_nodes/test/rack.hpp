// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "predictor/prediction_loop.hpp"

namespace billiard_nodes {

/// A rack of fifteen and a cue ball on its way to it.
inline void fill_break(PredictionInput& input, double radius, double speed = 7.0) {
  input = {};
  const auto place = [&](const std::string& id, double x, double y) {
    const auto i = static_cast<std::size_t>(input.count++);
    input.balls[i] = {};
    input.balls[i].position = {x, y, radius};
    input.ids[i] = {};
    id.copy(input.ids[i].text.data(), kLongestId);
  };
  place("cue", -0.6, 0.01);
  input.balls[0].velocity = {speed, 0.0, 0.0};
  int number = 0;
  for (int row = 0; row < 5; ++row) {
    for (int i = 0; i <= row; ++i) {
      place(std::to_string(++number), 0.635 + 1.7325 * radius * row,
            1.0005 * radius * (2 * i - row));
    }
  }
}

}  // namespace billiard_nodes
