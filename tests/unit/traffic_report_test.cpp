// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "report/traffic_report.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace cartwright {
namespace {

/// What is known of a record, kept together because a study refers to it.
struct Example {
  record::Record record;
  record::Pairs pairs;
  record::Pattern pattern;
  std::vector<record::Part> parts;
  choose::RankLocations locations{{{"node", {0, 0, 1, 1}}}};
  record::RankOrder order;

  explicit Example(std::int64_t bytes, const std::string& program = "/bin/app") {
    record.header = {4, program, "0", "MPI <1>", "now"};
    for (std::int64_t rank = 0; rank < 4; ++rank) {
      record::RankRecord& one = record.ranks.emplace_back();
      one.rank = rank;
      one.host = record.header.mpi;
      one.seconds = 2;
      one.window_seconds = 1;
      one.windows = {{bytes, 1}, {bytes, 0.25}};
      one.flows = {{rank, (rank + 1) % 4, record::Way::messages, 1, bytes}};
    }
    pairs = record::pairs_of(record);
    pattern = record::find_pattern(pairs);
    order = record::order_ranks(pairs, pattern.structure, locations, {});
  }
  report::Json json() const { return report::traffic_json({record, pairs, pattern, parts, locations, true, order}); }
};

TEST(TrafficPage, HasTheFactsOfTheText) {
  const Example example(1000);
  const std::string page = report::traffic_html(example.json(), report::matrix_svg("title", example.pairs));
  for (const char* fact : {"<title>Cartwright: traffic of app</title>", "4 ranks on 1 host, 2.0 s, MPI &lt;1&gt;",
                           "<td>messages</td>", "a grid of 4p", "2.0 kB (50.0 %) go between 2 nodes", "at least 25.0 %",
                           "<li>no order sends less between nodes", "<svg"})
    EXPECT_NE(page.find(fact), std::string::npos) << fact;
}

TEST(TrafficPage, NeedsNoOtherFile) {
  const Example example(1000, "/bin/<script src=x>");
  const std::string page = report::traffic_html(example.json(), report::matrix_svg("title", example.pairs));
  for (const char* tag : {"<script", "<link", "<img", "@import", "url("})
    EXPECT_EQ(page.find(tag), std::string::npos) << tag;
}

TEST(TrafficPage, OfAProgramThatSendsNothing) {
  const Example example(0);
  const report::Json json = example.json();
  EXPECT_NE(report::traffic_html(json, report::matrix_svg("title", example.pairs)).find("nothing goes between nodes"),
            std::string::npos);
  EXPECT_EQ(report::traffic_text(json, {}).find("nan"), std::string::npos);
}

}  // namespace
}  // namespace cartwright
