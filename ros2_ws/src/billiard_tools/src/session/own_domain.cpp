// SPDX-License-Identifier: Apache-2.0
#include "session/own_domain.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>

#include "could_not.hpp"

namespace billiard::session {
namespace {

constexpr int kFirst = 1, kLast = 101;  // ports above meet those the system hands out
// DDSI-RTPS 9.6.1.1: multicast on the first two ports, from 10 on two for each participant.
constexpr unsigned kBasePort = 7400, kPortsPerDomain = 250, kLastPort = 10 + 2 * 20 - 1;

/// Nobody else can lock it while the result, if not −1, is open. The file stays: whoever removes
/// one that another has just opened gives that domain away twice.
int lock_domain(int id) {
  const std::string file = "/tmp/billiard_ros_domain_" + std::to_string(id);
  int lock = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  // Only then: /tmp refuses O_CREAT for what belongs to another user.
  if (lock < 0) lock = ::open(file.c_str(), O_RDONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644);
  if (lock >= 0 && ::flock(lock, LOCK_EX | LOCK_NB) == 0) return lock;
  if (lock >= 0) ::close(lock);
  return -1;
}

/// Ports that programs on this machine receive datagrams on. Read, not tried out: who tries to bind
/// a port may be in the way of a robot that starts just now.
std::set<unsigned> used_ports() {
  std::set<unsigned> ports;
  for (const char* name : {"/proc/net/udp", "/proc/net/udp6"}) {
    std::ifstream table(name);
    std::string line;
    std::getline(table, line);  // headings
    while (std::getline(table, line)) {
      std::istringstream words(line);
      std::string slot, local;  // "0:" and "0100007F:1CE8"
      words >> slot >> local;
      const std::size_t colon = local.find(':');
      if (colon == std::string::npos) continue;
      ports.insert(static_cast<unsigned>(std::strtoul(local.c_str() + colon + 1, nullptr, 16)));
    }
  }
  return ports;
}

/// By participants that lock nothing, and by other programs.
bool is_used(int id, const std::set<unsigned>& ports) {
  const unsigned first = kBasePort + kPortsPerDomain * static_cast<unsigned>(id);
  const auto found = ports.lower_bound(first);
  return found != ports.end() && *found <= first + kLastPort;
}

}  // namespace

OwnDomain::OwnDomain() {
  const char* given = std::getenv("ROS_DOMAIN_ID");
  if (given != nullptr && *given != '\0') {
    id_ = given;
    return;
  }
  // Machines on one network, which see neither locks nor ports of each other, begin elsewhere.
  constexpr int kCount = kLast - kFirst + 1;
  const std::set<unsigned> ports = used_ports();
  for (int i = 0; i < kCount; ++i) {
    const int id = kFirst + (static_cast<int>(::getpid()) + i) % kCount;
    lock_ = lock_domain(id);
    if (lock_ < 0) continue;
    if (!is_used(id, ports)) {
      id_ = std::to_string(id);
      ::setenv("ROS_DOMAIN_ID", id_.c_str(), 1);
      return;
    }
    ::close(lock_);
  }
  throw CouldNot("no ROS domain from 1 to 101 is free; set ROS_DOMAIN_ID to the one to use");
}

OwnDomain::~OwnDomain() {
  if (lock_ < 0) return;
  ::unsetenv("ROS_DOMAIN_ID");
  ::close(lock_);
}

}  // namespace billiard::session
