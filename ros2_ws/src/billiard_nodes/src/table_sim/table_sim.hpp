// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <billiard_msgs/msg/ball_array.hpp>
#include <billiard_msgs/msg/game_state.hpp>
#include <billiard_msgs/msg/shot_command.hpp>
#include <billiard_msgs/msg/shot_result.hpp>
#include <chrono>
#include <deque>
#include <memory>
#include <mutex>
#include <rclcpp/rclcpp.hpp>
#include <sensor_msgs/msg/camera_info.hpp>
#include <sensor_msgs/msg/compressed_image.hpp>
#include <sensor_msgs/msg/image.hpp>
#include <thread>

#include "billiard_vision/renderer.hpp"
#include "diagnostics.hpp"
#include "messages.hpp"
#include "table_sim/camera_faults.hpp"
#include "table_sim/simulated_table.hpp"
#include "table_sim/stroke_ledger.hpp"
#include "table_sim/table_sim_parameters.hpp"

namespace billiard_nodes {

/// Node `table_sim`: a table with balls, a camera over it and somebody who racks and places the cue
/// ball. Runs on the wall clock; a thread of its own films. Strikes when `/cue/result` says that a
/// commanded shot was fired. Faults (`fault.*`) can be given at the start and set while it runs.
class TableSim : public rclcpp::Node {
 public:
  explicit TableSim(const rclcpp::NodeOptions& options = rclcpp::NodeOptions());
  ~TableSim() override;

 private:
  using Clock = std::chrono::steady_clock;
  using Image = sensor_msgs::msg::Image;
  using BallArray = billiard_msgs::msg::BallArray;

  /// A stroke that was reported but has not met the ball yet.
  struct Stroke {
    double time;  ///< Since the node was started [s]
    std::uint32_t id;
    billiard::Shot shot;
  };

  void film();
  /// Sets the truth of a moment and gives the frame of it; none if it is lost or held back.
  [[nodiscard]] std::unique_ptr<Image> expose(Clock::time_point moment);
  void publish(std::unique_ptr<Image> image);
  void on_command(const billiard_msgs::msg::ShotCommand& command);
  void on_result(const billiard_msgs::msg::ShotResult& result);
  void on_game(const billiard_msgs::msg::GameState& state);
  void strike(std::uint32_t id, const billiard::Shot& shot);
  void advance(double time);
  void declare_faults();
  [[nodiscard]] rcl_interfaces::msg::SetParametersResult set_faults(
      const std::vector<rclcpp::Parameter>& parameters);
  /// Also while somebody holds it.
  [[nodiscard]] bool is_in_play(const std::string& id) const;
  void describe(Report& report);
  [[nodiscard]] double since_start(Clock::time_point moment) const;  ///< [s]

  TableSimParameters parameters_;
  billiard::Settings nominal_;
  NamedTable table_;
  billiard::vision::Renderer renderer_;
  const Clock::duration period_;  ///< Between frames
  const Clock::time_point started_{Clock::now()};

  std::mutex mutex_;  ///< Of what follows up to the publishers
  SimulatedTable world_;
  std::deque<Stroke> strokes_;
  StrokeLedger ledger_;
  CameraFaults faults_;
  std::uint32_t rack_{1};
  std::uint64_t frames_{0};
  std::uint64_t dropped_{0};
  std::uint64_t dropped_reported_{0};
  double slowest_{0.0};  ///< Longest time a frame took since the last report [s]
  cv::Mat frozen_;

  BallArray truth_;              ///< By the filming thread only
  std::unique_ptr<Image> held_;  ///< Likewise
  std::uint32_t sequence_{0};    ///< Likewise
  std::atomic<bool> stop_{false};

  rclcpp::Publisher<Image>::SharedPtr image_publisher_;
  rclcpp::Publisher<sensor_msgs::msg::CompressedImage>::SharedPtr jpeg_publisher_;
  rclcpp::Publisher<sensor_msgs::msg::CameraInfo>::SharedPtr info_publisher_;
  rclcpp::Publisher<BallArray>::SharedPtr truth_publisher_;
  rclcpp::Subscription<billiard_msgs::msg::ShotCommand>::SharedPtr command_subscription_;
  rclcpp::Subscription<billiard_msgs::msg::ShotResult>::SharedPtr result_subscription_;
  rclcpp::Subscription<billiard_msgs::msg::GameState>::SharedPtr game_subscription_;
  rclcpp::node_interfaces::OnSetParametersCallbackHandle::SharedPtr fault_callback_;
  Diagnostics diagnostics_;
  std::thread thread_;
};

}  // namespace billiard_nodes
