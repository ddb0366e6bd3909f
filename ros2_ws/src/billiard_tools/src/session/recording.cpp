// SPDX-License-Identifier: Apache-2.0
#include "session/recording.hpp"

#include <algorithm>
#include <billiard_msgs/msg/table.hpp>
#include <cmath>
#include <map>
#include <optional>
#include <rclcpp/serialization.hpp>
#include <rclcpp/serialized_message.hpp>

#include "bag_storage.hpp"
#include "billiard_engine/files/file_error.hpp"
#include "session/bag_messages.hpp"

namespace billiard::session {

namespace {

constexpr double kRestPeriod = 0.25;  // resting balls are kept this often [s]

constexpr const char* kBalls = "/balls";
constexpr const char* kTruth = "/ground_truth";
constexpr const char* kPredictions = "/predictions";

struct KnownTopic {
  const char* name;
  const char* type;
};
constexpr KnownTopic kTopics[] = {{kBalls, "billiard_msgs/msg/BallArray"},
                                  {kTruth, "billiard_msgs/msg/BallArray"},
                                  {kPredictions, "billiard_msgs/msg/TrajectoryArray"},
                                  {"/shot_plan", "billiard_msgs/msg/ShotPlan"},
                                  {"/shot_command", "billiard_msgs/msg/ShotCommand"},
                                  {"/cue/result", "billiard_msgs/msg/ShotResult"},
                                  {"/game/state", "billiard_msgs/msg/GameState"},
                                  {"/table", "billiard_msgs/msg/Table"}};

using BagMessage = rosbag2_storage::SerializedBagMessage;

template <typename Message>
std::optional<Message> decode(const BagMessage& from) {
  try {
    const rclcpp::SerializedMessage serialized(*from.serialized_data);
    Message message;
    rclcpp::Serialization<Message>().deserialize_message(&serialized, &message);
    return message;
  } catch (const std::exception&) {  // cut off, or of another type
    return std::nullopt;
  }
}

template <typename Message>
std::int64_t stamp_ns(const Message& message, const BagMessage& from) {
  const std::int64_t stamp =
      std::int64_t{message.header.stamp.sec} * 1000000000 + message.header.stamp.nanosec;
  return stamp != 0 ? stamp : receive_time_ns(from);
}

// An open bag, restricted to topics, whose errors name it.
class Bag {
 public:
  explicit Bag(std::string path) : path_(std::move(path)) {
    guarded([&] { reader_ = open_reader(path_); });
  }
  [[nodiscard]] std::vector<rosbag2_storage::TopicMetadata> topics() {
    return reader_->get_all_topics_and_types();
  }
  void restrict_to(const std::vector<std::string>& topics) {
    rosbag2_storage::StorageFilter filter;
    filter.topics = topics;
    guarded([&] { reader_->set_filter(filter); });
  }
  /// The next message, or nothing at the end or where the file is cut off.
  [[nodiscard]] std::shared_ptr<const BagMessage> next() {
    try {
      return reader_->has_next() ? reader_->read_next() : nullptr;
    } catch (const std::exception&) {
      ended_early_ = true;
      return nullptr;
    }
  }
  /// next() ended before the bag did.
  [[nodiscard]] bool ended_early() const { return ended_early_; }
  /// Messages of each of the topics, as the metadata says.
  [[nodiscard]] std::map<std::string, std::uint64_t> promised(
      const std::vector<std::string>& topics) {
    std::map<std::string, std::uint64_t> counts;
    for (const auto& topic : reader_->get_metadata().topics_with_message_count) {
      const std::string& name = topic.topic_metadata.name;
      if (std::find(topics.begin(), topics.end(), name) != topics.end())
        counts[name] = topic.message_count;
    }
    return counts;
  }

 private:
  template <typename Action>
  void guarded(Action action) {
    try {
      action();
    } catch (const std::exception& error) {
      throw FileError(path_ + ": cannot be read as a bag: " + error.what());
    }
  }
  std::string path_;
  std::unique_ptr<rosbag2_cpp::Reader> reader_;
  bool ended_early_{false};
};

// Fills a Recording message by message.
class Filler {
 public:
  explicit Filler(Recording& recording) : recording_(recording) {}

  void take(const BagMessage& message) {
    const std::string& topic = message.topic_name;
    bool good = false;
    if (topic == kBalls) {
      good = take_balls(message, recording_.balls);
    } else if (topic == kTruth) {
      good = take_balls(message, recording_.truth);
    } else if (topic == kPredictions) {
      good = take_prediction(message);
    } else if (topic == "/shot_plan") {
      good = append<billiard_msgs::msg::ShotPlan>(message, recording_.plans);
    } else if (topic == "/shot_command") {
      good = append<billiard_msgs::msg::ShotCommand>(message, recording_.commands);
    } else if (topic == "/cue/result") {
      good = append<billiard_msgs::msg::ShotResult>(message, recording_.results);
    } else if (topic == "/game/state") {
      good = append<billiard_msgs::msg::GameState>(message, recording_.game);
    } else if (topic == "/table") {
      good = take_table(message);
    }
    ++(good ? taken_ : damaged_)[topic];
  }
  /// Says what is missing. `promised`: messages of each topic by the bag's metadata.
  void add_notes(const std::map<std::string, std::uint64_t>& promised) const {
    for (const auto& [topic, count] : promised) {
      const std::uint64_t read = count_of(taken_, topic) + count_of(damaged_, topic);
      if (read < count)
        note(topic + ": " + std::to_string(read) + " of " + std::to_string(count) +
             " messages are there");
    }
    for (const auto& [topic, count] : damaged_)
      note(topic + ": " + std::to_string(count) + " messages cannot be used");
    for (const auto& [topic, count] : late_)
      note(topic + ": " + std::to_string(count) + " messages out of order were left out");
    for (const KnownTopic& topic : kTopics) {
      if (!taken_.contains(topic.name) && !damaged_.contains(topic.name))
        note(std::string(topic.name) + ": not recorded");
    }
  }

