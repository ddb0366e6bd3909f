// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "command_line.hpp"

namespace billiard {
namespace {

using Json = nlohmann::json;
using ::testing::HasSubstr;

class ShapeCommand : public CommandLine {
 protected:
  std::string shape(const std::string& more) {
    write("layout.yaml",
          "balls: [{id: cue, position: [-0.4, 0]}, {id: \"1\", position: [0, 0]}]\n");
    return "shape --layout layout.yaml --table pool_9ft --budget 30 " + more;
  }
};

TEST_F(ShapeCommand, CurvesRoundABall) {
  ASSERT_EQ(run(shape("--to 0.5,0 --avoid 1 --json - --svg shape.svg")), 0) << err_;

  const Json json = Json::parse(out_);
  EXPECT_TRUE(json["found"].get<bool>());
  EXPECT_LE(json["miss_m"].get<double>(), 0.005);
  EXPECT_GE(json["clearance_m"].get<double>(), 0.005);
  EXPECT_THAT(read(folder_ / "shape.svg"), HasSubstr("cross: target"));
}

TEST_F(ShapeCommand, SaysWhatItWrote) {
  ASSERT_EQ(run(shape("--to 0.5,0 --json shape.json --svg shape.svg")), 0) << err_;

  EXPECT_THAT(out_, HasSubstr("wrote shape.json\nwrote shape.svg\n"));
}

TEST_F(ShapeCommand, RefusesWrongOptions) {
  expect_failure(shape("--to 0.5"), 2, "--to is '0.5'; allowed: X,Y in m");
  expect_failure(shape("--to 0.5,0 --through '1;2'"), 2, "--through");
  expect_failure(shape("--to 2,0"), 2, "to is 2,0; allowed: on the cloth");
  expect_failure(shape("--to 0.5,0 --avoid 9"), 2, "--avoid is '9'; allowed: a ball of");
  expect_failure(shape("--to 0.5,0 --avoid cue"), 2, "not the cue ball");
  expect_failure("shape --table pool_9ft --to 0,0", 2, "--layout is required");
  write("moves.yaml",
        "balls: [{id: cue, position: [0, 0]}, "
        "{id: \"1\", position: [0.5, 0.2], velocity: [0, -1]}]\n");
  expect_failure("shape --layout moves.yaml --table pool_9ft --to 0.9,0", 2,
                 "moves.yaml: ball '1' moves; allowed: all at rest");
  write("air.yaml",
        "balls: [{id: cue, position: [0, 0]}, {id: \"1\", position: [0.5, 0.2, 0.1]}]\n");
  for (const char* command : {"shape --to 0.9,0", "plan", "render --out air.png"}) {
    expect_failure(std::string(command) + " --layout air.yaml --table pool_9ft", 2,
                   "air.yaml:1: balls[1].position[2] is 0.1; allowed: 0.028575 [m]");
  }
  write("one.yaml", "balls: [{id: \"1\", position: [0, 0]}]\n");
  expect_failure("shape --layout one.yaml --table pool_9ft --to 0.9,0", 2,
                 "one.yaml: no ball has the id 'cue'; it has 1; allowed: one ball 'cue'");
}

}  // namespace
}  // namespace billiard
