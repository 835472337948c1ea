// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause

// mpix.hpp on 16 processes, on four pretended nodes with two sockets of two.
#include "fixture.hpp"

#include <cartwright/mpix.hpp>

#include <array>
#include <complex>
#include <optional>

namespace {

using cw::mpi::CartComm;
using cw::mpi::CartOptions;
using Ints = std::vector<int>;

const CartOptions wide{.weights = {1.0, 0.25}, .placement = {.nodes = "4x4"}};

/// The error class that a call throws, or MPI_SUCCESS if it does not throw.
template <typename Call>
int thrown_by(Call call) {
  try {
    call();
  } catch (const cw::mpi::Error& error) {
    EXPECT_STRNE(error.what(), "");
    return error.error_class();
  }
  return MPI_SUCCESS;
}

TEST(MpixCpp, MakesACartesianCommunicator) {
  const CartComm cart = cw::mpi::cart_create(MPI_COMM_WORLD, 2, wide);
  EXPECT_EQ(cart.dims(), (Ints{2, 8}));
  EXPECT_EQ(cart.periods(), (Ints{0, 0}));
  EXPECT_EQ(cart.ndims(), 2);
  EXPECT_EQ(cart.size(), 16);
  EXPECT_EQ(cart.coords(cart.rank()), cart.coords());
  EXPECT_EQ(cart.coords(9), (Ints{1, 1}));
  EXPECT_TRUE(cart.has_member());
  const auto [north, south] = cart.neighbors(0);
  EXPECT_EQ(north, cart.coords()[0] == 0 ? MPI_PROC_NULL : cart.rank() - 8);
  EXPECT_EQ(south, cart.coords()[0] == 1 ? MPI_PROC_NULL : cart.rank() + 8);
}

TEST(MpixCpp, KeepsDimsAndPeriods) {
  const CartComm cart = cw::mpi::cart_create(MPI_COMM_WORLD, 3, {.dims = {0, 1, 8}, .periods = {0, 0, 1}});
  EXPECT_EQ(cart.dims(), (Ints{2, 1, 8}));
  EXPECT_EQ(cart.periods(), (Ints{0, 0, 1}));
}

TEST(MpixCpp, ReportsTheResult) {
  CartOptions options = wide;
  options.placement.nodes = "cyclic:4x4";
  const cw::mpi::Report report = cw::mpi::cart_create(MPI_COMM_WORLD, 2, options).report();
  EXPECT_EQ(report.nodes, 4);
  EXPECT_TRUE(report.reordered);
  EXPECT_LT(report.j_sum, report.j_sum_before);
  EXPECT_GE(report.j_sum, report.lower_bound);
  EXPECT_LT(report.data_share, report.data_share_before);
  EXPECT_EQ(report.tier, "balanced");
  EXPECT_FALSE(report.mapping.empty());

  options.placement.tier = "best";
  options.placement.budget = 0.25;
  EXPECT_EQ(cw::mpi::cart_create(MPI_COMM_WORLD, 2, options).report().tier, "best");

  options.placement.reorder = false;
  EXPECT_FALSE(cw::mpi::cart_create(MPI_COMM_WORLD, 2, options).report().reordered);
  CartOptions strips = wide;
  strips.placement.mapping = "strips";
  strips.placement.more = {{"cartwright_seed", "7"}};
  EXPECT_EQ(cw::mpi::cart_create(MPI_COMM_WORLD, 2, strips).report().mapping, "strips");
}

/// Moves values of one type there and back.
template <typename T>
void follow_their_ranks(const CartComm& cart, T (*value_of)(int)) {
  const int old_rank = rank_in(MPI_COMM_WORLD);
  const std::array<T, 2> mine{value_of(old_rank), value_of(-old_rank)};
  std::array<T, 2> moved{};
  cart.move_to_new_ranks(mine, moved);
  EXPECT_EQ(moved[0], value_of(cart.rank()));
  EXPECT_EQ(moved[1], value_of(-cart.rank()));
  std::array<T, 2> back{};
  cart.move_to_old_ranks(std::span<const T>(moved), std::span<T>(back));
  EXPECT_EQ(back, mine);
}

template <typename T>
T cast(int value) {
  return static_cast<T>(value);
}

TEST(MpixCpp, MovesDataOfAnyArithmeticType) {
  CartOptions options = wide;
  options.placement.nodes = "cyclic:4x4";
  const CartComm cart = cw::mpi::cart_create(MPI_COMM_WORLD, 2, options);
  ASSERT_TRUE(cart.report().reordered);
  follow_their_ranks<char>(cart, cast);
  follow_their_ranks<unsigned char>(cart, cast);
  follow_their_ranks<short>(cart, cast);
  follow_their_ranks<int>(cart, cast);
  follow_their_ranks<unsigned long long>(cart, cast);
  follow_their_ranks<std::int64_t>(cart, cast);
  follow_their_ranks<wchar_t>(cart, cast);
  follow_their_ranks<float>(cart, cast);
  follow_their_ranks<double>(cart, cast);
  follow_their_ranks<long double>(cart, cast);
  follow_their_ranks<bool>(cart, [](int value) { return value % 3 == 0; });
  follow_their_ranks<std::byte>(cart, [](int value) { return static_cast<std::byte>(value & 0xff); });
  follow_their_ranks<std::complex<double>>(cart,
                                           [](int value) { return std::complex<double>(value, 1.0 / (value + 99)); });

  const std::array<int, 2> asked{rank_in(MPI_COMM_WORLD), MPI_PROC_NULL};
  EXPECT_EQ(cart.new_ranks(asked), (Ints{cart.rank(), MPI_PROC_NULL}));
}

TEST(MpixCpp, ChoosesDims) {
  EXPECT_EQ(cw::mpi::dims_weighted(12, 2, {.weights = {1 / 1800.0, 1 / 580.0}}), (Ints{6, 2}));
  EXPECT_EQ(cw::mpi::dims_weighted(12, 2, {.dims = {0, 4}}), (Ints{3, 4}));
  const cw::mpi::LevelDims cuts =
      cw::mpi::dims_ml(std::array{625, 2, 12}, 3, {.weights = {1 / 1000.0, 1 / 1100.0, 1 / 950.0}});
  EXPECT_EQ(cuts.parts, (Ints{5, 2, 3, 25, 1, 1, 5, 1, 4}));
  EXPECT_EQ(cuts(1, 0), 25);
  EXPECT_EQ(cuts.ndims(), 3);
}

TEST(MpixCpp, PlacesByGivenCuts) {
  const cw::mpi::LevelDims cuts = cw::mpi::dims_ml(std::array{4, 4}, 2);
  const CartComm cart = cw::mpi::cart_create(MPI_COMM_WORLD, cuts, {1, 1}, {.nodes = "4x4"});
  EXPECT_EQ(cart.dims(), (Ints{4, 4}));
  EXPECT_EQ(cart.periods(), (Ints{1, 1}));
  // A node is a square of four.
  const Ints here = cart.coords();
  EXPECT_EQ(rank_in(MPI_COMM_WORLD) / 4, here[0] / 2 * 2 + here[1] / 2);
}

TEST(MpixCpp, TakesLevelsAsTypesOrCommunicators) {
  const CartOptions weights{.weights = {1.0, 0.25}};
  EXPECT_EQ(
      cw::mpi::cart_create_from_types(MPI_COMM_WORLD, std::array<int, 1>{MPI_COMM_TYPE_SHARED}, 2, weights).dims(),
      (Ints{2, 8}));
  const QuietComm node(rank_in(MPI_COMM_WORLD) / 4, 0);
  const CartComm cart = cw::mpi::cart_create_from_comms(std::array<MPI_Comm, 2>{MPI_COMM_WORLD, node}, 2, weights);
  EXPECT_EQ(cart.dims(), (Ints{2, 8}));
  // Cuts between rows are expensive: the nodes lie side by side along them, 2 x 2 each.
  EXPECT_EQ(all_of(rank_in(MPI_COMM_WORLD) / 4, cart), (Ints{0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 1, 1, 2, 2, 3, 3}));
}

TEST(MpixCpp, MakesGraphCommunicators) {
  // A cycle through all processes; every fourth one is on the same node as launched.
  const cw::mpi::Placement cyclic{.nodes = "cyclic:4x4"};
  const int rank = rank_in(MPI_COMM_WORLD);
  const Ints mine{rank}, next{(rank + 1) % 16}, previous{(rank + 15) % 16}, one{1}, three{3};
  const auto crossing = [](const cw::mpi::GraphComm& graph) { return graph.report().j_sum; };
  EXPECT_EQ(crossing(cw::mpi::dist_graph_create(MPI_COMM_WORLD, mine, one, next, {}, cyclic)), 4);
  EXPECT_EQ(crossing(cw::mpi::dist_graph_create(MPI_COMM_WORLD, mine, one, next, three, cyclic)), 12);
  EXPECT_EQ(crossing(cw::mpi::dist_graph_create_adjacent(MPI_COMM_WORLD, {previous}, {next}, false, cyclic)), 4);
  EXPECT_EQ(
      crossing(cw::mpi::dist_graph_create_adjacent(MPI_COMM_WORLD, {previous, three}, {next, three}, true, cyclic)),
      12);
  Ints index(16), edges(16);
  for (int i = 0; i < 16; ++i) {
    index[static_cast<std::size_t>(i)] = i + 1;
    edges[static_cast<std::size_t>(i)] = (i + 1) % 16;
  }
  const cw::mpi::GraphComm graph = cw::mpi::graph_create(MPI_COMM_WORLD, index, edges);
  int neighbor = -1;
  ASSERT_EQ(MPI_Graph_neighbors(graph, graph.rank(), 1, &neighbor), MPI_SUCCESS);
  EXPECT_EQ(neighbor, (graph.rank() + 1) % 16);
  EXPECT_EQ(thrown_by([&] { cw::mpi::dist_graph_create(MPI_COMM_WORLD, mine, {}, next); }), MPI_ERR_ARG);
  EXPECT_EQ(thrown_by([&] { cw::mpi::dist_graph_create_adjacent(MPI_COMM_WORLD, {previous, three}, {next}); }),
            MPI_ERR_ARG);
}

TEST(MpixCpp, LeavesOutSurplusProcesses) {
  const std::array offsets{1, 0, -1, 0, 0, 1, 0, -1};
  const CartComm cart = cw::mpi::cart_stencil(MPI_COMM_WORLD, std::array{3, 5}, offsets);
  EXPECT_EQ(cart.has_member(), rank_in(MPI_COMM_WORLD) < 15);
  const std::array<int, 1> mine{rank_in(MPI_COMM_WORLD)};
  std::array<int, 1> moved{-1};
  cart.move_to_new_ranks(mine, moved);
  EXPECT_EQ(moved[0], cart.has_member() ? cart.rank() : -1);
}

TEST(MpixCpp, OwnsItsCommunicator) {
  MPI_Comm kept = MPI_COMM_NULL;
  {
    CartComm cart = cw::mpi::cart_create(MPI_COMM_WORLD, 1);
    CartComm other = std::move(cart);
    EXPECT_FALSE(cart.has_member());
    cart = cw::mpi::cart_create(MPI_COMM_WORLD, 2);
    std::swap(cart, other);
    EXPECT_EQ(cart.ndims(), 1);
    EXPECT_EQ(other.ndims(), 2);
    kept = other.release();
  }
  int ndims = 0;
  EXPECT_EQ(MPI_Cartdim_get(kept, &ndims), MPI_SUCCESS);
  EXPECT_EQ(ndims, 2);
  MPI_Comm_free(&kept);
}

TEST(MpixCpp, ThrowsErrorsOfMpi) {
  const QuietComm comm;
  EXPECT_EQ(thrown_by([&] { cw::mpi::cart_create(comm, 2, {.dims = {5, 0}}); }), MPI_ERR_DIMS);
  EXPECT_EQ(thrown_by([&] { cw::mpi::cart_create(comm, 2, {.weights = {-1, 1}}); }), MPI_ERR_ARG);
  EXPECT_EQ(thrown_by([&] { cw::mpi::cart_create(comm, 2, {.weights = {1}}); }), MPI_ERR_ARG);
  EXPECT_EQ(thrown_by([&] { cw::mpi::cart_create(comm, 2, {.periods = {1}}); }), MPI_ERR_DIMS);
  EXPECT_EQ(thrown_by([&] { cw::mpi::cart_create(comm, -1); }), MPI_ERR_DIMS);
  EXPECT_EQ(thrown_by([&] { cw::mpi::cart_create(comm, 2, {.placement = {.tier = "swift"}}); }), MPI_ERR_INFO_VALUE);
  EXPECT_EQ(thrown_by([&] { cw::mpi::cart_stencil(comm, std::array{4, 4}, std::array{1, 0, 1}); }), MPI_ERR_ARG);
  EXPECT_EQ(thrown_by([&] { cw::mpi::cart_stencil(comm, std::array{5, 5}, Ints{}); }), MPI_ERR_DIMS);
  EXPECT_EQ(thrown_by([&] { cw::mpi::cart_create_from_comms({}, 2); }), MPI_ERR_ARG);
  EXPECT_EQ(thrown_by([] { cw::mpi::dims_ml(std::array{4, 0}, 2); }), MPI_ERR_ARG);
}

// Freed after MPI_Finalize: the program must still end normally.
std::optional<CartComm> lives_longer_than_mpi;

TEST(MpixCpp, MayOutliveMpi) { lives_longer_than_mpi = cw::mpi::cart_create(MPI_COMM_WORLD, 1); }

}  // namespace
