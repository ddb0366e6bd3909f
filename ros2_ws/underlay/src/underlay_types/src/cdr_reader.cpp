// SPDX-License-Identifier: Apache-2.0
#include "cdr_reader.hpp"

#include <cstring>
#include <string>

#include "rosidl_typesupport_introspection_cpp/field_types.hpp"

namespace underlay {
namespace {

/// Fills an unbounded byte vector in one pass; resize() followed by memcpy would write it twice.
void assign_bytes(std::byte* field, const std::uint8_t* data, std::size_t count) {
  reinterpret_cast<std::vector<std::uint8_t>*>(field)->assign(data, data + count);
}

}  // namespace

DecodeError CdrReader::read(const std::vector<PlanStep>& steps, std::byte* base) {
  for (const PlanStep& step : steps) {
    if (const DecodeError error = read_step(step, base + step.offset);
        error != DecodeError::kNone) {
      return error;
    }
  }
  return DecodeError::kNone;
}

DecodeError CdrReader::read_step(const PlanStep& step, std::byte* field) {
  switch (step.kind) {
    case StepKind::kCopy: {
      const std::uint8_t* data = take(step.size, step.alignment);
      if (data == nullptr) return DecodeError::kTruncated;
      std::memcpy(field, data, step.size);
      return DecodeError::kNone;
    }
    case StepKind::kBool:
      return read_bools(step, field);
    case StepKind::kString:
      return read_string(step, field);
    case StepKind::kWideString:
      return read_wide_string(step, field);
    case StepKind::kEachOfArray:
      for (std::size_t i = 0; i < step.size; ++i) {
        const DecodeError error = read(step.element, field + i * step.stride);
        if (error != DecodeError::kNone) return error;
      }
      return DecodeError::kNone;
    default:
      return read_sequence(step, field);
  }
}

DecodeError CdrReader::read_bools(const PlanStep& step, std::byte* field) {
  const std::uint8_t* data = take(step.size, 1);
  if (data == nullptr) return DecodeError::kTruncated;
  for (std::size_t i = 0; i < step.size; ++i) {
    if (data[i] > 1) return DecodeError::kBadBool;
  }
  std::memcpy(field, data, step.size);
  return DecodeError::kNone;
}

DecodeError CdrReader::read_string(const PlanStep& step, std::byte* field) {
  auto& text = *reinterpret_cast<std::string*>(field);
  std::uint32_t length = 0;
  if (!read_count(length)) return DecodeError::kTruncated;
  if (length == 0) {  // some writers send empty strings without the terminating zero
    text.clear();
    return DecodeError::kNone;
  }
  const std::uint8_t* data = take(length, 1);
  if (data == nullptr) return DecodeError::kTruncated;
  if (data[length - 1] != 0) return DecodeError::kBadString;
  if (length - 1 > step.bound) return DecodeError::kBoundExceeded;
  text.assign(reinterpret_cast<const char*>(data), length - 1);
  return DecodeError::kNone;
}

DecodeError CdrReader::read_wide_string(const PlanStep& step, std::byte* field) {
  auto& text = *reinterpret_cast<std::u16string*>(field);
  std::uint32_t length = 0;
  if (!read_count(length)) return DecodeError::kTruncated;
  const std::uint8_t* data = take(std::size_t{4} * length, 4);
  if (data == nullptr) return DecodeError::kTruncated;
  if (length > step.bound) return DecodeError::kBoundExceeded;
  text.resize(length);
  for (std::size_t i = 0; i < length; ++i) {
    std::uint32_t wide = 0;
    std::memcpy(&wide, data + 4 * i, 4);
    text[i] = static_cast<char16_t>(wide);
  }
  return DecodeError::kNone;
}

DecodeError CdrReader::read_sequence(const PlanStep& step, std::byte* field) {
  std::uint32_t count = 0;
  if (!read_count(count)) return DecodeError::kTruncated;
  if (count > (in_.size() - position_) / step.minimum) return DecodeError::kTruncated;
  if (count > step.bound) return DecodeError::kBoundExceeded;
  if (step.kind == StepKind::kBoolSequence) return read_bool_sequence(step, field, count);
  if (step.kind == StepKind::kCopySequence) return read_copies(step, field, count);
  step.member->resize_function(field, count);
  if (count == 0) return DecodeError::kNone;
  auto* first = static_cast<std::byte*>(step.member->get_function(field, 0));
  for (std::size_t i = 0; i < count; ++i) {
    const DecodeError error = read(step.element, first + i * step.stride);
    if (error != DecodeError::kNone) return error;
  }
  return DecodeError::kNone;
}

DecodeError CdrReader::read_bool_sequence(const PlanStep& step, std::byte* field,
                                          std::size_t count) {
  const std::uint8_t* data = take(count, 1);
  if (data == nullptr) return DecodeError::kTruncated;
  step.member->resize_function(field, count);
  for (std::size_t i = 0; i < count; ++i) {
    if (data[i] > 1) return DecodeError::kBadBool;
    const bool value = data[i] == 1;
    step.member->assign_function(field, i, &value);
  }
  return DecodeError::kNone;
}

DecodeError CdrReader::read_copies(const PlanStep& step, std::byte* field, std::size_t count) {
  namespace type = rosidl_typesupport_introspection_cpp;
  if (count == 0) {
    step.member->resize_function(field, 0);
    return DecodeError::kNone;
  }
  const std::uint8_t* data = take(count * step.stride, step.alignment);
  if (data == nullptr) return DecodeError::kTruncated;
  // Images are uint8[]: the case that is worth avoiding the second write.
  if (step.type_id == type::ROS_TYPE_UINT8 && step.bound == SIZE_MAX) {
    assign_bytes(field, data, count);
    return DecodeError::kNone;
  }
  step.member->resize_function(field, count);
  std::memcpy(step.member->get_function(field, 0), data, count * step.stride);
  return DecodeError::kNone;
}

const std::uint8_t* CdrReader::take(std::size_t size, std::size_t alignment) {
  const std::size_t start = align_up(position_, alignment);
  if (start > in_.size() || size > in_.size() - start) return nullptr;
  position_ = start + size;
  return in_.data() + start;
}

bool CdrReader::read_count(std::uint32_t& count) {
  const std::uint8_t* data = take(4, 4);
  if (data == nullptr) return false;
  std::memcpy(&count, data, 4);
  return true;
}

}  // namespace underlay
