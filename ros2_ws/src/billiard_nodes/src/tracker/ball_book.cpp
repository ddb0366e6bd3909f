// SPDX-License-Identifier: Apache-2.0
#include "tracker/ball_book.hpp"

#include <algorithm>

#include "billiard_vision/engine_table.hpp"

namespace billiard_nodes {
namespace {

using BallMessage = billiard_msgs::msg::Ball;
using billiard::Motion;
using billiard::vision::LostBall;
using billiard::vision::TrackedBall;

billiard::Ball engine_ball(const TrackedBall& tracked) {
  billiard::Ball ball;
  ball.position = {tracked.position[0], tracked.position[1], tracked.position[2]};
  ball.velocity = {tracked.velocity[0], tracked.velocity[1], tracked.velocity[2]};
  ball.spin = {tracked.spin[0], tracked.spin[1], tracked.spin[2]};
  ball.motion = tracked.motion;
  return ball;
}

// The filter knows x, y, their velocities, and each spin by itself.
void set_covariance(BallMessage& message, const TrackedBall& ball) {
  constexpr std::array<std::size_t, 4> kRows = {0, 1, 3, 4};
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t j = 0; j < 4; ++j) {
      message.covariance[9 * kRows[i] + kRows[j]] =
          ball.covariance(static_cast<int>(i), static_cast<int>(j));
    }
  }
  for (std::size_t i = 0; i < 3; ++i) {
    const double sigma = ball.spin_sigma[static_cast<int>(i)];
    message.covariance[10 * (6 + i)] = sigma * sigma;
  }
}

bool in_play(const BallMessage& ball) {
  return ball.state != BallMessage::STATE_POCKETED && ball.state != BallMessage::STATE_OFF_TABLE;
}

}  // namespace

BallBook::BallBook(NamedTable table)
    : table_(std::move(table)),
      set_(billiard::vision::geometry_of(table_.table.spec, table_.ball_radius).balls) {}

// A ball keeps its id; a new one gets the first that nobody in play has.
std::string BallBook::id_of(std::uint32_t track, int kind) const {
  const auto& known = ball_kinds(set_)[static_cast<std::size_t>(kind)];
  const std::string first(ball_id(set_, kind));
  for (const auto& [id, entry] : entries_) {
    if (entry.track == track && entry.kind == kind) return id;
  }
  for (int number = 1; number < known.count; ++number) {
    const std::string id = number == 1 ? first : first + std::to_string(number);
    const auto found = entries_.find(id);
    if (found == entries_.end() || !in_play(found->second.message)) return id;
  }
  return known.count == 1 ? first : first + std::to_string(known.count);
}

void BallBook::enter(const TrackedBall& ball) {
  const std::string id = id_of(ball.track, ball.kind);
  BallMessage message = to_message(engine_ball(ball), id, table_);
  message.confidence = ball.confidence;
  set_covariance(message, ball);
  entries_[id] = {ball.track, ball.kind, message};
}

void BallBook::cross_out(const LostBall& ball) {
  const std::string id = id_of(ball.track, ball.kind);
  billiard::Ball gone;
  const bool pocketed = ball.reason == LostBall::Reason::kPocketed;
  gone.motion = pocketed ? Motion::kPocketed : Motion::kOffTable;
  gone.pocket = static_cast<std::int8_t>(ball.pocket);
  gone.position = {ball.position[0], ball.position[1], ball.position[2]};
  entries_[id] = {ball.track, ball.kind, to_message(gone, id, table_)};
}

void BallBook::update(const billiard::vision::TrackedFrame& frame) {
  // A track may have got another name meanwhile: its old entry goes. So does one the tracker
  // forgot without a word, as when it starts anew.
  std::erase_if(entries_, [&](const auto& item) {
    const Entry& entry = item.second;
    if (!in_play(entry.message)) return false;
    const auto same = [&](const auto& ball) {
      return ball.track == entry.track && ball.kind == entry.kind;
    };
    return std::none_of(frame.balls.begin(), frame.balls.end(), same) &&
           std::none_of(frame.lost.begin(), frame.lost.end(), same);
  });
  for (const LostBall& ball : frame.lost) cross_out(ball);
  for (const TrackedBall& ball : frame.balls) enter(ball);
}

billiard_msgs::msg::BallArray BallBook::message() const {
  billiard_msgs::msg::BallArray array;
  array.header.frame_id = "table";
  array.table = table_.name;
  std::vector<const Entry*> sorted;
  for (const auto& [id, entry] : entries_) sorted.push_back(&entry);
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const Entry* a, const Entry* b) { return a->kind < b->kind; });
  for (const Entry* entry : sorted) array.balls.push_back(entry->message);
  array.at_rest = all_rest(array);
  return array;
}

}  // namespace billiard_nodes
