// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <termios.h>
#include <unistd.h>

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <ctime>
#include <map>
#include <optional>
#include <regex>
#include <rosbag2_compression/sequential_compression_reader.hpp>
#include <rosbag2_compression/sequential_compression_writer.hpp>
#include <rosbag2_cpp/reader.hpp>
#include <rosbag2_cpp/writer.hpp>
#include <rosbag2_storage/metadata_io.hpp>
#include <rosgraph_msgs/msg/clock.hpp>
#include <set>

#include "commands.hpp"
#include "session.hpp"

namespace ros2_command {
namespace {

constexpr double kDefaultClockRate = 40.0;  // [Hz]

std::string default_name() {
  char name[64];
  const std::time_t now = std::time(nullptr);
  std::strftime(name, sizeof(name), "rosbag2_%Y_%m_%d-%H_%M_%S", std::localtime(&now));
  return name;
}

/// A compressed bag has a reader of its own.
std::unique_ptr<rosbag2_cpp::Reader> open_bag(const std::string& uri) {
  using namespace rosbag2_compression;
  rosbag2_storage::MetadataIo metadata;
  const bool packed = metadata.metadata_file_exists(uri) &&
                      compression_mode_from_string(metadata.read_metadata(uri).compression_mode) !=
                          CompressionMode::NONE;
  auto reader =
      packed
          ? std::make_unique<rosbag2_cpp::Reader>(std::make_unique<SequentialCompressionReader>())
          : std::make_unique<rosbag2_cpp::Reader>();
  reader->open(uri);
  return reader;
}

/// QoS of the publishers, as bags keep it.
std::string qos_text(const underlay::QosProfile& qos) {
  const bool reliable = qos.reliability == underlay::Reliability::kReliable;
  const bool latched = qos.durability == underlay::Durability::kTransientLocal;
  const std::string never = "    sec: 9223372036\n    nsec: 854775807\n";
  return "- history: unknown\n  depth: 0\n  reliability: " +
         std::string(reliable ? "reliable" : "best_effort") +
         "\n  durability: " + (latched ? "transient_local" : "volatile") + "\n  deadline:\n" +
         never + "  lifespan:\n" + never + "  liveliness: automatic\n" +
         "  liveliness_lease_duration:\n" + never + "  avoid_ros_namespace_conventions: false\n";
}

/// What is recorded: all topics, or those named and those that contain the expression.
struct Wanted {
  bool all = false;
  std::set<std::string> names;
  std::optional<std::regex> expression;

  [[nodiscard]] bool has(const std::string& name) const {
    return all || names.count(name) != 0 || (expression && std::regex_search(name, *expression));
  }
};

class Recorder {
 public:
  Recorder(Session& session, rosbag2_cpp::Writer& writer, Wanted wanted)
      : session_(session), writer_(writer), wanted_(std::move(wanted)) {}

  /// Subscribes to what has appeared since.
  void look_for_topics() {
    for (const auto& endpoint :
         session_.node()->get_node_base_interface()->participant().graph().endpoints()) {
      if (endpoint.topic.rfind("rt/", 0) != 0 || !endpoint.is_writer) continue;
      const std::string name = endpoint.topic.substr(2);
      if (wanted_.has(name) && subscriptions_.count(name) == 0) subscribe(name, endpoint);
    }
  }
  [[nodiscard]] std::size_t messages() const { return messages_; }

 private:
  void subscribe(const std::string& name, const underlay::GraphEndpoint& publisher) {
    const auto types = session_.node()->get_topic_names_and_types();
    const auto entry = types.find(name);
    if (entry == types.end() || entry->second.empty() || entry->second.front().empty()) return;
    rclcpp::QoS qos(1000);
    if (publisher.qos.reliability == underlay::Reliability::kBestEffort) qos.best_effort();
    if (publisher.qos.durability == underlay::Durability::kTransientLocal) qos.transient_local();
    const std::string type = entry->second.front();
    writer_.create_topic({name, type, "cdr", qos_text(publisher.qos), publisher.type_hash});
    subscriptions_[name] = session_.node()->create_generic_subscription(
        name, type, qos, [this, name, type](std::shared_ptr<rclcpp::SerializedMessage> message) {
          writer_.write(message, name, type, session_.node()->now());
          ++messages_;
        });
    std::printf("[rosbag2_recorder]: Subscribed to topic '%s'\n", name.c_str());
    std::fflush(stdout);
  }

