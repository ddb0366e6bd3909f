// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <billiard_msgs/msg/ball_array.hpp>
#include <billiard_msgs/msg/trajectory_array.hpp>
#include <chrono>
#include <memory>
#include <mutex>
#include <rclcpp/rclcpp.hpp>
#include <string>
#include <visualization_msgs/msg/marker_array.hpp>

#include "billiard_engine/files/settings.hpp"
#include "diagnostics.hpp"
#include "messages.hpp"
#include "percentiles.hpp"
#include "predictor/prediction_thread.hpp"

namespace billiard_nodes {

/// Parameters of the predictor node.
struct PredictorParameters {
  std::string table{"pool_9ft"};  ///< Name or path of the table file
  billiard::Settings settings;
  PredictionOptions prediction;
  RealtimeOptions realtime;
  double marker_rate{20.0};  ///< At most so many /markers a second [Hz]; 0: none
};

/// Predicts, for every message of balls, where all of them will go.
class Predictor : public rclcpp::Node {
 public:
  explicit Predictor(const rclcpp::NodeOptions& options = rclcpp::NodeOptions());

 private:
  using BallArray = billiard_msgs::msg::BallArray;
  using Clock = std::chrono::steady_clock;

  void on_balls(const BallArray& balls);
  /// In the thread behind the real-time one.
  void publish(const Prediction& prediction);
  /// Now, for those who look and as often as wanted.
  [[nodiscard]] bool should_draw();
  void note(const Prediction& prediction, double latency);
  void describe(Report& report);
  void describe_times(Report& report);

  /// What the publishing thread leaves for the diagnostics.
  struct Figures {
    std::uint64_t predictions{0};
    std::uint64_t missed{0};
    std::uint64_t cut{0};
    Percentiles compute;  ///< CPU time [ms]
    Percentiles answer;   ///< Balls handed over to result [ms]
    Percentiles latency;  ///< Stamp of the frame to published prediction [ms]
  };

  PredictorParameters parameters_;
  NamedTable table_;
  std::string problem_;  ///< With the last balls
  std::uint64_t refused_balls_{0};
  std::mutex mutex_;
  Figures figures_;
  std::uint64_t reported_predictions_{0};
  std::uint64_t reported_missed_{0};
  Clock::time_point reported_at_{Clock::now()};
  Clock::time_point markers_at_{};

  rclcpp::Publisher<billiard_msgs::msg::TrajectoryArray>::SharedPtr predictions_publisher_;
  rclcpp::Publisher<visualization_msgs::msg::MarkerArray>::SharedPtr markers_publisher_;
  std::unique_ptr<PredictionThread> thread_;
  rclcpp::Subscription<BallArray>::SharedPtr balls_subscription_;
  Diagnostics diagnostics_;
};

}  // namespace billiard_nodes
