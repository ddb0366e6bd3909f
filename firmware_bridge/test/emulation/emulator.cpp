// SPDX-License-Identifier: Apache-2.0
#include "emulator.hpp"

#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <stdexcept>

#include "firmware_bridge/host/port.hpp"

namespace firmware_bridge::test {
namespace {

using namespace std::chrono_literals;

/// Host and device stand for two machines with nothing else to do: both go before whatever else
/// runs on this one, where that is allowed.
void take_precedence() { (void)::setpriority(PRIO_PROCESS, 0, -15); }

pid_t spawn(const std::vector<std::string>& words) {
  std::vector<char*> arguments;
  for (const auto& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  const pid_t child = ::fork();
  if (child == 0) {
    std::freopen("/dev/null", "r", stdin);
    std::freopen("/dev/null", "w", stderr);
    ::execvp(arguments[0], arguments.data());
    ::_exit(127);
  }
  return child;
}

/// Sends text to a Unix socket and reads answers for a moment.
void talk(const std::string& path, const std::vector<std::string>& lines) {
  host::Port port;
  (void)wait_until(
      10s, [] { ::usleep(2000); }, [&] { return port.open("unix:" + path, 115200); });
  std::uint8_t answer[4096];
  for (const std::string& line : lines) {
    (void)port.write({reinterpret_cast<const std::uint8_t*>(line.data()), line.size()});
    port.wait(1000);
    (void)port.read(answer);
  }
}

}  // namespace

std::string Emulator::missing(Kind kind) {
  if (kind == Kind::kNative) return "";
  if (std::string(CUE_IMAGE).empty()) return "arm-none-eabi-g++ is not installed: no image";
  const bool qemu = std::system("command -v qemu-system-arm >/dev/null 2>&1") == 0;
  return qemu ? "" : "qemu-system-arm is not installed";
}

Emulator::Emulator(Kind kind) : kind_(kind) {
  char name[] = "/tmp/cue-emulator-XXXXXX";
  if (::mkdtemp(name) == nullptr) throw std::runtime_error("cannot make a directory in /tmp");
  directory_ = name;
  take_precedence();  // the child inherits it
  start();
}

Emulator::~Emulator() {
  stop();
  for (const char* file : {"/line", "/panel", "/monitor"}) {
    ::unlink((directory_ + file).c_str());
  }
  ::rmdir(directory_.c_str());
}

void Emulator::start() {
  const auto socket = [this](const std::string& id) {
    return "socket,id=" + id + ",path=" + directory_ + "/" + id + ",server=on,wait=off";
  };
  if (kind_ == Kind::kNative) {
    process_ = spawn({CUE_EMULATOR, "--socket", directory_ + "/line"});
  } else {
    process_ = spawn({"qemu-system-arm",
                      "-M",
                      "mps2-an500",
                      "-nodefaults",
                      "-display",
                      "none",
                      "-monitor",
                      "none",
                      "-chardev",
                      socket("line"),
                      "-serial",
                      "chardev:line",
                      "-chardev",
                      socket("panel"),
                      "-serial",
                      "chardev:panel",
                      "-qmp",
                      "unix:" + directory_ + "/monitor,server=on,wait=off",
                      "-kernel",
                      CUE_IMAGE});
  }
}

void Emulator::stop() {
  if (process_ <= 0) return;
  ::kill(process_, SIGKILL);
  ::waitpid(process_, nullptr, 0);
  process_ = -1;
}

void Emulator::reset() {
  if (kind_ == Kind::kQemu) {
    talk(directory_ + "/monitor",
         {"", "{\"execute\":\"qmp_capabilities\"}", "{\"execute\":\"system_reset\"}"});
  } else {
    stop();
    start();
  }
}

void Emulator::press_estop(bool pressed) {
  if (kind_ == Kind::kQemu) {
    talk(directory_ + "/panel", {pressed ? "E" : "e"});
  } else {
    ::kill(process_, pressed ? SIGUSR1 : SIGUSR2);
  }
}

CommandResult run_command(const std::string& command) {
  CommandResult result;
  FILE* pipe = ::popen((command + " 2>&1").c_str(), "r");
  if (pipe == nullptr) return result;
  char buffer[4096];
  while (std::fgets(buffer, sizeof(buffer), pipe) != nullptr) result.output += buffer;
  const int status = ::pclose(pipe);
  result.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return result;
}

}  // namespace firmware_bridge::test
