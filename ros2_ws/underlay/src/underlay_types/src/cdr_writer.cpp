// SPDX-License-Identifier: Apache-2.0
#include "cdr_writer.hpp"

#include <cstring>
#include <stdexcept>
#include <string>

namespace underlay {
namespace {

std::size_t sequence_size_after(const PlanStep& step, const std::byte* field,
                                std::size_t position) noexcept {
  position = align_up(position, 4) + 4;
  const std::size_t count = step.member->size_function(field);
  if (count == 0) return position;
  if (step.kind == StepKind::kBoolSequence) return position + count;
  if (step.kind == StepKind::kCopySequence) {
    return align_up(position, step.alignment) + count * step.stride;
  }
  const auto* first = static_cast<const std::byte*>(step.member->get_const_function(field, 0));
  for (std::size_t i = 0; i < count; ++i) {
    position = size_after(step.element, first + i * step.stride, position);
  }
  return position;
}

std::size_t step_size_after(const PlanStep& step, const std::byte* field,
                            std::size_t position) noexcept {
  switch (step.kind) {
    case StepKind::kCopy:
      return align_up(position, step.alignment) + step.size;
    case StepKind::kBool:
      return position + step.size;
    case StepKind::kString:
      return align_up(position, 4) + 5 + reinterpret_cast<const std::string*>(field)->size();
    case StepKind::kWideString:
      return align_up(position, 4) + 4 + 4 * reinterpret_cast<const std::u16string*>(field)->size();
    case StepKind::kEachOfArray:
      for (std::size_t i = 0; i < step.size; ++i) {
        position = size_after(step.element, field + i * step.stride, position);
      }
      return position;
    default:
      return sequence_size_after(step, field, position);
  }
}

}  // namespace

std::size_t size_after(const std::vector<PlanStep>& steps, const std::byte* base,
                       std::size_t position) noexcept {
  for (const PlanStep& step : steps) {
    position = step_size_after(step, base + step.offset, position);
  }
  return position;
}

void CdrWriter::write(const std::vector<PlanStep>& steps, const std::byte* base) {
  for (const PlanStep& step : steps) write_step(step, base + step.offset);
}

void CdrWriter::write_step(const PlanStep& step, const std::byte* field) {
  switch (step.kind) {
    case StepKind::kCopy:
    case StepKind::kBool:
      write_block(field, step.size, step.alignment);
      return;
    case StepKind::kString: {
      const auto& text = *reinterpret_cast<const std::string*>(field);
      write_count(text.size() + 1, step.bound == SIZE_MAX ? SIZE_MAX : step.bound + 1,
                  *step.member);
      write_block(text.c_str(), text.size() + 1, 1);
      return;
    }
    case StepKind::kWideString:
      write_wide_string(step, field);
      return;
    case StepKind::kEachOfArray:
      for (std::size_t i = 0; i < step.size; ++i) write(step.element, field + i * step.stride);
      return;
    default:
      write_sequence(step, field);
  }
}

void CdrWriter::write_sequence(const PlanStep& step, const std::byte* field) {
  const std::size_t count = step.member->size_function(field);
  write_count(count, step.bound, *step.member);
  if (count == 0) return;
  if (step.kind == StepKind::kBoolSequence) {
    for (std::size_t i = 0; i < count; ++i) {
      bool value = false;
      step.member->fetch_function(field, i, &value);
      write_block(&value, 1, 1);
    }
    return;
  }
  const auto* first = static_cast<const std::byte*>(step.member->get_const_function(field, 0));
  if (step.kind == StepKind::kCopySequence) {
    write_block(first, count * step.stride, step.alignment);
    return;
  }
  for (std::size_t i = 0; i < count; ++i) write(step.element, first + i * step.stride);
}

void CdrWriter::write_wide_string(const PlanStep& step, const std::byte* field) {
  const auto& text = *reinterpret_cast<const std::u16string*>(field);
  write_count(text.size(), step.bound, *step.member);
  for (const char16_t character : text) {
    const std::uint32_t wide = character;
    write_block(&wide, 4, 4);
  }
}

void CdrWriter::write_count(std::size_t count, std::size_t bound, const MessageMember& member) {
  if (count > bound || count > UINT32_MAX) {
    throw std::length_error(std::string("field '") + member.name_ + "' has " +
                            std::to_string(count) + " elements, allowed are " +
                            std::to_string(bound));
  }
  const auto length = static_cast<std::uint32_t>(count);
  write_block(&length, 4, 4);
}

void CdrWriter::write_block(const void* data, std::size_t size, std::size_t alignment) {
  const std::size_t start = align_up(position_, alignment);
  if (start > out_.size() || size > out_.size() - start) {
    throw std::length_error("the buffer is too small for the message");
  }
  std::memset(out_.data() + position_, 0, start - position_);
  std::memcpy(out_.data() + start, data, size);
  position_ = start + size;
}

}  // namespace underlay
