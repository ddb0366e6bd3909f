// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <future>
#include <map>
#include <mutex>
#include <optional>

#include "rclcpp/service.hpp"

namespace rclcpp {

namespace detail {
/// A future with the number of its request; usable wherever the future is.
template <typename FutureT>
struct FutureAndRequestId {
  FutureT future;
  std::int64_t request_id{0};

  operator FutureT&() { return future; }  // NOLINT: implicit, as in rclcpp
  auto get() { return future.get(); }
  [[nodiscard]] bool valid() const noexcept { return future.valid(); }
  void wait() const { future.wait(); }
  template <typename Rep, typename Period>
  std::future_status wait_for(const std::chrono::duration<Rep, Period>& timeout) const {
    return future.wait_for(timeout);
  }
  template <typename Clock, typename Span>
  std::future_status wait_until(const std::chrono::time_point<Clock, Span>& deadline) const {
    return future.wait_until(deadline);
  }
};
}  // namespace detail

class ClientBase : public ServiceEndpoints {
 public:
  using ServiceEndpoints::ServiceEndpoints;
  using SharedPtr = std::shared_ptr<ClientBase>;
  int order() const override { return detail::kClient; }

  [[nodiscard]] bool service_is_ready() const { return has_server(); }
  template <typename Rep = std::int64_t, typename Period = std::milli>
  bool wait_for_service(
      std::chrono::duration<Rep, Period> timeout = std::chrono::duration<Rep, Period>(-1)) {
    return wait_for_server(std::chrono::duration_cast<std::chrono::nanoseconds>(timeout));
  }
};

/// Sends requests and receives the answers, which arrive while an executor spins the node.
template <typename ServiceT>
class Client : public ClientBase {
 public:
  RCLCPP_SMART_PTR_DEFINITIONS(Client<ServiceT>)
  using Request = typename ServiceT::Request;
  using Response = typename ServiceT::Response;
  using SharedRequest = std::shared_ptr<Request>;
  using SharedResponse = std::shared_ptr<Response>;
  using Promise = std::promise<SharedResponse>;
  using Future = std::future<SharedResponse>;
  using SharedFuture = std::shared_future<SharedResponse>;
  using CallbackType = std::function<void(SharedFuture)>;

  struct FutureAndRequestId : detail::FutureAndRequestId<Future> {
    SharedFuture share() noexcept { return this->future.share(); }
  };
  struct SharedFutureAndRequestId : detail::FutureAndRequestId<SharedFuture> {};

  Client(node_interfaces::NodeBaseInterface::SharedPtr node, const std::string& name,
         const QoS& qos)
      : ClientBase(std::move(node), name, detail::service_types<ServiceT>(), qos, false) {}

  FutureAndRequestId async_send_request(SharedRequest request) {
    Pending pending;
    FutureAndRequestId result;
    result.future = pending.promise.get_future();
    result.request_id = send(*request, std::move(pending));
    return result;
  }

  template <typename CallbackT>
  requires std::is_invocable_v<CallbackT&, SharedFuture> SharedFutureAndRequestId
  async_send_request(SharedRequest request, CallbackT&& callback) {
    Pending pending;
    SharedFutureAndRequestId result;
    result.future = pending.promise.get_future().share();
    pending.done = [future = result.future,
                    callback = CallbackType(std::forward<CallbackT>(callback))] {
      callback(future);
    };
    result.request_id = send(*request, std::move(pending));
    return result;
  }

  bool remove_pending_request(std::int64_t request_id) {
    const std::lock_guard lock(mutex_);
    return pending_.erase(request_id) != 0;
  }
  bool remove_pending_request(const FutureAndRequestId& request) {
    return remove_pending_request(request.request_id);
  }
  bool remove_pending_request(const SharedFutureAndRequestId& request) {
    return remove_pending_request(request.request_id);
  }
  std::size_t prune_pending_requests() {
    const std::lock_guard lock(mutex_);
    const std::size_t count = pending_.size();
    pending_.clear();
    return count;
  }

  void execute() override {
    auto response = std::make_shared<Response>();
    underlay::SampleHeader header;
    if (!take(response.get(), header)) return;
    if (header.related != reader().gid()) return;  // an answer to somebody else
    std::optional<Pending> pending;
    {
      const std::lock_guard lock(mutex_);
      auto node = pending_.extract(header.related_sequence);
      if (node.empty()) return;
      pending = std::move(node.mapped());
    }
    pending->promise.set_value(std::move(response));
    if (pending->done) pending->done();
  }

 private:
  struct Pending {
    Promise promise;
    std::function<void()> done;
  };

  std::int64_t send(const Request& request, Pending pending) {
    // Held until the request is noted: the answer may come before write_request() returns.
    const std::lock_guard lock(mutex_);
    const std::int64_t id = writer().write_request(&request, reader().gid());
    if (id == 0) throw exceptions::RCLError("the request could not be sent");
    pending_.emplace(id, std::move(pending));
    return id;
  }

  std::mutex mutex_;
  std::map<std::int64_t, Pending> pending_;
};

}  // namespace rclcpp
