// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "billiard_engine/result.hpp"
#include "cloth/cloth_model.hpp"
#include "contact/contact_models.hpp"
#include "contact/contact_trace.hpp"
#include "contact/lone_contact.hpp"
#include "table/cushions.hpp"

namespace billiard {

/// Upward speed below which a bounce on the cloth is over [m/s]: the hop would be 20 µm high.
inline constexpr double kSettleSpeed = 0.02;

/// Which contacts are on, and 1/δ̇⁻ of each (0: apart). Kept while groups come and go.
template <typename Scalar>
struct ContactMemory {
  std::array<std::array<Scalar, kMaxBalls>, kMaxBalls> pair{};
  std::array<std::array<Rubbing<Scalar>, kMaxBalls>, kMaxBalls> rubbing{};  ///< while pair is on
  std::array<std::array<Scalar, kMaxCushionElements>, kMaxBalls> cushion{};
  std::array<Scalar, kMaxBalls> cloth{};
  /// Impulses of a ball's last contact step per second: how its velocity was changing.
  std::array<Vec3<Scalar>, kMaxBalls> push = filled();
  std::array<Vec3<Scalar>, kMaxBalls> turn = filled();

 private:
  static std::array<Vec3<Scalar>, kMaxBalls> filled() noexcept {
    std::array<Vec3<Scalar>, kMaxBalls> zeros;
    zeros.fill(Vec3<Scalar>::Zero());
    return zeros;
  }
};

/// One ball while it is stepped with others.
template <typename Scalar>
struct Body {
  int ball = 0;
  bool on_cloth = true;
  bool touched = false;    ///< something acted on it, or it moved to begin with
  bool over_rail = false;  ///< came down behind a nose: it has left the table
  Vec3<Scalar> position = Vec3<Scalar>::Zero();
  Vec3<Scalar> velocity = Vec3<Scalar>::Zero();
  Vec3<Scalar> spin = Vec3<Scalar>::Zero();
  Vec3<Scalar> mid_velocity = Vec3<Scalar>::Zero();
  Vec3<Scalar> mid_spin = Vec3<Scalar>::Zero();
  // Sums over the contacts of one step.
  Vec3<Scalar> kick = Vec3<Scalar>::Zero();          ///< change of velocity [m/s]
  Vec3<Scalar> twist = Vec3<Scalar>::Zero();         ///< change of spin [rad/s]
  Vec3<Scalar> rub_velocity = Vec3<Scalar>::Zero();  ///< change by the cloth in the last step
  Vec3<Scalar> rub_spin = Vec3<Scalar>::Zero();
  Scalar lift{};  ///< part of kick.z that normal forces give [m/s]
  Scalar load{};  ///< impulse carried by the cloth since friction was last applied, per weight [s]
};

/// Balls that touch, or may within one window of time, advanced together in small fixed steps.
/// Leapfrog: half a step of drift, all forces from the same state, half a step of drift.
/// Cloth friction acts every few steps with the impulse the cloth carried meanwhile.
template <typename Scalar>
class ContactGroup {
 public:
  struct Setup {
    const ClothModel<Scalar>* cloth = nullptr;
    const ContactModels<Scalar>* models = nullptr;
    const Cushions<Scalar>* cushions = nullptr;
    bool compliant = false;   ///< the cloth is a spring, all the time
    int friction_stride = 8;  ///< contact steps between applications of cloth friction
    bool to_the_end = false;  ///< step on when nothing touches any more
  };

  explicit ContactGroup(const Setup& setup) noexcept : setup_(setup) {}

  void clear() noexcept { body_count_ = 0; }
  void add(int ball, const BasicBall<Scalar>& state) noexcept;
  /// Lists the contacts that are possible while balls move no more than `skin` [m].
  void find_contacts(Scalar skin) noexcept;

  /// Steps from `from` to `to` [s], or until nothing touches any more. Returns the time reached.
  double advance(double from, double to, double step, ContactMemory<Scalar>& memory,
                 Recorder* recorder) noexcept;

  /// Is this one ball on the cloth at a cushion?
  [[nodiscard]] bool fits_cushion() const noexcept;
  /// advance() for that case, from the start of the contact until it parts, in steps of `part` of
  /// its half swing. Returns `from` if the ball is too slow for that, gets between two cushions or
  /// lies deep in one, which needs advance().
  double advance_cushion(double from, double to, double part, ContactMemory<Scalar>& memory,
                         Recorder* recorder) noexcept;
  /// Are these two balls on the cloth that meet fast enough, with no cushion near?
  [[nodiscard]] bool fits_pair() const noexcept;
  /// advance() for that case, from the start of the contact until it parts.
  double advance_pair(double from, double to, double part, ContactMemory<Scalar>& memory,
                      Recorder* recorder) noexcept;

