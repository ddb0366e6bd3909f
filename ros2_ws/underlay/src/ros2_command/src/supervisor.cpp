// SPDX-License-Identifier: Apache-2.0
#include "supervisor.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

namespace ros2_command {
namespace {

constexpr auto kUntilTerminate = std::chrono::seconds(5);
constexpr auto kUntilKill = std::chrono::seconds(10);
constexpr int kAttendMilliseconds = 50;

void say(const std::string& level, const std::string& text) {
  std::printf("[%s] [launch]: %s\n", level.c_str(), text.c_str());
  std::fflush(stdout);
}

/// Runs in the child, after fork: only async-signal-safe calls and exec.
[[noreturn]] void become(const ProcessSpec& spec, int output) {
  setpgid(0, 0);  // Ctrl-C reaches us alone; we pass it on in order
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  dup2(output, STDOUT_FILENO);
  dup2(output, STDERR_FILENO);
  for (const auto& [name, value] : spec.environment) setenv(name.c_str(), value.c_str(), 1);
  std::vector<char*> argv;
  for (const std::string& word : spec.command) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  execvp(argv[0], argv.data());
  std::fprintf(stderr, "cannot start '%s': %s\n", argv[0], std::strerror(errno));
  _exit(127);
}

}  // namespace

Supervisor::Supervisor(const std::vector<ProcessSpec>& processes) {
  for (const ProcessSpec& spec : processes) {
    Child child;
    child.spec = spec;
    child.label = spec.label + "-" + std::to_string(children_.size() + 1);
    children_.push_back(child);
  }
  for (Child& child : children_) start(child);
}

Supervisor::~Supervisor() {
  signal_all(SIGKILL);
  for (Child& child : children_) {
    if (child.pid > 0) waitpid(child.pid, nullptr, 0);
    if (child.output >= 0) close(child.output);
  }
}

void Supervisor::start(Child& child) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("no more pipes");
  child.restart_at = Clock::time_point::max();
  child.pid = fork();
  if (child.pid < 0) throw std::runtime_error("cannot fork");
  if (child.pid == 0) become(child.spec, ends[1]);
  close(ends[1]);
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  child.output = ends[0];
  say("INFO", child.label + ": process started with pid [" + std::to_string(child.pid) + "]");
}

void Supervisor::read_output(Child& child) {
  char buffer[4096];
  while (child.output >= 0) {
    const ssize_t count = read(child.output, buffer, sizeof(buffer));
    if (count < 0) break;  // nothing more now
    if (count == 0) {
      close(child.output);
      child.output = -1;
      if (!child.line.empty()) child.line += '\n';
    }
    child.line.append(buffer, static_cast<std::size_t>(count));
    for (std::size_t end = 0; (end = child.line.find('\n')) != std::string::npos;) {
      std::printf("[%s] %s\n", child.label.c_str(), child.line.substr(0, end).c_str());
      child.line.erase(0, end + 1);
    }
  }
  std::fflush(stdout);
}

void Supervisor::on_end(Child& child, int status) {
  read_output(child);
  child.pid = -1;
  const bool clean = WIFEXITED(status) && WEXITSTATUS(status) == 0;
  if (clean || stopping_) {
    say("INFO", child.label + ": process has finished");
  } else if (WIFSIGNALED(status)) {
    say("ERROR", child.label + ": process has died, signal " + std::to_string(WTERMSIG(status)));
  } else {
    say("ERROR",
        child.label + ": process has died, exit code " + std::to_string(WEXITSTATUS(status)));
  }
  if (stopping_) return;
  failed_ = failed_ || (!clean && !child.spec.respawn);
  if (child.spec.required) {
    stop("required process " + child.label + " has ended");
  } else if (child.spec.respawn) {
    child.restart_at = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                          std::chrono::duration<double>(child.spec.respawn_delay));
  }
}

bool Supervisor::attend() {
  std::vector<pollfd> outputs;
  for (const Child& child : children_) {
    if (child.output >= 0) outputs.push_back({child.output, POLLIN, 0});
  }
  poll(outputs.data(), outputs.size(), kAttendMilliseconds);
  const auto now = Clock::now();
  for (Child& child : children_) {
    read_output(child);
    int status = 0;
    if (child.pid > 0 && waitpid(child.pid, &status, WNOHANG) == child.pid) on_end(child, status);
    if (!stopping_ && child.restart_at <= now) start(child);
  }
  if (now >= terminate_at_) {
    terminate_at_ = Clock::time_point::max();
    say("WARNING", "sending SIGTERM to what is still running");
    signal_all(SIGTERM);
  }
  if (now >= kill_at_) {
    kill_at_ = Clock::time_point::max();
    say("WARNING", "sending SIGKILL to what is still running");
    signal_all(SIGKILL);
  }
  return std::any_of(children_.begin(), children_.end(), [&](const Child& child) {
    return child.pid > 0 || (!stopping_ && child.restart_at != Clock::time_point::max());
  });
}

void Supervisor::stop(const std::string& reason) {
  if (stopping_) return;
  stopping_ = true;
  say("INFO", "shutting down: " + reason);
  signal_all(SIGINT);
  terminate_at_ = Clock::now() + kUntilTerminate;
  kill_at_ = Clock::now() + kUntilKill;
}

void Supervisor::signal_all(int signal) {
  for (const Child& child : children_) {
    if (child.pid > 0) kill(-child.pid, signal);
  }
}

}  // namespace ros2_command
