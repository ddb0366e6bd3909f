// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <vector>

#include "billiard_engine/physics.hpp"

namespace billiard {

/// The numbers of a physics that recorded shots can tell, as logarithms: friction, contact radius
/// and rolling of the cloth, restitution and friction of ball and ball and of ball and cushion.
/// (Alciatore's friction law has two, its offset and its scale.)
class AdjustablePhysics {
 public:
  using Values = Eigen::VectorXd;

  explicit AdjustablePhysics(const Physics& first);

  [[nodiscard]] Eigen::Index size() const { return first_values_.size(); }
  [[nodiscard]] const char* name(Eigen::Index i) const;
  [[nodiscard]] const Values& first_values() const { return first_values_; }

  /// Cuts values to the ranges that physics files allow.
  [[nodiscard]] Values limited(const Values& values) const;

  [[nodiscard]] Physics physics(const Values& values) const;

  /// The changes that derivatives are taken over: downwards at the top of a range.
  [[nodiscard]] Values nudges(const Values& values) const;

  /// The physics itself, then with one value after the other moved by its nudge.
  [[nodiscard]] std::vector<Physics> nudged(const Values& values) const;

 private:
  struct Number {
    const char* field = "";
    double nudge = 0.0;  ///< of the logarithm
    double min = 0.0;    ///< of the value
    double max = 0.0;
    double& (*member)(Physics&) = nullptr;
  };
  static Number number(const char* field, double nudge);
  [[nodiscard]] const Number& at(Eigen::Index i) const {
    return numbers_[static_cast<std::size_t>(i)];
  }

  Physics first_;
  std::vector<Number> numbers_;
  Values first_values_;
};

}  // namespace billiard
