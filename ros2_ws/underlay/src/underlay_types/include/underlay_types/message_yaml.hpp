// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <yaml-cpp/yaml.h>

#include <string>

#include "underlay_types/plan.hpp"

namespace underlay {

/// The message as block YAML, in the order of its fields. Sequences longer than `limit` elements
/// are cut and end in "...".
[[nodiscard]] std::string to_yaml_text(const MessageMembers& type, const void* message,
                                       std::size_t limit = SIZE_MAX);

/// Sets the fields that `yaml` names; the others keep their values. Throws std::invalid_argument
/// naming the field, its value and what is allowed.
void from_yaml(const YAML::Node& yaml, const MessageMembers& type, void* message);

}  // namespace underlay
