// SPDX-License-Identifier: Apache-2.0
#include "recorded_shots.hpp"

#include <algorithm>
#include <array>
#include <billiard_msgs/msg/ball_array.hpp>
#include <billiard_msgs/msg/game_state.hpp>
#include <billiard_msgs/msg/shot_command.hpp>
#include <billiard_msgs/msg/shot_plan.hpp>
#include <billiard_msgs/msg/shot_result.hpp>
#include <billiard_msgs/msg/table.hpp>
#include <billiard_msgs/msg/trajectory_array.hpp>
#include <cmath>
#include <opencv2/imgcodecs.hpp>
#include <random>
#include <rclcpp/serialized_message.hpp>
#include <rosbag2_compression/sequential_compression_writer.hpp>
#include <rosbag2_cpp/writer.hpp>
#include <sensor_msgs/msg/camera_info.hpp>
#include <sensor_msgs/msg/compressed_image.hpp>

#include "billiard_engine/settle.hpp"
#include "billiard_engine/simulator.hpp"
#include "billiard_planner/noise.hpp"
#include "billiard_vision/engine_table.hpp"
#include "billiard_vision/renderer.hpp"
#include "billiard_vision/tracker.hpp"

namespace billiard::session {

namespace {

constexpr std::int64_t kStart_ns = 1'700'000'000'000'000'000;
constexpr double kRestBefore = 0.6, kRestAfter = 0.4;  // [s]
constexpr double kTurnStep = 1.0 / 480.0;  // orientations are integrated this finely [s]

std::unique_ptr<rosbag2_cpp::Writer> make_writer(const std::string& compression) {
  using namespace rosbag2_compression;
  if (compression == "none") return std::make_unique<rosbag2_cpp::Writer>();
  CompressionOptions options{};
  options.compression_format = "zstd";
  options.compression_mode = compression_mode_from_string(compression);
  options.compression_queue_size = 100'000;  // Humble drops what does not fit
  options.compression_threads = 1;
  return std::make_unique<rosbag2_cpp::Writer>(
      std::make_unique<SequentialCompressionWriter>(options));
}

// The storage that the robot records in, whatever a release of rosbag2 takes by itself.
void open_mcap(rosbag2_cpp::Writer& writer, const std::filesystem::path& bag) {
  rosbag2_storage::StorageOptions options;
  options.uri = bag.string();
  options.storage_id = "mcap";
  writer.open(options);
}

class Filming {
 public:
  Filming(const std::filesystem::path& bag, const RecordedShotsOptions& options)
      : options_(options),
        settings_(load_settings(options.table, options.physics)),
        simulator_(settings_.table, settings_.physics),
        random_(options.seed),
        writer_(make_writer(options.compression)) {
    open_mcap(*writer_, bag);
    const int height = options.width * 9 / 16;
    camera_ = vision::look_at(vision::make_lens(options.width, height, 0.77 * options.width),
                              {0.05, -0.25, 2.6}, {0.0, 0.0, 0.0}, {0.0, 1.0, 0.0});
    vision::Look look;
    look.exposure_time = 0.001;
    look.seed = options.seed;
    const auto geometry = vision::geometry_of(settings_.table.spec, settings_.physics.ball.radius);
    renderer_ = std::make_unique<vision::Renderer>(geometry, camera_, look);
    vision::CameraHint hint;
    hint.lens = camera_.lens;
    const Settings believed = load_settings(options.table);
    tracker_ = std::make_unique<vision::Tracker>(believed.table, believed.physics, hint);
    set_up();
  }

  void record() {
    write_setting();
    for (int i = 0; i < options_.shots; ++i) {
      place_cue_ball();
      film_until(now_ + kRestBefore);
      play_shot(i);
      film_until(now_ + kRestAfter);
    }
  }

