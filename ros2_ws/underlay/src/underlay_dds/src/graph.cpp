// SPDX-License-Identifier: Apache-2.0
#include "underlay_dds/graph.hpp"

#include <algorithm>

namespace underlay {

Graph::Prefix Graph::prefix_of(const Gid& gid) {
  Prefix prefix;
  std::copy_n(gid.begin(), prefix.size(), prefix.begin());
  return prefix;
}

void Graph::set_endpoint(const GraphEndpoint& endpoint) {
  {
    const std::lock_guard lock(mutex_);
    endpoints_[endpoint.gid] = endpoint;
  }
  notify();
}

void Graph::remove_endpoint(const Gid& gid) {
  {
    const std::lock_guard lock(mutex_);
    endpoints_.erase(gid);
  }
  notify();
}

void Graph::set_nodes(const Gid& gid, const std::vector<NodeEntry>& nodes) {
  {
    const std::lock_guard lock(mutex_);
    nodes_[prefix_of(gid)] = nodes;
  }
  notify();
}

void Graph::remove_participant(const Gid& gid) {
  {
    const std::lock_guard lock(mutex_);
    const Prefix prefix = prefix_of(gid);
    nodes_.erase(prefix);
    std::erase_if(endpoints_, [&](const auto& item) { return prefix_of(item.first) == prefix; });
  }
  notify();
}

std::vector<NodeEntry> Graph::nodes() const {
  const std::lock_guard lock(mutex_);
  std::vector<NodeEntry> all;
  for (const auto& [prefix, nodes] : nodes_) all.insert(all.end(), nodes.begin(), nodes.end());
  return all;
}

std::vector<GraphEndpoint> Graph::endpoints() const {
  const std::lock_guard lock(mutex_);
  std::vector<GraphEndpoint> all;
  for (const auto& [gid, endpoint] : endpoints_) all.push_back(endpoint);
  return all;
}

bool Graph::wait_until(std::chrono::steady_clock::time_point deadline,
                       const std::function<bool()>& condition) {
  std::unique_lock lock(mutex_);
  while (true) {
    const std::uint64_t seen = changes_;
    lock.unlock();
    if (condition()) return true;
    lock.lock();
    if (!changed_.wait_until(lock, deadline, [&] { return changes_ != seen; })) {
      lock.unlock();
      return condition();
    }
  }
}

void Graph::notify() {
  {
    const std::lock_guard lock(mutex_);
    ++changes_;
  }
  changed_.notify_all();
}

}  // namespace underlay
