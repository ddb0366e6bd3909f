// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <memory>
#include <string>

#include "rclcpp/node_interfaces/node_base_interface.hpp"
#include "rclcpp/qos.hpp"
#include "rmw/types.h"

namespace rclcpp {

/// The DDS side of a service, the same for server and client: one topic for requests, one for
/// replies. Not in rclcpp.
class ServiceEndpoints : public detail::Entity {
 public:
  struct Types {
    const underlay::Plan* request;
    const underlay::Plan* response;
  };

  ServiceEndpoints(node_interfaces::NodeBaseInterface::SharedPtr node, const std::string& name,
                   const Types& types, const QoS& qos, bool is_server);
  ~ServiceEndpoints() override;
  RCLCPP_DISABLE_COPY(ServiceEndpoints)

  [[nodiscard]] const char* get_service_name() const { return name_.c_str(); }
  bool is_due() override { return pending_; }
  bool claim() override { return pending_.exchange(false); }

 protected:
  bool take(void* message, underlay::SampleHeader& header);
  [[nodiscard]] underlay::Writer& writer() { return *writer_; }
  [[nodiscard]] underlay::Reader& reader() { return *reader_; }
  [[nodiscard]] bool has_server() const;
  /// Waits until a server is there or the time is over; negative: for ever.
  bool wait_for_server(std::chrono::nanoseconds timeout);

 private:
  node_interfaces::NodeBaseInterface::SharedPtr node_;
  std::string name_;
  std::atomic<bool> pending_{false};
  std::unique_ptr<underlay::Writer> writer_;
  std::unique_ptr<underlay::Reader> reader_;
};

namespace detail {

[[nodiscard]] rmw_request_id_t to_request_id(const underlay::SampleHeader& header);
[[nodiscard]] underlay::SampleHeader to_header(const rmw_request_id_t& id);

}  // namespace detail
}  // namespace rclcpp
