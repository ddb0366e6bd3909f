// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

/// Runs the program itself in a folder of its own.
class CommandLine : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() / ("billiard-cli-" + std::to_string(getpid()));
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  static std::string read(const std::filesystem::path& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
  }
  void write(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name) << text;
  }
  /// Runs `billiard ARGUMENTS` in the folder; returns the exit code.
  int run(const std::string& arguments) {
    const std::string logs = folder_.string() + "-log";
    const std::string command = "cd '" + folder_.string() + "' && '" BILLIARD_PROGRAM "' " +
                                arguments + " >'" + logs + ".out' 2>'" + logs + ".err'";
    const int status = std::system(command.c_str());
    out_ = read(logs + ".out");
    err_ = read(logs + ".err");
    std::filesystem::remove(logs + ".out");
    std::filesystem::remove(logs + ".err");
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  int files() const {
    return static_cast<int>(std::distance(std::filesystem::directory_iterator(folder_), {}));
  }
  /// Exit code `code`, one line of error that says `part`, nothing printed or written.
  void expect_failure(const std::string& arguments, int code, const std::string& part) {
    const int before = files();

    EXPECT_EQ(run(arguments), code) << arguments;

    EXPECT_THAT(err_, ::testing::StartsWith("billiard: ")) << arguments;
    EXPECT_THAT(err_, ::testing::HasSubstr(part)) << arguments;
    EXPECT_EQ(std::count(err_.begin(), err_.end(), '\n'), 1) << err_;
    EXPECT_EQ(out_, "") << arguments;
    EXPECT_EQ(files(), before) << arguments;
  }

  std::filesystem::path folder_;
  std::string out_;
  std::string err_;
};
