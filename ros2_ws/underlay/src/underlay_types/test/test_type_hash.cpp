// SPDX-License-Identifier: Apache-2.0
// Expected values: as genuine ROS 2 (Iron and later) offers and records them.
#include "underlay_types/type_hash.hpp"

#include <gtest/gtest.h>

#include "rcl_interfaces/msg/log.hpp"
#include "rcl_interfaces/msg/parameter_event.hpp"
#include "rosidl_typesupport_introspection_cpp/message_type_support_decl.hpp"
#include "sensor_msgs/msg/camera_info.hpp"
#include "std_msgs/msg/empty.hpp"
#include "std_msgs/msg/string.hpp"

namespace {

template <typename T>
std::string hash() {
  const auto* handle = rosidl_typesupport_introspection_cpp::get_message_type_support_handle<T>();
  return underlay::type_hash(underlay::Plan::of(handle).members());
}

TEST(Sha256, MatchesTheStandardsExamples) {
  EXPECT_EQ(underlay::sha256_hex(""),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(underlay::sha256_hex("abc"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(underlay::sha256_hex(std::string(1000, 'a')),
            "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3");
}

TEST(TypeHash, MatchesGenuineRos2) {
  EXPECT_EQ(hash<std_msgs::msg::String>(),
            "RIHS01_df668c740482bbd48fb39d76a70dfd4bd59db1288021743503259e948f6b1a18");
  EXPECT_EQ(hash<std_msgs::msg::Empty>(),
            "RIHS01_20b625256f32d5dbc0d04fee44f43c41e51c70d3502f84b4a08e7a9c26a96312");
  EXPECT_EQ(hash<rcl_interfaces::msg::Log>(),
            "RIHS01_e28ce254ca8abc06abf92773b74602cdbf116ed34fbaf294fb9f81da9f318eac");
  EXPECT_EQ(hash<rcl_interfaces::msg::ParameterEvent>(),
            "RIHS01_043e627780fcad87a22d225bc2a037361dba713fca6a6b9f4b869a5aa0393204");
}

}  // namespace
