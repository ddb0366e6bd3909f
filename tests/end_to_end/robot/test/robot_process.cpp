// SPDX-License-Identifier: Apache-2.0
#include "robot_process.hpp"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace fs = std::filesystem;

namespace {

std::string read_all(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

}  // namespace

RobotProcess::RobotProcess(const std::vector<std::string>& arguments) {
  std::string name = (fs::temp_directory_path() / "robot XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
  folder_ = name;
  std::vector<std::string> words = {"ros2",
                                    "launch",
                                    "billiard_bringup",
                                    "simulation.launch.xml",
                                    "cue_socket:=" + (folder_ / "cue").string(),
                                    "record:=true",
                                    "record_dir:=" + bag()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  const std::string log_name = (folder_ / "log").string();
  pid_ = fork();
  if (pid_ != 0) return;
  const int output = open(log_name.c_str(), O_CREAT | O_WRONLY | O_TRUNC, 0644);
  dup2(output, STDOUT_FILENO);
  dup2(output, STDERR_FILENO);
  dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);  // launch passes Ctrl-C on if nobody can type
  setpgid(0, 0);
  execvp(argv[0], argv.data());
  _exit(127);
}

RobotProcess::~RobotProcess() {
  if (is_running()) {
    interrupt();
    for (int i = 0; i < 150 && is_running(); ++i) usleep(100000);
    if (is_running()) kill(pid_, SIGKILL);
  }
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

bool RobotProcess::is_running() {
  if (pid_ <= 0) return false;
  int status = 0;
  if (waitpid(pid_, &status, WNOHANG) != pid_) return true;
  exit_code_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  pid_ = -1;
  return false;
}

void RobotProcess::interrupt() {
  if (pid_ > 0) kill(pid_, SIGINT);
}

std::string RobotProcess::log() const { return read_all(folder_ / "log"); }

std::vector<pid_t> RobotProcess::find_processes(const std::string& program) const {
  std::vector<pid_t> found;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator("/proc", ignored)) {
    const std::string name = entry.path().filename().string();
    pid_t pid = 0;
    const auto parsed = std::from_chars(name.data(), name.data() + name.size(), pid);
    if (parsed.ec != std::errc{} || parsed.ptr != name.data() + name.size()) continue;
    const std::string command = read_all(entry.path() / "cmdline");
    const bool ours = command.find(folder_.string()) != std::string::npos;
    if (ours && command.find(program) != std::string::npos) found.push_back(pid);
  }
  return found;
}
