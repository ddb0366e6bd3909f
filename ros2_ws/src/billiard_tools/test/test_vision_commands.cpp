// SPDX-License-Identifier: Apache-2.0
// `billiard locate` and `billiard track` on good and on bad frames.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/videoio.hpp>
#include <sstream>

#include "billiard_vision/camera_file.hpp"
#include "billiard_vision/renderer.hpp"

namespace billiard::vision {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::StartsWith;

Camera camera() {
  return look_at(make_lens(960, 540, 1000.0), {0.3, -3.3, 3.0}, {0.0, -0.05, 0.0});
}

cv::Mat rendered(const std::vector<SceneBall>& balls) {
  return Renderer({}, camera(), {}).render(balls);
}

SceneBall ball(double x, double y, int kind) {
  SceneBall b;
  b.kind = kind;
  b.position = {x, y, 0.028575};
  return b;
}

class VisionCommands : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("billiard-eyes-" + std::to_string(getpid()));
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  static std::string read(const fs::path& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
  }
  int run(const std::string& arguments) {
    const std::string command = "cd '" + folder_.string() + "' && '" BILLIARD_PROGRAM "' " +
                                arguments + " >out.log 2>err.log";
    const int status = std::system(command.c_str());
    err_ = read(folder_ / "err.log");
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  void save(const std::string& name, const cv::Mat& picture) {
    ASSERT_TRUE(cv::imwrite((folder_ / name).string(), picture));
  }
  void cut(const std::string& name, double share) {
    const auto size = static_cast<double>(fs::file_size(folder_ / name));
    fs::resize_file(folder_ / name, static_cast<std::uintmax_t>(share * size));
  }
  /// Either refused with one clear line and nothing written, or reported without trust.
  void expect_no_trust(const std::string& image) {
    const int code = run("locate --image " + image + " --table pool_9ft --json seen.json");
    if (code == 0) {
      const auto json = nlohmann::json::parse(read(folder_ / "seen.json"));
      EXPECT_LT(json["table"]["confidence"].get<double>(), 0.5) << image;
      return;
    }
    EXPECT_TRUE(code == 1 || code == 2) << image << ": " << code;
    EXPECT_THAT(err_, StartsWith("billiard: " + image)) << image;
    EXPECT_EQ(std::count(err_.begin(), err_.end(), '\n'), 1) << err_;
    EXPECT_FALSE(fs::exists(folder_ / "seen.json"));
  }

  fs::path folder_;
  std::string err_;
};

TEST_F(VisionCommands, RenderMakesAFrameInWhichLocateFindsTheBalls) {
  struct Case {
    const char* table;
    const char* balls;
  };
  for (const Case& c :
       {Case{"pool_9ft", "{id: cue, position: [-0.5, 0.2]}, {id: 11, position: [0.4, -0.3]}"},
        Case{"snooker_12ft",
             "{id: white, position: [-1, 0.2]}, {id: red, position: [0.4, -0.3]}, "
             "{id: red2, position: [0.7, 0.3]}"},
        Case{"carom_10ft", "{id: cue, position: [0.5, 0.5]}, {id: yellow, position: [0, 0]}"}}) {
    std::ofstream(folder_ / "layout.yaml") << "balls: [" << c.balls << "]\n";
    const std::string table = std::string(" --table ") + c.table;

    ASSERT_EQ(run("render --layout layout.yaml --out frame.png --json true.json" + table), 0)
        << err_;
    ASSERT_EQ(run("locate --image frame.png --json seen.json" + table), 0) << err_;

    const auto truth = nlohmann::json::parse(read(folder_ / "true.json"));
    const auto seen = nlohmann::json::parse(read(folder_ / "seen.json"));
    ASSERT_EQ(seen["balls"].size(), truth["balls"].size()) << c.table;
    for (const auto& ball : truth["balls"]) {
      const double x = ball["position_m"][0];
      const double y = ball["position_m"][1];
      EXPECT_TRUE(std::any_of(seen["balls"].begin(), seen["balls"].end(),
                              [&](const auto& s) {
                                return s["id"] == ball["id"] &&
                                       std::hypot(s["position_m"][0].template get<double>() - x,
                                                  s["position_m"][1].template get<double>() - y) <
                                           5e-3;
                              }))
          << c.table << ball << seen["balls"];
    }
  }
}

TEST_F(VisionCommands, RenderRefusesWhatItCannotDraw) {
  std::ofstream(folder_ / "layout.yaml") << "balls: [{id: moon, position: [0, 0]}]\n";

  EXPECT_EQ(run("render --layout layout.yaml --table pool_9ft --out frame.png"), 2);
  EXPECT_THAT(err_, HasSubstr("layout.yaml: id is 'moon'; allowed on this table: cue, 1, "));
  for (const char* command : {"render --layout layout.yaml --out frame.png",
                              "locate --image frame.png", "track --video frame.png"}) {
    save("frame.png", rendered({}));
    EXPECT_EQ(run(std::string(command) + " --table none"), 2) << command;
    EXPECT_THAT(err_, HasSubstr("table is 'none'")) << command;
  }
  fs::remove(folder_ / "frame.png");
  EXPECT_EQ(run("render --layout layout.yaml --table pool_9ft --out f.png --elevation 5"), 2);
  EXPECT_THAT(err_, HasSubstr("--elevation: is '5'; allowed: 35 to 90"));
  EXPECT_FALSE(fs::exists(folder_ / "frame.png"));
}

TEST_F(VisionCommands, LocateSaysWhatTheContractPromises) {
  save("good.png", rendered({ball(-0.5, 0.2, 0), ball(0.4, -0.3, 3), ball(0.1, 0.3, 9)}));

  ASSERT_EQ(run("locate --image good.png --table pool_9ft --json seen.json --overlay seen.png"), 0)
      << err_;

  const auto json = nlohmann::json::parse(read(folder_ / "seen.json"));
  const auto corners = nose_corners({});
  ASSERT_EQ(json["table"]["corners_px"].size(), 4U);
  for (std::size_t i = 0; i < 4; ++i) {  // noses meet at the nose's height
    const cv::Point2d truth = project_visible(camera(), corners[i]);
    EXPECT_NEAR(json["table"]["corners_px"][i][0].get<double>(), truth.x, 4.0);
    EXPECT_NEAR(json["table"]["corners_px"][i][1].get<double>(), truth.y, 4.0);
  }
  ASSERT_EQ(json["balls"].size(), 3U);
  for (const auto& b : json["balls"]) {
    for (const char* field : {"class", "number", "confidence", "center_px", "radius_px", "box_px",
                              "position_m", "sigma_m"})
      EXPECT_TRUE(b.contains(field)) << field;
  }
  EXPECT_TRUE(json.contains("elapsed_ms"));
  EXPECT_FALSE(cv::imread((folder_ / "seen.png").string()).empty());
}

TEST_F(VisionCommands, SayWhenItSeemsToBeAnotherTable) {
  std::vector<SceneBall> balls;
  for (int i = 0; i < 6; ++i) balls.push_back(ball(-0.9 + 0.35 * i, 0.1 * (i % 3), 2 * i));
  save("nine_feet.png", rendered(balls));

  ASSERT_EQ(run("locate --image nine_feet.png --table pool_9ft --json seen.json"), 0) << err_;
  EXPECT_EQ(err_, "");
  EXPECT_EQ(nlohmann::json::parse(read(folder_ / "seen.json"))["table"]["ball_scale"], 1.0);

  ASSERT_EQ(run("locate --image nine_feet.png --table pool_7ft --json seen.json"), 0) << err_;
  EXPECT_THAT(err_, HasSubstr("nine_feet.png: balls look 0."));
  const auto json = nlohmann::json::parse(read(folder_ / "seen.json"));
  EXPECT_NEAR(json["table"]["ball_scale"].get<double>(), 1.98 / 2.54, 0.04);
  EXPECT_EQ(json["balls"].size(), balls.size());

  // On ten feet these balls have the size of carom's: there are too many of them.
  ASSERT_EQ(run("locate --image nine_feet.png --table carom_10ft"), 0) << err_;
  EXPECT_THAT(err_, HasSubstr("nine_feet.png: 6 balls are more than belong on the table named"));

  EXPECT_EQ(run("plan --image nine_feet.png --table pool_7ft --budget 0.2"), 0) << err_;
  EXPECT_THAT(err_, HasSubstr("nine_feet.png: balls look 0."));
}

TEST_F(VisionCommands, LocateInventsNoBallOnAnEmptyTable) {
  save("empty.png", rendered({}));

  ASSERT_EQ(run("locate --image empty.png --table pool_9ft --json seen.json"), 0) << err_;

  EXPECT_EQ(nlohmann::json::parse(read(folder_ / "seen.json"))["balls"].size(), 0U);
}

TEST_F(VisionCommands, LocateDoesNotTrustBadFrames) {
  save("black.png", cv::Mat(540, 960, CV_8UC3, cv::Scalar::all(0)));
  save("white.png", cv::Mat(540, 960, CV_8UC3, cv::Scalar::all(255)));
  cv::Mat noise(540, 960, CV_8UC3);
  cv::RNG(7).fill(noise, cv::RNG::UNIFORM, 0, 256);
  save("noise.png", noise);
  const cv::Mat good = rendered({ball(-0.5, 0.2, 0), ball(0.4, -0.3, 3)});
  save("half.png", good(cv::Rect(480, 0, 480, 540)));
  save("burnt.png", good * 8.0);
  save("tiny.png", good(cv::Rect(0, 0, 32, 32)));
  for (const char* image : {"black.png", "white.png", "noise.png", "half.png", "tiny.png"})
    expect_no_trust(image);
  const int burnt = run("locate --image burnt.png --table pool_9ft --json seen.json");
  EXPECT_TRUE(burnt == 0 || burnt == 1) << burnt;
}

TEST_F(VisionCommands, LocateRefusesFilesThatAreNoFrames) {
  save("cut.png", rendered({}));
  cut("cut.png", 0.5);
  EXPECT_EQ(run("locate --image cut.png --table pool_9ft"), 2);
  EXPECT_THAT(err_, HasSubstr("cut off"));
  save("cut.jpg", rendered({}));
  cut("cut.jpg", 0.7);
  EXPECT_EQ(run("locate --image cut.jpg --table pool_9ft"), 2);
  EXPECT_THAT(err_, HasSubstr("cut off"));
  save("phone.jpg", rendered({}));  // with data behind the picture's end, as phones write it
  std::ofstream(folder_ / "phone.jpg", std::ios::app) << std::string(5000, 'x');
  EXPECT_EQ(run("locate --image phone.jpg --table pool_9ft"), 0) << err_;
  std::ofstream(folder_ / "nothing.png") << "";
  EXPECT_EQ(run("locate --image nothing.png --table pool_9ft"), 2);
  save("hurt.png", rendered({}));
  std::fstream(folder_ / "hurt.png").seekp(2000) << std::string(3000, 'x');
  EXPECT_EQ(run("locate --image hurt.png --table pool_9ft"), 2);
  EXPECT_EQ(err_, "billiard: hurt.png: is no image that can be read (PNG, JPEG, BMP, TIFF …)\n");
  EXPECT_EQ(run("locate --image missing.png --table pool_9ft"), 2);
  EXPECT_THAT(err_, HasSubstr("missing.png"));
}

TEST_F(VisionCommands, ACameraFileForAnotherSizeIsWrongInput) {
  save("good.png", rendered({ball(-0.5, 0.2, 0)}));
  cv::VideoWriter((folder_ / "good.avi").string(), cv::VideoWriter::fourcc('M', 'J', 'P', 'G'),
                  60.0, {960, 540})
      .write(rendered({ball(-0.5, 0.2, 0)}));
  std::ofstream(folder_ / "camera.yaml") << camera_text(make_lens(640, 480, 600.0), "other");

  for (const std::string call : {"locate --image good.png", "plan --image good.png",
                                 "track --video good.avi --overlay over.avi"}) {
    EXPECT_EQ(run(call + " --table pool_9ft --camera camera.yaml"), 2) << call;
    EXPECT_THAT(err_, StartsWith("billiard: camera.yaml: image_width and image_height are 640x480 "
                                 "px; allowed with good."));
    EXPECT_THAT(err_, HasSubstr(": 960x540 px"));
  }
  EXPECT_FALSE(fs::exists(folder_ / "over.avi"));
}

TEST_F(VisionCommands, CornersOutsideTheFrameAreNoTable) {
  const cv::Mat frame = rendered({ball(-0.5, 0.2, 0)});
  save("good.png", frame);
  {
    cv::VideoWriter video((folder_ / "good.avi").string(),
                          cv::VideoWriter::fourcc('M', 'J', 'P', 'G'), 60.0, {960, 540});
    for (int i = 0; i < 12; ++i) video.write(frame);
  }
  for (const std::string corners : {"[[2100, 420], [2800, 420], [2800, 70], [2100, 70]]",
                                    "[[-900, 900], [-200, 900], [-200, 550], [-900, 550]]"}) {
    std::ofstream(folder_ / "camera.yaml") << "corners_px: " << corners << "\n";
    for (const std::string call :
         {"locate --image good.png", "plan --image good.png", "track --video good.avi"}) {
      EXPECT_EQ(run(call + " --table pool_9ft --camera camera.yaml --json seen.json"), 1) << call;
      EXPECT_THAT(err_, StartsWith("billiard: good.")) << call;
      EXPECT_THAT(err_, HasSubstr("corners_px are " + corners.substr(1, 8))) << call;
      EXPECT_THAT(err_, HasSubstr("allowed: a table of which some shows in the frame of 960x540"));
      EXPECT_EQ(std::count(err_.begin(), err_.end(), '\n'), 1) << err_;
      EXPECT_FALSE(fs::exists(folder_ / "seen.json")) << call;
    }
  }
}

TEST_F(VisionCommands, WarnOfATableThatIsDoubtful) {
  const cv::Mat frame = rendered({ball(-0.5, 0.2, 0), ball(0.4, -0.3, 3)});
  save("good.png", frame);
  cv::VideoWriter((folder_ / "good.avi").string(), cv::VideoWriter::fourcc('M', 'J', 'P', 'G'),
                  60.0, {960, 540})
      .write(frame);
  const auto write_camera = [&](double miss_px) {
    std::ofstream file(folder_ / "camera.yaml");
    file << camera_text(camera().lens, "test") << "corners_px: [";
    for (const cv::Vec3d& corner : nose_corners({})) {
      const cv::Point2d p = project_visible(camera(), corner);
      file << "[" << p.x + std::exchange(miss_px, 0.0) << ", " << p.y << "], ";
    }
    file << "]\n";
  };
  for (const std::string call : {"locate --image good.png", "track --video good.avi",
                                 "plan --image good.png --budget 0.1"}) {
    const std::string whole = call + " --table pool_9ft --camera camera.yaml --json seen.json";
    write_camera(0.0);
    EXPECT_EQ(run(whole), 0) << call << err_;
    EXPECT_EQ(err_, "") << call;
    write_camera(35.0);
    EXPECT_EQ(run(whole), 0) << call << err_;
    EXPECT_THAT(err_, StartsWith("billiard: good.")) << call;
    EXPECT_THAT(err_, HasSubstr(": table found with a confidence of 0.")) << call;
    EXPECT_EQ(std::count(err_.begin(), err_.end(), '\n'), 1) << err_;
  }
}

TEST_F(VisionCommands, WritePicturesAsTheirNamesEnd) {
  save("good.png", rendered({ball(-0.5, 0.2, 0), ball(0.4, -0.3, 3)}));
  std::ofstream(folder_ / "layout.yaml") << "balls: [{id: cue, position: [0, 0]}, "
                                            "{id: 3, position: [0.9, 0.4]}]\n";
  const std::string png = "\x89PNG", jpeg = "\xFF\xD8\xFF";
  for (const std::string call :
       {"locate --image good.png --overlay ", "plan --layout layout.yaml --budget 0.1 --overlay ",
        "render --layout layout.yaml --width 320 --out "}) {
    for (const auto& [name, start] : {std::pair{"a.png", png},
                                      {"a.PNG", png},
                                      {"a.jpg", jpeg},
                                      {"a.jpeg", jpeg},
                                      {"a", png},
                                      {"-", png}}) {
      ASSERT_EQ(run(call + name + " --table pool_9ft"), 0) << call << name << err_;
      const std::string file = name == std::string("-") ? "out.log" : name;
      EXPECT_THAT(read(folder_ / file), StartsWith(start)) << call << name;
    }
    EXPECT_EQ(run(call + "/dev/null --table pool_9ft"), 0) << call << err_;
    for (const std::string name : {"a.svg", "a.mp4"}) {
      EXPECT_EQ(run(call + name + " --table nowhere"), 2) << call;  // before anything is read
      const std::string option = call.substr(call.rfind("--"));
      EXPECT_EQ(err_,
                "billiard: " + option + "is '" + name + "'; allowed: a file .png, .jpg or .jpeg\n");
      EXPECT_FALSE(fs::exists(folder_ / name)) << call << name;
    }
  }
}

TEST_F(VisionCommands, TrackLeavesNoHalfVideoWhenInterrupted) {
  {
    Renderer renderer({}, camera(), {});
    cv::VideoWriter video((folder_ / "still.avi").string(),
                          cv::VideoWriter::fourcc('M', 'J', 'P', 'G'), 60.0, {960, 540});
    const cv::Mat frame = renderer.render(std::vector{ball(0.4, -0.3, 3)});
    for (int i = 0; i < 600; ++i) video.write(frame);
  }
  const std::string track = BILLIARD_PROGRAM " track --video still.avi --table pool_9ft";
  const std::string wait =
      "for i in $(seq 1000); do [ -s a.mp4.part.mp4 ] && break; sleep 0.01; done";

  const std::string command = "cd '" + folder_.string() + "' && { " + track +
                              " --overlay a.mp4 & } && " + wait +
                              " && kill -TERM $! && { wait $!; test $? = 143; }";
  EXPECT_EQ(std::system(command.c_str()), 0);

  EXPECT_FALSE(fs::exists(folder_ / "a.mp4"));
  EXPECT_FALSE(fs::exists(folder_ / "a.mp4.part.mp4"));
}

TEST_F(VisionCommands, TrackFollowsAVideoAndSaysWhenItEndsEarly) {
  constexpr int kFrames = 40;
  {
    Renderer renderer({}, camera(), {});
    cv::VideoWriter video((folder_ / "roll.avi").string(),
                          cv::VideoWriter::fourcc('M', 'J', 'P', 'G'), 60.0, {960, 540});
    ASSERT_TRUE(video.isOpened());
    for (int i = 0; i < kFrames; ++i)
      video.write(renderer.render(std::vector{ball(-0.5 + 0.01 * i, 0.2, 0), ball(0.4, -0.3, 3)}));
  }
  ASSERT_EQ(run("track --video roll.avi --table pool_9ft --json whole.json"), 0) << err_;
  const auto whole = nlohmann::json::parse(read(folder_ / "whole.json"));
  ASSERT_EQ(whole["frames"].size(), std::size_t{kFrames});
  EXPECT_TRUE(whole["frames_promised"].is_number_integer());
  EXPECT_EQ(whole["frames"].back()["balls"].size(), 2U);
  EXPECT_NEAR(whole["frames"].back()["time_s"].get<double>(), (kFrames - 1) / 60.0, 0.01);

  cut("roll.avi", 0.5);
  const int code = run("track --video roll.avi --table pool_9ft --json part.json");
  ASSERT_TRUE(code == 0 || code == 2) << code;
  if (code == 0) {
    EXPECT_THAT(err_, HasSubstr("ends after"));
  }
  EXPECT_EQ(run("track --video . --table pool_9ft"), 2);
  EXPECT_THAT(err_, HasSubstr(".: cannot be read: not a file"));
  EXPECT_EQ(run("track --video none.avi --table pool_9ft"), 2);
  EXPECT_THAT(err_, HasSubstr("none.avi: cannot be read: no such file"));
  EXPECT_EQ(run("track --video roll.avi --table pool_9ft --topic /image"), 2);
  EXPECT_THAT(err_, HasSubstr("--topic is '/image'; allowed: only together with --bag"));
  EXPECT_EQ(run("track --video roll.avi --table pool_9ft --overlay seen.png"), 2);
  EXPECT_THAT(err_, HasSubstr("--overlay is 'seen.png'; allowed: a file .mp4 or .avi"));
  cut("roll.avi", 0.001);
  EXPECT_EQ(run("track --video roll.avi --table pool_9ft"), 2);
  EXPECT_THAT(err_, HasSubstr("roll.avi"));
}

}  // namespace
}  // namespace billiard::vision
