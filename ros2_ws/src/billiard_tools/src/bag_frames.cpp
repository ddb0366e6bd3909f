// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <vector>

#include "bag_storage.hpp"
#include "billiard_engine/files/file_error.hpp"
#include "frame_source.hpp"
#include "image_message.hpp"

namespace billiard {
namespace {

constexpr const char* kImage = "sensor_msgs/msg/Image";
constexpr const char* kCompressed = "sensor_msgs/msg/CompressedImage";
constexpr const char* kInfo = "sensor_msgs/msg/CameraInfo";
constexpr const char* kUsual = "/camera/image_raw";

std::span<const std::uint8_t> bytes_of(const rosbag2_storage::SerializedBagMessage& message) {
  return {message.serialized_data->buffer, message.serialized_data->buffer_length};
}

class BagFrames : public FrameSource {
 public:
  BagFrames(std::string path, const std::string& topic) : path_(std::move(path)) {
    try {
      reader_ = open_reader(path_);
      choose_topic(topic);
      find_lens();
    } catch (const FileError&) {
      throw;
    } catch (const std::exception& error) {
      throw FileError(path_ + ": cannot be read as a bag: " + error.what());
    }
  }

  std::optional<TimedFrame> next() override {
    while (has_next()) {
      const auto message = reader_->read_next();
      if (message->topic_name != topic_) continue;
      const ImageMessage image = compressed_ ? decode_compressed_image(bytes_of(*message))
                                             : decode_image(bytes_of(*message));
      if (image.picture.empty()) throw FileError(path_ + ": " + topic_ + ": " + image.problem);
      const std::int64_t stamp = image.stamp_ns != 0 ? image.stamp_ns : receive_time_ns(*message);
      if (!first_) first_ = stamp;
      return TimedFrame{image.picture, 1e-9 * static_cast<double>(stamp - *first_), stamp};
    }
    return std::nullopt;
  }
  [[nodiscard]] double promised() const override { return promised_; }
  [[nodiscard]] double rate() const override { return rate_; }
  [[nodiscard]] std::optional<vision::Lens> lens() override { return lens_; }

 private:
  bool has_next() {
    try {
      return reader_->has_next();
    } catch (const std::exception&) {  // cut off: what came before counts
      return false;
    }
  }
  void choose_topic(const std::string& wanted) {
    std::vector<rosbag2_storage::TopicMetadata> images;
    std::string names;
    for (const auto& topic : reader_->get_all_topics_and_types()) {
      if (topic.type != kImage && topic.type != kCompressed) continue;
      images.push_back(topic);
      names += (names.empty() ? "" : ", ") + topic.name;
    }
    if (images.empty())
      throw FileError(path_ + ": has no topic of type " + kImage + " or " + kCompressed);
    const std::string name = wanted.empty() && images.size() == 1 ? images.front().name
                             : wanted.empty()                     ? kUsual
                                                                  : wanted;
    const auto found = std::find_if(images.begin(), images.end(),
                                    [&](const auto& topic) { return topic.name == name; });
    if (found == images.end()) {
      throw FileError(path_ + ": has no image topic " + name +
                      "; choose one with --topic: " + names);
    }
    topic_ = name;
    compressed_ = found->type == kCompressed;
    const auto& metadata = reader_->get_metadata();
    for (const auto& topic : metadata.topics_with_message_count) {
      if (topic.topic_metadata.name == topic_) promised_ = double(topic.message_count);
    }
    const double seconds = 1e-9 * static_cast<double>(metadata.duration.count());
    if (promised_ > 1.0 && seconds > 0.0)
      rate_ = std::clamp((promised_ - 1.0) / seconds, 1.0, 240.0);
  }
  // The camera_info beside the images: /camera/image_raw has /camera/camera_info.
  void find_lens() {
    const std::string folder = topic_.substr(0, topic_.rfind('/', topic_.rfind("/image")));
    std::string name;
    for (const auto& topic : reader_->get_all_topics_and_types()) {
      if (topic.type == kInfo && topic.name == folder + "/camera_info") name = topic.name;
    }
    if (!name.empty()) {
      rosbag2_storage::StorageFilter filter;
      filter.topics = {name};
      reader_->set_filter(filter);
      if (reader_->has_next()) lens_ = decode_camera_info(bytes_of(*reader_->read_next()));
      reader_->close();
      reader_ = open_reader(path_);
    }
    rosbag2_storage::StorageFilter filter;
    filter.topics = {topic_};
    reader_->set_filter(filter);
  }

  std::string path_, topic_;
  std::unique_ptr<rosbag2_cpp::Reader> reader_;
  std::optional<vision::Lens> lens_;
  std::optional<std::int64_t> first_;
  double promised_{0.0}, rate_{30.0};
  bool compressed_{false};
};

}  // namespace

std::unique_ptr<FrameSource> open_bag(const std::string& path, const std::string& topic) {
  return std::make_unique<BagFrames>(path, topic);
}

}  // namespace billiard
