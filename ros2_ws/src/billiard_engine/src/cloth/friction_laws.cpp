// SPDX-License-Identifier: Apache-2.0
#include "billiard_engine/cloth_friction.hpp"
#include "cloth/friction_exact.hpp"
#include "cloth/friction_integral.hpp"
#include "cloth/friction_pade.hpp"
#include "cloth/friction_pade_fitted.hpp"

namespace billiard {

template <typename Scalar>
Friction<Scalar> cloth_friction(ClothLaw law, const Slip<Scalar>& slip, Scalar epsilon) noexcept {
  switch (law) {
    case ClothLaw::kPade:
      return pade(slip, epsilon);
    case ClothLaw::kPadeFitted:
      return pade_fitted(slip, epsilon);
    case ClothLaw::kIntegral:
      return integral(slip, epsilon);
    case ClothLaw::kExact:
      break;
  }
  return exact(slip, epsilon);
}

#define BILLIARD_INSTANTIATE(Scalar)                                           \
  template Friction<Scalar> pade(const Slip<Scalar>&, Scalar) noexcept;        \
  template Friction<Scalar> pade_fitted(const Slip<Scalar>&, Scalar) noexcept; \
  template Friction<Scalar> integral(const Slip<Scalar>&, Scalar) noexcept;    \
  template Friction<Scalar> exact(const Slip<Scalar>&, Scalar) noexcept;       \
  template Friction<Scalar> cloth_friction(ClothLaw, const Slip<Scalar>&, Scalar) noexcept;
BILLIARD_INSTANTIATE(float)
BILLIARD_INSTANTIATE(double)
#undef BILLIARD_INSTANTIATE

}  // namespace billiard
