// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "billiard_engine/fields.hpp"

namespace billiard {
namespace {

constexpr std::array kClothLaws = {"pade", "pade_fitted", "integral", "exact"};
constexpr std::array kClothContacts = {"permanent", "compliant"};
constexpr std::array kNormalLaws = {"hertz", "lankarani_nikravesh", "flores", "exact_restitution",
                                    "tsuji"};
constexpr std::array kFrictionLaws = {"threlfall", "ambrosio", "alciatore", "coulomb_regularised"};

// A table row needs a function that finds the member; the macros keep a row to one line.
#define NUMBER(path, unit, min, max, meaning)                                     \
  {                                                                               \
#path, unit, min, max, meaning, [](Physics & p) -> double& { return p.path; } \
  }
#define CHOICE(path, type, allowed, meaning)                                                      \
  {                                                                                               \
#path, allowed, meaning,                                                                      \
        [](Physics & p,                                                                           \
           int i) { p.path = static_cast<type>(i); },                                             \
                                                   [](const Physics&                              \
                                                          p) { return static_cast<int>(p.path); } \
  }
#define CONTACT(section)                                                                          \
  NUMBER(section.restitution, "-", 0.01, 1.0, "speed after over speed before, along the normal"), \
      NUMBER(section.impact_speed_floor, "m/s", 1e-9, 1.0,                                        \
             "smallest impact speed the laws that divide by it see"),                             \
      NUMBER(section.friction, "-", 0.0, 2.0, "friction; unused by alciatore"),                   \
      NUMBER(section.threlfall_speed, "m/s", 1e-9, 1.0, "threlfall: full friction above"),        \
      NUMBER(section.ambrosio_speed_low, "m/s", 0.0, 1.0, "ambrosio: no friction below"),         \
      NUMBER(section.ambrosio_speed_high, "m/s", 1e-9, 1.0, "ambrosio: full friction above"),     \
      NUMBER(section.alciatore_offset, "-", 0.0, 1.0, "alciatore: a of a + b exp(-c v)"),         \
      NUMBER(section.alciatore_scale, "-", 0.0, 1.0, "alciatore: b of a + b exp(-c v)"),          \
      NUMBER(section.alciatore_decay, "s/m", 0.0, 100.0, "alciatore: c of a + b exp(-c v)"),      \
      NUMBER(section.coulomb_speed, "m/s", 1e-9, 1.0, "coulomb_regularised: half friction near")

const NumberField<Physics> kNumbers[] = {
    NUMBER(gravity, "m/s^2", 0.01, 100.0, "acceleration of free fall"),
    NUMBER(ball.mass, "kg", 1e-3, 10.0, "mass of every ball"),
    NUMBER(ball.radius, "m", 1e-3, 0.5, "radius of every ball"),
    NUMBER(ball.young_modulus, "Pa", 1e6, 1e12, "stiffness; stiffer: shorter contacts"),
    NUMBER(ball.poisson_ratio, "-", 0.0, 0.5, "lateral contraction"),
    NUMBER(cloth.friction, "-", 0.0, 2.0, "sliding friction; higher: rolls sooner"),
    NUMBER(cloth.contact_radius, "m", 1e-9, 0.1,
           "of the contact disc, at most half of ball.radius; larger: spin dies faster"),
    NUMBER(cloth.rolling, "-", 0.0, 1.0, "pressure shift d; higher: rolls shorter"),
    NUMBER(cloth.epsilon_slip, "1/s", 1e-9, 100.0, "friction softens below this slip"),
    NUMBER(cloth.epsilon_roll, "1/s", 1e-9, 100.0, "rolling resistance softens below this speed"),
    NUMBER(cloth.young_modulus, "Pa", 1e4, 1e12, "stiffness of the cloth"),
    NUMBER(cloth.poisson_ratio, "-", 0.0, 0.5, "lateral contraction"),
    NUMBER(cloth.restitution, "-", 0.01, 1.0, "of a ball dropped on the cloth"),
    NUMBER(cloth.impact_speed_floor, "m/s", 1e-9, 1.0,
           "smallest impact speed the laws that divide by it see"),
    CONTACT(ball_ball),
    CONTACT(ball_cushion),
    // The file keeps the rubber in the section of its contact.
    {"ball_cushion.young_modulus", "Pa", 1e4, 1e12, "stiffness of the rubber",
     [](Physics& p) -> double& { return p.cushion.young_modulus; }},
    {"ball_cushion.poisson_ratio", "-", 0.0, 0.5, "lateral contraction of the rubber",
     [](Physics& p) -> double& { return p.cushion.poisson_ratio; }},
    NUMBER(cue.mass, "kg", 0.01, 10.0, "mass of the cue"),
    NUMBER(cue.end_mass, "kg", 0.0, 1.0, "mass that moves sideways; more: more squirt"),
    NUMBER(cue.tip_restitution, "-", 0.0, 1.0, "speed after over before, between tip and ball"),
    NUMBER(cue.tip_friction, "-", 0.0, 2.0, "decides the miscue limit"),
    NUMBER(steps.free, "s", 1e-7, 2e-3, "base step of free motion; longer ones would go astray"),
    NUMBER(steps.contact, "s", 1e-9, 1e-3, "step of ball-ball contacts"),
};

const ChoiceField<Physics> kChoices[] = {
    CHOICE(cloth.law, ClothLaw, kClothLaws, "friction between ball and cloth"),
    CHOICE(cloth.contact, ClothContact, kClothContacts, "how the cloth carries a ball"),
    CHOICE(cloth.normal_law, NormalLaw, kNormalLaws, "normal force when a ball lands"),
    CHOICE(ball_ball.law, NormalLaw, kNormalLaws, "normal force between balls"),
    CHOICE(ball_ball.friction_law, FrictionLaw, kFrictionLaws, "friction between balls"),
    CHOICE(ball_cushion.law, NormalLaw, kNormalLaws, "normal force of a cushion"),
    CHOICE(ball_cushion.friction_law, FrictionLaw, kFrictionLaws, "friction of a cushion"),
};

#undef CONTACT
#undef CHOICE
#undef NUMBER

}  // namespace

std::span<const NumberField<Physics>> physics_numbers() noexcept { return kNumbers; }
std::span<const ChoiceField<Physics>> physics_choices() noexcept { return kChoices; }

}  // namespace billiard
