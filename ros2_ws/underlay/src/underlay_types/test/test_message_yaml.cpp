// SPDX-License-Identifier: Apache-2.0
#include "underlay_types/message_yaml.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "everything.hpp"
#include "rosidl_typesupport_introspection_cpp/message_type_support_decl.hpp"

namespace {

using underlay_types::msg::Everything;

const underlay::MessageMembers& type() {
  return underlay::Plan::of(
             rosidl_typesupport_introspection_cpp::get_message_type_support_handle<Everything>())
      .members();
}

std::string refusal(const std::string& yaml) {
  Everything message;
  try {
    underlay::from_yaml(YAML::Load(yaml), type(), &message);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

TEST(MessageYaml, ReadsBackWhatItPrints) {
  Everything message = make_everything();
  message.wide = u"plain";  // printed as UTF-8, read as bytes

  Everything copy;
  underlay::from_yaml(YAML::Load(underlay::to_yaml_text(type(), &message)), type(), &copy);

  EXPECT_EQ(copy, message);
}

TEST(MessageYaml, CutsLongSequences) {
  Everything message;
  message.many_bytes.assign(1000, 1);

  const std::string text = underlay::to_yaml_text(type(), &message, 3);

  EXPECT_THAT(text, testing::HasSubstr("many_bytes:\n  - 1\n  - 1\n  - 1\n  - '...'"));
}

TEST(MessageYaml, NamesTheFieldItRefuses) {
  EXPECT_THAT(refusal("{i32: many}"), testing::HasSubstr("field 'i32': 'many'"));
  EXPECT_THAT(refusal("{u8: 256}"), testing::HasSubstr("field 'u8'"));
  EXPECT_THAT(refusal("{bytes: [1]}"), testing::HasSubstr("sequence of 5"));
  EXPECT_THAT(refusal("{few_flags: [true, true, true, true, true]}"),
              testing::HasSubstr("few_flags"));
  EXPECT_THAT(refusal("{nonsense: 1}"), testing::HasSubstr("'nonsense' is not a field"));
  EXPECT_THAT(refusal("[1, 2]"), testing::HasSubstr("a map of its fields"));
}

}  // namespace
