// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "rclcpp/callback_group.hpp"
#include "rclcpp/node_options.hpp"
#include "underlay_dds/participant.hpp"

namespace rclcpp::node_interfaces {

/// Name, context and callback groups of a node: what executors and endpoints need of it.
class NodeBaseInterface : public std::enable_shared_from_this<NodeBaseInterface> {
 public:
  RCLCPP_SMART_PTR_DEFINITIONS(NodeBaseInterface)

  NodeBaseInterface(const std::string& name, const std::string& node_namespace,
                    const NodeOptions& options);
  ~NodeBaseInterface();
  RCLCPP_DISABLE_COPY(NodeBaseInterface)

  [[nodiscard]] const char* get_name() const { return name_.c_str(); }
  [[nodiscard]] const char* get_namespace() const { return namespace_.c_str(); }
  [[nodiscard]] const char* get_fully_qualified_name() const { return full_name_.c_str(); }
  [[nodiscard]] Context::SharedPtr get_context() const { return context_; }
  [[nodiscard]] CallbackGroup::SharedPtr get_default_callback_group() const {
    return default_group_;
  }
  CallbackGroup::SharedPtr create_callback_group(CallbackGroupType type, bool automatically_add);
  [[nodiscard]] bool get_use_intra_process_default() const { return use_intra_process_; }

  // --- not in rclcpp ---
  [[nodiscard]] std::vector<CallbackGroup::SharedPtr> callback_groups();
  [[nodiscard]] std::string resolve(const std::string& name) const;
  [[nodiscard]] const std::vector<detail::RemapRule>& remaps() const { return remaps_; }
  [[nodiscard]] underlay::Participant& participant() { return *participant_; }
  [[nodiscard]] const std::shared_ptr<underlay::Participant>& participant_pointer() const {
    return participant_;
  }
  /// Endpoints of this node, announced to the domain so that tools can show them.
  void add_endpoint(const underlay::Gid& gid, bool is_writer);
  void remove_endpoint(const underlay::Gid& gid);
  [[nodiscard]] underlay::NodeEntry entry() const;

 private:
  std::string name_;
  std::string namespace_;
  std::string full_name_;
  Context::SharedPtr context_;
  std::vector<detail::RemapRule> remaps_;
  bool use_intra_process_;
  std::shared_ptr<underlay::Participant> participant_;
  CallbackGroup::SharedPtr default_group_;
  mutable std::mutex mutex_;
  std::vector<std::weak_ptr<CallbackGroup>> groups_;
  underlay::NodeEntry entry_;
};

}  // namespace rclcpp::node_interfaces
