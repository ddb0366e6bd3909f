// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <rosidl_typesupport_introspection_cpp/message_type_support_decl.hpp>

#include "rclcpp/service_endpoints.hpp"

namespace rclcpp {

namespace detail {
template <typename ServiceT>
ServiceEndpoints::Types service_types() {
  using rosidl_typesupport_introspection_cpp::get_message_type_support_handle;
  return {&underlay::Plan::of(get_message_type_support_handle<typename ServiceT::Request>()),
          &underlay::Plan::of(get_message_type_support_handle<typename ServiceT::Response>())};
}
/// Waits for the client's reply reader before replying [ns]; later the reply would be lost anyway.
constexpr std::int64_t kReplyMatchTimeout = 100'000'000;
}  // namespace detail

class ServiceBase : public ServiceEndpoints {
 public:
  using ServiceEndpoints::ServiceEndpoints;
  using SharedPtr = std::shared_ptr<ServiceBase>;
  int order() const override { return detail::kService; }
};

/// Answers requests.
template <typename ServiceT>
class Service : public ServiceBase, public std::enable_shared_from_this<Service<ServiceT>> {
 public:
  RCLCPP_SMART_PTR_DEFINITIONS(Service<ServiceT>)
  using Request = typename ServiceT::Request;
  using Response = typename ServiceT::Response;

  template <typename CallbackT>
  Service(node_interfaces::NodeBaseInterface::SharedPtr node, const std::string& name,
          CallbackT callback, const QoS& qos)
      : ServiceBase(std::move(node), name, detail::service_types<ServiceT>(), qos, true),
        callback_(wrap(std::move(callback))) {}

  void execute() override {
    auto request = std::make_shared<Request>();
    underlay::SampleHeader header;
    if (!take(request.get(), header)) return;
    callback_(*this, std::make_shared<rmw_request_id_t>(detail::to_request_id(header)),
              std::move(request));
  }

  void send_response(rmw_request_id_t& id, Response& response) {
    const underlay::SampleHeader header = detail::to_header(id);
    writer().wait_for_match(header.related, detail::kReplyMatchTimeout);
    writer().write_reply(&response, header);
  }

 private:
  using Id = std::shared_ptr<rmw_request_id_t>;
  using RequestPtr = std::shared_ptr<Request>;
  using ResponsePtr = std::shared_ptr<Response>;
  using Callback = std::function<void(Service&, Id, RequestPtr)>;

  template <typename F>
  static Callback wrap(F f) {
    if constexpr (std::is_invocable_v<F&, RequestPtr, ResponsePtr>) {
      return answering([f](Id, RequestPtr request, ResponsePtr response) mutable {
        f(std::move(request), std::move(response));
      });
    } else if constexpr (std::is_invocable_v<F&, Id, RequestPtr, ResponsePtr>) {
      return answering(std::move(f));
    } else if constexpr (std::is_invocable_v<F&, SharedPtr, Id, RequestPtr>) {
      return [f](Service& service, Id id, RequestPtr request) mutable {
        f(service.shared_from_this(), std::move(id), std::move(request));
      };
    } else {
      static_assert(std::is_invocable_v<F&, Id, RequestPtr>, "not a callback of a service");
      return [f](Service&, Id id, RequestPtr request) mutable {
        f(std::move(id), std::move(request));
      };
    }
  }

  template <typename F>
  static Callback answering(F f) {
    return [f](Service& service, Id id, RequestPtr request) mutable {
      auto response = std::make_shared<Response>();
      f(id, std::move(request), response);
      service.send_response(*id, *response);
    };
  }

  Callback callback_;
};

}  // namespace rclcpp
