// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/cart.hpp"

#include "grid/parse.hpp"
#include "preload/interpose.hpp"
#include "preload/reordered.hpp"
#include "preload/roll_call.hpp"
#include "preload/world.hpp"

#include <algorithm>

namespace cartwright::preload {

namespace {

/// The new rank of this process, without communication. Throws Error whenever MPI itself should answer.
int map_process(MPI_Comm comm, int ndims, const int dims[], const int periods[]) {
  if (world() == nullptr || ndims < 1 || dims == nullptr || periods == nullptr)
    base::fail(base::Status::unsupported, "not for Cartwright");
  base::FixedVector<bool, grid::max_dims> periodic;
  for (int i = 0; i < ndims; ++i) periodic.push_back(periods[i] != 0);
  const grid::Grid grid(grid::Coords(dims, dims + ndims), periodic);
  const std::vector<choose::RankLevel> levels = levels_of(comm, grid.size(), *world());
  if (levels.empty() || world()->location.wired) base::fail(base::Status::unsupported, "not for Cartwright");

  // Every process computes the whole mapping on its own, so it must not depend on the clock.
  const mpi::Settings& settings = world()->settings;
  choose::PlaceOptions options = settings.place;
  options.tier = std::min(options.tier, choose::Tier::balanced);
  const bool off = settings.stencil == "off";
  options.reorder = settings.reorder && !off;
  const std::string stencil = settings.stencil.empty() || off ? "nn" : settings.stencil;
  const choose::RankPlacement placement =
      choose::place(grid, grid::parse_stencil(stencil, grid), choose::RankLocations(levels), options);
  int rank = 0;
  PMPI_Comm_rank(comm, &rank);
  if (rank >= grid.size()) return MPI_UNDEFINED;
  return placement.new_rank.empty() ? rank : placement.new_rank[choose::Rank(rank)];
}

/// MPI's own answer, for processes that keep their ranks.
int plain(MPI_Comm comm, int ndims, const int dims[], const int periods[], int reorder, MPI_Comm* cart) {
  const int error = mpi::real().Cart_create(comm, ndims, dims, periods, reorder, cart);
  if (error == MPI_SUCCESS && watched()) inherit_origin(comm, *cart);
  return error;
}

}  // namespace

}  // namespace cartwright::preload

using namespace cartwright;
using namespace cartwright::preload;

CW_MPI(Cart_create)(MPI_Comm comm, int ndims, const int dims[], const int periods[], int reorder, MPI_Comm* cart) try {
  if (mpi::switched_off() || !reorder || !is_intracommunicator(comm) || !all_interposed(comm))
    return plain(comm, ndims, dims, periods, reorder, cart);
  const mpi::CartResult result = mpi::create_cart({.function = "MPI_Cart_create",
                                                   .comm = comm,
                                                   .ndims = ndims,
                                                   .periods = periods,
                                                   .cart = cart,
                                                   .given = mpi::GivenDims{dims},
                                                   .sent = sent_so_far()});
  // MPI reports an error that all processes have. If some processes would wait forever for others, all get the error.
  if (result.verdict == mpi::Verdict::invalid) return plain(comm, ndims, dims, periods, reorder, cart);
  if (result.verdict == mpi::Verdict::disagree) PMPI_Comm_call_errhandler(comm, result.error);
  if (result.error == MPI_SUCCESS && watched()) inherit_origin(comm, *cart);
  return result.error;
} catch (...) {
  return MPI_ERR_INTERN;
}

CW_MPI(Cart_map)(MPI_Comm comm, int ndims, const int dims[], const int periods[], int* newrank) {
  if (!mpi::switched_off() && newrank != nullptr && is_intracommunicator(comm)) try {
      *newrank = map_process(comm, ndims, dims, periods);
      return MPI_SUCCESS;
    } catch (const std::exception&) {
      // MPI answers below.
    }
  return mpi::real().Cart_map(comm, ndims, dims, periods, newrank);
}
