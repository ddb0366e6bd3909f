// SPDX-License-Identifier: Apache-2.0
// docs/files.md against the program: its examples are read, and its tables name what is written.
#include <yaml-cpp/yaml.h>

#include <nlohmann/json.hpp>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/videoio.hpp>
#include <set>

#include "billiard_engine/ball.hpp"
#include "billiard_engine/result.hpp"
#include "billiard_engine/table.hpp"
#include "billiard_planner/planner.hpp"
#include "billiard_vision/camera_file.hpp"
#include "command_line.hpp"

namespace billiard {
namespace {

using Json = nlohmann::json;
using ::testing::HasSubstr;
using Names = std::set<std::string>;

/// One file: its example and the names in the first column of its table.
struct Section {
  std::string example;
  Names fields;
  Names sometimes;  ///< of these, those that are there "only if"
};

Json to_json(const YAML::Node& node) {
  Json json;
  if (node.IsMap()) {
    for (const auto& pair : node) json[pair.first.Scalar()] = to_json(pair.second);
  } else if (node.IsSequence()) {
    for (const YAML::Node& item : node) json.push_back(to_json(item));
  } else {
    json = node.Scalar();
  }
  return json;
}

/// Adds the names of all values below `path`, down to those in `known`.
void collect(const Json& value, const std::string& path, const Names& known, Names& names) {
  if (value.is_object() && !known.contains(path)) {
    for (const auto& [key, inner] : value.items()) {
      const std::string name = path == "samples.balls" ? "ID" : key;
      collect(inner, path.empty() ? name : path + "." + name, known, names);
    }
  } else if (value.is_array() && !value.empty() && value[0].is_object() && !known.contains(path)) {
    for (const Json& item : value) collect(item, path + "[]", known, names);
  } else {
    names.insert(path);
  }
}

Names names_in(const Json& value, const Section& section) {
  Names names;
  collect(value, "", section.fields, names);
  return names;
}

class FilesPage : public CommandLine {
 protected:
  /// The section under "## HEADING".
  Section section(const std::string& heading) const {
    const auto from = page_.find("\n## " + heading + "\n");
    EXPECT_NE(from, std::string::npos) << heading;
    if (from == std::string::npos) return {};
    std::istringstream lines(page_.substr(from, page_.find("\n## ", from + 1) - from));
    Section section;
    bool code = false;
    for (std::string line; std::getline(lines, line);) {
      if (line.starts_with("```")) {
        code = !code;
      } else if (code) {
        section.example += line + "\n";
      } else if (line.starts_with("| `")) {
        const std::string field = line.substr(3, line.find('`', 3) - 3);
        section.fields.insert(field);
        if (line.find("| only if ") != std::string::npos) section.sometimes.insert(field);
      }
    }
    return section;
  }
  /// The example of an input shows every field.
  std::string example(const std::string& heading, const std::string& file) {
    const Section it = section(heading);
    EXPECT_EQ(names_in(to_json(YAML::Load(it.example)), it), it.fields) << heading;
    write(file, it.example);
    return file;
  }
  /// `written` has the fields of the section, and its example no others.
  void expect_as_documented(const Json& written, const std::string& heading) const {
    const Section it = section(heading);
    Names names = names_in(written, it);
    names.insert(it.sometimes.begin(), it.sometimes.end());
    EXPECT_EQ(names, it.fields) << heading;
    const Names shown = names_in(Json::parse(it.example), it);
    EXPECT_TRUE(std::includes(names.begin(), names.end(), shown.begin(), shown.end())) << heading;
  }
  Json answer(const std::string& arguments) {
    EXPECT_EQ(run(arguments + " --json -"), 0) << err_;
    return Json::parse(out_, nullptr, false);
  }
  template <typename Enum>
  void expect_named() const {
    for (int i = 0; std::string(name(static_cast<Enum>(i))) != "unknown"; ++i) {
      EXPECT_THAT(page_, HasSubstr(std::string("`") + name(static_cast<Enum>(i)) + "`"));
    }
  }

