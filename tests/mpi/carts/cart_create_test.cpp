// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fixture.hpp"

#include <algorithm>

// Does not know Cartwright, but runs with libcartwright_preload before MPI, with 16 processes and
// CARTWRIGHT_NODES=cyclic:4x4: process r of the program is on node r mod 4.

namespace {

struct Grid2d {
  int dims[2];
  int periods[2] = {0, 0};
};

std::vector<int> count_up(int size) {
  std::vector<int> ranks(static_cast<std::size_t>(size));
  std::iota(ranks.begin(), ranks.end(), 0);
  return ranks;
}

MPI_Comm create(MPI_Comm comm, const Grid2d& grid, int reorder = 1) {
  MPI_Comm cart = MPI_COMM_NULL;
  EXPECT_EQ(MPI_Cart_create(comm, 2, grid.dims, grid.periods, reorder, &cart), MPI_SUCCESS);
  return cart;
}

std::vector<int> new_ranks(MPI_Comm comm, const Grid2d& grid, int reorder = 1) {
  MPI_Comm cart = create(comm, grid, reorder);
  const int rank = cart == MPI_COMM_NULL ? -1 : rank_in(cart);
  if (cart != MPI_COMM_NULL) MPI_Comm_free(&cart);
  return all_of(rank, comm);
}

int edges_of(const Grid2d& grid, int reorder, const std::vector<std::pair<int, int>>& stencil = nearest) {
  MPI_Comm cart = create(MPI_COMM_WORLD, grid, reorder);
  const int edges = edges_between_nodes(cart, rank_in(MPI_COMM_WORLD) % 4, stencil);
  MPI_Comm_free(&cart);
  return edges;
}

TEST(CartCreate, PutsNeighborsOnOneNode) {
  EXPECT_EQ(edges_of({{8, 2}}, 0), 44);
  EXPECT_EQ(edges_of({{8, 2}}, 1), 12);
}

TEST(CartCreate, KeepsTheRanksWithoutReorder) { EXPECT_EQ(new_ranks(MPI_COMM_WORLD, {{8, 2}}, 0), count_up(16)); }

TEST(CartCreate, DoesNothingWhenSwitchedOff) {
  const Environment environment{{"CARTWRIGHT", "off"}};
  EXPECT_EQ(new_ranks(MPI_COMM_WORLD, {{8, 2}}), count_up(16));
}

TEST(CartCreate, OnlyReportsWithReorderOff) {
  const Environment environment{{"CARTWRIGHT_REORDER", "off"}};
  EXPECT_EQ(new_ranks(MPI_COMM_WORLD, {{8, 2}}), count_up(16));
}

TEST(CartCreate, PlacesByTheStencilOfTheEnvironment) {
  const Environment environment{{"CARTWRIGHT_STENCIL", "component"}};
  EXPECT_EQ(edges_of({{4, 4}}, 0, {{1, 0}, {-1, 0}}), 0) << "columns already lie on one node";
  EXPECT_EQ(edges_of({{4, 4}}, 1, {{1, 0}, {-1, 0}}), 0);
  EXPECT_EQ(new_ranks(MPI_COMM_WORLD, {{4, 4}}), count_up(16));
}

TEST(CartCreate, KeepsRank0AtTheSameCost) {
  int moved = 0;
  for (const char* mapping : {"auto", "nodecart", "hyperplane", "kdtree", "random"})
    for (const Grid2d& grid : {Grid2d{{8, 2}}, Grid2d{{4, 4}}, Grid2d{{4, 4}, {1, 1}}, Grid2d{{2, 8}, {0, 1}}}) {
      const Environment with{{"CARTWRIGHT_MAPPING", mapping}};
      const int edges = edges_of(grid, 1);
      moved += new_ranks(MPI_COMM_WORLD, grid).front() != 0;
      const Environment kept{{"CARTWRIGHT_KEEP_RANK_0", "1"}};
      std::vector<int> ranks = new_ranks(MPI_COMM_WORLD, grid);
      EXPECT_EQ(ranks.front(), 0) << mapping;
      EXPECT_EQ(edges_of(grid, 1), edges) << mapping;
      std::ranges::sort(ranks);
      EXPECT_EQ(ranks, count_up(16)) << mapping;
    }
  EXPECT_GT(moved, 0) << "without it, rank 0 must move somewhere";
}

TEST(CartCreate, TakesLinesOfTheGridAsAStencil) {
  // A column already lies on each node.
  for (const char* stencil : {"columns", "transposes", "off"}) {
    const Environment environment{{"CARTWRIGHT_STENCIL", stencil}};
    EXPECT_EQ(new_ranks(MPI_COMM_WORLD, {{4, 4}}), count_up(16)) << stencil;
  }
  const Environment environment{{"CARTWRIGHT_STENCIL", "rows"}};
  EXPECT_EQ(edges_of({{4, 4}}, 1, {{0, 1}, {0, -1}}), 0);
  EXPECT_NE(new_ranks(MPI_COMM_WORLD, {{4, 4}}), count_up(16));
}

TEST(CartCreate, KeepsTheRanksWhenTheStencilIsInvalid) {
  const Environment environment{{"CARTWRIGHT_STENCIL", "no such stencil"}};
  EXPECT_EQ(new_ranks(MPI_COMM_WORLD, {{8, 2}}), count_up(16));
}

TEST(CartCreate, LeavesOutTheLastProcessesOfASmallGrid) {
  std::vector<int> ranks = new_ranks(MPI_COMM_WORLD, {{6, 2}});
  EXPECT_EQ(std::ranges::count(ranks, -1), 4);
  EXPECT_EQ(std::vector<int>(ranks.begin() + 12, ranks.end()), std::vector<int>(4, -1));
}

TEST(CartCreate, WorksOnPartsOfTheProgramAtOnce) {
  const int rank = rank_in(MPI_COMM_WORLD);
  const QuietComm half(rank / 8, rank);
  std::vector<int> ranks = new_ranks(half, {{4, 2}});
  EXPECT_NE(ranks, count_up(8)) << "two processes on each of four nodes, dealt in turn";
  std::ranges::sort(ranks);
  EXPECT_EQ(ranks, count_up(8));
}

// Open MPI 4.0 crashed or hung at the second of these children: tests/reports.
TEST(CartCreate, TakesGridsAgain) {
  const std::vector<int> all = count_up(16);
  for (int repeat = 0; repeat < 3; ++repeat)
    for (const int reorder : {0, 1}) {
      MPI_Comm parent = create(MPI_COMM_WORLD, {{8, 2}, {1, 1}}, reorder);
      MPI_Comm child = create(parent, {{4, 2}, {1, 1}}, reorder);
      std::vector<int> ranks = all_of(child == MPI_COMM_NULL ? -1 : rank_in(child), MPI_COMM_WORLD);
      std::ranges::sort(ranks);
      EXPECT_EQ(std::vector<int>(ranks.begin(), ranks.begin() + 8), std::vector<int>(8, -1));
      EXPECT_EQ(std::vector<int>(ranks.begin() + 8, ranks.end()), count_up(8));
      if (child != MPI_COMM_NULL) {
        int below = -1, above = -1;
        MPI_Cart_shift(child, 0, 1, &below, &above);
        EXPECT_EQ(below, (rank_in(child) + 6) % 8);
        EXPECT_EQ(above, (rank_in(child) + 2) % 8);
        MPI_Comm_free(&child);
      }
      ranks = all_of(rank_in(parent), MPI_COMM_WORLD);
      std::ranges::sort(ranks);
      EXPECT_EQ(ranks, all);
      MPI_Comm_free(&parent);
    }
}

TEST(CartCreate, AnswersBadDimsAsMpiDoes) {
  const QuietComm comm;
  for (const Grid2d& grid : {Grid2d{{17, 1}}, Grid2d{{-4, 4}}, Grid2d{{0, 4}}}) {
    MPI_Comm cart = MPI_COMM_NULL;
    MPI_Comm plain = MPI_COMM_NULL;
    const int error = MPI_Cart_create(comm, 2, grid.dims, grid.periods, 1, &cart);
    EXPECT_EQ(class_of(error), class_of(PMPI_Cart_create(comm, 2, grid.dims, grid.periods, 1, &plain)));
    EXPECT_EQ(cart == MPI_COMM_NULL, plain == MPI_COMM_NULL);
    if (cart != MPI_COMM_NULL) MPI_Comm_free(&cart);
    if (plain != MPI_COMM_NULL) MPI_Comm_free(&plain);
  }
}

TEST(CartCreate, ReportsADisagreementToEveryProcess) {
  const QuietComm comm;
  const Grid2d mine{{rank_in(comm) == 5 ? 8 : 4, rank_in(comm) == 5 ? 2 : 4}};
  MPI_Comm cart = MPI_COMM_NULL;
  EXPECT_EQ(class_of(MPI_Cart_create(comm, 2, mine.dims, mine.periods, 1, &cart)), MPI_ERR_ARG);
}

TEST(CartCreate, KeepsTheRanksUnlessAllWantNewOnes) {
  const QuietComm comm;
  const Grid2d grid{{8, 2}};
  for (int odd = 0; odd < 16; ++odd)
    for (const int usual : {0, 1}) {
      const int reorder = rank_in(comm) == odd ? 1 - usual : usual;
      EXPECT_EQ(new_ranks(comm, grid, reorder), count_up(16)) << "process " << odd << " has " << 1 - usual;
    }
}

TEST(CartMap, GivesTheRankThatCartCreateGives) {
  for (const Grid2d& grid : {Grid2d{{8, 2}}, Grid2d{{4, 4}}, Grid2d{{2, 8}, {1, 1}}}) {
    int rank = -1;
    ASSERT_EQ(MPI_Cart_map(MPI_COMM_WORLD, 2, grid.dims, grid.periods, &rank), MPI_SUCCESS);
    EXPECT_EQ(all_of(rank, MPI_COMM_WORLD), new_ranks(MPI_COMM_WORLD, grid));
  }
}

TEST(CartMap, LeavesOutTheLastProcesses) {
  const Grid2d grid{{6, 2}};
  int rank = -1;
  ASSERT_EQ(MPI_Cart_map(MPI_COMM_WORLD, 2, grid.dims, grid.periods, &rank), MPI_SUCCESS);
  EXPECT_EQ(rank == MPI_UNDEFINED, rank_in(MPI_COMM_WORLD) >= 12);
}

TEST(CartMap, IsLocal) {
  const Grid2d grid{{8, 2}};
  int rank = -1;
  // Process 7 calls alone: no other process takes part.
  if (rank_in(MPI_COMM_WORLD) == 7) {
    ASSERT_EQ(MPI_Cart_map(MPI_COMM_WORLD, 2, grid.dims, grid.periods, &rank), MPI_SUCCESS);
    EXPECT_GE(rank, 0);
    EXPECT_LT(rank, 16);
  }
}

TEST(CartMap, DoesNothingWhenSwitchedOff) {
  const Environment environment{{"CARTWRIGHT", "off"}};
  const Grid2d grid{{8, 2}};
  int rank = -1;
  ASSERT_EQ(MPI_Cart_map(MPI_COMM_WORLD, 2, grid.dims, grid.periods, &rank), MPI_SUCCESS);
  EXPECT_EQ(rank, rank_in(MPI_COMM_WORLD));
}

TEST(CartMap, AnswersBadDimsAsMpiDoes) {
  const QuietComm comm;
  for (const Grid2d& grid : {Grid2d{{17, 1}}, Grid2d{{-4, 4}}}) {
    int rank = -1;
    int plain = -1;
    const int error = MPI_Cart_map(comm, 2, grid.dims, grid.periods, &rank);
    EXPECT_EQ(class_of(error), class_of(PMPI_Cart_map(comm, 2, grid.dims, grid.periods, &plain)));
    EXPECT_EQ(rank, plain);
  }
}

}  // namespace
