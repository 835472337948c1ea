// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "cartwright/mpix.h"
#include "fixture.hpp"

#include <algorithm>
#include <climits>
#include <random>

// Run with 16 processes.

namespace {

constexpr int nn[] = {1, 0, -1, 0, 0, 1, 0, -1};
constexpr int hops[] = {1, 0, -1, 0, 0, 1, 0, -1, 2, 0, -2, 0, 3, 0, -3, 0};

struct Grid2d {
  int dims[2];
  int periods[2] = {0, 0};
};

MPI_Comm make(MPI_Comm comm, const Grid2d& grid, int reorder = 1) {
  MPI_Comm cart = MPI_COMM_NULL;
  EXPECT_EQ(MPIX_Cart_stencil_comm(comm, 2, grid.dims, grid.periods, reorder, nn, 4, &cart), MPI_SUCCESS);
  return cart;
}

/// The new ranks of the processes of `comm`, in the order of their old ranks; -1 for MPI_COMM_NULL.
std::vector<int> new_ranks(MPI_Comm comm, const Grid2d& grid, int reorder = 1) {
  MPI_Comm cart = make(comm, grid, reorder);
  const int rank = cart == MPI_COMM_NULL ? -1 : rank_in(cart);
  if (cart != MPI_COMM_NULL) MPI_Comm_free(&cart);
  return all_of(rank, comm);
}

std::vector<int> count_up(int size) {
  std::vector<int> ranks(static_cast<std::size_t>(size));
  std::iota(ranks.begin(), ranks.end(), 0);
  return ranks;
}

int edges_of(MPI_Comm comm, const Grid2d& grid, int reorder, int node) {
  MPI_Comm cart = make(comm, grid, reorder);
  if (cart == MPI_COMM_NULL) return -1;
  const int edges = edges_between_nodes(cart, node, nearest);
  MPI_Comm_free(&cart);
  return edges;
}

TEST(CartStencilComm, GivesEveryCellToOneProcess) {
  const Environment environment{{"CARTWRIGHT_NODES", "cyclic:4x4"}};
  const QuietComm comm;
  std::vector<int> ranks = new_ranks(comm, {{4, 4}});
  std::ranges::sort(ranks);
  EXPECT_EQ(ranks, count_up(16));
}

TEST(CartStencilComm, NumbersCellsAsMpiDoes) {
  const Environment environment{{"CARTWRIGHT_NODES", "cyclic:4x4"}};
  const QuietComm comm;
  MPI_Comm cart = make(comm, {{8, 2}, {1, 0}});
  int dims[2];
  int periods[2];
  int coords[2];
  ASSERT_EQ(MPI_Cart_get(cart, 2, dims, periods, coords), MPI_SUCCESS);
  EXPECT_EQ(dims[0], 8);
  EXPECT_EQ(dims[1], 2);
  EXPECT_EQ(periods[0], 1);
  EXPECT_EQ(periods[1], 0);
  EXPECT_EQ(rank_in(cart), coords[0] * 2 + coords[1]);
  MPI_Comm_free(&cart);
}

TEST(CartStencilComm, PutsNeighborsOfACyclicPlacementOnOneNode) {
  const Environment environment{{"CARTWRIGHT_NODES", "cyclic:4x4"}};
  const QuietComm comm;
  const int node = rank_in(comm) % 4;
  EXPECT_EQ(edges_of(comm, {{8, 2}}, 0, node), 44) << "every edge leaves its node in the original order";
  EXPECT_EQ(edges_of(comm, {{8, 2}}, 1, node), 12) << "four blocks of 2x2 in a column";
}

TEST(CartStencilComm, HandlesUnequalNodes) {
  const Environment environment{{"CARTWRIGHT_NODES", "cyclic:1*2,1*10,1*4"}};
  const QuietComm comm;
  // Processes are dealt in turn: 0 1 2, 0 1 2, then 1 2 1 2, then node 1 alone.
  const int dealt[] = {0, 1, 2, 0, 1, 2, 1, 2, 1, 2, 1, 1, 1, 1, 1, 1};
  const int node = dealt[rank_in(comm)];
  EXPECT_LT(edges_of(comm, {{8, 2}}, 1, node), edges_of(comm, {{8, 2}}, 0, node));
}

TEST(CartStencilComm, IsNeverWorseThanTheOriginalOrder) {
  const unsigned seed = 20260101;
  SCOPED_TRACE(testing::Message() << "seed " << seed);
  std::mt19937 random(seed);
  const std::vector<std::pair<std::string, std::vector<int>>> placements = {
      {"4x4", {4, 4, 4, 4}}, {"2x8", {8, 8}}, {"1*7,1*1,1*8", {7, 1, 8}}, {"8x2", {2, 2, 2, 2, 2, 2, 2, 2}}};
  for (const auto& [text, sizes] : placements) {
    const Environment environment{{"CARTWRIGHT_NODES", text}};
    std::vector<int> node_of_world;
    for (std::size_t node = 0; node < sizes.size(); ++node)
      node_of_world.insert(node_of_world.end(), static_cast<std::size_t>(sizes[node]), static_cast<int>(node));
    for (const Grid2d& grid : {Grid2d{{4, 4}}, Grid2d{{16, 1}}, Grid2d{{2, 8}, {1, 1}}, Grid2d{{8, 2}, {0, 1}}}) {
      std::vector<int> keys = count_up(16);
      std::shuffle(keys.begin(), keys.end(), random);
      const int world_rank = rank_in(MPI_COMM_WORLD);
      const QuietComm shuffled(0, keys[static_cast<std::size_t>(world_rank)]);
      const int node = node_of_world[static_cast<std::size_t>(world_rank)];
      EXPECT_LE(edges_of(shuffled, grid, 1, node), edges_of(shuffled, grid, 0, node))
          << text << ", dims " << grid.dims[0] << "x" << grid.dims[1];
    }
  }
}

TEST(CartStencilComm, GivesTheSameAnswerTwice) {
  const Environment environment{{"CARTWRIGHT_NODES", "cyclic:4x4"}};
  const QuietComm comm;
  EXPECT_EQ(new_ranks(comm, {{4, 4}}), new_ranks(comm, {{4, 4}}));
}

TEST(CartStencilComm, FindsTheOneNodeItRunsOn) {
  const QuietComm comm;
  EXPECT_EQ(new_ranks(comm, {{4, 4}}), count_up(16)) << "all processes share memory: nothing to gain";
}

TEST(CartStencilComm, UsesTheRequestedMapping) {
  const Environment environment{{"CARTWRIGHT_NODES", "cyclic:4x4"}, {"CARTWRIGHT_MAPPING", "blocked"}};
  const QuietComm comm;
  const std::vector<int> ranks = new_ranks(comm, {{16, 1}});
  for (int rank = 0; rank < 16; ++rank) EXPECT_EQ(ranks[static_cast<std::size_t>(rank)], 4 * (rank % 4) + rank / 4);
}

TEST(CartStencilComm, WorksOnPartsOfTheProgramAtOnce) {
  const Environment environment{{"CARTWRIGHT_NODES", "4x4"}};
  const int world_rank = rank_in(MPI_COMM_WORLD);
  const QuietComm half(world_rank % 2, -world_rank);
  std::vector<int> ranks = new_ranks(half, {{4, 2}});
  std::ranges::sort(ranks);
  EXPECT_EQ(ranks, count_up(8));
}

TEST(CartStencilComm, NeedsNoProcessOutsideTheCommunicator) {
  const int world_rank = rank_in(MPI_COMM_WORLD);
  const QuietComm part(world_rank < 6 ? 0 : 1, world_rank);
  if (world_rank < 6) {
    EXPECT_EQ(new_ranks(part, {{3, 2}}), count_up(6));
  }
}

TEST(CartStencilComm, LeavesOutTheLastProcessesOfASmallGrid) {
  const Environment environment{{"CARTWRIGHT_NODES", "cyclic:4x4"}};
  const QuietComm comm;
  std::vector<int> ranks = new_ranks(comm, {{6, 2}});
  for (std::size_t rank = 12; rank < 16; ++rank) EXPECT_EQ(ranks[rank], -1);
  ranks.resize(12);
  EXPECT_NE(ranks, count_up(12)) << "the twelve are dealt to four nodes in turn: there is much to gain";
  std::ranges::sort(ranks);
  EXPECT_EQ(ranks, count_up(12));
}

TEST(CartStencilComm, KeepsTheRanksWithoutReorder) {
  const Environment environment{{"CARTWRIGHT_NODES", "cyclic:4x4"}};
  const QuietComm comm;
  EXPECT_EQ(new_ranks(comm, {{8, 2}}, 0), count_up(16));
}

TEST(CartStencilComm, KeepsTheRanksForAnEmptyStencil) {
  const Environment environment{{"CARTWRIGHT_NODES", "cyclic:4x4"}};
  const QuietComm comm;
  const Grid2d grid{{4, 4}};
  MPI_Comm cart = MPI_COMM_NULL;
  ASSERT_EQ(MPIX_Cart_stencil_comm(comm, 2, grid.dims, grid.periods, 1, nullptr, 0, &cart), MPI_SUCCESS);
  EXPECT_EQ(rank_in(cart), rank_in(comm));
  MPI_Comm_free(&cart);
}

TEST(CartStencilComm, HasOneProcessInNoDimensions) {
  const QuietComm comm;
  MPI_Comm cart = MPI_COMM_NULL;
  ASSERT_EQ(MPIX_Cart_stencil_comm(comm, 0, nullptr, nullptr, 1, nullptr, 0, &cart), MPI_SUCCESS);
  EXPECT_EQ(cart != MPI_COMM_NULL, rank_in(comm) == 0);
  if (cart == MPI_COMM_NULL) return;
  int ndims = -1;
  MPI_Cartdim_get(cart, &ndims);
  EXPECT_EQ(ndims, 0);
  EXPECT_EQ(size_of(cart), 1);
  MPI_Comm_free(&cart);
}

TEST(CartStencilComm, TakesOffsetsOfAnyLength) {
  const Environment environment{{"CARTWRIGHT_NODES", "cyclic:4x4"}};
  const QuietComm comm;
  const int far[] = {INT_MAX, INT_MIN, INT_MIN, 0, 7, -5, 0, 0};
  const Grid2d grid{{4, 4}, {1, 0}};
  MPI_Comm cart = MPI_COMM_NULL;
  ASSERT_EQ(MPIX_Cart_stencil_comm(comm, 2, grid.dims, grid.periods, 1, far, 4, &cart), MPI_SUCCESS);
  EXPECT_EQ(size_of(cart), 16);
  MPI_Comm_free(&cart);
}

TEST(CartStencilComm, KeepsTheRanksWhereItCannotPlace) {
  const Environment environment{{"CARTWRIGHT_NODES", "cyclic:4x4"}};
  const QuietComm comm;
  std::vector<int> dims(20, 1);  // more dimensions than a Grid supports
  dims[0] = 16;
  const std::vector<int> periods(20, 0);
  MPI_Comm cart = MPI_COMM_NULL;
  ASSERT_EQ(MPIX_Cart_stencil_comm(comm, 20, dims.data(), periods.data(), 1, nullptr, 0, &cart), MPI_SUCCESS);
  EXPECT_EQ(rank_in(cart), rank_in(comm));
  MPI_Comm_free(&cart);
}

TEST(CartStencilComm, KeepsTheRanksWhenTheEnvironmentIsInvalid) {
  const QuietComm comm;
  const std::vector<std::pair<const char*, std::string>> nonsense = {{"CARTWRIGHT_TIER", "swift"},
                                                                     {"CARTWRIGHT_BUDGET", "-1"},
                                                                     {"CARTWRIGHT_SEED", "x"},
                                                                     {"CARTWRIGHT_REORDER", "perhaps"},
                                                                     {"CARTWRIGHT_MAPPING", "no-such-mapping"}};
  for (const auto& [name, value] : nonsense) {
    const Environment environment{{"CARTWRIGHT_NODES", "cyclic:4x4"}, {name, value}};
    EXPECT_EQ(new_ranks(comm, {{8, 2}}), count_up(16)) << name << "=" << value;
  }
  for (const std::string nodes : {"3x3", "no machine", "cyclic:", "0x16", "4294967296x4294967296"}) {
    const Environment environment{{"CARTWRIGHT_NODES", nodes}};
    EXPECT_EQ(new_ranks(comm, {{8, 2}}), count_up(16)) << "CARTWRIGHT_NODES=" << nodes;
  }
}

TEST(CartStencilComm, KeepsTheRanksWhenEnvironmentsDiffer) {
  const Environment environment{{"CARTWRIGHT_NODES", rank_in(MPI_COMM_WORLD) == 3 ? "cyclic:2x8" : "cyclic:4x4"}};
  const QuietComm comm;
  EXPECT_EQ(new_ranks(comm, {{8, 2}}), count_up(16));
}

// Errors are returned on every process, whichever one caused them, and none hangs.

class CartStencilCommErrors : public testing::Test {
 protected:
  /// The result of one call, which must set the communicator to MPI_COMM_NULL.
  int call(int ndims, const int* dims, const int* periods, int reorder, const int* stencil, int k) {
    MPI_Comm cart = comm_;
    const int error = MPIX_Cart_stencil_comm(comm_, ndims, dims, periods, reorder, stencil, k, &cart);
    EXPECT_EQ(cart, MPI_COMM_NULL);
    return class_of(error);
  }
  bool odd_one() const { return rank_in(comm_) == 11; }