  Session& session_;
  rosbag2_cpp::Writer& writer_;
  Wanted wanted_;
  std::map<std::string, rclcpp::GenericSubscription::SharedPtr> subscriptions_;
  std::size_t messages_{0};
};

std::regex to_regex(const std::string& text) {
  try {
    return std::regex(text);
  } catch (const std::regex_error& error) {
    throw UsageError("--regex is '" + text + "'; allowed: an ECMAScript expression (" +
                     error.what() + ")");
  }
}

int record(Arguments arguments) {
  rosbag2_storage::StorageOptions options;
  Wanted wanted;
  wanted.all = take_flag(arguments, "-a") || take_flag(arguments, "--all");
  const std::string regex = take_option(arguments, "-e", take_option(arguments, "--regex", ""));
  if (!regex.empty()) wanted.expression = to_regex(regex);
  options.uri = take_option(arguments, "-o", take_option(arguments, "--output", default_name()));
  options.storage_id = take_option(arguments, "-s", take_option(arguments, "--storage", "mcap"));
  options.storage_preset_profile = take_option(arguments, "--storage-preset-profile", "");
  rosbag2_compression::CompressionOptions packing;
  packing.compression_format = take_option(arguments, "--compression-format", "zstd");
  packing.compression_mode = rosbag2_compression::compression_mode_from_string(
      take_option(arguments, "--compression-mode", "none"));
  options.max_bagfile_size = static_cast<std::uint64_t>(
      to_number(take_option(arguments, "--max-bag-size", "0"), "--max-bag-size", -1));
  options.max_bagfile_duration = static_cast<std::uint64_t>(
      to_number(take_option(arguments, "--max-bag-duration", "0"), "--max-bag-duration", -1));
  (void)take_flag(arguments, "--topics");  // Jazzy puts it before the names
  const bool some = wanted.expression || !arguments.empty();
  if (wanted.all == some) throw UsageError("record wants -a, TOPICs or -e REGEX");
  for (const std::string& name : arguments) {
    wanted.names.insert(rclcpp::detail::expand_name(name, "/", "ros2"));
  }
  Session session;
  rosbag2_cpp::Writer writer(
      std::make_unique<rosbag2_compression::SequentialCompressionWriter>(packing));
  writer.open(options);
  std::size_t messages = 0;
  {
    Recorder recorder(session, writer, wanted);
    const auto look = session.node()->create_wall_timer(std::chrono::milliseconds(100),
                                                        [&] { recorder.look_for_topics(); });
    session.executor().spin();
    messages = recorder.messages();
  }
  writer.close();
  std::printf("[rosbag2_recorder]: %zu messages recorded in '%s'\n", messages, options.uri.c_str());
  return 0;
}

/// The terminal without line buffering, so that a key counts at once; undone at the end.
class Keys {
 public:
  Keys() : active_(isatty(STDIN_FILENO) != 0 && tcgetattr(STDIN_FILENO, &before_) == 0) {
    if (!active_) return;
    termios raw = before_;
    raw.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
    raw.c_cc[VMIN] = 0;
    raw.c_cc[VTIME] = 0;
    tcsetattr(STDIN_FILENO, TCSANOW, &raw);
  }
  ~Keys() {
    if (active_) tcsetattr(STDIN_FILENO, TCSANOW, &before_);
  }
  Keys(const Keys&) = delete;
  Keys& operator=(const Keys&) = delete;

  [[nodiscard]] bool space_pressed() const {
    char key = 0;
    return active_ && ::read(STDIN_FILENO, &key, 1) == 1 && key == ' ';
  }

