// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fcntl.h>
#include <sys/file.h>

#include <cstdlib>
#include <string>

/// Takes a domain that no other test uses, until the process ends; returns its number.
inline int take_domain() {
  for (int id = 1; id <= 100; ++id) {
    const std::string file = "/tmp/billiard_ros_domain_" + std::to_string(id);
    const int lock = open(file.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0666);
    if (lock >= 0 && flock(lock, LOCK_EX | LOCK_NB) == 0) {
      setenv("ROS_DOMAIN_ID", std::to_string(id).c_str(), 1);
      return id;
    }
  }
  return 0;
}
