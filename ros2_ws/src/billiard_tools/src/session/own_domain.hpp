// SPDX-License-Identifier: Apache-2.0
// A ROS domain that nobody else on this machine uses.
#pragma once

#include <string>

namespace billiard::session {

/// Takes a free domain for this process and its children, by ROS_DOMAIN_ID in the environment. If
/// the user has set that already, it stays. Domain 0, where robots usually are, is never taken.
/// Throws CouldNot if all are in use.
class OwnDomain {
 public:
  OwnDomain();
  ~OwnDomain();
  OwnDomain(const OwnDomain&) = delete;
  OwnDomain& operator=(const OwnDomain&) = delete;

  /// Value of ROS_DOMAIN_ID.
  [[nodiscard]] const std::string& id() const { return id_; }

 private:
  std::string id_;
  int lock_{-1};  ///< Held while this lives
};

}  // namespace billiard::session
