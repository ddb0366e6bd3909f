// SPDX-License-Identifier: Apache-2.0
// What the node is given: parameters and arguments.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cmath>
#include <cstdio>
#include <string>
#include <utility>

#include "cue_bridge.hpp"
#include "documented_parameters.hpp"

namespace firmware_bridge {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

TEST(CueBridgeParameters, WrongOnesAreRefusedByName) {
  const auto refusal_of = [](const rclcpp::Parameter& parameter) -> std::string {
    try {
      const CueBridge bridge(rclcpp::NodeOptions().parameter_overrides({parameter}));
    } catch (const std::exception& error) {
      return error.what();
    }
    return {};
  };
  EXPECT_THAT(
      refusal_of(rclcpp::Parameter("windw", 1.0)),
      AllOf(HasSubstr("parameter windw is not one of cue_bridge; allowed:"), HasSubstr(" window")));
  EXPECT_THAT(refusal_of(rclcpp::Parameter("window", 9.0)), HasSubstr("window"));
  EXPECT_THAT(refusal_of(rclcpp::Parameter("window", 9)), HasSubstr("window is 9; allowed"));
  EXPECT_THAT(refusal_of(rclcpp::Parameter("window", "long")), HasSubstr("window"));
  EXPECT_EQ(refusal_of(rclcpp::Parameter("window", 1)), "") << "as good as 1.0";
  for (const char* name : {"window", "layout_tolerance", "balls_timeout"}) {
    EXPECT_THAT(refusal_of(rclcpp::Parameter(name, std::nan(""))),
                AllOf(HasSubstr(name), HasSubstr("nan; allowed: ")));
  }
}

TEST(CueBridgeParameters, AreDocumentedWithDefaultAndRange) {
  CueBridge bridge{rclcpp::NodeOptions()};
  documentation::expect_documented(bridge);
}

/// What the program of the node says and its exit code, or 124 if it was ended after 4 s.
std::pair<std::string, int> run_node(const std::string& arguments) {
  const std::string command =
      std::string("timeout -s INT 4 '") + CUE_BRIDGE + "' --ros-args " + arguments + " 2>&1";
  FILE* pipe = ::popen(command.c_str(), "r");
  std::string text;
  char buffer[256];
  while (std::fgets(buffer, sizeof(buffer), pipe) != nullptr) text += buffer;
  const int status = ::pclose(pipe);
  return {text, WIFEXITED(status) ? WEXITSTATUS(status) : -1};
}

TEST(CueBridgeProgram, SaysOnceThatThePortIsNotThere) {
  const auto [text, code] = run_node("-p port:=/dev/null");

  const std::string warning = "cue not connected yet: cannot use as a serial line '/dev/null': ";
  EXPECT_THAT(text, HasSubstr(warning));
  EXPECT_EQ(text.find(warning), text.rfind(warning)) << text;
  EXPECT_THAT(run_node("-p port:=unix:/nothere").first,
              HasSubstr("cue not connected yet: cannot connect to 'unix:/nothere': No such file"));
}

TEST(CueBridgeProgram, RefusesWrongArgumentsInOrder) {
  for (const char* wrong : {"-p port:=", "--params-file /nowhere/robot.yaml"}) {
    const auto [text, code] = run_node(wrong);
    EXPECT_EQ(code, 2) << wrong;
    EXPECT_THAT(text, HasSubstr("cue_bridge: ")) << wrong;
    EXPECT_THAT(text, ::testing::Not(HasSubstr("terminate"))) << wrong;
  }
}

}  // namespace
}  // namespace firmware_bridge
