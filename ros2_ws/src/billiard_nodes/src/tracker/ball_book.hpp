// SPDX-License-Identifier: Apache-2.0
// Who is on the table and who has left it: tracked balls under the names that the rules know.
#pragma once

#include <billiard_msgs/msg/ball_array.hpp>
#include <map>
#include <string>
#include <vector>

#include "billiard_vision/tracker.hpp"
#include "messages.hpp"

namespace billiard_nodes {

/// Keeps the list of balls over time: in play as the tracker has them, pocketed and off the table
/// until they are seen again.
class BallBook {
 public:
  explicit BallBook(NamedTable table);

  /// Takes the tracker's next frame over.
  void update(const billiard::vision::TrackedFrame& frame);

  /// All balls, sorted by kind; stamp, sequence and obstruction are left to the caller.
  [[nodiscard]] billiard_msgs::msg::BallArray message() const;

  /// Id of a followed ball: that of its kind, with a number behind it where the set has several
  /// ("red2"); stays the same while the ball is followed.
  [[nodiscard]] std::string id_of(std::uint32_t track, int kind) const;

 private:
  struct Entry {
    std::uint32_t track{0};
    int kind{0};
    billiard_msgs::msg::Ball message;
  };
  void enter(const billiard::vision::TrackedBall& ball);
  void cross_out(const billiard::vision::LostBall& ball);

  NamedTable table_;
  billiard::vision::BallSet set_;
  std::map<std::string, Entry> entries_;  ///< By id
};

}  // namespace billiard_nodes
