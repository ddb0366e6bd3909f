// SPDX-License-Identifier: Apache-2.0
// From the camera's frame to the published prediction: tracker and predictor in one process, fed
// with rendered frames of a break at 60 Hz. Frames are rendered beforehand.
// usage: bench_pipeline [SECONDS] [--plan]     (--plan: the planner searches shots all the while)
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <rclcpp/rclcpp.hpp>
#include <thread>

#include "billiard_engine/simulator.hpp"
#include "billiard_vision/engine_table.hpp"
#include "billiard_vision/renderer.hpp"
#include "image_messages.hpp"
#include "planner/planner.hpp"
#include "predictor/predictor.hpp"
#include "tracker/tracker.hpp"

namespace billiard_nodes {
namespace {

using billiard_msgs::msg::TrajectoryArray;
using billiard_msgs::srv::PlanShot;
using sensor_msgs::msg::CameraInfo;
using sensor_msgs::msg::Image;

constexpr double kRate = 60.0;  // [Hz]
constexpr double kFilm = 20.0;  // longer measurements play it again [s]
constexpr double kShot = 5.0;   // from one strike to the next [s]
constexpr double kStart = 1.0;  // finding the table is not measured [s]

struct Film {
  std::vector<cv::Mat> frames;
  billiard::vision::Lens lens;
};

std::vector<billiard::Ball> rack(double r) {
  std::vector<billiard::Ball> balls(1);
  balls[0].position = {-0.6, 0.01, r};
  for (int row = 0; row < 5; ++row) {
    for (int i = 0; i <= row; ++i) {
      balls.emplace_back();
      balls.back().position = {0.635 + 1.7325 * r * row, 1.0005 * r * (2 * i - row), r};
    }
  }
  return balls;
}

Film make_film(const billiard::Settings& settings) {
  const double r = settings.physics.ball.radius;
  Film film;
  film.lens = billiard::vision::make_lens(640, 360, 530.0);
  const auto camera = look_at(film.lens, {0.0, 0.0, 2.7}, {0, 0, 0}, {0, 1, 0});
  billiard::vision::Renderer renderer(billiard::vision::geometry_of(settings.table.spec, r), camera,
                                      {});
  billiard::Simulator simulator(settings.table, settings.physics);
  std::vector<billiard::Ball> balls = rack(r);
  simulator.reset(balls);
  double struck = -1.0;
  for (int i = 0; i < static_cast<int>(kFilm * kRate); ++i) {
    const double time = i / kRate;
    // A break, then a shot every five seconds, whatever still rolls.
    if (time >= kStart && (struck < 0.0 || time - struck >= kShot)) {
      simulator.reset(balls);
      simulator.strike({.ball = 0, .speed = struck < 0.0 ? 6.0 : 2.5, .azimuth = 2.0 * time - 2.0});
      struck = time;
    }
    if (struck >= 0.0) {
      const billiard::Result result = simulator.run({.time = time - struck + 1e-6});
      std::copy_n(result.balls.begin(), balls.size(), balls.begin());
    }
    std::vector<billiard::vision::SceneBall> scene;
    for (std::size_t b = 0; b < balls.size(); ++b) {
      if (!balls[b].in_play()) continue;
      scene.emplace_back();
      scene.back().kind = static_cast<int>(b);
      scene.back().position = {balls[b].position.x(), balls[b].position.y(), r};
    }
    film.frames.push_back(renderer.render(scene, static_cast<std::uint64_t>(i)));
  }
  return film;
}

double at(std::vector<double> values, double share) {
  if (values.empty()) return 0.0;
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
}

void print(const char* what, const std::vector<double>& ms) {
  std::printf("%-34s n %6zu  median %7.3f ms  p99 %7.3f ms  max %7.3f ms\n", what, ms.size(),
              at(ms, 0.5), at(ms, 0.99), at(ms, 1.0));
}

struct Measured {
  std::vector<double> latency, compute;  // [ms]
  diagnostic_msgs::msg::DiagnosticStatus predictor;
};

/// Publishes the film in real time and notes what comes out.
Measured play(const Film& film, double duration, bool plan) {
  const rclcpp::NodeOptions options = rclcpp::NodeOptions().use_intra_process_comms(true);
  const auto tracker = std::make_shared<Tracker>(options);
  const auto predictor = std::make_shared<Predictor>(options);
  const auto planner = std::make_shared<Planner>(options);
  const auto peer = std::make_shared<rclcpp::Node>("peer", options);
  Measured measured;
  std::atomic<std::int64_t> from{peer->now().nanoseconds() +
                                 static_cast<std::int64_t>(1e9 * kStart)};
  const auto images = peer->create_publisher<Image>("/camera/image_raw", rclcpp::SensorDataQoS());
  const auto infos =
      peer->create_publisher<CameraInfo>("/camera/camera_info", rclcpp::SensorDataQoS());
  const auto predictions = peer->create_subscription<TrajectoryArray>(
      "/predictions", rclcpp::SensorDataQoS(), [&](TrajectoryArray::ConstSharedPtr message) {
        const auto passed = peer->now() - rclcpp::Time(message->header.stamp);
        if (rclcpp::Time(message->header.stamp).nanoseconds() < from.load()) return;
        measured.latency.push_back(1e3 * passed.seconds());
        measured.compute.push_back(1e3 * message->compute_time);
      });
  const auto diagnostics = peer->create_subscription<diagnostic_msgs::msg::DiagnosticArray>(
      "/diagnostics", rclcpp::QoS(10),
      [&](diagnostic_msgs::msg::DiagnosticArray::ConstSharedPtr message) {
        const auto& status = message->status.front();
        if (status.name == "predictor: predictions") measured.predictor = status;
      });
  const auto client = peer->create_client<PlanShot>("/plan_shot");
  rclcpp::executors::MultiThreadedExecutor executor;
  for (const rclcpp::Node::SharedPtr& node :
       {rclcpp::Node::SharedPtr(tracker), rclcpp::Node::SharedPtr(predictor),
        rclcpp::Node::SharedPtr(planner), peer}) {
    executor.add_node(node);
  }
  std::thread spinning([&] { executor.spin(); });
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  for (int i = 0; i < static_cast<int>(duration * kRate); ++i) {
    std::this_thread::sleep_until(start + std::chrono::duration_cast<Clock::duration>(
                                              std::chrono::duration<double>(i / kRate)));
    if (plan && i % 60 == 0) {
      auto request = std::make_shared<PlanShot::Request>();
      request->noise = -1.0;
      request->layout = to_message(
          rack(0.028575),
          {"cue", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15"},
          {"pool_9ft", billiard::load_settings("pool_9ft").table, 0.028575});
      (void)client->async_send_request(request);
    }
    const cv::Mat& frame = film.frames[static_cast<std::size_t>(i) % film.frames.size()];
    auto image = make_image(frame.cols, frame.rows);
    frame.copyTo(pixels_of(*image));
    image->header.stamp = peer->now();
    auto info = to_camera_info(film.lens, frame.cols, frame.rows);
    info.header = image->header;
    infos->publish(info);
    images->publish(std::move(image));
  }
  executor.cancel();
  spinning.join();
  return measured;
}

}  // namespace
}  // namespace billiard_nodes

int main(int argc, char** argv) {
  rclcpp::init(argc, argv);
  const double duration = argc > 1 && argv[1][0] != '-' ? std::atof(argv[1]) : 20.0;
  const bool plan = argc > 1 && std::strcmp(argv[argc - 1], "--plan") == 0;
  const auto film = billiard_nodes::make_film(billiard::load_settings("pool_9ft"));
  const auto measured = billiard_nodes::play(film, duration, plan);
  billiard_nodes::print("frame to published prediction", measured.latency);
  billiard_nodes::print("prediction alone, CPU time", measured.compute);
  std::printf("%zu of %d frames predicted\n", measured.latency.size(),
              static_cast<int>((duration - billiard_nodes::kStart) * billiard_nodes::kRate));
  for (const auto& value : measured.predictor.values) {
    std::printf("  predictor, %s: %s\n", value.key.c_str(), value.value.c_str());
  }
  rclcpp::shutdown();
}
