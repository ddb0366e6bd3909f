// SPDX-License-Identifier: Apache-2.0
#include "billiard_engine/files/result_json.hpp"

#include <gtest/gtest.h>

namespace billiard {
namespace {

TEST(ResultJson, HasTheDocumentedForm) {
  const Table table = build_table({}, 0.028575);
  Result result;
  result.time = 1.5;
  result.free_steps = 7;
  result.contact_steps = 5;
  result.ball_count = 2;
  result.balls[0].position = {0.25, -0.5, 0.028575};
  result.balls[1].motion = Motion::kPocketed;
  result.balls[1].pocket = 2;
  Recorder recorder(0.5, 1, 8);
  recorder.add({.time = 0.25, .kind = EventKind::kBallBall, .ball = 0, .other = 1});
  recorder.add({.time = 0.5, .kind = EventKind::kPocketed, .ball = 1, .where = 2});
  recorder.next_sample()->balls[0].velocity = {1.0, 2.0, 3.0};

  const auto json = to_json(result, recorder, {"cue", "8"}, table);

  EXPECT_EQ(json.dump(),
            R"({"status":"rest","time_s":1.5,"steps":12,"balls":[)"
            R"({"id":"cue","state":"rest","position_m":[0.25,-0.5,0.028575],)"
            R"("velocity_m_s":[0.0,0.0,0.0],"spin_rad_s":[0.0,0.0,0.0],"pocket":null},)"
            R"({"id":"8","state":"pocketed","position_m":[0.0,0.0,0.0],)"
            R"("velocity_m_s":[0.0,0.0,0.0],"spin_rad_s":[0.0,0.0,0.0],"pocket":"corner_pp"}],)"
            R"("events":[{"time_s":0.25,"kind":"ball_ball","balls":["cue","8"],"where":null},)"
            R"({"time_s":0.5,"kind":"pocketed","balls":["8"],"where":"corner_pp"}],)"
            R"("samples":{"time_s":[0.0],"balls":{)"
            R"("cue":{"position_m":[[0.0,0.0,0.0]],"velocity_m_s":[[1.0,2.0,3.0]],)"
            R"("spin_rad_s":[[0.0,0.0,0.0]]},)"
            R"("8":{"position_m":[[0.0,0.0,0.0]],"velocity_m_s":[[0.0,0.0,0.0]],)"
            R"("spin_rad_s":[[0.0,0.0,0.0]]}}}})");
}

TEST(ResultJson, LeavesSamplesOutUnlessAskedFor) {
  const auto json = to_json(Result{}, Recorder{}, {}, Table{});

  EXPECT_FALSE(json.contains("samples"));
}

TEST(CushionName, TellsNosesFromJaws) {
  const Table table = build_table({}, 0.028575);
  int noses = 0;
  for (int i = 0; i < table.segment_count + table.arc_count; ++i) {
    const std::string name = cushion_name(table, i);
    if (name.rfind("cushion_", 0) == 0)
      ++noses;
    else
      EXPECT_EQ(name.rfind("jaw_", 0), 0U) << name;
  }
  EXPECT_EQ(noses, 6);
  EXPECT_EQ(cushion_name(table, 99), "cushion");
}

}  // namespace
}  // namespace billiard