 private:
  double draw(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random_);
  }
  Vec3<double> free_place() {
    for (;;) {
      const Vec3<double> p{draw(-0.42, 0.42) * settings_.table.spec.length,
                           draw(-0.38, 0.38) * settings_.table.spec.width,
                           settings_.physics.ball.radius};
      const bool free = std::all_of(layout_.balls.begin(), layout_.balls.end(), [&](const Ball& b) {
        return !b.in_play() || (b.position - p).norm() > 0.15;
      });
      if (free) return p;
    }
  }
  void set_up() {
    for (int i = 0; i <= options_.balls; ++i) {
      Ball ball;
      ball.position = free_place();
      layout_.ids.push_back(i == 0 ? "cue" : std::to_string(i));
      layout_.balls.push_back(ball);
      const cv::Vec3d axis(draw(-1, 1), draw(-1, 1), draw(-1, 1));
      rotations_.push_back(vision::turn(cv::Matx33d::eye(), axis, 3.0));
    }
  }
  void place_cue_ball() {
    if (layout_.balls[0].in_play()) return;
    layout_.balls[0] = Ball{};
    layout_.balls[0].position = free_place();
  }
  // At the nearest ball, not quite full.
  Shot choose_shot() {
    const auto& from = layout_.balls[0].position;
    const Ball* nearest = nullptr;
    for (std::size_t i = 1; i < layout_.balls.size(); ++i) {
      const Ball& b = layout_.balls[i];
      if (b.in_play() &&
          (nearest == nullptr || (b.position - from).norm() < (nearest->position - from).norm()))
        nearest = &b;
    }
    const Vec3<double> to = nearest != nullptr ? nearest->position : Vec3<double>(0.0, 0.0, 0.0);
    const Vec3<double> way = to - from;
    Shot shot;
    shot.ball = 0;
    shot.speed = draw(0.8, 2.6);
    shot.azimuth = std::atan2(way.y(), way.x()) + draw(-0.03, 0.03) / way.norm();
    shot.offset_side = draw(-0.3, 0.3);
    shot.offset_height = draw(-0.3, 0.3);
    return shot;
  }

  [[nodiscard]] rclcpp::Time stamp(double time) const {
    return rclcpp::Time(kStart_ns + std::llround(time * 1e9), RCL_ROS_TIME);
  }
  template <typename Message>
  void write(Message message, const std::string& topic, double time, double delay = 0.0) {
    if (options_.without.contains(topic)) return;
    message.header.stamp = stamp(time);
    writer_->write(message, topic, stamp(time + delay));
  }

  [[nodiscard]] billiard_msgs::msg::BallArray to_message(const Layout& layout) {
    billiard_msgs::msg::BallArray message;
    message.header.frame_id = "table";
    if (!options_.without.contains("/table")) message.table = options_.table;
    message.sequence = ++sequence_;
    message.at_rest = true;
    for (std::size_t i = 0; i < layout.balls.size(); ++i) {
      const Ball& from = layout.balls[i];
      billiard_msgs::msg::Ball ball;
      ball.id = layout.ids[i];
      ball.confidence = 1.0;
      ball.radius = settings_.physics.ball.radius;
      ball.state = static_cast<std::uint8_t>(from.motion);
      if (from.pocket >= 0) ball.pocket = name(static_cast<PocketId>(from.pocket));
      ball.position.x = from.position.x();
      ball.position.y = from.position.y();
      ball.position.z = from.position.z();
      ball.velocity.x = from.velocity.x();
      ball.velocity.y = from.velocity.y();
      ball.velocity.z = from.velocity.z();
      ball.spin.x = from.spin.x();
      ball.spin.y = from.spin.y();
      ball.spin.z = from.spin.z();
      message.at_rest = message.at_rest && (!from.in_play() || from.motion == Motion::kRest);
      message.balls.push_back(ball);
    }
    return message;
  }
  [[nodiscard]] billiard_msgs::msg::TrajectoryArray predict(Layout start) {
    (void)settle(start.balls, settings_.table, settings_.physics);
    Simulator simulator(settings_.table, settings_.physics);
    Recorder recorder(0.05, 250);
    simulator.reset(start.balls);
    const Result result = simulator.run({10.0, 5000000}, &recorder);
    billiard_msgs::msg::TrajectoryArray message;
    message.header.frame_id = "table";
    message.sequence = sequence_;
    message.duration = result.time;
    message.compute_time = 0.001;
    message.latency = 0.008;
    for (std::size_t i = 0; i < start.balls.size(); ++i) {
      billiard_msgs::msg::Trajectory path;
      path.ball = start.ids[i];
      if (result.balls[i].pocket >= 0)
        path.pocket = name(static_cast<PocketId>(result.balls[i].pocket));
      for (const auto& sample : recorder.samples()) {
        const Ball& ball = sample.balls[i];
        if (!ball.in_play()) break;
        billiard_msgs::msg::TrajectoryPoint point;
        point.time = sample.time;
        point.position.x = ball.position.x();
        point.position.y = ball.position.y();
        point.velocity.x = ball.velocity.x();
        point.velocity.y = ball.velocity.y();
        path.points.push_back(point);
      }
      message.trajectories.push_back(path);
    }
    return message;
  }

