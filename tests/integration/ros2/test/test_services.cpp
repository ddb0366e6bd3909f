// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rclcpp/rclcpp.hpp>
#include <std_srvs/srv/set_bool.hpp>
#include <std_srvs/srv/trigger.hpp>
#include <thread>

#include "spin_until.hpp"

namespace {

using std_srvs::srv::SetBool;
using std_srvs::srv::Trigger;
using namespace std::chrono_literals;

class Services : public testing::Test {
 protected:
  std::shared_ptr<rclcpp::Node> node_ = std::make_shared<rclcpp::Node>("services");
  rclcpp::executors::SingleThreadedExecutor executor_;

  void SetUp() override { executor_.add_node(node_); }
};

TEST_F(Services, AnswersEveryRequestWithItsOwnAnswer) {
  auto service =
      node_->create_service<SetBool>("flip", [](const std::shared_ptr<SetBool::Request> request,
                                                std::shared_ptr<SetBool::Response> response) {
        response->success = !request->data;
        response->message = request->data ? "was true" : "was false";
      });
  auto client = node_->create_client<SetBool>("flip");
  ASSERT_TRUE(client->wait_for_service(10s));

  auto yes = std::make_shared<SetBool::Request>();
  yes->data = true;
  auto first = client->async_send_request(yes);
  auto second = client->async_send_request(std::make_shared<SetBool::Request>());

  ASSERT_EQ(executor_.spin_until_future_complete(first, 10s), rclcpp::FutureReturnCode::SUCCESS);
  ASSERT_EQ(executor_.spin_until_future_complete(second, 10s), rclcpp::FutureReturnCode::SUCCESS);
  EXPECT_EQ(first.get()->message, "was true");
  EXPECT_EQ(second.get()->message, "was false");
}

TEST_F(Services, CallsBackWithTheAnswer) {
  auto service = node_->create_service<Trigger>(
      "fire", [](const std::shared_ptr<rmw_request_id_t>, const std::shared_ptr<Trigger::Request>,
                 std::shared_ptr<Trigger::Response> response) { response->success = true; });
  auto client = node_->create_client<Trigger>("fire");
  ASSERT_TRUE(client->wait_for_service(10s));
  bool answered = false;

  client->async_send_request(
      std::make_shared<Trigger::Request>(),
      [&](rclcpp::Client<Trigger>::SharedFuture future) { answered = future.get()->success; });

  EXPECT_TRUE(spin_until(executor_, [&] { return answered; }));
}

TEST_F(Services, AnswersLater) {
  std::shared_ptr<rclcpp::Service<Trigger>> server;
  std::shared_ptr<rmw_request_id_t> waiting;
  auto service = node_->create_service<Trigger>(
      "later", [&](std::shared_ptr<rclcpp::Service<Trigger>> handle,
                   std::shared_ptr<rmw_request_id_t> id, std::shared_ptr<Trigger::Request>) {
        server = handle;
        waiting = id;
      });
  auto client = node_->create_client<Trigger>("later");
  ASSERT_TRUE(client->wait_for_service(10s));
  auto future = client->async_send_request(std::make_shared<Trigger::Request>());
  ASSERT_TRUE(spin_until(executor_, [&] { return waiting != nullptr; }));

  Trigger::Response response;
  response.message = "at last";
  server->send_response(*waiting, response);

  ASSERT_EQ(executor_.spin_until_future_complete(future, 10s), rclcpp::FutureReturnCode::SUCCESS);
  EXPECT_EQ(future.get()->message, "at last");
}

TEST_F(Services, GivesUpWhereThereIsNoServer) {
  auto client = node_->create_client<Trigger>("nobody");

  EXPECT_FALSE(client->wait_for_service(50ms));
  EXPECT_FALSE(client->service_is_ready());
  auto future = client->async_send_request(std::make_shared<Trigger::Request>());
  EXPECT_EQ(executor_.spin_until_future_complete(future, 50ms), rclcpp::FutureReturnCode::TIMEOUT);
}

TEST_F(Services, AreListedWithTheirTypes) {
  auto service = node_->create_service<Trigger>(
      "listed", [](const std::shared_ptr<Trigger::Request>, std::shared_ptr<Trigger::Response>) {});

  EXPECT_TRUE(spin_until(executor_, [&] {
    const auto services = node_->get_service_names_and_types();
    return services.count("/listed") == 1 &&
           services.at("/listed") == std::vector<std::string>{"std_srvs/srv/Trigger"};
  }));
}

}  // namespace
