// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <limits>

#include "billiard_engine/simulator.hpp"
#include "contact/contact_group.hpp"
#include "math/dot.hpp"
#include "simulate/detect.hpp"
#include "simulate/segment.hpp"

namespace billiard {

inline constexpr double kForever = std::numeric_limits<double>::infinity();

/// A ball whose centre is this much higher than one on the cloth flies [m].
inline constexpr double kAboveCloth = 1e-7;

/// What ends a ball's segment.
enum class Next : std::uint8_t { kNothing, kEnd, kBall, kCushion, kPocket, kLanding, kLookAgain };

struct Appointment {
  double time = kForever;  ///< [s]
  Next what = Next::kNothing;
  int with = -1;  ///< ball or pocket
};

/// A set of balls.
struct Members {
  int count = 0;
  std::array<int, kMaxBalls> ball{};
  std::array<bool, kMaxBalls> in{};

  void add(int i) noexcept {
    in[static_cast<std::size_t>(i)] = true;
    ball[static_cast<std::size_t>(count++)] = i;
  }
};

/// Has the ball any speed or spin?
template <typename Scalar>
[[nodiscard]] inline bool moves(const BasicBall<Scalar>& ball) noexcept {
  return squared_length(ball.velocity) + squared_length(ball.spin) > Scalar(0);
}

/// All of a simulator. Every free ball has a segment of path and an appointment (the first thing
/// that will happen to it); balls in contact are stepped together in windows of a common grid.
template <typename Scalar>
struct BasicSimulator<Scalar>::State {
  State(const Table& t, const Physics& p, Stepping s);

  void reset(std::span<const BasicBall<Scalar>> balls) noexcept;
  bool strike(const Shot& shot) noexcept;
  BasicResult<Scalar> run(const Limits& limits, Recorder* r) noexcept;

 private:
  // simulate/simulator.cpp: the loop
  [[nodiscard]] int next_ball() const noexcept;
  void handle(int i) noexcept;
  void handle_end(int i) noexcept;
  void start_segment(int i, const BasicBall<Scalar>& ball, double time) noexcept;
  void leave_cloth(int i, const BasicBall<Scalar>& ball, double time) noexcept;
  void look_ahead(int i) noexcept;
  void look_ahead_at_balls(int i, Appointment& first) const noexcept;
  void take_out(int i, Motion motion, int pocket, double time) noexcept;
  [[nodiscard]] bool over_limit() const noexcept;
  [[nodiscard]] bool rests() const noexcept;
  [[nodiscard]] double came_to_rest() const noexcept;
  void trace_contacts(double time) noexcept;
  // simulate/off_table.cpp: over the rails, over a pocket
  [[nodiscard]] bool leaves_table(const BasicBall<Scalar>& ball) const noexcept;
  [[nodiscard]] bool lands_outside(const BasicBall<Scalar>& ball) const noexcept;
  [[nodiscard]] int pocket_at(const BasicBall<Scalar>& ball) const noexcept;
  // simulate/windows.cpp: contacts
  void begin_contact(int i, int j, double time) noexcept;
  [[nodiscard]] bool run_alone(int i, int j, double time) noexcept;
  void advance_windows() noexcept;
  void gather(Members& members, double time, Scalar reach, bool from_contact) noexcept;
  /// `alone`: the contact has just begun and nobody can interfere before `to`.
  void advance_group(Members& members, double from, double to, Scalar reach, bool alone) noexcept;
  [[nodiscard]] double step_group(double from, double to, bool alone) noexcept;
  void finish_body(int body, double reached) noexcept;
  [[nodiscard]] Scalar skin(double duration) const noexcept;
  [[nodiscard]] double window_after(double time) const noexcept;
  void run_single_rate() noexcept;
  void settle_single_rate(int body) noexcept;
  void watch_flight(int i) noexcept;
  // simulate/report.cpp: what others see
  /// To go on from: before the end of a contact that is over, a straight line back.
  [[nodiscard]] BasicBall<Scalar> state_at(int i, double time) const noexcept;
  /// As it is, also within a contact that was traced.
  [[nodiscard]] BasicBall<Scalar> shown_at(int i, double time) const noexcept;
  void emit_samples(double until) noexcept;
  void note(EventKind kind, int ball, double time, int where = -1) noexcept;
  [[nodiscard]] BasicResult<Scalar> result(Status status, double time) const noexcept;

  [[nodiscard]] Segment<Scalar>& segment(int i) noexcept {
    return segments_[static_cast<std::size_t>(i)];
  }
  [[nodiscard]] const Segment<Scalar>& segment(int i) const noexcept {
    return segments_[static_cast<std::size_t>(i)];
  }
  [[nodiscard]] Appointment& appointment(int i) noexcept {
    return appointments_[static_cast<std::size_t>(i)];
  }

  Table table_;
  Physics physics_;
  Stepping stepping_;
  ClothModel<Scalar> cloth_;
  ContactModels<Scalar> models_;
  Cushions<Scalar> cushions_;
  ContactGroup<Scalar> group_;
  ContactMemory<Scalar> memory_;
  Scalar radius_;
  Scalar gravity_;
  bool compliant_;        ///< the cloth is a spring
  Scalar rest_height_;    ///< of a ball's centre; its weight presses it into a compliant cloth [m]
  double contact_step_;   ///< [s]
  double window_;         ///< length of a window of contact steps [s]
  double alone_pair_;     ///< a contact of two balls at 5 cm/s is over by then [s]
  double alone_cushion_;  ///< one with a cushion [s]
  double lone_part_;      ///< of a half swing that a step of a lone contact is [-]

  int ball_count_ = 0;
  int in_contact_ = 0;
  double now_ = 0.0;
  double window_end_ = 0.0;   ///< up to which balls in contact have been stepped
  double next_sample_ = 0.0;  ///< [s]
  std::int64_t sample_count_ = 0;
  std::int64_t free_steps_ = 0;
  Limits limits_;
  Recorder* recorder_ = nullptr;
  std::array<Segment<Scalar>, kMaxBalls> segments_{};
  std::array<Appointment, kMaxBalls> appointments_{};
  typename ContactGroup<Scalar>::Traces traces_{};
  std::array<int, kMaxBalls> level_{};
  std::array<Event, kMaxBalls> pending_{};  ///< strikes before the first run has a recorder
  int pending_count_ = 0;
  bool running_ = false;
};

}  // namespace billiard
