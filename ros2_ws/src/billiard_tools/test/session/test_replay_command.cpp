// SPDX-License-Identifier: Apache-2.0
// `billiard replay` and `billiard report` on bags of simulated shots.
#include <nlohmann/json.hpp>

#include "../command_line.hpp"
#include "recorded_shots.hpp"

namespace billiard::session {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
namespace fs = std::filesystem;

// One bag for all tests of this process; its making takes longest.
const fs::path& recorded() {
  static const struct Bag {
    Bag() {
      RecordedShotsOptions options;
      options.shots = 1;
      options.longest = 3.0;
      record_shots(path, options);
    }
    ~Bag() { fs::remove_all(path); }
    fs::path path{fs::temp_directory_path() / ("billiard-shots-" + std::to_string(getpid()))};
  } bag;
  return bag.path;
}

class ReplayCommand : public CommandLine {
 protected:
  nlohmann::json json(const std::string& name) {
    return nlohmann::json::parse(read(folder_ / name));
  }
};

TEST_F(ReplayCommand, SameBagGivesSameBytes) {
  const std::string bag = recorded().string();

  ASSERT_EQ(run("replay " + bag + " --json a.json --html a.html"), 0) << err_;
  const std::string text = out_;
  ASSERT_EQ(run("replay " + bag + " --json b.json --html b.html"), 0) << err_;

  EXPECT_EQ(out_, text);
  EXPECT_EQ(read(folder_ / "a.json"), read(folder_ / "b.json"));
  EXPECT_EQ(read(folder_ / "a.html"), read(folder_ / "b.html"));
  EXPECT_THAT(read(folder_ / "a.html"), Not(HasSubstr(bag)));
  EXPECT_THAT(read(folder_ / "a.html"), Not(HasSubstr("http://127")));
}

TEST_F(ReplayCommand, ReportsAGame) {
  ASSERT_EQ(run("report " + recorded().string() + " --json a.json --html a.html"), 0) << err_;

  const nlohmann::json game = json("a.json");
  EXPECT_EQ(game["racks"], 1);
  EXPECT_EQ(game["shots"], 1);
  EXPECT_EQ(game["strokes"]["commanded"], 1);
  EXPECT_EQ(game["strokes"]["fired"], 1);
  EXPECT_EQ(game["strokes"]["fired_twice"], 0);
  EXPECT_EQ(game["layouts"]["balls_missed"], 0);
  EXPECT_EQ(game["layouts"]["balls_invented"], 0);
  EXPECT_NEAR(game["timings"]["planning"]["p50_ms"], 250.0, 1e-6);
  EXPECT_NEAR(game["timings"]["frame_to_prediction"]["p99_ms"], 10.0, 1e-3);
  EXPECT_THAT(read(folder_ / "a.html"), HasSubstr("id=\"shot-1\""));
}

}  // namespace
}  // namespace billiard::session
