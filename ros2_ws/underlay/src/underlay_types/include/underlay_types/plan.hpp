// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "rosidl_runtime_c/message_type_support_struct.h"
#include "rosidl_typesupport_introspection_cpp/message_introspection.hpp"

namespace underlay {

using MessageMembers = rosidl_typesupport_introspection_cpp::MessageMembers;
using MessageMember = rosidl_typesupport_introspection_cpp::MessageMember;

/// Why a buffer was refused.
enum class DecodeError : std::uint8_t {
  kNone,
  kBadHeader,      ///< not a little-endian XCDR1 encapsulation header
  kTruncated,      ///< the buffer ends before the message does, or a length says so
  kBadBool,        ///< a bool that is neither 0 nor 1
  kBadString,      ///< a string without its terminating zero
  kBoundExceeded,  ///< longer than the interface allows
  kNoMemory,       ///< the message does not fit into memory
};

[[nodiscard]] const char* to_string(DecodeError error) noexcept;

struct PlanStep;

/// How one message type is written as CDR (XCDR1, little endian) and read back; compiled once from
/// the type's introspection data. Read-only after construction, so any thread may use it.
class Plan {
 public:
  /// Throws std::invalid_argument for a type CDR cannot carry here (long double, wchar).
  explicit Plan(const MessageMembers& members);
  ~Plan();
  Plan(const Plan&) = delete;
  Plan& operator=(const Plan&) = delete;

  /// The plan of a type; lives as long as the process. Throws std::invalid_argument if the handle
  /// is not C++ introspection.
  [[nodiscard]] static const Plan& of(const rosidl_message_type_support_t* type_support);

  [[nodiscard]] const MessageMembers& members() const noexcept { return members_; }

  /// "pkg/msg/Name"
  [[nodiscard]] const std::string& type_name() const noexcept { return type_name_; }

  /// Bytes that serialize() will write, the 4-byte header included.
  [[nodiscard]] std::size_t serialized_size(const void* message) const noexcept;

  /// Writes the message. `out` must have serialized_size() bytes.
  /// Throws std::length_error when a bounded string or sequence is too long.
  void serialize(const void* message, std::span<std::uint8_t> out) const;

  /// Reads the message; whatever the buffer holds, memory stays within a small multiple of it.
  /// After an error the message is valid but holds part of the buffer.
  [[nodiscard]] DecodeError deserialize(std::span<const std::uint8_t> in, void* message) const;

  /// A new, initialised message of this type.
  [[nodiscard]] std::shared_ptr<void> create_message() const;

 private:
  const MessageMembers& members_;
  std::string type_name_;
  std::vector<PlanStep> steps_;
};

}  // namespace underlay