  void write_setting() {
    billiard_msgs::msg::Table table;
    table.name = options_.table;
    write(table, "/table", 0.0);
    sensor_msgs::msg::CameraInfo info;
    const vision::Lens& lens = camera_.lens;
    info.width = static_cast<std::uint32_t>(lens.width);
    info.height = static_cast<std::uint32_t>(lens.height);
    info.distortion_model = "plumb_bob";
    info.d.assign(5, 0.0);
    info.k = {lens.fx, 0.0, lens.cx, 0.0, lens.fy, lens.cy, 0.0, 0.0, 1.0};
    write(info, "/camera/camera_info", 0.0);
    for (int i = 0; i < options_.damaged; ++i) write_damaged_balls();
  }
  void write_damaged_balls() {
    std::array<std::uint8_t, 9> bytes{0, 1, 0, 0, 255, 255, 255, 255, 7};
    rcl_serialized_message_t raw{};
    raw.buffer = bytes.data();
    raw.buffer_length = raw.buffer_capacity = bytes.size();
    raw.allocator = rcutils_get_default_allocator();
    writer_->write(std::make_shared<rclcpp::SerializedMessage>(raw), "/balls",
                   "billiard_msgs/msg/BallArray", stamp(0.0));
  }

  void film_until(double time) {
    while (next_frame_ <= time) {
      run_to(next_frame_);
      film();
      next_frame_ = static_cast<double>(++frames_) / options_.rate;
    }
    run_to(time);
  }
  void run_to(double time) {
    while (now_ < time) {
      const double next = std::min(time, now_ + kTurnStep);
      if (running_) {
        const Result result = simulator_.run({next - struck_, 10000000});
        for (std::size_t i = 0; i < layout_.balls.size(); ++i) {
          const Vec3<double> w = 0.5 * (layout_.balls[i].spin + result.balls[i].spin);
          rotations_[i] = vision::turn(rotations_[i], {w.x(), w.y(), w.z()}, next - now_);
          layout_.balls[i] = result.balls[i];
        }
        running_ = result.status != Status::kRest;
      }
      now_ = next;
    }
  }
  void film() {
    std::vector<vision::SceneBall> scene;
    const vision::BallSet set = renderer_->table().balls;
    for (std::size_t i = 0; i < layout_.balls.size(); ++i) {
      const Ball& b = layout_.balls[i];
      if (!b.in_play()) continue;
      scene.push_back({vision::find_kind(set, layout_.ids[i]),
                       {b.position.x(), b.position.y(), b.position.z()},
                       rotations_[i],
                       {b.velocity.x(), b.velocity.y(), b.velocity.z()}});
    }
    const auto wanted = [&](const char* topic) { return !options_.without.contains(topic); };
    write(to_message(layout_), "/ground_truth", now_);
    if (!wanted("/camera/image_raw/compressed") && !wanted("/balls")) return;
    const cv::Mat picture = renderer_->render(scene, static_cast<std::uint64_t>(frames_));
    std::vector<std::uint8_t> jpeg;
    cv::imencode(".jpg", picture, jpeg, {cv::IMWRITE_JPEG_QUALITY, 92});
    sensor_msgs::msg::CompressedImage image;
    image.format = "jpeg";
    image.data = jpeg;
    write(image, "/camera/image_raw/compressed", now_, 0.002);
    if (wanted("/balls")) track(cv::imdecode(jpeg, cv::IMREAD_COLOR));
  }
  void track(const cv::Mat& picture) {
    const vision::TrackedFrame frame = tracker_->update(picture, now_);
    Layout seen;
    for (const vision::TrackedBall& ball : frame.balls) {
      Ball state;
      state.position = {ball.position[0], ball.position[1], ball.position[2]};
      state.velocity = {ball.velocity[0], ball.velocity[1], ball.velocity[2]};
      state.spin = {ball.spin[0], ball.spin[1], ball.spin[2]};
      state.motion = ball.motion;
      const auto kinds = vision::ball_kinds(renderer_->table().balls);
      seen.ids.emplace_back(kinds[static_cast<std::size_t>(ball.kind)].id);
      seen.balls.push_back(state);
    }
    write(to_message(seen), "/balls", now_, 0.008);
    if (!options_.without.contains("/predictions"))
      write(predict(seen), "/predictions", now_, 0.010);
  }

