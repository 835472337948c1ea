// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "traffic/traffic_file.hpp"

#include "base/error.hpp"

#include <gtest/gtest.h>

#include <map>

namespace cartwright {
namespace {

std::map<std::pair<std::int64_t, std::int64_t>, double> sums(const traffic::TrafficFile& file) {
  std::map<std::pair<std::int64_t, std::int64_t>, double> all;
  for (const traffic::Message& message : file.messages)
    all[{message.from.number(), message.to.number()}] += message.bytes;
  return all;
}

using Sums = std::map<std::pair<std::int64_t, std::int64_t>, double>;

std::string refusal(std::string_view text, std::int64_t ranks = 0) {
  try {
    traffic::parse_traffic(text, ranks);
    return "accepted";
  } catch (const base::Error& error) {
    return error.what();
  }
}

TEST(TrafficFile, ReadsMatrixMarket) {
  const traffic::TrafficFile file = traffic::parse_traffic(
      "%%MatrixMarket matrix coordinate real general\n% a comment\n4 4 3\n1 2 100\n2 1 2.5e3\n4 4 1\n", 0);
  EXPECT_EQ(file.ranks, 4);
  EXPECT_EQ(sums(file), (Sums{{{0, 1}, 100}, {{1, 0}, 2500}, {{3, 3}, 1}}));
}

TEST(TrafficFile, MirrorsSymmetricMatrices) {
  const traffic::TrafficFile file =
      traffic::parse_traffic("%%MatrixMarket matrix coordinate integer symmetric\n3 3 2\n2 1 7\n3 3 9\n", 0);
  EXPECT_EQ(sums(file), (Sums{{{0, 1}, 7}, {{1, 0}, 7}, {{2, 2}, 9}}));
}

TEST(TrafficFile, ReadsListsWithBlanksOrCommas) {
  const Sums expected = {{{0, 1}, 110}, {{2, 0}, 5}};
  EXPECT_EQ(sums(traffic::parse_traffic("# mine\n0 1 100\n\n2\t0\t5\n0 1 10\n", 0)), expected);
  EXPECT_EQ(sums(traffic::parse_traffic("from,to,bytes\n0,1,100\n2, 0, 5\n0,1,10\n", 0)), expected);
  EXPECT_EQ(traffic::parse_traffic("0 1 100", 0).ranks, 2);
  EXPECT_EQ(traffic::parse_traffic("0 1 100", 8).ranks, 8);
}

TEST(TrafficFile, ReadsSquareMatrices) {
  const traffic::TrafficFile file = traffic::parse_traffic("0,1\n2.5,0\n", 0);
  EXPECT_EQ(file.ranks, 2);
  EXPECT_EQ(sums(file), (Sums{{{0, 1}, 1}, {{1, 0}, 2.5}}));
  EXPECT_EQ(traffic::parse_traffic("0 1 2 3\n0 0 0 0\n0 0 0 0\n9 0 0 0\n", 0).messages.size(), 4U);
}

TEST(TrafficFile, ReadsTheMonitoringOfOpenMpi) {
  // Four ranks of Open MPI 4.1: 800 bytes from each rank to the next, and an all-reduce of 80 bytes between ranks at
  // distances 1 and 2.
  const traffic::TrafficFile file = traffic::read_traffic(CARTWRIGHT_TEST_DATA "/traffic/openmpi.prof", 0);
  EXPECT_EQ(file.ranks, 4);
  EXPECT_EQ(sums(file), (Sums{{{0, 1}, 880},
                              {{0, 2}, 80},
                              {{1, 0}, 80},
                              {{1, 2}, 800},
                              {{1, 3}, 80},
                              {{2, 0}, 80},
                              {{2, 3}, 880},
                              {{3, 0}, 800},
                              {{3, 1}, 80},
                              {{3, 2}, 80}}));
}

TEST(TrafficFile, TurnsOneSidedReadsAround) {
  EXPECT_EQ(sums(traffic::parse_traffic("S\t0\t1\t8 bytes\t1 msgs sent\nR\t0\t1\t4 bytes\t1 msgs sent\n", 0)),
            (Sums{{{0, 1}, 8}, {{1, 0}, 4}}));
}

TEST(TrafficFile, NamesTheLineOfARankOutOfRange) {
  EXPECT_EQ(refusal("0 1 5\n0 4 5\n", 4), "pattern, line 2: rank 4 is out of range: there are 4 ranks, from 0 on");
  EXPECT_EQ(refusal("0 -1 5\n", 4), "pattern, line 1: rank -1 is out of range: there are 4 ranks, from 0 on");
  EXPECT_EQ(refusal("%%MatrixMarket matrix coordinate real general\n2 2 1\n3 1 5\n"),
            "pattern, line 3: rank 3 is out of range: there are 2 ranks, from 1 on");
  EXPECT_EQ(refusal("%%MatrixMarket matrix coordinate real general\n9 9 1\n3 1 5\n", 4),
            "pattern, line 2: the matrix is for 9 ranks, but 4 are given");
  EXPECT_NE(refusal("0 99999999999 5\n").find("out of range"), std::string::npos);
}

TEST(TrafficFile, RefusesBytesThatAreNone) {
  EXPECT_EQ(refusal("0 1 -5\n"), "pattern, line 1: '-5' bytes are negative");
  EXPECT_NE(refusal("0 1 nan\n").find("is not a finite number"), std::string::npos);
  EXPECT_NE(refusal("0 1 inf\n").find("is not a finite number"), std::string::npos);
  EXPECT_NE(refusal("0 1 1e19\n").find("are more than"), std::string::npos);
  EXPECT_NE(refusal("0 1 1e999\n").find("out of range"), std::string::npos);
  EXPECT_NE(refusal("0,1\n-1,0\n").find("line 2"), std::string::npos);
}

TEST(TrafficFile, RefusesFilesThatEndEarlyOrHoldTooMuch) {
  const std::string head = "%%MatrixMarket matrix coordinate real general\n";
  EXPECT_EQ(refusal(head + "2 2 3\n1 2 5\n"), "the pattern ends after 1 of 3 entries: it is not complete");
  EXPECT_EQ(refusal(head), "the pattern ends after 0 of 0 entries: it is not complete");
  EXPECT_EQ(refusal(head + "2 2 1\n1 2 5\n1 2 6\n"), "pattern, line 4: there are more than the 1 entries announced");
  EXPECT_EQ(refusal("0 1\n"), "the pattern ends after 1 of 2 rows: it is not complete");
  EXPECT_EQ(refusal("0 1\n0 1\n0 1\n"), "pattern, line 3: more rows than columns");
  EXPECT_EQ(refusal("0 1\n0 1 2\n"), "pattern, line 2: 3 numbers in a matrix of 2 columns");
  EXPECT_EQ(refusal(""), "the pattern is empty: it names no rank");
  EXPECT_EQ(refusal("from,to,bytes\n"), "the pattern is empty: it names no rank");
}

TEST(TrafficFile, RefusesUnknownFormats) {
  EXPECT_NE(refusal("%%MatrixMarket matrix array real general\n").find("matrix coordinate"), std::string::npos);
  EXPECT_NE(refusal("%%MatrixMarket matrix coordinate pattern general\n").find("'real'"), std::string::npos);
  EXPECT_NE(refusal("%%MatrixMarket matrix coordinate real general\n2 3 1\n").find("not square"), std::string::npos);
  EXPECT_NE(refusal("{\"format\":\"cartwright record\",\"ranks\":8}\n").find("cartwright simulate RECORD"),
            std::string::npos);
  EXPECT_NE(refusal("hello world out there\n").find("is not a decimal number"), std::string::npos);
  EXPECT_NE(refusal("%%MatrixMarket matrix coordinate real general\n99999999999 99999999999 1\n").find("ranks"),
            std::string::npos);
}

}  // namespace
}  // namespace cartwright
