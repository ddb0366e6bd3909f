// SPDX-License-Identifier: Apache-2.0
// `billiard cue` against the native firmware emulator.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>

namespace {

using ::testing::HasSubstr;

class CueCommand : public ::testing::Test {
 protected:
  void SetUp() override {
    path_ = "/tmp/cue-command-" + std::to_string(::getpid());
    child_ = ::fork();
    if (child_ == 0) {
      ::execl(CUE_EMULATOR, CUE_EMULATOR, "--socket", path_.c_str(), nullptr);
      ::_exit(127);
    }
  }
  void TearDown() override {
    ::kill(child_, SIGTERM);
    ::waitpid(child_, nullptr, 0);
  }
  /// Runs `billiard cue ARGUMENTS`; returns the exit code, with all output in `output_`.
  int run(const std::string& arguments, const std::string& port) {
    output_.clear();
    const std::string command =
        std::string(BILLIARD_PROGRAM) + " cue " + arguments + " --port " + port + " 2>&1";
    FILE* pipe = ::popen(command.c_str(), "r");
    char buffer[4096];
    while (std::fgets(buffer, sizeof(buffer), pipe) != nullptr) output_ += buffer;
    const int status = ::pclose(pipe);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  int run(const std::string& arguments) { return run(arguments, "unix:" + path_); }

  std::string path_;
  std::string output_;
  pid_t child_{-1};
};

TEST_F(CueCommand, TellsTheStatusAsJson) {
  ASSERT_EQ(run("status --timeout 20 --json -"), 0) << output_;
  const auto json = nlohmann::json::parse(output_);
  EXPECT_EQ(json["firmware_version"], "0.1.0");
  EXPECT_EQ(json["boot_count"], 1);
  EXPECT_EQ(json["watchdog_ms"], 150);
}

TEST_F(CueCommand, TriesTheLineAndAStroke) {
  // The emulator homes first; the test refuses until it is idle.
  int code = 1;
  for (int i = 0; i < 100 && code == 1; ++i) {
    code = run("test --timeout 20 --loads 20 --speed 2 --fire --json -");
  }
  ASSERT_EQ(code, 0) << output_;
  const auto json = nlohmann::json::parse(output_);
  EXPECT_EQ(json["loads_confirmed"], 20);
  EXPECT_NEAR(json["shots"][0]["measured_m_s"].get<double>(), 2.0, 0.02);
}

TEST_F(CueCommand, DoesNotMoveTheCueUnasked) {
  EXPECT_EQ(run("test --speed 2"), 2);
  EXPECT_THAT(output_, HasSubstr("--fire"));
}

TEST_F(CueCommand, WantsASpeedForStrokes) {
  EXPECT_EQ(run("test --fire"), 2);
  EXPECT_THAT(output_, HasSubstr("--fire: needs --speed"));
}

TEST_F(CueCommand, NamesThePortThatIsNotThere) {
  EXPECT_EQ(run("status --timeout 0.2", "/dev/no-such-cue"), 1);
  EXPECT_THAT(output_, HasSubstr("/dev/no-such-cue"));
}

TEST_F(CueCommand, RefusesABaudRateThatDoesNotExist) {
  EXPECT_EQ(run("status --baud 12345"), 2);
  EXPECT_THAT(output_, HasSubstr("12345"));
}

}  // namespace
