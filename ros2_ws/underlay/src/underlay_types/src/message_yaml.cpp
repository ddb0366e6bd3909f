// SPDX-License-Identifier: Apache-2.0
#include "underlay_types/message_yaml.hpp"

#include <cstddef>
#include <limits>
#include <stdexcept>
#include <type_traits>

#include "rosidl_typesupport_introspection_cpp/field_types.hpp"

namespace underlay {
namespace {

namespace field = rosidl_typesupport_introspection_cpp;

const MessageMembers& members_of(const MessageMember& member) {
  return *static_cast<const MessageMembers*>(member.members_->data);
}

/// Calls `visit` with a null pointer of the C++ type that holds one element of the field.
template <typename Visitor>
auto with_type(std::uint8_t type_id, Visitor visit) {
  switch (type_id) {
    case field::ROS_TYPE_FLOAT:
      return visit(static_cast<float*>(nullptr));
    case field::ROS_TYPE_DOUBLE:
      return visit(static_cast<double*>(nullptr));
    case field::ROS_TYPE_BOOLEAN:
      return visit(static_cast<bool*>(nullptr));
    case field::ROS_TYPE_INT8:
      return visit(static_cast<std::int8_t*>(nullptr));
    case field::ROS_TYPE_CHAR:
    case field::ROS_TYPE_OCTET:
    case field::ROS_TYPE_UINT8:
      return visit(static_cast<std::uint8_t*>(nullptr));
    case field::ROS_TYPE_INT16:
      return visit(static_cast<std::int16_t*>(nullptr));
    case field::ROS_TYPE_UINT16:
      return visit(static_cast<std::uint16_t*>(nullptr));
    case field::ROS_TYPE_INT32:
      return visit(static_cast<std::int32_t*>(nullptr));
    case field::ROS_TYPE_UINT32:
      return visit(static_cast<std::uint32_t*>(nullptr));
    case field::ROS_TYPE_INT64:
      return visit(static_cast<std::int64_t*>(nullptr));
    case field::ROS_TYPE_UINT64:
      return visit(static_cast<std::uint64_t*>(nullptr));
    case field::ROS_TYPE_WSTRING:
      return visit(static_cast<std::u16string*>(nullptr));
    default:
      return visit(static_cast<std::string*>(nullptr));
  }
}

/// UTF-8 of the basic plane; enough for the labels wide strings are used for.
std::string narrow(const std::u16string& wide) {
  std::string text;
  for (const char16_t c : wide) {
    if (c < 0x80) {
      text += static_cast<char>(c);
    } else if (c < 0x800) {
      text += static_cast<char>(0xc0 | c >> 6);
      text += static_cast<char>(0x80 | (c & 0x3f));
    } else {
      text += static_cast<char>(0xe0 | c >> 12);
      text += static_cast<char>(0x80 | (c >> 6 & 0x3f));
      text += static_cast<char>(0x80 | (c & 0x3f));
    }
  }
  return text;
}

template <typename T>
void emit(YAML::Emitter& out, const T& value) {
  if constexpr (std::is_same_v<T, std::u16string>) {
    out << narrow(value);
  } else if constexpr (sizeof(T) == 1 && !std::is_same_v<T, bool>) {
    out << static_cast<int>(value);
  } else if constexpr (std::is_same_v<T, std::string>) {
    if (value.empty()) {
      out << YAML::SingleQuoted << value;
    } else {
      out << value;
    }
  } else {
    out << value;
  }
}

void emit_message(YAML::Emitter& out, const MessageMembers& type, const std::byte* message,
                  std::size_t limit);

void emit_element(YAML::Emitter& out, const MessageMember& member, const void* element,
                  std::size_t limit) {
  if (member.type_id_ == field::ROS_TYPE_MESSAGE) {
    emit_message(out, members_of(member), static_cast<const std::byte*>(element), limit);
    return;
  }
  with_type(member.type_id_, [&](auto* null) {
    emit(out, *static_cast<const std::remove_pointer_t<decltype(null)>*>(element));
  });
}

void emit_sequence(YAML::Emitter& out, const MessageMember& member, const void* sequence,
                   std::size_t limit) {
  const std::size_t count = member.size_function(sequence);
  if (count == 0) {
    out << YAML::Flow << YAML::BeginSeq << YAML::EndSeq;
    return;
  }
  out << YAML::BeginSeq;
  for (std::size_t i = 0; i < count && i < limit; ++i) {
    if (member.type_id_ == field::ROS_TYPE_BOOLEAN) {
      bool value = false;
      member.fetch_function(sequence, i, &value);
      out << value;
    } else {
      emit_element(out, member, member.get_const_function(sequence, i), limit);
    }
  }
  if (count > limit) out << YAML::SingleQuoted << "...";
  out << YAML::EndSeq;
}

void emit_message(YAML::Emitter& out, const MessageMembers& type, const std::byte* message,
                  std::size_t limit) {
  out << YAML::BeginMap;
  for (std::uint32_t i = 0; i < type.member_count_; ++i) {
    const MessageMember& member = type.members_[i];
    out << YAML::Key << member.name_ << YAML::Value;
    if (member.is_array_) {
      emit_sequence(out, member, message + member.offset_, limit);
    } else {
      emit_element(out, member, message + member.offset_, limit);
    }
  }
  out << YAML::EndMap;
}

[[noreturn]] void refuse(const std::string& name, const YAML::Node& yaml,
                         const std::string& allowed) {
  throw std::invalid_argument("field '" + name + "': '" + YAML::Dump(yaml) + "' is not " + allowed);
}

template <typename T>
void assign(const YAML::Node& yaml, const std::string& name, T& value) {
  try {
    if constexpr (std::is_same_v<T, std::u16string>) {
      const auto text = yaml.as<std::string>();
      value.assign(text.begin(), text.end());
    } else if constexpr (sizeof(T) == 1 && !std::is_same_v<T, bool>) {
      const int number = yaml.as<int>();
      if (number < std::numeric_limits<T>::min() || number > std::numeric_limits<T>::max()) {
        refuse(name, yaml, "in the range of its type");
      }
      value = static_cast<T>(number);
    } else {
      value = yaml.as<T>();
    }
  } catch (const YAML::Exception&) {
    refuse(name, yaml, std::is_same_v<T, std::string> ? "a string" : "a value of its type");
  }
}

void set_element(const YAML::Node& yaml, const MessageMember& member, void* element) {
  if (member.type_id_ == field::ROS_TYPE_MESSAGE) {
    from_yaml(yaml, members_of(member), element);
    return;
  }
  with_type(member.type_id_, [&](auto* null) {
    assign(yaml, member.name_, *static_cast<std::remove_pointer_t<decltype(null)>*>(element));
  });
}

void set_sequence(const YAML::Node& yaml, const MessageMember& member, void* sequence) {
  const bool fixed = member.array_size_ != 0 && !member.is_upper_bound_;
  const std::size_t bound = member.array_size_ == 0 ? SIZE_MAX : member.array_size_;
  if (!yaml.IsSequence()) refuse(member.name_, yaml, "a sequence");
  if (fixed ? yaml.size() != bound : yaml.size() > bound) {
    refuse(member.name_, yaml, "a sequence of " + std::to_string(bound) + " elements");
  }
  if (!fixed) member.resize_function(sequence, yaml.size());
  for (std::size_t i = 0; i < yaml.size(); ++i) {
    if (member.type_id_ == field::ROS_TYPE_BOOLEAN) {
      bool value = false;
      assign(yaml[i], member.name_, value);
      member.assign_function(sequence, i, &value);
    } else {
      set_element(yaml[i], member, member.get_function(sequence, i));
    }
  }
}

}  // namespace

std::string to_yaml_text(const MessageMembers& type, const void* message, std::size_t limit) {
  YAML::Emitter out;
  emit_message(out, type, static_cast<const std::byte*>(message), limit);
  return std::string(out.c_str()) + "\n";
}

void from_yaml(const YAML::Node& yaml, const MessageMembers& type, void* message) {
  if (yaml.IsNull()) return;
  if (!yaml.IsMap()) refuse(type.message_name_, yaml, "a map of its fields");
  for (const auto& entry : yaml) {
    const auto name = entry.first.as<std::string>();
    const MessageMember* found = nullptr;
    for (std::uint32_t i = 0; i < type.member_count_; ++i) {
      if (name == type.members_[i].name_) found = &type.members_[i];
    }
    if (found == nullptr) {
      throw std::invalid_argument("'" + name + "' is not a field of " + type.message_name_);
    }
    void* address = static_cast<std::byte*>(message) + found->offset_;
    if (found->is_array_) {
      set_sequence(entry.second, *found, address);
    } else {
      set_element(entry.second, *found, address);
    }
  }
}

}  // namespace underlay