 private:
  termios before_{};
  bool active_;
};

struct PlayOptions {
  double rate{1.0};
  double clock_rate{0.0};  ///< [Hz], 0: no /clock
  double offset{0.0};      ///< [s]
  bool loop{false};
  bool paused{false};
};

rclcpp::QoS qos_of(const std::string& profiles) {
  rclcpp::QoS qos(100);
  try {
    const YAML::Node list = YAML::Load(profiles);
    if (list.IsSequence() && list.size() > 0) {
      const auto durability = list[0]["durability"].as<std::string>("");
      const auto reliability = list[0]["reliability"].as<std::string>("");
      if (durability == "transient_local" || durability == "1") qos.transient_local();
      if (reliability == "best_effort" || reliability == "2") qos.best_effort();
    }
  } catch (const YAML::Exception&) {  // an odd profile: the default will do
  }
  return qos;
}

class Player {
 public:
  Player(Session& session, rosbag2_cpp::Reader& reader, const PlayOptions& options)
      : session_(session), reader_(reader), options_(options), paused_(options.paused) {
    for (const auto& topic : reader.get_all_topics_and_types()) {
      publishers_[topic.name] = session.node()->create_generic_publisher(
          topic.name, topic.type, qos_of(topic.offered_qos_profiles));
    }
    if (options.clock_rate > 0) {
      clock_ =
          session.node()->create_publisher<rosgraph_msgs::msg::Clock>("/clock", rclcpp::ClockQoS());
    }
  }

  void play() {
    const auto start =
        std::chrono::nanoseconds(reader_.get_metadata().starting_time.time_since_epoch()).count();
    const auto offset = static_cast<std::int64_t>(options_.offset * 1e9);
    do {
      reader_.seek(start + offset);
      bag_time_ = start + offset;
      last_ = Steady::now();
      while (rclcpp::ok() && reader_.has_next()) {
        const auto message = reader_.read_next();
        if (!wait_until(message->time_stamp)) return;
        publish(*message);
      }
    } while (options_.loop && rclcpp::ok());
  }

 private:
  using Steady = std::chrono::steady_clock;

  /// Lets bag time run until `time`; false if ROS was shut down.
  bool wait_until(std::int64_t time) {
    while (rclcpp::ok()) {
      const auto now = Steady::now();
      if (!paused_) {
        const std::chrono::duration<double, std::nano> passed = now - last_;
        bag_time_ += static_cast<std::int64_t>(passed.count() * options_.rate);
      }
      last_ = now;
      if (keys_.space_pressed()) {
        paused_ = !paused_;
        std::printf("[rosbag2_player]: %s\n", paused_ ? "paused" : "resumed");
        std::fflush(stdout);
      }
      tick();
      if (!paused_ && bag_time_ >= time) return true;
      const double left = static_cast<double>(time - bag_time_) / options_.rate;
      const double step = paused_ ? kPollNanoseconds : std::min(left, kPollNanoseconds);
      rclcpp::sleep_for(std::chrono::nanoseconds(static_cast<std::int64_t>(step)));
    }
    return false;
  }

  void tick() {
    if (!clock_) return;
    const auto now = Steady::now();
    if (now - last_tick_ < std::chrono::duration<double>(1.0 / options_.clock_rate)) return;
    last_tick_ = now;
    rosgraph_msgs::msg::Clock message;
    message.clock = rclcpp::Time(bag_time_);
    clock_->publish(message);
  }

  void publish(const rosbag2_storage::SerializedBagMessage& message) {
    const auto publisher = publishers_.find(message.topic_name);
    if (publisher == publishers_.end()) return;
    const auto& data = *message.serialized_data;
    publisher->second->publish(rclcpp::SerializedMessage(
        std::vector<std::uint8_t>(data.buffer, data.buffer + data.buffer_length)));
  }

