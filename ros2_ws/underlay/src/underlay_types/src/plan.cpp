// SPDX-License-Identifier: Apache-2.0
#include "underlay_types/plan.hpp"

#include <cstring>
#include <map>
#include <mutex>
#include <new>
#include <stdexcept>

#include "cdr_reader.hpp"
#include "cdr_writer.hpp"
#include "plan_step.hpp"
#include "rosidl_typesupport_introspection_cpp/identifier.hpp"

namespace underlay {
namespace {

/// XCDR1, little endian, no options.
constexpr std::uint8_t kHeader[4] = {0x00, 0x01, 0x00, 0x00};

/// "pkg::msg" and "Name" to "pkg/msg/Name".
std::string ros_type_name(const MessageMembers& members) {
  std::string name;
  for (const char* c = members.message_namespace_; *c != '\0'; ++c) {
    if (*c != ':') name += *c;
    if (c[0] == ':' && c[1] == ':') name += '/';
  }
  return name + '/' + members.message_name_;
}

}  // namespace

const char* to_string(DecodeError error) noexcept {
  switch (error) {
    case DecodeError::kNone:
      return "no error";
    case DecodeError::kBadHeader:
      return "the encapsulation header is not little-endian CDR (00 01)";
    case DecodeError::kTruncated:
      return "the data ends before the message does";
    case DecodeError::kBadBool:
      return "a bool is neither 0 nor 1";
    case DecodeError::kBadString:
      return "a string has no terminating zero";
    case DecodeError::kBoundExceeded:
      return "a string or sequence is longer than its bound";
    case DecodeError::kNoMemory:
      return "the message does not fit into memory";
  }
  return "unknown error";
}

Plan::Plan(const MessageMembers& members)
    : members_(members), type_name_(ros_type_name(members)), steps_(compile_steps(members)) {}

Plan::~Plan() = default;

const Plan& Plan::of(const rosidl_message_type_support_t* type_support) {
  if (type_support == nullptr ||
      std::strcmp(type_support->typesupport_identifier,
                  rosidl_typesupport_introspection_cpp::typesupport_identifier) != 0) {
    throw std::invalid_argument("the type support is not rosidl_typesupport_introspection_cpp");
  }
  static std::mutex mutex;
  static std::map<const void*, std::unique_ptr<Plan>> plans;
  const std::lock_guard lock(mutex);
  std::unique_ptr<Plan>& plan = plans[type_support->data];
  if (!plan) {
    plan = std::make_unique<Plan>(*static_cast<const MessageMembers*>(type_support->data));
  }
  return *plan;
}

std::size_t Plan::serialized_size(const void* message) const noexcept {
  return sizeof(kHeader) + size_after(steps_, static_cast<const std::byte*>(message), 0);
}

void Plan::serialize(const void* message, std::span<std::uint8_t> out) const {
  if (out.size() < sizeof(kHeader)) throw std::length_error("no room for the CDR header");
  std::memcpy(out.data(), kHeader, sizeof(kHeader));
  CdrWriter writer{out.subspan(sizeof(kHeader))};
  writer.write(steps_, static_cast<const std::byte*>(message));
}

DecodeError Plan::deserialize(std::span<const std::uint8_t> in, void* message) const {
  // The two option bytes carry padding information only.
  if (in.size() < sizeof(kHeader)) return DecodeError::kTruncated;
  if (in[0] != kHeader[0] || in[1] != kHeader[1]) return DecodeError::kBadHeader;
  CdrReader reader{in.subspan(sizeof(kHeader))};
  try {
    return reader.read(steps_, static_cast<std::byte*>(message));
  } catch (const std::bad_alloc&) {
    return DecodeError::kNoMemory;
  }
}

std::shared_ptr<void> Plan::create_message() const {
  void* memory = ::operator new(members_.size_of_);
  members_.init_function(memory, rosidl_runtime_cpp::MessageInitialization::ALL);
  return {memory, [&members = members_](void* message) {
            members.fini_function(message);
            ::operator delete(message);
          }};
}

}  // namespace underlay
