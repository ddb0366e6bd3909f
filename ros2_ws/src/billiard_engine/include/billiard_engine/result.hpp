// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "billiard_engine/ball.hpp"

namespace billiard {

/// Why a run ended.
enum class Status : std::uint8_t {
  kRest,       ///< everything in play rests
  kTimeLimit,  ///< Limits::time reached
  kStepLimit,  ///< Limits::steps reached; the state is valid up to the result's time
};

/// Caps of one run. Reaching one is a status, not an error.
struct Limits {
  double time = 1e9;              ///< simulated time to stop at [s]
  std::int64_t steps = 20000000;  ///< free plus contact steps
};

enum class EventKind : std::uint8_t {
  kStrike,
  kMiscue,
  kBallBall,
  kBallCushion,
  kPocketed,
  kAirborne,
  kLanded,
  kOffTable,
  kRest
};

/// Something that happened to one or two balls.
struct Event {
  double time = 0.0;  ///< [s]
  EventKind kind = EventKind::kRest;
  std::int8_t ball = -1;
  std::int8_t other = -1;                        ///< second ball, or -1
  std::int8_t where = -1;                        ///< cushion element or pocket, or -1
  Vec2<double> position = Vec2<double>::Zero();  ///< of `ball` at that moment [m]
};

/// Outcome of a run. Balls are told as they are at `time`, also within a contact; of a run that the
/// steps ended there, as they leave it, a straight line back.
template <typename Scalar>
struct BasicResult {
  Status status = Status::kRest;
  double time = 0.0;               ///< simulated [s]
  std::int64_t free_steps = 0;     ///< one per ball and step
  std::int64_t contact_steps = 0;  ///< one per group of touching balls and step
  int ball_count = 0;
  std::array<BasicBall<Scalar>, kMaxBalls> balls{};
};

using Result = BasicResult<double>;

/// Keeps events and, if asked, states at a fixed period. All memory is taken when it is built;
/// what does not fit is counted, not stored.
class Recorder {
 public:
  /// State of all balls of the run at one moment.
  struct Sample {
    double time = 0.0;  ///< [s]
    std::array<Ball, kMaxBalls> balls{};
  };

  /// `period` [s] between samples, 0 for none.
  explicit Recorder(double period = 0.0, int max_samples = 0, int max_events = 4096);

  void clear() noexcept;
  void add(const Event& event) noexcept;
  /// Room for the next sample, or nullptr (counted) when full.
  [[nodiscard]] Sample* next_sample() noexcept;

  /// After the last piece of a run that ended at `time` [s]: puts events in the order of time and
  /// drops later ones. Contacts are stepped as a whole, beyond the end.
  void end_at(double time) noexcept;

  [[nodiscard]] double period() const noexcept { return period_; }
  [[nodiscard]] const std::vector<Event>& events() const noexcept { return events_; }
  [[nodiscard]] const std::vector<Sample>& samples() const noexcept { return samples_; }
  [[nodiscard]] int dropped_events() const noexcept { return dropped_events_; }
  [[nodiscard]] int dropped_samples() const noexcept { return dropped_samples_; }

 private:
  double period_;
  std::vector<Event> events_;
  std::vector<Sample> samples_;
  int dropped_events_ = 0;
  int dropped_samples_ = 0;
};

[[nodiscard]] const char* name(Status status) noexcept;
[[nodiscard]] const char* name(EventKind kind) noexcept;

}  // namespace billiard