  void play_shot(int number) {
    const Shot shot = choose_shot();
    write_plan(number, shot);
    film_until(now_ + 0.1);
    const Shot struck =
        disturb(shot, ExecutionNoise{}.scaled(options_.noise), settings_.physics.ball.radius,
                options_.seed, static_cast<std::uint64_t>(number));
    simulator_.reset(layout_.balls);
    (void)simulator_.strike(struck);
    struck_ = now_;
    running_ = true;
    billiard_msgs::msg::ShotResult result;
    result.header.frame_id = "cue";
    result.shot_id = static_cast<std::uint32_t>(number + 1);
    result.speed_commanded = shot.speed;
    result.speed_measured = struck.speed;
    write(result, "/cue/result", now_, 0.004);
    const int before = fallen();
    while (running_ && now_ < struck_ + options_.longest) film_until(now_ + 0.1);
    running_ = false;
    for (Ball& ball : layout_.balls) {
      ball.velocity.setZero();
      ball.spin.setZero();
      if (ball.in_play()) ball.motion = Motion::kRest;
    }
    film_until(now_ + 0.2);
    const bool foul = !layout_.balls[0].in_play();
    fouls_ += foul ? 1U : 0U;
    pots_ += fallen() > before && !foul ? 1U : 0U;
    write_state(number + 1, foul ? "foul: cue ball pocketed" : "fair");
  }
  [[nodiscard]] int fallen() const {
    return static_cast<int>(std::count_if(layout_.balls.begin(), layout_.balls.end(),
                                          [](const Ball& b) { return !b.in_play(); }));
  }
  void write_plan(int number, const Shot& shot) {
    billiard_msgs::msg::ShotPlan plan;
    plan.shot_id = static_cast<std::uint32_t>(number + 1);
    plan.found = true;
    plan.kind = "direct";
    plan.target = "1";
    plan.pocket = "corner_pp";
    plan.success_probability = 0.5;
    plan.elapsed = 0.25;
    plan.shot.ball = "cue";
    plan.shot.speed = shot.speed;
    plan.shot.azimuth = shot.azimuth;
    plan.shot.offset_right = shot.offset_side;
    plan.shot.offset_up = shot.offset_height;
    plan.layout = to_message(layout_);
    write_state(number, "");
    write(plan, "/shot_plan", now_);
    billiard_msgs::msg::ShotCommand command;
    command.shot_id = plan.shot_id;
    command.shot = plan.shot;
    command.layout = plan.layout;
    write(command, "/shot_command", now_);
  }
  void write_state(int shots, const std::string& call) {
    billiard_msgs::msg::GameState state;
    state.game = "free";
    state.rack = 1;
    state.shots = static_cast<std::uint32_t>(shots);
    state.pots = pots_;
    state.fouls = fouls_;
    state.last_call = call;
    write(state, "/game/state", now_);
  }

  RecordedShotsOptions options_;
  Settings settings_;
  Simulator simulator_;
  std::mt19937_64 random_;
  std::unique_ptr<rosbag2_cpp::Writer> writer_;
  vision::Camera camera_;
  std::unique_ptr<vision::Renderer> renderer_;
  std::unique_ptr<vision::Tracker> tracker_;
  Layout layout_;
  std::vector<cv::Matx33d> rotations_;
  double now_{0.0}, next_frame_{0.0}, struck_{0.0};
  bool running_{false};
  long frames_{0};
  std::uint32_t sequence_{0}, pots_{0}, fouls_{0};
};

}  // namespace

void record_wrong_type(const std::filesystem::path& bag) {
  rosbag2_cpp::Writer writer;
  open_mcap(writer, bag);
  writer.write(billiard_msgs::msg::Table(), "/balls", rclcpp::Time(kStart_ns, RCL_ROS_TIME));
}

void record_shots(const std::filesystem::path& bag, const RecordedShotsOptions& options) {
  Filming(bag, options).record();
}

}  // namespace billiard::session
