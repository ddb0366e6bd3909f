// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>

#include "billiard_engine/physics.hpp"
#include "billiard_engine/table.hpp"

namespace billiard {

/// One number of a settings struct: the single place that knows its name in files, unit, allowed
/// range and meaning. Validation, file reading, messages and help all use this table.
template <typename Settings>
struct NumberField {
  const char* name;     ///< as in files, "cloth.friction"
  const char* unit;     ///< "m", "-" for none
  double min;           ///< smallest allowed value
  double max;           ///< largest allowed value
  const char* meaning;  ///< one line for help texts
  double& (*member)(Settings&);
};

/// One choice among names.
template <typename Settings>
struct ChoiceField {
  const char* name;
  std::span<const char* const> allowed;
  const char* meaning;
  /// Selects allowed[index].
  void (*set)(Settings&, int index);
  /// Index of the current value in `allowed`.
  int (*get)(const Settings&);
};

[[nodiscard]] std::span<const NumberField<Physics>> physics_numbers() noexcept;
[[nodiscard]] std::span<const ChoiceField<Physics>> physics_choices() noexcept;
[[nodiscard]] std::span<const NumberField<TableSpec>> table_numbers() noexcept;
[[nodiscard]] std::span<const ChoiceField<TableSpec>> table_choices() noexcept;

/// A value that is not allowed.
struct FieldError {
  const char* field = "";
  double value = 0.0;
  double min = 0.0;
  double max = 0.0;
  const char* unit = "-";
  const char* reason = nullptr;  ///< where the range comes from when another field decides it
};

/// First value out of range or not finite, or fields that do not fit together.
[[nodiscard]] std::optional<FieldError> find_error(const Physics& physics) noexcept;
/// As above; `ball_radius` [m] decides what is possible.
[[nodiscard]] std::optional<FieldError> find_error(const TableSpec& spec,
                                                   double ball_radius) noexcept;

/// Finite and in the closed range.
[[nodiscard]] bool is_within(double value, double min, double max) noexcept;

/// "cloth.friction is -0.1; allowed: 0 to 2 [-]"
[[nodiscard]] std::string message(const FieldError& error);

}  // namespace billiard
