// SPDX-License-Identifier: Apache-2.0
#include "frame_source.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>
#include <unistd.h>
#include <zstd.h>

#include <filesystem>
#include <fstream>
#include <opencv2/imgcodecs.hpp>

#include "billiard_engine/files/file_error.hpp"
#include "image_message.hpp"

namespace billiard {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using Bytes = std::vector<std::uint8_t>;

// Writes CDR as ROS 2 does on little-endian machines.
class CdrWriter {
 public:
  template <typename Number>
  CdrWriter& add(Number value) {
    while ((bytes_.size() - 4) % sizeof(Number) != 0) bytes_.push_back(0);
    const auto* from = reinterpret_cast<const std::uint8_t*>(&value);
    bytes_.insert(bytes_.end(), from, from + sizeof(Number));
    return *this;
  }
  CdrWriter& add_bytes(std::span<const std::uint8_t> content) {
    add(static_cast<std::uint32_t>(content.size()));
    bytes_.insert(bytes_.end(), content.begin(), content.end());
    return *this;
  }
  CdrWriter& add_string(const std::string& text) {
    return add_bytes({reinterpret_cast<const std::uint8_t*>(text.c_str()), text.size() + 1});
  }
  CdrWriter& add_header(std::int32_t seconds, std::uint32_t nanoseconds) {
    return add(seconds).add(nanoseconds).add_string("camera_optical_frame");
  }
  [[nodiscard]] const Bytes& bytes() const { return bytes_; }

 private:
  Bytes bytes_{0, 1, 0, 0};
};

Bytes image_bytes(const std::string& encoding, std::uint32_t channels, std::uint8_t first,
                  std::uint32_t nanoseconds = 0) {
  Bytes pixels(std::size_t{channels} * 4 * 2);
  for (std::size_t i = 0; i < pixels.size(); ++i) pixels[i] = static_cast<std::uint8_t>(first + i);
  return CdrWriter()
      .add_header(7, nanoseconds)
      .add(std::uint32_t{2})
      .add(std::uint32_t{4})
      .add_string(encoding)
      .add(std::uint8_t{0})
      .add(4 * channels)
      .add_bytes(pixels)
      .bytes();
}

Bytes camera_info_bytes(const std::string& model = "plumb_bob",
                        const std::vector<double>& distortion = {-0.1, 0.01, 0.0, 0.0, 0.0}) {
  CdrWriter w;
  w.add_header(7, 0).add(std::uint32_t{2}).add(std::uint32_t{4}).add_string(model);
  w.add(static_cast<std::uint32_t>(distortion.size()));
  for (const double d : distortion) w.add(d);
  for (const double k : {1000.0, 0.0, 2.0, 0.0, 1001.0, 1.0, 0.0, 0.0, 1.0}) w.add(k);
  for (int i = 0; i < 9 + 12; ++i) w.add(0.0);
  return w.bytes();
}

TEST(ImageMessages, AreDecodedInEveryEncoding) {
  const ImageMessage bgr = decode_image(image_bytes("bgr8", 3, 10, 5));
  ASSERT_EQ(bgr.problem, "");
  EXPECT_EQ(bgr.stamp_ns, 7000000005);
  EXPECT_EQ(bgr.picture.size(), cv::Size(4, 2));
  EXPECT_EQ(bgr.picture.at<cv::Vec3b>(1, 0), cv::Vec3b(22, 23, 24));
  EXPECT_EQ(decode_image(image_bytes("rgb8", 3, 10)).picture.at<cv::Vec3b>(0, 0),
            cv::Vec3b(12, 11, 10));
  EXPECT_EQ(decode_image(image_bytes("rgba8", 4, 10)).picture.at<cv::Vec3b>(0, 0),
            cv::Vec3b(12, 11, 10));
  EXPECT_EQ(decode_image(image_bytes("mono8", 1, 10)).picture.at<cv::Vec3b>(0, 1),
            cv::Vec3b(11, 11, 11));
  EXPECT_EQ(decode_image(image_bytes("8UC3", 3, 10)).picture.at<cv::Vec3b>(0, 0),
            cv::Vec3b(10, 11, 12));
  EXPECT_EQ(decode_image(image_bytes("16UC1", 2, 0)).problem,
            "encoding '16UC1' is none of bgr8, 8UC3, rgb8, bgra8, rgba8, mono8");
}

TEST(ImageMessages, CutOffAnywhereAreRefused) {
  const Bytes whole = image_bytes("bgr8", 3, 0), info = camera_info_bytes();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const ImageMessage image = decode_image({whole.data(), size});
    EXPECT_TRUE(image.picture.empty()) << size;
    EXPECT_NE(image.problem, "") << size;
    EXPECT_NE(decode_compressed_image({whole.data(), size}).problem, "") << size;
  }
  for (std::size_t size = 0; size + 21 * 8 < info.size(); ++size)
    EXPECT_FALSE(decode_camera_info({info.data(), size})) << size;
}

