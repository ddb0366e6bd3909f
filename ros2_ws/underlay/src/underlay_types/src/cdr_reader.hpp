// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "plan_step.hpp"

namespace underlay {

/// Reads CDR from a buffer nobody vouches for. Every length is checked against the bytes that are
/// left before memory is taken for it.
class CdrReader {
 public:
  explicit CdrReader(std::span<const std::uint8_t> in) : in_(in) {}

  [[nodiscard]] DecodeError read(const std::vector<PlanStep>& steps, std::byte* base);

 private:
  [[nodiscard]] DecodeError read_step(const PlanStep& step, std::byte* field);
  [[nodiscard]] DecodeError read_bools(const PlanStep& step, std::byte* field);
  [[nodiscard]] DecodeError read_string(const PlanStep& step, std::byte* field);
  [[nodiscard]] DecodeError read_wide_string(const PlanStep& step, std::byte* field);
  [[nodiscard]] DecodeError read_sequence(const PlanStep& step, std::byte* field);
  [[nodiscard]] DecodeError read_bool_sequence(const PlanStep& step, std::byte* field,
                                               std::size_t count);
  [[nodiscard]] DecodeError read_copies(const PlanStep& step, std::byte* field, std::size_t count);

  /// The next `size` bytes after alignment, or null if there are fewer.
  [[nodiscard]] const std::uint8_t* take(std::size_t size, std::size_t alignment);
  [[nodiscard]] bool read_count(std::uint32_t& count);

  std::span<const std::uint8_t> in_;
  std::size_t position_{0};
};

}  // namespace underlay
