// SPDX-License-Identifier: Apache-2.0
#include "underlay_types/type_hash.hpp"

#include <map>
#include <stdexcept>

#include "rosidl_typesupport_introspection_cpp/field_types.hpp"

// The hash is taken over a JSON text with fixed spacing, so the text is built by hand.
namespace underlay {
namespace {

namespace field = rosidl_typesupport_introspection_cpp;

// Offsets of type_description_interfaces/msg/FieldType.
constexpr int kArrayOffset = 48;
constexpr int kBoundedSequenceOffset = 96;
constexpr int kUnboundedSequenceOffset = 144;
constexpr int kNestedType = 1;
constexpr int kBoundedStringOffset = 4;  // BOUNDED_STRING - STRING, and the same for wide strings

int scalar_type_id(std::uint8_t introspection_id) {
  switch (introspection_id) {
    case field::ROS_TYPE_MESSAGE:
      return kNestedType;
    case field::ROS_TYPE_INT8:
      return 2;
    case field::ROS_TYPE_UINT8:
    case field::ROS_TYPE_CHAR:
      return 3;
    case field::ROS_TYPE_INT16:
      return 4;
    case field::ROS_TYPE_UINT16:
      return 5;
    case field::ROS_TYPE_INT32:
      return 6;
    case field::ROS_TYPE_UINT32:
      return 7;
    case field::ROS_TYPE_INT64:
      return 8;
    case field::ROS_TYPE_UINT64:
      return 9;
    case field::ROS_TYPE_FLOAT:
      return 10;
    case field::ROS_TYPE_DOUBLE:
      return 11;
    case field::ROS_TYPE_BOOLEAN:
      return 15;
    case field::ROS_TYPE_OCTET:
      return 16;
    case field::ROS_TYPE_STRING:
      return 17;
    case field::ROS_TYPE_WSTRING:
      return 18;
    default:
      throw std::invalid_argument("no type description for introspection type " +
                                  std::to_string(introspection_id));
  }
}

struct FieldText {
  std::string name;
  int type_id{0};
  std::size_t capacity{0};
  std::size_t string_capacity{0};
  std::string nested;
};

std::string to_json(const FieldText& text) {
  return "{\"name\": \"" + text.name +
         "\", \"type\": {\"type_id\": " + std::to_string(text.type_id) +
         ", \"capacity\": " + std::to_string(text.capacity) +
         ", \"string_capacity\": " + std::to_string(text.string_capacity) +
         ", \"nested_type_name\": \"" + text.nested + "\"}}";
}

std::string to_json(const std::string& type_name, const std::vector<FieldText>& fields) {
  std::string json = "{\"type_name\": \"" + type_name + "\", \"fields\": [";
  for (std::size_t i = 0; i < fields.size(); ++i) json += (i ? ", " : "") + to_json(fields[i]);
  return json + "]}";
}

FieldText describe(const MessageMember& member) {
  FieldText text;
  text.name = member.name_;
  text.type_id = scalar_type_id(member.type_id_);
  text.string_capacity = member.string_upper_bound_;
  if (text.string_capacity != 0) text.type_id += kBoundedStringOffset;
  if (member.type_id_ == field::ROS_TYPE_MESSAGE) {
    text.nested = Plan::of(member.members_).type_name();
  }
  if (!member.is_array_) return text;
  text.capacity = member.array_size_;
  if (member.is_upper_bound_) {
    text.type_id += kBoundedSequenceOffset;
  } else {
    text.type_id += member.array_size_ != 0 ? kArrayOffset : kUnboundedSequenceOffset;
  }
  return text;
}

/// Descriptions by type name, in the order the hash wants them: sorted.
using Descriptions = std::map<std::string, std::string>;

std::string describe(const MessageMembers& message, Descriptions& referenced) {
  std::vector<FieldText> fields;
  for (std::uint32_t i = 0; i < message.member_count_; ++i) {
    const MessageMember& member = message.members_[i];
    fields.push_back(describe(member));
    if (member.type_id_ == field::ROS_TYPE_MESSAGE) {
      const auto& nested = *static_cast<const MessageMembers*>(member.members_->data);
      const std::string text = describe(nested, referenced);
      referenced[fields.back().nested] = text;
    }
  }
  return to_json(Plan(message).type_name(), fields);
}

std::string hash_of(const std::string& description, const Descriptions& referenced) {
  std::string json =
      "{\"type_description\": " + description + ", \"referenced_type_descriptions\": [";
  bool first = true;
  for (const auto& [name, text] : referenced) {
    json += (first ? "" : ", ") + text;
    first = false;
  }
  return "RIHS01_" + sha256_hex(json + "]}");
}

/// service_msgs is not part of the underlay; its one type is part of every service's hash.
void add_service_event_info(Descriptions& referenced) {
  const std::string time = "builtin_interfaces/msg/Time";
  const std::string info = "service_msgs/msg/ServiceEventInfo";
  referenced[time] = to_json(time, {{"sec", 6, 0, 0, ""}, {"nanosec", 7, 0, 0, ""}});
  referenced[info] = to_json(info, {{"event_type", 3, 0, 0, ""},
                                    {"stamp", kNestedType, 0, 0, time},
                                    {"client_gid", 3 + kArrayOffset, 16, 0, ""},
                                    {"sequence_number", 8, 0, 0, ""}});
}

}  // namespace

std::string type_hash(const MessageMembers& message) {
  Descriptions referenced;
  const std::string description = describe(message, referenced);
  return hash_of(description, referenced);
}

std::string service_type_hash(const MessageMembers& request, const MessageMembers& response) {
  Descriptions referenced;
  const std::string request_name = Plan(request).type_name();
  const std::string response_name = Plan(response).type_name();
  const std::string service = request_name.substr(0, request_name.rfind("_Request"));
  referenced[request_name] = describe(request, referenced);
  referenced[response_name] = describe(response, referenced);
  add_service_event_info(referenced);
  const int at_most_one = kNestedType + kBoundedSequenceOffset;
  referenced[service + "_Event"] =
      to_json(service + "_Event", {{"info", kNestedType, 0, 0, "service_msgs/msg/ServiceEventInfo"},
                                   {"request", at_most_one, 1, 0, request_name},
                                   {"response", at_most_one, 1, 0, response_name}});
  const std::string description =
      to_json(service, {{"request_message", kNestedType, 0, 0, request_name},
                        {"response_message", kNestedType, 0, 0, response_name},
                        {"event_message", kNestedType, 0, 0, service + "_Event"}});
  return hash_of(description, referenced);
}

}  // namespace underlay