TEST(ImageMessages, ThatLieAboutTheirSizeAreRefused) {
  for (const std::uint32_t width : {0U, 5U, 20000U, 0xFFFFFFFFU}) {
    const Bytes bytes = CdrWriter()
                            .add_header(0, 0)
                            .add(std::uint32_t{2})
                            .add(width)
                            .add_string("bgr8")
                            .add(std::uint8_t{0})
                            .add(width * 3)
                            .add_bytes(Bytes(24))
                            .bytes();
    EXPECT_THAT(decode_image(bytes).problem, HasSubstr(std::to_string(width))) << width;
  }
}

TEST(ImageMessages, MayBeCompressed) {
  Bytes png;
  cv::imencode(".png", cv::Mat(3, 5, CV_8UC3, cv::Scalar(1, 2, 3)), png);
  const Bytes bytes = CdrWriter().add_header(1, 2).add_string("png").add_bytes(png).bytes();

  const ImageMessage image = decode_compressed_image(bytes);

  EXPECT_EQ(image.stamp_ns, 1000000002);
  EXPECT_EQ(image.picture.at<cv::Vec3b>(2, 4), cv::Vec3b(1, 2, 3));
}

TEST(CameraInfo, GivesTheLens) {
  const auto lens = decode_camera_info(camera_info_bytes());

  ASSERT_TRUE(lens);
  EXPECT_EQ(lens->width, 4);
  EXPECT_EQ(lens->fy, 1001.0);
  EXPECT_EQ(lens->distortion[0], -0.1);
}

TEST(CameraInfo, MayBeOfAnyLensOfRos) {
  const auto wide =
      decode_camera_info(camera_info_bytes("rational_polynomial", {-0.1, 0, 0, 0, 0, 0.2, 0, 0}));
  const auto fisheye = decode_camera_info(camera_info_bytes("equidistant", {-0.1, 0.01, 0, 0}));

  ASSERT_TRUE(wide && fisheye);
  EXPECT_EQ(wide->distortion[5], 0.2);
  EXPECT_EQ(fisheye->model, vision::LensModel::kEquidistant);
  EXPECT_FALSE(decode_camera_info(camera_info_bytes("mirror", {})));
}

