// SPDX-License-Identifier: Apache-2.0
#include "child_process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>

#include "could_not.hpp"

namespace billiard {
namespace {

volatile std::sig_atomic_t child_pid = 0;

void pass_on(int) {
  if (child_pid > 0) ::kill(static_cast<pid_t>(child_pid), SIGINT);
}

/// SIGINT and SIGTERM go to the child while this lives.
class PassedSignals {
 public:
  PassedSignals() {
    struct sigaction action {};
    action.sa_handler = pass_on;
    ::sigaction(SIGINT, &action, &interrupt_);
    ::sigaction(SIGTERM, &action, &terminate_);
  }
  ~PassedSignals() {
    ::sigaction(SIGINT, &interrupt_, nullptr);
    ::sigaction(SIGTERM, &terminate_, nullptr);
  }
  PassedSignals(const PassedSignals&) = delete;
  PassedSignals& operator=(const PassedSignals&) = delete;

 private:
  struct sigaction interrupt_ {};
  struct sigaction terminate_ {};
};

/// Runs in the child, after fork: only async-signal-safe calls and exec.
[[noreturn]] void become(std::vector<char*>& argv, int output, pid_t parent) {
  ::setpgid(0, 0);  // Ctrl-C reaches the parent alone, which passes it on once
  ::prctl(PR_SET_PDEATHSIG, SIGINT);
  if (::getppid() != parent) ::_exit(1);
  ::dup2(output, STDOUT_FILENO);
  ::dup2(output, STDERR_FILENO);
  const int nothing = ::open("/dev/null", O_RDONLY);
  ::dup2(nothing, STDIN_FILENO);
  ::execvp(argv[0], argv.data());
  ::_exit(127);
}

void read_lines(int input, const std::function<void(const std::string&)>& on_line) {
  std::string text;
  char buffer[4096];
  while (true) {
    const ssize_t count = ::read(input, buffer, sizeof(buffer));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    text.append(buffer, static_cast<std::size_t>(count));
    for (std::size_t end = 0; (end = text.find('\n')) != std::string::npos;) {
      on_line(text.substr(0, end));
      text.erase(0, end + 1);
    }
  }
  if (!text.empty()) on_line(text);
}

}  // namespace

int run_child(const std::vector<std::string>& command,
              const std::function<void(const std::string& line)>& on_line) {
  std::vector<char*> argv;
  for (const std::string& word : command) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) throw CouldNot("no more pipes");
  const pid_t self = ::getpid();
  const PassedSignals signals;
  const pid_t pid = ::fork();
  if (pid < 0) throw CouldNot("cannot start '" + command[0] + "': " + std::strerror(errno));
  if (pid == 0) become(argv, ends[1], self);
  child_pid = pid;
  ::close(ends[1]);
  read_lines(ends[0], on_line);
  ::close(ends[0]);
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  child_pid = 0;
  if (WIFEXITED(status) && WEXITSTATUS(status) == 127) {
    throw CouldNot("cannot start '" + command[0] + "': it is not on the PATH");
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace billiard
