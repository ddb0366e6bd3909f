// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rosidl_typesupport_introspection_cpp/message_type_support_decl.hpp>

#include "rclcpp/serialized_message.hpp"

namespace rclcpp {

/// Serialises any message of one type. Throws exceptions::RCLError for bytes that are not one.
class SerializationBase {
 public:
  explicit SerializationBase(const rosidl_message_type_support_t* type_support)
      : type_support_(type_support) {}
  virtual ~SerializationBase() = default;
  void serialize_message(const void* message, SerializedMessage* serialized) const;
  void deserialize_message(const SerializedMessage* serialized, void* message) const;

 private:
  const rosidl_message_type_support_t* type_support_;
};

template <typename MessageT>
class Serialization : public SerializationBase {
 public:
  Serialization()
      : SerializationBase(
            rosidl_typesupport_introspection_cpp::get_message_type_support_handle<MessageT>()) {}
};

}  // namespace rclcpp
