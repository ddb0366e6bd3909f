// SPDX-License-Identifier: Apache-2.0
#include "billiard_lab/report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

namespace billiard::lab {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

Findings some_findings(const Effort&) {
  Findings f;
  f.summary = "a < b";
  f.compare("speed", "Eq. 1", 2.0, 2.01, 0.02, "m/s", "tolerance: eye");
  f.compare("depth", "Fig. 1", 2.0, 3.0, 0.02, "mm", "another floor");
  f.check("shape", "Fig. 2", "straight", 0.0, "m", true, "");
  f.add("extra", "beyond the paper", 7.0, "", "");
  f.figures = {{"a figure", {"<svg></svg>"}}};
  f.tables = {{"a table", {"h"}, {{"cell"}}}};
  return f;
}

Findings failing(const Effort&) { throw std::runtime_error("no convergence"); }

constexpr Experiment kSome{"some", "Some title", "K", some_findings};

std::vector<Outcome> outcomes() {
  return run({kSome}, {}, [](int) {});
}

TEST(Findings, JudgesNumbersByTheirTolerance) {
  const Findings f = some_findings({});

  EXPECT_EQ(f.claim("speed").verdict, Verdict::kAgrees);
  EXPECT_EQ(f.claim("speed").difference, "+0.01");
  EXPECT_EQ(f.claim("depth").verdict, Verdict::kDiffers);
  EXPECT_EQ(f.claim("shape").verdict, Verdict::kAgrees);
  EXPECT_EQ(f.claim("extra").verdict, Verdict::kOurs);
  EXPECT_EQ(f.value("extra"), 7.0);
  EXPECT_THROW((void)f.value("none"), std::out_of_range);
}

TEST(Report, ShowsEveryClaimFigureAndTable) {
  const std::string html = to_html(outcomes());

  for (const char* part :
       {"Some title", "a &lt; b", "Eq. 1", "3 mm", "+1 mm", "another floor", "straight", "a figure",
        "<svg></svg>", "a table", "cell", "class=\"differs\">differs"}) {
    EXPECT_THAT(html, HasSubstr(part));
  }
}

TEST(Report, NeedsNoNetwork) {
  const std::string html = to_html(outcomes());

  EXPECT_THAT(html, Not(HasSubstr("src=")));
  EXPECT_THAT(html, Not(HasSubstr("<link")));
  EXPECT_THAT(html, Not(HasSubstr("<script")));
}

TEST(Report, GivesClaimsAsJson) {
  const auto json = to_json(outcomes());

  EXPECT_EQ(json["some"]["claims"].size(), 4U);
  EXPECT_EQ(json["some"]["claims"][1]["verdict"], "differs");
  EXPECT_EQ(json["some"]["claims"][1]["ours"], 3.0);
}

TEST(Experiments, AreRunInOrderAndCounted) {
  int last = 0;
  const auto list = run({kSome, kSome, kSome}, {}, [&](int ready) { EXPECT_EQ(ready, ++last); });

  EXPECT_EQ(last, 3);
  EXPECT_EQ(list.size(), 3U);
}

TEST(Experiments, PassOnWhatOneThrows) {
  constexpr Experiment kFailing{"failing", "", "", failing};

  EXPECT_THROW((void)run({kSome, kFailing}, {}, [](int) {}), std::runtime_error);
}

TEST(Experiments, AreChosenByNameAndUnknownNamesRefusedWithTheList) {
  EXPECT_EQ(select({}).size(), experiments().size());
  const std::string second = experiments()[1].name;
  const auto chosen = select({second, experiments()[0].name, second});
  ASSERT_EQ(chosen.size(), 2U);
  EXPECT_STREQ(chosen[1].name, second.c_str());
  try {
    (void)select({"frictoin_fit"});
    FAIL() << "an unknown name was accepted";
  } catch (const std::invalid_argument& e) {
    EXPECT_THAT(e.what(), HasSubstr("'frictoin_fit'"));
    for (const Experiment& x : experiments()) EXPECT_THAT(e.what(), HasSubstr(x.name));
  }
}

}  // namespace
}  // namespace billiard::lab