  QuietComm comm_;
  const int dims_[2] = {4, 4};
  const int periods_[2] = {0, 0};
};

TEST_F(CartStencilCommErrors, RefuseBadDims) {
  for (const Grid2d& grid : {Grid2d{{17, 1}}, Grid2d{{0, 4}}, Grid2d{{-4, -4}}, Grid2d{{INT_MAX, INT_MAX}},
                             Grid2d{{65536, 65536}}, Grid2d{{4, INT_MIN}}})
    EXPECT_EQ(call(2, grid.dims, periods_, 1, nn, 4), MPI_ERR_DIMS) << grid.dims[0] << "x" << grid.dims[1];
  EXPECT_EQ(call(-1, dims_, periods_, 1, nn, 4), MPI_ERR_DIMS);
}

TEST_F(CartStencilCommErrors, RefuseBadPointersAndCounts) {
  EXPECT_EQ(call(2, nullptr, periods_, 1, nn, 4), MPI_ERR_ARG);
  EXPECT_EQ(call(2, dims_, nullptr, 1, nn, 4), MPI_ERR_ARG);
  EXPECT_EQ(call(2, dims_, periods_, 1, nullptr, 4), MPI_ERR_ARG);
  EXPECT_EQ(call(2, dims_, periods_, 1, nn, -1), MPI_ERR_ARG);
  EXPECT_EQ(class_of(MPIX_Cart_stencil_comm(comm_, 2, dims_, periods_, 1, nn, 4, nullptr)), MPI_ERR_ARG);
}

TEST_F(CartStencilCommErrors, ReachEveryProcessWhenOneIsWrong) {
  const int bad[] = {4, 0};
  EXPECT_EQ(call(2, odd_one() ? bad : dims_, periods_, 1, nn, 4), MPI_ERR_DIMS);
  EXPECT_EQ(call(2, odd_one() ? nullptr : dims_, periods_, 1, nn, 4), MPI_ERR_ARG);
  EXPECT_EQ(call(2, dims_, periods_, 1, odd_one() ? nullptr : nn, 4), MPI_ERR_ARG);
  EXPECT_EQ(call(2, dims_, periods_, 1, nn, odd_one() ? -3 : 4), MPI_ERR_ARG);
}

TEST_F(CartStencilCommErrors, ReachEveryProcessWhenTheyDisagree) {
  const int other_dims[] = {2, 8};
  const int other_periods[] = {0, 1};
  const int line[] = {16};
  const bool odd = odd_one();
  EXPECT_EQ(call(2, odd ? other_dims : dims_, periods_, 1, nn, 4), MPI_ERR_ARG);
  EXPECT_EQ(call(2, dims_, odd ? other_periods : periods_, 1, nn, 4), MPI_ERR_ARG);
  EXPECT_EQ(call(2, dims_, periods_, odd ? 0 : 1, nn, 4), MPI_ERR_ARG);
  EXPECT_EQ(call(2, dims_, periods_, 1, odd ? hops : nn, odd ? 8 : 4), MPI_ERR_ARG);
  EXPECT_EQ(call(2, dims_, periods_, 1, odd ? hops + 8 : nn, 4), MPI_ERR_ARG);
  EXPECT_EQ(call(odd ? 1 : 2, odd ? line : dims_, periods_, 1, nn, 4), MPI_ERR_ARG);
}

TEST_F(CartStencilCommErrors, AreNotCausedByDifferentTrueValues) {
  const int periodic[] = {odd_one() ? -1 : 1, 0};
  MPI_Comm cart = MPI_COMM_NULL;
  EXPECT_EQ(MPIX_Cart_stencil_comm(comm_, 2, dims_, periodic, odd_one() ? 2 : 1, nn, 4, &cart), MPI_SUCCESS);
  MPI_Comm_free(&cart);
}

TEST_F(CartStencilCommErrors, RefuseIntercommunicators) {
  const int side = rank_in(comm_) % 2;
  const QuietComm half(side, 0);
  MPI_Comm both = MPI_COMM_NULL;
  MPI_Intercomm_create(half, 0, comm_, 1 - side, 7, &both);
  MPI_Comm_set_errhandler(both, MPI_ERRORS_RETURN);
  MPI_Comm cart = comm_;
  EXPECT_EQ(class_of(MPIX_Cart_stencil_comm(both, 2, dims_, periods_, 1, nn, 4, &cart)), MPI_ERR_COMM);
  EXPECT_EQ(cart, MPI_COMM_NULL);
  MPI_Comm_free(&both);
}

TEST_F(CartStencilCommErrors, RefuseTheNullCommunicator) {
  MPI_Errhandler before = MPI_ERRHANDLER_NULL;
  MPI_Comm_get_errhandler(MPI_COMM_WORLD, &before);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm cart = comm_;
  EXPECT_EQ(class_of(MPIX_Cart_stencil_comm(MPI_COMM_NULL, 2, dims_, periods_, 1, nn, 4, &cart)), MPI_ERR_COMM);
  EXPECT_EQ(cart, MPI_COMM_NULL);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, before);
  MPI_Errhandler_free(&before);
}

int handled = 0;

void count_error(MPI_Comm*, int*, ...) { ++handled; }

TEST_F(CartStencilCommErrors, CallTheErrorHandlerOnce) {
  MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
  MPI_Comm_create_errhandler(count_error, &handler);
  MPI_Comm_set_errhandler(comm_, handler);
  handled = 0;
  const int bad[] = {4, 0};
  EXPECT_EQ(call(2, odd_one() ? bad : dims_, periods_, 1, nn, 4), MPI_ERR_DIMS);
  EXPECT_EQ(handled, 1);
  MPI_Errhandler_free(&handler);
}

TEST_F(CartStencilCommErrors, AreHandledByTheNewCommunicatorAsByTheOld) {
  const Environment environment{{"CARTWRIGHT_NODES", "cyclic:4x4"}};
  MPI_Comm cart = MPI_COMM_NULL;
  ASSERT_EQ(MPIX_Cart_stencil_comm(comm_, 2, dims_, periods_, 1, nn, 4, &cart), MPI_SUCCESS);
  int coords[2];
  EXPECT_NE(MPI_Cart_coords(cart, 99, 2, coords), MPI_SUCCESS) << "and the program continues";
  MPI_Comm_free(&cart);
}

}  // namespace
