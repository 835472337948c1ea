// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "record/record_file.hpp"

#include "base/error.hpp"
#include "base/random.hpp"
#include "base/temporary_folder.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>

namespace cartwright {
namespace {

TEST(RankRuns, KeepTheRanksAndTheirOrder) {
  constexpr std::uint64_t seed = 11;
  base::Random random(seed);
  for (int round = 0; round < 200; ++round) {
    std::vector<std::int64_t> ranks;
    for (std::int64_t left = random.below(8); left > 0; --left) {
      const std::int64_t first = random.below(1000);
      const std::int64_t stride = random.below(7) - 3;
      for (std::int64_t i = random.below(6); i >= 0; --i) ranks.push_back(first + i * stride);
    }
    const std::vector<record::RankRun> runs = record::runs_of(ranks);
    std::vector<std::int64_t> listed;
    for (const record::RankRun& run : runs)
      for (std::int64_t i = 0; i < run.count; ++i) listed.push_back(run.first + i * run.stride);
    EXPECT_EQ(listed, ranks) << "seed " << seed << ", round " << round;
    EXPECT_EQ(record::ranks_of(runs), ranks);
    EXPECT_EQ(record::count_of(runs), static_cast<std::int64_t>(ranks.size()));
  }
}

TEST(RankRuns, AreFewForRowsAndColumns) {
  EXPECT_EQ(record::runs_of({4, 5, 6, 7}), (std::vector<record::RankRun>{{4, 1, 4}}));
  EXPECT_EQ(record::runs_of({1, 5, 9, 13}), (std::vector<record::RankRun>{{1, 4, 4}}));
  EXPECT_EQ(record::runs_of({3}), (std::vector<record::RankRun>{{3, 1, 1}}));
}

record::RankRecord example(std::int64_t rank) {
  record::RankRecord made;
  made.rank = rank;
  made.host = "n" + std::to_string(rank / 2);
  made.seconds = 1.5;
  made.window_seconds = 1;
  made.windows = {{100, 1.0}, {50, 0.25}};
  made.flows = {{rank, (rank + 1) % 4, record::Way::messages, 3, 300},
                {rank, (rank + 2) % 4, record::Way::neighbors, 1, 8},
                {(rank + 3) % 4, rank, record::Way::one_sided, 2, 64},
                {rank, (rank + 1) % 4, record::Way::collectives, 20, 1160}};
  made.counted = true;
  made.by_nodes = rank == 1;
  if (rank == 0) made.groups = {{7, {{0, 1, 4}}}};
  made.collectives = {{7, "allreduce", -1, 10, 80}, {7, "bcast", 2, 1, 1000}};
  made.types = {{"vec(2 1 4)[double]", 12, 3}};
  return made;
}

std::string example_text() {
  std::string text = line_of(record::Header{4, "/bin/app", "00ff", "Open MPI v4.1.4", "2026-01-02T03:04:05Z"});
  for (const std::int64_t rank : {2, 0, 3, 1}) text += line_of(example(rank));
  return text;
}

TEST(RecordFile, ComesBackAsItWasWritten) {
  const record::Record read = record::parse_record(example_text());
  EXPECT_EQ(read.header, (record::Header{4, "/bin/app", "00ff", "Open MPI v4.1.4", "2026-01-02T03:04:05Z"}));
  ASSERT_EQ(read.ranks.size(), 4U);
  for (std::int64_t rank = 0; rank < 4; ++rank) EXPECT_EQ(read.ranks[static_cast<std::size_t>(rank)], example(rank));
  EXPECT_EQ(nlohmann::json::parse(line_of(example(0))),
            nlohmann::json::parse(R"({"rank": 0, "host": "n0", "seconds": 1.5,
      "counted": true, "messages": {"to": [1], "messages": [3], "bytes": [300]},
      "neighbors": {"to": [2], "messages": [1], "bytes": [8]},
      "one-sided": {"to": [0], "from": [3], "messages": [2], "bytes": [64]},
      "in-collectives": {"to": [1], "messages": [20], "bytes": [1160]},
      "groups": [{"id": 7, "members": [[0, 1, 4]]}],
      "collectives": [{"group": 7, "kind": "allreduce", "calls": 10, "bytes": 80},
                      {"group": 7, "kind": "bcast", "root": 2, "calls": 1, "bytes": 1000}],
      "datatypes": [{"type": "vec(2 1 4)[double]", "items": 12, "uses": 3}],
      "window_seconds": 1, "windows": [{"bytes": 100, "same": 1}, {"bytes": 50, "same": 0.25}]})"));
}

TEST(RecordFile, OfVersion1HasNoCountOfCollectives) {
  const record::Record read = record::parse_record(
      "{\"format\": \"cartwright record\", \"version\": 1, \"ranks\": 1, \"program\": \"\", \"arguments\": \"\", "
      "\"mpi\": \"\", \"started\": \"\"}\n{\"rank\": 0, \"host\": \"a\", \"seconds\": 1}\n");
  EXPECT_FALSE(read.ranks.at(0).counted);
}

TEST(RecordFile, RefusesOneThatWasCutOffAnywhere) {
  const std::string text = example_text();
  for (std::size_t length = 0; length < text.size(); ++length) {
    // Between two lines nothing is missing but whole processes.
    if (length > 0 && text[length - 1] == '\n' && length > text.find('\n') + 1) continue;
    EXPECT_THROW(record::parse_record(text.substr(0, length)), base::Error) << length;
  }
}

std::string error_of(const std::string& text) {
  try {
    record::parse_record(text);
  } catch (const base::Error& error) {
    return error.what();
  }
  return "";
}

TEST(RecordFile, SaysWhatIsWrong) {
  const std::string header = line_of(record::Header{4, "app", "0", "mpi", "now"});
  const auto rank = [](const std::string& more) {
    return "{\"rank\": 1, \"host\": \"a\", \"seconds\": 1" + more + "}\n";
  };
  const std::vector<std::pair<std::string, std::string>> wrong = {
      {"", "it is empty"},
      {"{}\n", "not a record of Cartwright"},
      {"[1]\n", "not a record of Cartwright"},
      {"rank,node\n", "not a record of Cartwright"},
      {"{\"format\": \"cartwright record\", \"version\": 3}\n", "version 3"},
      {header, "no line of a process"},
      {header + rank("") + rank(""), "rank 1 is in the record twice"},
      {header + "{\"rank\": 4, \"host\": \"a\", \"seconds\": 1}\n", "rank is 4, not from 0 to 3"},
      {header + "{\"rank\": -1, \"host\": \"a\", \"seconds\": 1}\n", "rank is -1"},
      {header + "{\"rank\": 1, \"host\": 5, \"seconds\": 1}\n", "host is '5', not a string"},
      {header + "{\"rank\": 1, \"host\": \"a\", \"seconds\": -1}\n", "seconds is -1"},
      {header + rank(", \"messages\": {\"to\": [0], \"messages\": [1], \"bytes\": []}"), "different lengths"},
      {header + rank(", \"messages\": {\"to\": [9], \"messages\": [1], \"bytes\": [1]}"), "to is 9, not from 0 to 3"},
      {header + rank(", \"messages\": {\"to\": [0], \"messages\": [1], \"bytes\": [-7]}"), "bytes is -7"},
      {header + rank(", \"messages\": {\"to\": [0], \"messages\": [1], \"bytes\": [9223372036854775807]}"), "bytes is"},
      {header + rank(", \"messages\": {\"to\": [0], \"messages\": [1], \"bytes\": [18446744073709551615]}"), "63 bits"},
      {header + rank(", \"messages\": {\"to\": [0,2], \"messages\": [1,1], \"bytes\": [9007199254740992,1]}"),
       "more than 2^53"},
      {header + rank(", \"groups\": [{\"id\": 1, \"members\": [[0, 1, 5]]}]"), "count is 5"},
      {header + rank(", \"groups\": [{\"id\": 1, \"members\": [[2, 2, 2]]}]"), "the last of a run of ranks is 4"},
      {header + rank(", \"groups\": [{\"id\": 1, \"members\": [[2, 2]]}]"), "2 numbers, not 3"},
      {header + rank(", \"windows\": [{\"bytes\": 1, \"same\": 1.5}], \"window_seconds\": 1"), "same is 1.5"},
      {header + rank(", \"finished\": \"yes\""), "finished is '\"yes\"', not true or false"},
      {header + rank(", \"messages\": {\"to\": [0,0,0], \"messages\": [1,1,1], \"bytes\": "
                     "[9007199254740992,9007199254740992,9007199254740992]}"),
       "more than 2^53"},
      {header + "{\"rank\": 1,}\n", "line 2: column 12: '}' is not expected in JSON here"},
      {header + std::string(100, '[') + "\n", "nested deeper"},
  };
  for (const auto& [text, message] : wrong)
    EXPECT_NE(error_of(text).find(message), std::string::npos) << text << "\n" << error_of(text);
}

TEST(RecordFile, PartsOfAKilledProgramAreReadTogether) {
  const base::TemporaryFolder folder("cartwright-test");
  const std::string file = (folder.path() / "traffic.record").string();
  const std::filesystem::path parts = file + ".parts";
  std::filesystem::create_directory(parts);
  const std::string header = line_of(record::Header{4, "app", "0", "mpi", "now"});
  std::ofstream(parts / "0") << header << line_of(example(0));
  std::ofstream(parts / "3") << header << line_of(example(3));
  // What processes leave that are killed while they write.
  std::ofstream(parts / "1.new") << header << "{\"ran";
  std::ofstream(parts / "3.new.aB3xYz") << header << line_of(example(3));
  std::ofstream(parts / "3.aB3xYz") << header << line_of(example(3));
  const record::Record read = record::read_record(file);
  ASSERT_EQ(read.ranks.size(), 2U);
  EXPECT_EQ(read.ranks[1], example(3));
  EXPECT_EQ(record::missing_ranks(read), "2 of 4 processes left no record (ranks 1-2)");
  EXPECT_THROW(record::expect_complete(read, file), base::Error);
  std::ofstream(parts / "2") << line_of(record::Header{4, "app", "0", "mpi", "later"}) << line_of(example(2));
  EXPECT_THROW(record::read_record(file), base::Error);
}

TEST(RecordFile, NamesTheRanksThatAreMissing) {
  record::Record record;
  record.header.ranks = 9;
  for (const int rank : {1, 4, 5, 8}) record.ranks.emplace_back().rank = rank;
  EXPECT_EQ(record::missing_ranks(record), "5 of 9 processes left no record (ranks 0,2-3,6-7)");
  record.header.ranks = 1 << 20;
  record.ranks.clear();
  for (int rank = 0; rank < 1 << 20; rank += 2) record.ranks.emplace_back().rank = rank;
  EXPECT_LT(record::missing_ranks(record).size(), 200U);
  EXPECT_EQ(record::missing_ranks(record::parse_record(example_text())), "");
  EXPECT_NO_THROW(record::expect_complete(record::parse_record(example_text()), "file"));
}

}  // namespace
}  // namespace cartwright
