// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <billiard_msgs/msg/ball_array.hpp>
#include <billiard_msgs/msg/shot_plan.hpp>
#include <billiard_msgs/srv/plan_shot.hpp>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <rclcpp/rclcpp.hpp>
#include <string>
#include <thread>

#include "billiard_engine/files/settings.hpp"
#include "billiard_planner/planner.hpp"
#include "diagnostics.hpp"
#include "messages.hpp"
#include "planner/plan_request.hpp"

namespace billiard_nodes {

/// Parameters of the planner node.
struct PlannerParameters {
  std::string table{"pool_9ft"};  ///< Name or path of the table file
  billiard::Settings settings;
  PlanDefaults defaults;
  int threads{0};             ///< 0: one per core
  int nice{10};               ///< Of these threads, 0 to 19
  double balls_timeout{1.0};  ///< /balls older than this are ignored [s]
};

/// Plans shots on demand, in threads of its own that give way to tracking and prediction.
class Planner : public rclcpp::Node {
 public:
  explicit Planner(const rclcpp::NodeOptions& options = rclcpp::NodeOptions());
  ~Planner() override;

 private:
  using BallArray = billiard_msgs::msg::BallArray;
  using PlanShot = billiard_msgs::srv::PlanShot;
  using Clock = std::chrono::steady_clock;
  struct Job {
    std::shared_ptr<rmw_request_id_t> id;
    PlanShot::Request request;
  };

  void on_balls(const BallArray::ConstSharedPtr& balls);
  void on_request(const std::shared_ptr<rmw_request_id_t>& id, const PlanShot::Request& request);
  void work();
  void answer(const Job& job);
  [[nodiscard]] BallArray::ConstSharedPtr seen_balls();
  /// In a thread that gives way to others.
  [[nodiscard]] billiard::Plan search(ReadRequest& read);
  void make_plan(const PlanShot::Request& request, PlanShot::Response& response);
  void describe(Report& report);

  PlannerParameters parameters_;
  NamedTable table_;
  billiard::Planner planner_;  ///< Only for the working thread
  std::uint32_t last_shot_id_;

  std::mutex mutex_;  ///< Of what follows
  std::condition_variable changed_;
  std::deque<Job> jobs_;
  BallArray::ConstSharedPtr balls_;
  Clock::time_point balls_at_{};
  bool stop_{false};
  bool busy_{false};
  std::uint64_t plans_{0};
  std::uint64_t refused_{0};
  std::string last_;  ///< What was answered last, in words
  double elapsed_{0.0};
  std::uint64_t simulations_{0};

  rclcpp::Publisher<billiard_msgs::msg::ShotPlan>::SharedPtr plan_publisher_;
  rclcpp::Subscription<BallArray>::SharedPtr balls_subscription_;
  rclcpp::Service<PlanShot>::SharedPtr service_;
  Diagnostics diagnostics_;
  std::thread thread_;
};

}  // namespace billiard_nodes
