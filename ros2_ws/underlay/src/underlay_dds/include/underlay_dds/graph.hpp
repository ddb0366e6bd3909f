// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "underlay_dds/qos_profile.hpp"

namespace underlay {

/// DDS GUID: 12 bytes of the participant, 4 of the entity.
using Gid = std::array<std::uint8_t, 16>;

/// A node as its process announces it.
struct NodeEntry {
  std::string node_namespace;  ///< "/" or "/robot"
  std::string name;
  std::vector<Gid> readers;
  std::vector<Gid> writers;
};

/// A writer or reader somewhere in the domain.
struct GraphEndpoint {
  Gid gid{};
  std::string topic;      ///< DDS name
  std::string type;       ///< DDS name
  std::string type_hash;  ///< empty if not offered
  QosProfile qos;
  bool is_writer{false};
};

/// Everything discovered in the domain, this process included. All calls are thread-safe.
class Graph {
 public:
  void set_endpoint(const GraphEndpoint& endpoint);
  void remove_endpoint(const Gid& gid);
  /// Nodes of the participant that owns `gid`; replaces what was known of it.
  void set_nodes(const Gid& gid, const std::vector<NodeEntry>& nodes);
  void remove_participant(const Gid& gid);

  [[nodiscard]] std::vector<NodeEntry> nodes() const;
  [[nodiscard]] std::vector<GraphEndpoint> endpoints() const;

  /// Waits until `condition` holds, checking again at every change; false when the time is over.
  bool wait_until(std::chrono::steady_clock::time_point deadline,
                  const std::function<bool()>& condition);
  /// Wakes every wait_until().
  void notify();

 private:
  using Prefix = std::array<std::uint8_t, 12>;
  [[nodiscard]] static Prefix prefix_of(const Gid& gid);

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::uint64_t changes_{0};
  std::map<Gid, GraphEndpoint> endpoints_;
  std::map<Prefix, std::vector<NodeEntry>> nodes_;
};

}  // namespace underlay
