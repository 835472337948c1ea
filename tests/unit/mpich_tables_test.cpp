// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "record/mpich_tables.hpp"

#include "base/error.hpp"

#include <gtest/gtest.h>

#include <map>

namespace cartwright {
namespace {

// The tables of MPICH itself are held against its messages in tests/mpi/traffic/selected.py.

record::MpichSettings settings_with(const std::string& table) {
  return {.device_table = "",
          .general_table = table,
          .algorithm = [](std::string_view) { return std::string("auto"); },
          .by_device = [](std::string_view) { return true; }};
}

const char* const small_and_large = R"({"collective=bcast": {"comm_type=intra": {
    "comm_size<4": {"algorithm=MPIR_Bcast_intra_binomial": {}},
    "avg_msg_size<=100": {"algorithm=MPIR_Bcast_intra_binomial": {}},
    "comm_size<8": {"algorithm=MPIR_Bcast_intra_scatter_ring_allgather": {}},
    "comm_size=any": {"algorithm=MPIR_Bcast_intra_unheard_of": {}}}},
  "collective=scan": {"a_new_condition=yes": {"algorithm=MPIR_Scan_intra_recursive_doubling": {}}}})";

/// The sum of the bytes that all processes of `size` send in a broadcast; none if an algorithm is unknown.
std::optional<double> bytes_of_bcast(const record::MpichTables& tables, int size, std::int64_t bytes) {
  double sum = 0;
  std::vector<int> nodes;
  for (int i = 0; i < size; ++i) nodes.push_back(i);
  for (int me = 0; me < size; ++me) {
    const auto sends = tables.sends({.kind = "bcast", .items = bytes}, record::MpichGroup(me, nodes));
    if (!sends) return std::nullopt;
    for (const record::ModelSend& send : *sends) sum += send.bytes;
  }
  return sum;
}

TEST(MpichTables, SelectByTheConditionsInTheirOrder) {
  const record::MpichTables tables(settings_with(small_and_large));
  EXPECT_EQ(bytes_of_bcast(tables, 3, 5000), 2 * 5000);
  EXPECT_EQ(bytes_of_bcast(tables, 5, 100), 4 * 100);
  // A binomial scatter of five blocks of 1000 bytes sends 1, 2, 1 and 1 of them, the ring 4 to each process.
  EXPECT_EQ(bytes_of_bcast(tables, 5, 5000), 5 * 1000 + 4 * 5000);
}

TEST(MpichTables, LessMeansLessOrEqualAfterTheSizeOfAMessage) {
  const record::MpichTables tables(settings_with(small_and_large));
  EXPECT_TRUE(bytes_of_bcast(tables, 8, 8000));
  EXPECT_FALSE(bytes_of_bcast(tables, 9, 9000));  // unheard of
}

TEST(MpichTables, SayNothingWhereTheyAreNotUnderstood) {
  const record::MpichTables tables(settings_with(small_and_large));
  const record::MpichGroup group(0, {0, 1});
  EXPECT_FALSE(tables.sends({.kind = "scan", .items = 8}, group));
  EXPECT_FALSE(tables.sends({.kind = "allreduce", .items = 8}, group));
  record::MpichSettings other = settings_with(small_and_large);
  other.algorithm = [](std::string_view) { return std::string("nb"); };
  EXPECT_FALSE(record::MpichTables(std::move(other)).sends({.kind = "bcast", .items = 8}, group));
  for (const char* malformed : {"", "[]", "{\"collective=bcast\": {", "7"})
    EXPECT_THROW(record::MpichTables(settings_with(malformed)), base::Error) << malformed;
}

TEST(MpichTables, HaveOtherRowsForNonblockingCollectives) {
  record::MpichSettings settings = settings_with(R"({"collective=bcast": {"algorithm=MPIR_Bcast_intra_binomial": {}},
      "collective=ibcast": {"comm_hierarchy=parent": {"algorithm=MPIR_Ibcast_intra_sched_smp": {}},
        "comm_hierarchy=any": {"algorithm=MPIR_Ibcast_intra_sched_scatter_ring_allgather": {}}}})");
  const record::MpichTables tables(settings);
  const record::MpichGroup apart(0, {0, 1, 2});
  EXPECT_EQ(tables.sends({.kind = "bcast", .items = 9}, apart)->size(), 2);
  EXPECT_EQ(tables.sends({.kind = "bcast", .items = 9, .nonblocking = true}, apart)->size(), 3);
  EXPECT_FALSE(tables.sends({.kind = "reduce", .items = 9, .nonblocking = true}, apart));
  // The user selects an algorithm that is composed of the one for parts of the communicator: it is not known for these.
  settings.algorithm = [](std::string_view kind) { return std::string(kind == "ibcast" ? "sched_smp" : "auto"); };
  const record::MpichTables forced(settings);
  EXPECT_FALSE(forced.sends({.kind = "bcast", .items = 9, .nonblocking = true}, record::MpichGroup(0, {0, 0, 1, 1})));
}

TEST(MpichTables, ComposeStepsWithinNodesAndBetweenThem) {
  record::MpichSettings settings = settings_with(R"({"collective=allreduce":
      {"comm_hierarchy=any": {"algorithm=MPIR_Allreduce_intra_recursive_doubling": {}}}})");
  settings.device_table = R"({"collective=allreduce": {"comm_hierarchy=parent":
      {"composition=MPIDI_Allreduce_intra_composition_alpha": {}}}})";
  settings.shared_memory = true;
  const record::MpichTables tables(std::move(settings));
  const std::vector<int> nodes = {7, 7, 3, 3};
  std::map<std::pair<std::int64_t, std::int64_t>, double> sent;
  for (std::int64_t me = 0; me < 4; ++me) {
    const auto sends = tables.sends({.kind = "allreduce", .items = 10, .item_bytes = 8}, record::MpichGroup(me, nodes));
    ASSERT_TRUE(sends);
    for (const record::ModelSend& send : *sends) sent[{me, send.to}] += send.bytes;
  }
  const std::map<std::pair<std::int64_t, std::int64_t>, double> expected = {{{1, 0}, 80}, {{3, 2}, 80}, {{0, 2}, 80},
                                                                            {{2, 0}, 80}, {{0, 1}, 80}, {{2, 3}, 80}};
  EXPECT_EQ(sent, expected);
}

}  // namespace
}  // namespace cartwright
