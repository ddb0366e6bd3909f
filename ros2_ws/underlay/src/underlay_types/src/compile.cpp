// SPDX-License-Identifier: Apache-2.0
#include <stdexcept>
#include <string>

#include "plan_step.hpp"
#include "rosidl_typesupport_introspection_cpp/field_types.hpp"

namespace underlay {
namespace {

namespace field = rosidl_typesupport_introspection_cpp;

/// Size of a primitive that is the same in memory and on the wire, 0 for all other types [bytes].
std::size_t primitive_size(std::uint8_t type_id) {
  switch (type_id) {
    case field::ROS_TYPE_CHAR:
    case field::ROS_TYPE_OCTET:
    case field::ROS_TYPE_UINT8:
    case field::ROS_TYPE_INT8:
      return 1;
    case field::ROS_TYPE_UINT16:
    case field::ROS_TYPE_INT16:
      return 2;
    case field::ROS_TYPE_FLOAT:
    case field::ROS_TYPE_UINT32:
    case field::ROS_TYPE_INT32:
      return 4;
    case field::ROS_TYPE_DOUBLE:
    case field::ROS_TYPE_UINT64:
    case field::ROS_TYPE_INT64:
      return 8;
    default:
      return 0;
  }
}

const MessageMembers& nested_members(const MessageMember& member) {
  return *static_cast<const MessageMembers*>(member.members_->data);
}

/// The steps of one element of a field, as if it stood at offset 0.
std::vector<PlanStep> element_steps(const MessageMember& member) {
  PlanStep step;
  step.member = &member;
  if (const std::size_t size = primitive_size(member.type_id_); size != 0) {
    step.size = step.stride = step.alignment = step.minimum = size;
    return {step};
  }
  step.bound = member.string_upper_bound_ == 0 ? SIZE_MAX : member.string_upper_bound_;
  switch (member.type_id_) {
    case field::ROS_TYPE_BOOLEAN:
      step.kind = StepKind::kBool;
      step.size = step.stride = 1;
      return {step};
    case field::ROS_TYPE_STRING:
      step.kind = StepKind::kString;
      step.stride = sizeof(std::string);
      step.minimum = step.alignment = 4;
      return {step};
    case field::ROS_TYPE_WSTRING:
      step.kind = StepKind::kWideString;
      step.stride = sizeof(std::u16string);
      step.minimum = step.alignment = 4;
      return {step};
    case field::ROS_TYPE_MESSAGE:
      return compile_steps(nested_members(member));
    default:
      throw std::invalid_argument(std::string("field '") + member.name_ + "' has type id " +
                                  std::to_string(member.type_id_) +
                                  ", which CDR does not carry here (long double, wchar)");
  }
}

std::size_t memory_size(const MessageMember& member, const std::vector<PlanStep>& element) {
  return member.type_id_ == field::ROS_TYPE_MESSAGE ? nested_members(member).size_of_
                                                    : element.front().stride;
}

/// One element is a block of `size` equal primitives without padding: an array of it is one too.
bool is_one_block(const std::vector<PlanStep>& element, std::size_t size) {
  return element.size() == 1 && element[0].kind == StepKind::kCopy && element[0].offset == 0 &&
         element[0].size == size;
}

PlanStep sequence_step(const MessageMember& member, std::vector<PlanStep> element) {
  PlanStep step;
  step.member = &member;
  step.stride = memory_size(member, element);
  step.minimum = minimum_wire_size(element);
  step.alignment = element.front().alignment;
  step.type_id = member.type_id_;
  step.bound = member.is_upper_bound_ ? member.array_size_ : SIZE_MAX;
  if (member.type_id_ == field::ROS_TYPE_BOOLEAN) {
    step.kind = StepKind::kBoolSequence;
  } else if (is_one_block(element, step.stride)) {
    step.kind = StepKind::kCopySequence;
  } else {
    step.kind = StepKind::kEachOfSequence;
    step.element = std::move(element);
  }
  return step;
}

PlanStep array_step(const MessageMember& member, std::vector<PlanStep> element) {
  const std::size_t stride = memory_size(member, element);
  PlanStep step = element.front();
  if (step.kind == StepKind::kBool && element.size() == 1 && stride == 1) {
    step.size = member.array_size_;
    return step;
  }
  if (is_one_block(element, stride)) {
    step.size *= member.array_size_;
    return step;
  }
  step = PlanStep{};
  step.kind = StepKind::kEachOfArray;
  step.member = &member;
  step.size = member.array_size_;
  step.stride = stride;
  step.minimum = minimum_wire_size(element);
  step.element = std::move(element);
  return step;
}

/// Adds a step, or makes the last one longer when both copy adjoining blocks of equal primitives.
void append(std::vector<PlanStep>& steps, PlanStep step) {
  if (!steps.empty() && step.kind == StepKind::kCopy) {
    PlanStep& last = steps.back();
    if (last.kind == StepKind::kCopy && last.alignment == step.alignment &&
        last.offset + last.size == step.offset) {
      last.size += step.size;
      return;
    }
  }
  steps.push_back(std::move(step));
}

}  // namespace

std::vector<PlanStep> compile_steps(const MessageMembers& members) {
  std::vector<PlanStep> steps;
  for (std::uint32_t i = 0; i < members.member_count_; ++i) {
    const MessageMember& member = members.members_[i];
    std::vector<PlanStep> element = element_steps(member);
    if (member.is_array_) {
      const bool fixed = member.array_size_ != 0 && !member.is_upper_bound_;
      element = {fixed ? array_step(member, std::move(element))
                       : sequence_step(member, std::move(element))};
    }
    for (PlanStep& step : element) {
      step.offset += member.offset_;
      append(steps, std::move(step));
    }
  }
  return steps;
}

std::size_t minimum_wire_size(const std::vector<PlanStep>& steps) {
  std::size_t total = 0;
  for (const PlanStep& step : steps) {
    switch (step.kind) {
      case StepKind::kCopy:
      case StepKind::kBool:
        total += step.size;
        break;
      case StepKind::kEachOfArray:
        total += step.size * step.minimum;
        break;
      default:
        total += 4;  // the length alone
    }
  }
  return total;
}

}  // namespace underlay
