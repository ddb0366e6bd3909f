// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstring>

#include "dds_names.hpp"
#include "rclcpp/service_endpoints.hpp"
#include "underlay_types/type_hash.hpp"

namespace rclcpp {

ServiceEndpoints::ServiceEndpoints(node_interfaces::NodeBaseInterface::SharedPtr node,
                                   const std::string& name, const Types& types, const QoS& qos,
                                   bool is_server)
    : node_(std::move(node)), name_(node_->resolve(name)) {
  group = node_->get_default_callback_group();
  const std::string hash =
      underlay::service_type_hash(types.request->members(), types.response->members());
  const underlay::EndpointSpec request{"rq" + name_ + "Request",
                                       detail::dds_type(types.request->type_name()), hash,
                                       types.request, qos.profile()};
  const underlay::EndpointSpec reply{"rr" + name_ + "Reply",
                                     detail::dds_type(types.response->type_name()), hash,
                                     types.response, qos.profile()};
  underlay::EndpointEvents events;
  events.data = [this] {
    pending_ = true;
    group->notify();
  };
  writer_ = node_->participant().create_writer(is_server ? reply : request, {});
  reader_ = node_->participant().create_reader(is_server ? request : reply, events);
  node_->add_endpoint(writer_->gid(), true);
  node_->add_endpoint(reader_->gid(), false);
}

ServiceEndpoints::~ServiceEndpoints() {
  node_->remove_endpoint(writer_->gid());
  node_->remove_endpoint(reader_->gid());
}

bool ServiceEndpoints::take(void* message, underlay::SampleHeader& header) {
  if (!reader_->take(message, header)) return false;
  pending_ = true;  // there may be more
  group->notify();
  return true;
}

bool ServiceEndpoints::has_server() const {
  return writer_->matched_count() > 0 && reader_->matched_count() > 0;
}

bool ServiceEndpoints::wait_for_server(std::chrono::nanoseconds timeout) {
  const auto context = node_->get_context();
  const auto start = std::chrono::steady_clock::now();
  // The graph wakes us at every change; a shutdown does not, so look for it now and then.
  constexpr auto kShutdownPoll = std::chrono::milliseconds(100);
  while (context->is_valid()) {
    auto deadline = std::chrono::steady_clock::now() + kShutdownPoll;
    if (timeout >= timeout.zero()) deadline = std::min(deadline, start + timeout);
    if (node_->participant().graph().wait_until(deadline, [this] { return has_server(); })) {
      return true;
    }
    if (timeout >= timeout.zero() && std::chrono::steady_clock::now() >= start + timeout) {
      return false;
    }
  }
  return false;
}

rmw_request_id_t detail::to_request_id(const underlay::SampleHeader& header) {
  // A client that names no reply reader is answered through its writer's identity.
  const bool named = std::any_of(header.related.begin(), header.related.end(),
                                 [](std::uint8_t byte) { return byte != 0; });
  const underlay::Gid& gid = named ? header.related : header.writer;
  rmw_request_id_t id{};
  std::memcpy(id.writer_guid, gid.data(), gid.size());
  id.sequence_number = header.sequence;
  return id;
}

underlay::SampleHeader detail::to_header(const rmw_request_id_t& id) {
  underlay::SampleHeader header;
  std::memcpy(header.related.data(), id.writer_guid, header.related.size());
  header.sequence = id.sequence_number;
  return header;
}

}  // namespace rclcpp
