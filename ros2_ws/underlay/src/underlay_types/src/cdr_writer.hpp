// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "plan_step.hpp"

namespace underlay {

/// Position on the wire after writing the steps, when they start at `position`.
[[nodiscard]] std::size_t size_after(const std::vector<PlanStep>& steps, const std::byte* base,
                                     std::size_t position) noexcept;

/// Writes CDR into a buffer; positions count from its start. Padding is zero.
class CdrWriter {
 public:
  explicit CdrWriter(std::span<std::uint8_t> out) : out_(out) {}

  /// Throws std::length_error when a bound is exceeded or the buffer is too small.
  void write(const std::vector<PlanStep>& steps, const std::byte* base);

 private:
  void write_step(const PlanStep& step, const std::byte* field);
  void write_sequence(const PlanStep& step, const std::byte* field);
  void write_wide_string(const PlanStep& step, const std::byte* field);
  void write_block(const void* data, std::size_t size, std::size_t alignment);
  void write_count(std::size_t count, std::size_t bound, const MessageMember& member);

  std::span<std::uint8_t> out_;
  std::size_t position_{0};
};

}  // namespace underlay