  static constexpr double kPollNanoseconds = 5e6;  // keys and the clock are looked at this often
  Session& session_;
  rosbag2_cpp::Reader& reader_;
  PlayOptions options_;
  Keys keys_;
  bool paused_;
  std::int64_t bag_time_{0};
  Steady::time_point last_;
  Steady::time_point last_tick_;
  std::map<std::string, rclcpp::GenericPublisher::SharedPtr> publishers_;
  rclcpp::Publisher<rosgraph_msgs::msg::Clock>::SharedPtr clock_;
};

/// `--clock` may stand alone or be followed by a rate.
double take_clock(Arguments& arguments) {
  for (auto item = arguments.begin(); item != arguments.end(); ++item) {
    if (*item != "--clock") continue;
    item = arguments.erase(item);
    const bool has_rate =
        item != arguments.end() && item->find_first_not_of("0123456789.") == std::string::npos;
    if (!has_rate) return kDefaultClockRate;
    const double rate = to_number(*item, "--clock", 0.0);
    arguments.erase(item);
    return rate;
  }
  return 0.0;
}

int play(Arguments arguments) {
  PlayOptions options;
  options.rate =
      to_number(take_option(arguments, "-r", take_option(arguments, "--rate", "1")), "--rate", 0.0);
  options.clock_rate = take_clock(arguments);
  options.offset =
      to_number(take_option(arguments, "--start-offset", "0"), "--start-offset", -1e-9);
  options.loop = take_flag(arguments, "-l") | take_flag(arguments, "--loop");
  options.paused = take_flag(arguments, "-p") | take_flag(arguments, "--start-paused");
  const double wait = to_number(take_option(arguments, "--wait-for-subscribers", "1"),
                                "--wait-for-subscribers", -1e-9);
  rosbag2_storage::StorageFilter filter;
  const auto topics = std::find(arguments.begin(), arguments.end(), "--topics");
  if (topics != arguments.end()) filter.topics.assign(topics + 1, arguments.end());
  arguments.erase(topics, arguments.end());
  if (arguments.size() != 1) throw UsageError("play wants one BAG");
  const auto reader = open_bag(arguments[0]);
  reader->set_filter(filter);
  Session session;
  Player player(session, *reader, options);
  // Discovery takes a moment; what is played before would be lost.
  rclcpp::sleep_for(std::chrono::nanoseconds(static_cast<std::int64_t>(wait * 1e9)));
  player.play();
  rclcpp::sleep_for(std::chrono::milliseconds(200));  // until the last message is out
  return 0;
}

std::string to_date(std::int64_t nanoseconds) {
  char text[64];
  const auto seconds = static_cast<std::time_t>(nanoseconds / 1'000'000'000);
  std::strftime(text, sizeof(text), "%b %d %Y %H:%M:%S", std::localtime(&seconds));
  char with_fraction[96];
  std::snprintf(with_fraction, sizeof(with_fraction), "%s.%09lld (%lld)", text,
                static_cast<long long>(nanoseconds % 1'000'000'000),
                static_cast<long long>(nanoseconds / 1'000'000'000));
  return with_fraction;
}

int info(const Arguments& arguments) {
  if (arguments.size() != 1) throw UsageError("info wants one BAG");
  const auto reader = open_bag(arguments[0]);
  const auto& metadata = reader->get_metadata();
  const std::int64_t start =
      std::chrono::nanoseconds(metadata.starting_time.time_since_epoch()).count();
  std::printf("\nFiles:             ");
  for (const std::string& file : metadata.relative_file_paths) {
    std::printf("%s\n                   ", file.c_str());
  }
  std::printf("\rBag size:          %.1f MiB\n",
              static_cast<double>(metadata.bag_size) / 1048576.0);
  std::printf("Storage id:        %s\n", metadata.storage_identifier.c_str());
  std::printf("Duration:          %.9fs\n", static_cast<double>(metadata.duration.count()) * 1e-9);
  if (metadata.message_count > 0) {
    std::printf("Start:             %s\n", to_date(start).c_str());
    std::printf("End:               %s\n", to_date(start + metadata.duration.count()).c_str());
  }
  std::printf("Messages:          %llu\n", static_cast<unsigned long long>(metadata.message_count));
  std::printf("Topic information:\n");
  for (const auto& topic : metadata.topics_with_message_count) {
    std::printf("  Topic: %s | Type: %s | Count: %zu | Serialization Format: %s\n",
                topic.topic_metadata.name.c_str(), topic.topic_metadata.type.c_str(),
                topic.message_count, topic.topic_metadata.serialization_format.c_str());
  }
  return 0;
}

}  // namespace

int bag(const Arguments& arguments) {
  if (arguments.empty()) throw UsageError("wants record, play or info");
  const Arguments rest(arguments.begin() + 1, arguments.end());
  if (arguments[0] == "record") return record(rest);
  if (arguments[0] == "play") return play(rest);
  if (arguments[0] == "info") return info(rest);
  throw UsageError("'" + arguments[0] + "' is not record, play or info");
}

}  // namespace ros2_command