// A bag in sqlite3 storage, written with SQL alone.
class Bag : public ::testing::Test {
 protected:
  struct Message {
    int topic;
    std::int64_t time_ns;
    Bytes bytes;
  };
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("billiard-bag-" + std::to_string(getpid()));
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  void write(const std::vector<std::pair<std::string, std::string>>& topics,
             const std::vector<Message>& messages) {
    sqlite3* db = nullptr;
    ASSERT_EQ(sqlite3_open((folder_ / "bag_0.db3").c_str(), &db), SQLITE_OK);
    run(db,
        "CREATE TABLE topics(id INTEGER PRIMARY KEY,name TEXT NOT NULL,type TEXT NOT NULL,"
        "serialization_format TEXT NOT NULL,offered_qos_profiles TEXT NOT NULL);"
        "CREATE TABLE messages(id INTEGER PRIMARY KEY,topic_id INTEGER NOT NULL,"
        "timestamp INTEGER NOT NULL,data BLOB NOT NULL);");
    for (const auto& [name, type] : topics)
      run(db, "INSERT INTO topics(name,type,serialization_format,offered_qos_profiles) VALUES('" +
                  name + "','" + type + "','cdr','');");
    for (const Message& m : messages) {
      sqlite3_stmt* insert = nullptr;
      sqlite3_prepare_v2(db, "INSERT INTO messages(topic_id,timestamp,data) VALUES(?,?,?)", -1,
                         &insert, nullptr);
      sqlite3_bind_int(insert, 1, m.topic);
      sqlite3_bind_int64(insert, 2, m.time_ns);
      sqlite3_bind_blob(insert, 3, m.bytes.data(), static_cast<int>(m.bytes.size()), nullptr);
      EXPECT_EQ(sqlite3_step(insert), SQLITE_DONE);
      sqlite3_finalize(insert);
    }
    sqlite3_close(db);
  }
  /// One message of images in one file, as version 4 says it.
  void write_metadata(const std::string& compression_mode) const {
    std::ofstream(folder_ / "metadata.yaml")
        << "rosbag2_bagfile_information:\n  version: 4\n  storage_identifier: sqlite3\n"
           "  relative_file_paths: [bag_0.db3]\n  duration: {nanoseconds: 0}\n"
           "  starting_time: {nanoseconds_since_epoch: 2}\n  message_count: 1\n"
           "  topics_with_message_count:\n    - message_count: 1\n      topic_metadata:\n"
           "        {name: /camera/image_raw, type: sensor_msgs/msg/Image,\n"
           "         serialization_format: cdr, offered_qos_profiles: ''}\n"
           "  compression_format: zstd\n  compression_mode: "
        << compression_mode << "\n";
  }
  static Bytes packed(const Bytes& bytes) {
    Bytes out(ZSTD_compressBound(bytes.size()));
    out.resize(ZSTD_compress(out.data(), out.size(), bytes.data(), bytes.size(), 1));
    return out;
  }
  static void run(sqlite3* db, const std::string& sql) {
    EXPECT_EQ(sqlite3_exec(db, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK) << sql;
  }
  [[nodiscard]] std::string path() const { return (folder_ / "bag_0.db3").string(); }
  static std::string problem(const std::string& path, const std::string& topic) {
    try {
      (void)open_bag(path, topic);
    } catch (const FileError& error) {
      return error.what();
    }
    return "";
  }

  fs::path folder_;
};

TEST_F(Bag, GivesFramesStampsAndLens) {
  write({{"/camera/image_raw", "sensor_msgs/msg/Image"},
         {"/camera/camera_info", "sensor_msgs/msg/CameraInfo"},
         {"/chatter", "std_msgs/msg/String"}},
        {{3, 1, {0, 1, 0, 0}},
         {1, 2, image_bytes("bgr8", 3, 10, 100)},
         {2, 3, camera_info_bytes()},
         {1, 4, image_bytes("bgr8", 3, 50, 20000100)}});

  const auto bag = open_bag(path(), "");

  ASSERT_TRUE(bag->lens());
  EXPECT_EQ(bag->lens()->fx, 1000.0);
  const auto first = bag->next(), second = bag->next();
  ASSERT_TRUE(first && second);
  EXPECT_EQ(first->stamp, 0.0);
  EXPECT_NEAR(second->stamp, 0.02, 1e-9);
  EXPECT_EQ(second->picture.at<cv::Vec3b>(0, 0)[0], 50);
  EXPECT_FALSE(bag->next());
}

TEST_F(Bag, MayBeCompressed) {
  write({{"/camera/image_raw", "sensor_msgs/msg/Image"}},
        {{1, 2, packed(image_bytes("bgr8", 3, 10, 100))}});
  write_metadata("MESSAGE");

  const auto bag = open_bag(folder_.string(), "");

  const auto frame = bag->next();
  ASSERT_TRUE(frame);
  EXPECT_EQ(frame->picture.at<cv::Vec3b>(0, 0)[0], 10);
}

TEST_F(Bag, CompressedInAnUnknownWayIsRefused) {
  write({{"/camera/image_raw", "sensor_msgs/msg/Image"}}, {});
  write_metadata("CHUNK");

  EXPECT_THAT(problem(folder_.string(), ""),
              HasSubstr("compression_mode 'CHUNK' is unknown (allowed: none, file, message)"));
}

TEST_F(Bag, WithoutImagesOrWithTooManyIsRefused) {
  write({{"/left/image", "sensor_msgs/msg/Image"}, {"/right/image", "sensor_msgs/msg/Image"}}, {});

  EXPECT_THAT(problem(path(), ""), HasSubstr("--topic: /left/image, /right/image"));
  EXPECT_THAT(problem(path(), "/up/image"), HasSubstr("no image topic /up/image"));
  EXPECT_EQ(problem(path(), "/left/image"), "");
  EXPECT_THAT(problem((folder_ / "none").string(), ""), HasSubstr("none"));
}

}  // namespace
}  // namespace billiard
