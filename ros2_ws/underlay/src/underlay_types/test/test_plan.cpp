// SPDX-License-Identifier: Apache-2.0
#include <fastcdr/Cdr.h>
#include <fastcdr/FastBuffer.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "everything.hpp"
#include "rosidl_typesupport_introspection_cpp/message_type_support_decl.hpp"
#include "underlay_types/msg/samples.hpp"
#include "underlay_types/plan.hpp"

namespace {

using underlay::DecodeError;
using underlay::Plan;
using underlay_types::msg::Everything;
using underlay_types::msg::Inner;
using underlay_types::msg::Plain;

template <typename T>
const Plan& plan_of() {
  return Plan::of(rosidl_typesupport_introspection_cpp::get_message_type_support_handle<T>());
}

template <typename T>
std::vector<std::uint8_t> encode(const T& message) {
  std::vector<std::uint8_t> bytes(plan_of<T>().serialized_size(&message));
  plan_of<T>().serialize(&message, bytes);
  return bytes;
}

void put(eprosima::fastcdr::Cdr& cdr, const Inner& m) { cdr << m.small << m.number << m.text; }
void put(eprosima::fastcdr::Cdr& cdr, const Plain& m) { cdr << m.x << m.y << m.z; }
void put(eprosima::fastcdr::Cdr& cdr, const std::u16string& text) {
  cdr << std::wstring(text.begin(), text.end());
}

template <typename Sequence>
void put_sequence(eprosima::fastcdr::Cdr& cdr, const Sequence& items) {
  cdr << static_cast<std::uint32_t>(items.size());
  for (const auto& item : items) put(cdr, item);
}

template <typename Sequence>
void put_primitives(eprosima::fastcdr::Cdr& cdr, const Sequence& items) {
  cdr << static_cast<std::uint32_t>(items.size());
  for (const auto item : items) cdr << item;
}

/// The same message through Fast CDR, field by field.
std::vector<std::uint8_t> encode_with_fast_cdr(const Everything& m) {
  std::vector<char> memory(4096);
  eprosima::fastcdr::FastBuffer buffer(memory.data(), memory.size());
  eprosima::fastcdr::Cdr cdr(buffer, eprosima::fastcdr::Cdr::LITTLE_ENDIANNESS,
                             eprosima::fastcdr::Cdr::DDS_CDR);
  cdr.serialize_encapsulation();
  cdr << m.flag << m.octet << m.letter << m.single << m.real << m.i8 << m.u8 << m.i16 << m.u16
      << m.i32 << m.u32 << m.i64 << m.u64 << m.text << std::string(m.short_text);
  put(cdr, m.wide);
  cdr << m.flags << m.bytes << m.reals << m.texts;
  for (const Inner& inner : m.inners) put(cdr, inner);
  for (const Plain& plain : m.plains) put(cdr, plain);
  cdr << m.many_flags << m.many_octets << m.many_bytes << m.many_shorts << m.many_reals
      << m.many_texts;
  put_sequence(cdr, m.many_wides);
  put_sequence(cdr, m.many_inners);
  put_sequence(cdr, m.many_plains);
  cdr << std::uint8_t{0} << static_cast<std::uint32_t>(m.many_nothings.size());
  for (std::size_t i = 0; i < m.many_nothings.size(); ++i) cdr << std::uint8_t{0};
  put_primitives(cdr, m.few_flags);
  put_primitives(cdr, m.few_singles);
  cdr << static_cast<std::uint32_t>(m.few_texts.size());
  for (const auto& text : m.few_texts) cdr << text;
  cdr << static_cast<std::uint32_t>(m.few_short_texts.size());
  for (const auto& text : m.few_short_texts) cdr << std::string(text);
  put_sequence(cdr, m.few_inners);
  const auto* first = reinterpret_cast<const std::uint8_t*>(memory.data());
  return {first, first + cdr.getSerializedDataLength()};
}

TEST(Plan, WritesTheBytesOfFastCdr) {
  const Everything message = make_everything();

  EXPECT_EQ(encode(message), encode_with_fast_cdr(message));
}

TEST(Plan, WritesTheBytesOfFastCdrForAnEmptyMessage) {
  EXPECT_EQ(encode(Everything{}), encode_with_fast_cdr(Everything{}));
}

TEST(Plan, ReadsBackWhatItWrote) {
  const Everything message = make_everything();

  Everything copy;
  ASSERT_EQ(plan_of<Everything>().deserialize(encode(message), &copy), DecodeError::kNone);
  EXPECT_EQ(copy, message);
}

TEST(Plan, ReplacesWhatTheMessageHeldBefore) {
  Everything copy = make_everything();

  ASSERT_EQ(plan_of<Everything>().deserialize(encode(Everything{}), &copy), DecodeError::kNone);
  EXPECT_EQ(copy, Everything{});
}

TEST(Plan, NamesTheType) {
  EXPECT_EQ(plan_of<Everything>().type_name(), "underlay_types/msg/Everything");
}

TEST(Plan, RefusesToWriteBeyondABound) {
  Everything message;
  message.short_text = "123456789";

  EXPECT_THROW((void)encode(message), std::length_error);
}

TEST(Plan, RefusesABigEndianHeader) {
  std::vector<std::uint8_t> bytes = encode(Everything{});
  bytes[1] = 0;

  Everything copy;
  EXPECT_EQ(plan_of<Everything>().deserialize(bytes, &copy), DecodeError::kBadHeader);
}

TEST(Plan, CreatesAnInitialisedMessage) {
  const std::shared_ptr<void> message = plan_of<Everything>().create_message();

  EXPECT_EQ(*static_cast<Everything*>(message.get()), Everything{});
}

TEST(Plan, RefusesAForeignTypeSupport) {
  EXPECT_THROW((void)Plan::of(nullptr), std::invalid_argument);
}

}  // namespace
