// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "underlay_types/plan.hpp"

namespace underlay {

/// What a step of a plan does with its part of the message.
enum class StepKind : std::uint8_t {
  kCopy,            ///< bytes that look the same in memory and on the wire
  kBool,            ///< one or more bools, checked when read
  kString,          ///< std::string
  kWideString,      ///< std::u16string, 4 bytes a character on the wire
  kCopySequence,    ///< std::vector of elements that can be copied
  kBoolSequence,    ///< std::vector<bool>, only reachable through fetch and assign
  kEachOfSequence,  ///< any other std::vector: the element's own steps, for each
  kEachOfArray,     ///< the same for std::array
};

struct PlanStep {
  StepKind kind{StepKind::kCopy};
  std::size_t offset{0};        ///< of the field in the enclosing struct [bytes]
  std::size_t alignment{1};     ///< of the first element on the wire [bytes]
  std::size_t size{0};          ///< kCopy: bytes; kBool, kEachOfArray: elements
  std::size_t stride{0};        ///< of an element in memory [bytes]
  std::size_t bound{SIZE_MAX};  ///< greatest number of elements or characters
  std::size_t minimum{1};       ///< fewest bytes an element takes on the wire
  std::uint8_t type_id{0};      ///< of the elements of a kCopySequence
  const MessageMember* member{nullptr};
  std::vector<PlanStep> element;  ///< of the kEach... kinds
};

/// Compiles the fields of a type. Throws std::invalid_argument for types CDR cannot carry here.
[[nodiscard]] std::vector<PlanStep> compile_steps(const MessageMembers& members);

/// Fewest bytes these steps take on the wire, without padding.
[[nodiscard]] std::size_t minimum_wire_size(const std::vector<PlanStep>& steps);

[[nodiscard]] constexpr std::size_t align_up(std::size_t position, std::size_t alignment) {
  return (position + alignment - 1) & ~(alignment - 1);
}

}  // namespace underlay