  [[nodiscard]] int size() const noexcept { return body_count_; }
  [[nodiscard]] const Body<Scalar>& body(int i) const noexcept {
    return bodies_[static_cast<std::size_t>(i)];
  }
  [[nodiscard]] std::int64_t steps() const noexcept { return steps_; }
  /// Time reached [s].
  [[nodiscard]] double time() const noexcept { return time_; }
  void reset_steps() noexcept { steps_ = 0; }
  using Traces = std::array<ContactTrace<Scalar>, kMaxBalls>;
  /// Where to keep the states of each step, or nullptr.
  void trace(Traces* traces) noexcept { traces_ = traces; }
  /// Only cushions can be touched: a longer step will do.
  [[nodiscard]] bool only_cushions() const noexcept;
  /// Does this body touch anything now?
  [[nodiscard]] bool touches(int body, const ContactMemory<Scalar>& memory) const noexcept;
  /// The body's state as a ball; flying balls are airborne.
  [[nodiscard]] BasicBall<Scalar> ball(int body, const BasicBall<Scalar>& before) const noexcept;

 private:
  struct Pair {
    int a, b;
  };
  struct AtCushion {
    int body, element;
  };

  /// A contact of one or two balls, followed in one go.
  struct LoneRun {
    double from, to;       ///< [s]
    double part;           ///< of a half swing that a step is [-]
    double reached = 0.0;  ///< [s]
    bool ended = false;    ///< the contact, not only the time
  };
  /// Follows the numbers `y` by their equations and keeps traces; `store` puts `y` into bodies.
  /// False if they touch more than the equations know, or lie deep in each other.
  template <typename Equations, typename Numbers, typename Store>
  bool follow(Equations equations, const NormalForce<Scalar>& force, Numbers& y, LoneRun& run,
              Store store) noexcept;

  [[nodiscard]] const CushionElement<Scalar>& element(int i) const noexcept {
    const int e = at_cushion_[static_cast<std::size_t>(i)].element;
    return setup_.cushions->elements[static_cast<std::size_t>(e)];
  }
  void step(Scalar h, ContactMemory<Scalar>& memory) noexcept;
  void drift(Scalar h) noexcept;
  void push_pair(const Pair& pair, Scalar h, ContactMemory<Scalar>& memory) noexcept;
  void push_cushion(const AtCushion& at, Scalar h, ContactMemory<Scalar>& memory) noexcept;
  void push_cloth(Body<Scalar>& body, Scalar h, ContactMemory<Scalar>& memory) noexcept;
  void kick(Body<Scalar>& body, Scalar h, ContactMemory<Scalar>& memory) noexcept;
  void settle(Body<Scalar>& body, Scalar h, ContactMemory<Scalar>& memory) const noexcept;
  void rub_on_cloth() noexcept;
  template <ClothLaw law>
  void rub(Body<Scalar>& body, Scalar time) const noexcept;
  void start_traces() noexcept;
  void extend_traces() noexcept;
  [[nodiscard]] bool may_touch_within(Scalar time) const noexcept;
  void note(EventKind kind, const Body<Scalar>& body, int other, int where) noexcept;

  Setup setup_;
  int body_count_ = 0;
  int pair_count_ = 0;
  int cushion_count_ = 0;
  int active_ = 0;
  int since_rub_ = 0;
  std::int64_t steps_ = 0;
  double time_ = 0.0;
  Recorder* recorder_ = nullptr;
  Traces* traces_ = nullptr;
  std::array<Body<Scalar>, kMaxBalls> bodies_{};
  std::array<Pair, kMaxBalls*(kMaxBalls - 1) / 2> pairs_{};
  std::array<AtCushion, kMaxBalls * 8> at_cushion_{};
};

/// Defined by tests that compile src/contact with BILLIARD_CHECK_CONTACT_STEPS: called when a group
/// begins to advance and after each of its steps.
void check_contact_step(const ContactGroup<double>& group, bool begins) noexcept;

#ifdef BILLIARD_CHECK_CONTACT_STEPS
inline constexpr bool kCheckSteps = true;
#else
inline constexpr bool kCheckSteps = false;
#endif

/// Lets a test look at a group; does nothing otherwise.
template <typename Scalar>
inline void show(const ContactGroup<Scalar>& group, bool begins) noexcept {
  if constexpr (kCheckSteps && sizeof(Scalar) == sizeof(double)) check_contact_step(group, begins);
}

template <typename Scalar>
template <typename Equations, typename Numbers, typename Store>
bool ContactGroup<Scalar>::follow(Equations equations, const NormalForce<Scalar>& force, Numbers& y,
                                  LoneRun& run, Store store) noexcept {
  const double length = run.to - run.from;
  double next_trace = 0.0;
  start_traces();
  show(*this, true);
  LoneContact<Scalar, Equations> contact{equations, force};
  const double used = contact.follow(y, run.part, length, [&](const Numbers& there) {
    ++steps_;
    const auto time = static_cast<double>(there[1]);
    time_ = run.from + time;
    if (!kCheckSteps && traces_ == nullptr) return;
    y = there;
    store();
    show(*this, false);
    if (time < next_trace) return;
    extend_traces();
    next_trace = time + length / ContactTrace<Scalar>::kWanted;
  });
  if (!contact.followed()) return false;
  run.ended = contact.ended();
  run.reached = used < length ? run.from + used : run.to;
  time_ = run.reached;
  store();
  extend_traces();
  return true;
}

}  // namespace billiard