 private:
  using Counts = std::map<std::string, std::uint64_t>;
  static std::uint64_t count_of(const Counts& counts, const std::string& topic) {
    const auto found = counts.find(topic);
    return found == counts.end() ? 0 : found->second;
  }
  void note(std::string text) const { recording_.notes.push_back(std::move(text)); }

  double time_of(std::int64_t stamp) {
    if (recording_.origin_ns == 0) recording_.origin_ns = stamp;
    return recording_.seconds(stamp);
  }
  template <typename Message, typename Kept>
  bool append(const BagMessage& from, std::vector<Kept>& kept) {
    const std::optional<Message> message = decode<Message>(from);
    std::optional<Kept> read = message ? read_message(*message) : std::nullopt;
    if (!read) return false;
    read->time = time_of(stamp_ns(*message, from));
    kept.push_back(std::move(*read));
    return true;
  }
  bool take_balls(const BagMessage& from, std::vector<BallsMoment>& kept) {
    const auto message = decode<billiard_msgs::msg::BallArray>(from);
    std::optional<BallsMoment> moment = message ? read_message(*message) : std::nullopt;
    if (!moment) return false;
    if (recording_.table.empty()) recording_.table = message->table;
    moment->time = time_of(stamp_ns(*message, from));
    const std::size_t n = kept.size();
    if (n > 0 && moment->time <= kept.back().time) {
      ++late_[from.topic_name];
      return true;
    }
    const bool resting = n > 1 && moment->at_rest && kept[n - 1].at_rest && kept[n - 2].at_rest;
    if (resting && kept[n - 1].time - kept[n - 2].time < kRestPeriod) kept.pop_back();
    kept.push_back(std::move(*moment));
    return true;
  }
  bool take_prediction(const BagMessage& from) {
    const auto message = decode<billiard_msgs::msg::TrajectoryArray>(from);
    if (!message || !std::isfinite(message->compute_time) || !std::isfinite(message->latency)) {
      return false;
    }
    const std::int64_t stamp = stamp_ns(*message, from);
    recording_.predictions.push_back({time_of(stamp), message->latency,
                                      1e-9 * static_cast<double>(receive_time_ns(from) - stamp),
                                      message->compute_time});
    return true;
  }
  bool take_table(const BagMessage& from) {
    const auto message = decode<billiard_msgs::msg::Table>(from);
    if (message && !message->name.empty()) recording_.table = message->name;
    return message.has_value();
  }

  Recording& recording_;
  Counts taken_, damaged_, late_;
};

// Topics of ours in the bag. Throws FileError if one has another type, or nothing is of use.
std::vector<std::string> choose_topics(Bag& bag, Recording& recording) {
  std::vector<std::string> chosen;
  for (const auto& topic : bag.topics()) {
    if (topic.type == "sensor_msgs/msg/Image" || topic.type == "sensor_msgs/msg/CompressedImage")
      recording.image_topics.push_back(topic.name);
    for (const KnownTopic& known : kTopics) {
      if (topic.name != known.name) continue;
      if (topic.type != known.type)
        throw FileError(recording.bag + ": topic " + topic.name + " is a " + topic.type +
                        " (allowed: " + known.type + ")");
      chosen.push_back(topic.name);
    }
  }
  if (chosen.empty() && recording.image_topics.empty())
    throw FileError(recording.bag + ": has neither images nor a topic of the robot (/balls, …)");
  std::sort(recording.image_topics.begin(), recording.image_topics.end());
  return chosen;
}

}  // namespace

Recording read_recording(const std::string& path) {
  Recording recording;
  recording.bag = path;
  Bag bag(path);
  const std::vector<std::string> topics = choose_topics(bag, recording);
  Filler filler(recording);
  if (!topics.empty()) {  // an empty filter would let every topic through
    bag.restrict_to(topics);
    while (const auto message = bag.next()) filler.take(*message);
  }
  if (recording.origin_ns == 0) {  // images alone
    Bag all(path);
    if (const auto first = all.next()) recording.origin_ns = receive_time_ns(*first);
  }
  if (bag.ended_early()) recording.notes.emplace_back("the bag is damaged and ends early");
  filler.add_notes(bag.promised(topics));
  return recording;
}

void read_predictions(const Recording& recording,
                      const std::function<void(const RecordedPrediction&)>& take) {
  Bag bag(recording.bag);
  const auto topics = bag.topics();
  if (std::none_of(topics.begin(), topics.end(),
                   [](const auto& topic) { return topic.name == kPredictions; }))
    return;
  bag.restrict_to({kPredictions});
  while (const auto message = bag.next()) {
    const auto array = decode<billiard_msgs::msg::TrajectoryArray>(*message);
    std::optional<RecordedPrediction> read = array ? read_message(*array) : std::nullopt;
    if (!read) continue;
    read->time = recording.seconds(stamp_ns(*array, *message));
    read->received = recording.seconds(receive_time_ns(*message));
    take(*read);
  }
}

}  // namespace billiard::session
