// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/cart.hpp"

#include "grid/parse.hpp"
#include "preload/interpose.hpp"
#include "preload/world.hpp"

#include <algorithm>

namespace cartwright::mpi {

namespace {

bool is_intracommunicator(MPI_Comm comm) {
  int inter = 1;
  return comm != MPI_COMM_NULL && PMPI_Comm_test_inter(comm, &inter) == MPI_SUCCESS && inter == 0;
}

/// The new rank of this process, without communication. Throws Error whenever MPI itself should answer.
int map_process(MPI_Comm comm, int ndims, const int dims[], const int periods[]) {
  if (world() == nullptr || ndims < 1 || dims == nullptr || periods == nullptr)
    fail(Status::unsupported, "not for Cartwright");
  FixedVector<bool, max_dims> rings;
  for (int i = 0; i < ndims; ++i) rings.push_back(periods[i] != 0);
  const Grid grid(Coords(dims, dims + ndims), rings);
  std::vector<int> nodes = nodes_of(comm, *world());
  if (grid.size() > static_cast<std::int64_t>(nodes.size()) || std::ranges::count(nodes, -1) > 0)
    fail(Status::unsupported, "not for Cartwright");
  nodes.resize(static_cast<std::size_t>(grid.size()));

  // Every process computes the whole mapping for itself, so it must not depend on the clock.
  Settings settings = world()->settings;
  settings.tier = std::min(settings.tier, Tier::balanced);
  const Placement placement = place(grid, parse_stencil(settings.stencil, grid.ndims()), number_nodes(nodes), settings);
  int rank = 0;
  PMPI_Comm_rank(comm, &rank);
  if (rank >= grid.size()) return MPI_UNDEFINED;
  return placement.new_rank.empty() ? rank : placement.new_rank[static_cast<std::size_t>(rank)];
}

}  // namespace

}  // namespace cartwright::mpi

using namespace cartwright::mpi;

CW_INTERPOSE int MPI_Cart_create(MPI_Comm comm, int ndims, const int dims[], const int periods[], int reorder,
                                 MPI_Comm* cart) try {
  if (switched_off() || !reorder || !is_intracommunicator(comm))
    return PMPI_Cart_create(comm, ndims, dims, periods, reorder, cart);
  const CartResult result = create_cart({.function = "MPI_Cart_create",
                                         .comm = comm,
                                         .ndims = ndims,
                                         .dims = dims,
                                         .periods = periods,
                                         .reorder = true,
                                         .cart = cart,
                                         .environment_stencil = true});
  // What is wrong for every process is MPI's to say. Where some would wait for the others for ever, all get the error.
  if (result.verdict == Verdict::invalid) return PMPI_Cart_create(comm, ndims, dims, periods, reorder, cart);
  if (result.verdict == Verdict::disagree) PMPI_Comm_call_errhandler(comm, result.error);
  return result.error;
} catch (...) {
  return MPI_ERR_INTERN;
}

CW_INTERPOSE int MPI_Cart_map(MPI_Comm comm, int ndims, const int dims[], const int periods[], int* newrank) {
  if (!switched_off() && newrank != nullptr && is_intracommunicator(comm)) try {
      *newrank = map_process(comm, ndims, dims, periods);
      return MPI_SUCCESS;
    } catch (const std::exception&) {
      // Below, MPI answers.
    }
  return PMPI_Cart_map(comm, ndims, dims, periods, newrank);
}
