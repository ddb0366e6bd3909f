// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace billiard {

/// Resultant friction of the cloth on a ball. "K" is Kudra et al. 2016.
enum class ClothLaw : std::uint8_t {
  kPade,        ///< K(17) with m_T = m_M = 2, as in the paper's simulations
  kPadeFitted,  ///< K(17) with the paper's best fit of all four parameters
  kIntegral,    ///< K(16) by quadrature over the contact disc; reference, slow
  kExact        ///< the integral in closed form
};

/// How the cloth carries a ball.
enum class ClothContact : std::uint8_t {
  kPermanent,  ///< height fixed while on the cloth, normal force from equilibrium
  kCompliant   ///< the ball sinks into a Hertzian cloth; needs contact steps all the time
};

/// Normal force of a contact. "G" is Gismeros et al. 2021.
enum class NormalLaw : std::uint8_t {
  kHertz,               ///< elastic, G(3.9)
  kLankaraniNikravesh,  ///< G(3.7); returns more restitution than it is given
  kFlores,              ///< returns a little less than it is given
  kExactRestitution,    ///< same form, damping solved so that the rebound has exactly e
  kTsuji                ///< damping without impact speed: touching balls are no special case
};

/// Friction between two contacting surfaces as a coefficient over the slip speed v.
enum class FrictionLaw : std::uint8_t {
  kThrelfall,          ///< μ (1 − e^(−3 v/v0)) below v0, else μ
  kAmbrosio,           ///< 0 below v0, ramp to v1, then μ
  kAlciatore,          ///< a + b e^(−c v), measured on balls
  kCoulombRegularised  ///< μ v/√(v² + v0²)
};

/// Material and size of one ball.
struct BallProperties {
  double mass = 0.170097;        ///< [kg]
  double radius = 0.028575;      ///< [m]
  double young_modulus = 3.8e9;  ///< stiffer: shorter contacts, smaller contact steps [Pa]
  double poisson_ratio = 0.375;  ///< [-]
};

/// Ball on cloth.
struct ClothProperties {
  ClothLaw law = ClothLaw::kPade;
  double friction = 0.2;           ///< sliding friction μ; higher: rolls sooner [-]
  double contact_radius = 0.0028;  ///< â of the contact disc; larger: spin dies faster [m]
  double rolling = 0.51;           ///< pressure shift d in [0, 1]; higher: rolls shorter [-]
  double epsilon_slip = 0.01;      ///< ε_t of K(17): friction softens below slip â ε_t [1/s]
  double epsilon_roll = 0.01;  ///< ε_r of K(14): rolling resistance softens below â ε_r [1/s]
  ClothContact contact = ClothContact::kPermanent;
  double young_modulus = 3.1e9;              ///< [Pa]
  double poisson_ratio = 0.38;               ///< [-]
  NormalLaw normal_law = NormalLaw::kTsuji;  ///< when a ball lands
  double restitution = 0.5;                  ///< of a ball dropped on the cloth [-]
  double impact_speed_floor = 1e-3;          ///< see ContactProperties [m/s]
};

/// Ball against ball, or ball against cushion.
struct ContactProperties {
  NormalLaw law = NormalLaw::kTsuji;
  double restitution = 0.95;  ///< [-]
  /// Smallest impact speed the laws that divide by it may see [m/s]. Matters only for bodies that
  /// already touch: a larger floor makes such contacts less damped. Unused by hertz and tsuji.
  double impact_speed_floor = 1e-3;
  FrictionLaw friction_law = FrictionLaw::kAlciatore;
  double friction = 0.06;              ///< μ; unused by alciatore [-]
  double threlfall_speed = 0.01;       ///< v0 [m/s]
  double ambrosio_speed_low = 1e-4;    ///< v0 [m/s]
  double ambrosio_speed_high = 1e-3;   ///< v1 [m/s]
  double alciatore_offset = 9.951e-3;  ///< a [-]
  double alciatore_scale = 0.108;      ///< b [-]
  double alciatore_decay = 1.088;      ///< c [s/m]
  double coulomb_speed = 1e-3;         ///< v0 of coulomb_regularised [m/s]
};

/// The cushion's rubber, beside its contact properties.
struct CushionMaterial {
  double young_modulus = 7e6;  ///< [Pa]
  double poisson_ratio = 0.5;  ///< [-]
};

/// The cue stick.
struct CueProperties {
  double mass = 0.54;             ///< [kg]
  double end_mass = 0.0057;       ///< mass that moves sideways; more: more squirt [kg]
  double tip_restitution = 0.75;  ///< [-]
  double tip_friction = 0.6;      ///< decides the miscue limit [-]
};

/// Fixed steps. Halving both shows how far a result is converged.
struct Steps {
  /// Base step of free motion; a free step is this times a power of two chosen by rule [s]. Raised
  /// to 2 ms, the longest allowed, paths err by up to 7 mm instead of 0.1 mm.
  double free = 1e-3;
  /// Step of ball–ball contacts; softer contacts use this times a power of two [s].
  double contact = 6e-6;
};

/// Everything the engine needs to know about materials and numerics.
struct Physics {
  double gravity = 9.81;  ///< [m/s²]
  BallProperties ball;
  ClothProperties cloth;
  ContactProperties ball_ball;
  ContactProperties ball_cushion{
      .restitution = 0.85, .friction_law = FrictionLaw::kCoulombRegularised, .friction = 0.14};
  CushionMaterial cushion;
  CueProperties cue;
  Steps steps;
};

/// Names used in files: "pade", "tsuji", ….
[[nodiscard]] const char* name(ClothLaw law) noexcept;
[[nodiscard]] const char* name(ClothContact contact) noexcept;
[[nodiscard]] const char* name(NormalLaw law) noexcept;
[[nodiscard]] const char* name(FrictionLaw law) noexcept;

/// Throws std::invalid_argument naming field, value and allowed range if any value is out of
/// range or not finite, or if laws do not fit together.
void validate(const Physics& physics);

}  // namespace billiard