  const std::string page_ = read(FILES_PAGE);
};

TEST_F(FilesPage, HasAScenarioAndWhatBecomesOfIt) {
  const Json result = answer("simulate " + example("Scenario", "scenario.yaml"));

  expect_as_documented(result, "Result of `simulate --json`");
}

TEST_F(FilesPage, HasALayoutAndTheShotsFoundInIt) {
  const std::string start = " --layout " + example("Layout", "layout.yaml") + " --table pool_9ft";

  const Json plan = answer("plan --simulations 400" + start);
  expect_as_documented(plan, "Result of `plan --json`");
  expect_as_documented(plan["predicted"], "Result of `simulate --json`");
  const Section fields = section("Result of `plan --json`");
  ASSERT_FALSE(plan["alternatives"].empty());
  for (const std::string& name : names_in(plan["alternatives"][0], fields)) {
    EXPECT_TRUE(fields.fields.contains(name)) << name;
  }

  const Json shape = answer("shape --to 0.4,0.1 --budget 0.2" + start);
  expect_as_documented(shape, "Result of `shape --json`");
  expect_as_documented(shape["predicted"], "Result of `simulate --json`");
}

TEST_F(FilesPage, HasWhatIsSeenInAFrameAndInAVideo) {
  const std::string layout = example("Layout", "layout.yaml");
  ASSERT_EQ(run("render --layout " + layout + " --table pool_9ft --out frame.png"), 0) << err_;

  const Json seen = answer("locate --image frame.png --table pool_9ft");
  expect_as_documented(seen, "Result of `locate --json`");

  const cv::Mat frame = cv::imread((folder_ / "frame.png").string());
  {
    cv::VideoWriter video((folder_ / "still.avi").string(),
                          cv::VideoWriter::fourcc('M', 'J', 'P', 'G'), 30.0, frame.size());
    for (int i = 0; i < 3; ++i) video.write(frame);
  }
  const Json tracked = answer("track --video still.avi --table pool_9ft");
  expect_as_documented(tracked, "Result of `track --json`");
  Json table = seen["table"];
  table.erase("ball_scale");
  EXPECT_EQ(names_in(tracked["table"], {}), names_in(table, {}));
}

TEST_F(FilesPage, HasACameraFile) {
  const std::string file = example("Camera file", "camera.yaml");

  const vision::CameraHint hint = vision::load_camera(folder_ / file);

  EXPECT_TRUE(hint.lens && hint.corners_px);
  EXPECT_EQ(hint.markers.size(), 1U);
}

TEST_F(FilesPage, HasTheColumnsOfMeasurements) {
  const Section it = section("Results of `scripts/bench`");
  Names columns;
  std::istringstream header(it.example.substr(0, it.example.find('\n')));
  for (std::string column; std::getline(header, column, ',');) columns.insert(column);

  EXPECT_EQ(columns, it.fields);
  for (const auto& machine : std::filesystem::directory_iterator(BENCHMARK_RESULTS)) {
    EXPECT_THAT(read(machine.path() / "engine.csv"), ::testing::StartsWith(it.example));
  }
}

TEST_F(FilesPage, NamesEveryStateEventPocketAndKind) {
  expect_named<Motion>();
  expect_named<Status>();
  expect_named<EventKind>();
  expect_named<PocketId>();
  for (const ShotKind kind :
       {ShotKind::kDirect, ShotKind::kBank, ShotKind::kKick, ShotKind::kCombination,
        ShotKind::kCarom, ShotKind::kSafety, ShotKind::kBreak}) {
    EXPECT_THAT(page_, HasSubstr(std::string("`") + name(kind) + "`"));
  }
}

TEST_F(FilesPage, SaysWhereAStrokeGoesAndHowItTurnsTheBall) {
  const auto struck = [&](const std::string& shot) {
    write("stroke.yaml",
          "table: none\nuntil: 0.0001\nballs: [{id: cue, position: [0, 0]}]\nshot: {speed: 2, " +
              shot + "}\n");
    return answer("simulate stroke.yaml")["balls"][0];
  };
  EXPECT_GT(struck("azimuth: 1.5707963")["velocity_m_s"][1], 1.0);
  EXPECT_GT(struck("offset: [0, 0.3]")["spin_rad_s"][1], 10.0);
  EXPECT_LT(struck("offset: [0, -0.3]")["spin_rad_s"][1], -10.0);
  EXPECT_GT(struck("offset: [0.3, 0]")["spin_rad_s"][2], 10.0);
}

}  // namespace
}  // namespace billiard
