// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/carts/cart.hpp"
#include "mpi/base/comm.hpp"
#include "mpi/base/program_world.hpp"
#include "mpi/carts/decide_locally.hpp"

#include "choose/local_choice.hpp"
#include "grid/parse.hpp"
#include "preload/base/check_all_interposed.hpp"
#include "preload/base/comm_number.hpp"
#include "preload/base/interpose.hpp"
#include "preload/base/world.hpp"
#include "preload/traffic/reordered.hpp"

#include <algorithm>
#include <functional>
#include <optional>

namespace cartwright::preload {

namespace {

/// The new rank of this process in an order that it can choose and evaluate alone, without memory for all processes.
/// None if there is no such order.
std::optional<int> map_alone(MPI_Comm comm, const grid::Grid& grid, const grid::Stencil& stencil,
                             const choose::PlaceOptions& options) {
  const choose::DistributedRanks* const dealt = world()->ranks.dealt();
  const bool automatic = options.mapping == "auto";
  if (dealt == nullptr || grid.size() != dealt->machine.size() || !options.reorder || options.keep_rank_0 ||
      (automatic ? grid.size() <= mpi::max_central_ranks : !choose::LocalChoice::possible(options.mapping)))
    return std::nullopt;
  int relation = MPI_UNEQUAL;
  PMPI_Comm_compare(comm, mpi::program_world(), &relation);
  if (relation != MPI_IDENT && relation != MPI_CONGRUENT) return std::nullopt;
  const int rank = mpi::rank_in(comm);
  const mapping::Problem problem(grid, stencil, dealt->machine);
  const choose::LocalChoice choice(problem, std::bind_front(&choose::DistributedRanks::slot, dealt), options.mapping);
  return static_cast<int>(choice.new_rank(choice.pick_alone(), choose::Rank(rank)).number());
}

/// The new rank of this process, without communication. Throws Error whenever MPI itself should answer.
int map_process(MPI_Comm comm, int ndims, const int dims[], const int periods[]) {
  if (world() == nullptr || ndims < 1 || dims == nullptr || periods == nullptr)
    base::fail(base::Status::unsupported, "not for Cartwright");
  base::FixedVector<bool, grid::max_dims> periodic;
  for (int i = 0; i < ndims; ++i) periodic.push_back(periods[i] != 0);
  const grid::Grid grid(grid::Coords(dims, dims + ndims), periodic);
  if (world()->location.wired) base::fail(base::Status::unsupported, "not for Cartwright");

  // Every process finds the mapping on its own, so it must not depend on the clock.
  const mpi::Settings& settings = world()->settings;
  choose::PlaceOptions options = settings.place;
  options.tier = std::min(options.tier, choose::Tier::balanced);
  const bool off = settings.stencil == "off";
  options.reorder = settings.reorder && !off;
  const std::string stencil = settings.stencil.empty() || off ? "nn" : settings.stencil;
  const grid::Stencil offsets = grid::parse_stencil(stencil, grid);
  if (const std::optional<int> alone = map_alone(comm, grid, offsets, options)) return *alone;
  const std::vector<choose::RankLevel> levels = levels_of(comm, grid.size(), *world());
  if (levels.empty()) base::fail(base::Status::unsupported, "not for Cartwright");
  const choose::RankPlacement placement = choose::place(grid, offsets, choose::RankLocations(levels), options);
  const int rank = mpi::rank_in(comm);
  if (rank >= grid.size()) return MPI_UNDEFINED;
  return placement.new_rank.empty() ? rank : placement.new_rank[choose::Rank(rank)];
}

/// MPI's own answer, for processes that keep their ranks.
int plain(MPI_Comm comm, int ndims, const int dims[], const int periods[], int reorder, MPI_Comm* cart) {
  const int error = mpi::real().Cart_create(comm, ndims, dims, periods, reorder, cart);
  if (error == MPI_SUCCESS) number_made(comm, *cart);
  if (error == MPI_SUCCESS && watched()) inherit_origin(comm, *cart);
  return error;
}

}  // namespace

}  // namespace cartwright::preload

using namespace cartwright;
using namespace cartwright::preload;

CW_MPI(Cart_create)(MPI_Comm comm, int ndims, const int dims[], const int periods[], int reorder, MPI_Comm* cart) try {
  if (!is_intracommunicator(comm) || !all_interposed(comm)) return plain(comm, ndims, dims, periods, reorder, cart);
  if (!all_want_reordering(comm, reorder)) return plain(comm, ndims, dims, periods, 0, cart);
  const mpi::CartResult result = mpi::create_cart({.request = {.function = "MPI_Cart_create",
                                                               .comm = comm,
                                                               .ndims = ndims,
                                                               .periods = periods,
                                                               .given = mpi::GivenDims{dims}},
                                                   .output = {.cart = cart},
                                                   .sent = sent_so_far()});
  // MPI reports an error that all processes have. If some processes would wait forever for others, all get the error.
  if (result.verdict == mpi::Verdict::invalid) return plain(comm, ndims, dims, periods, reorder, cart);
  if (result.verdict == mpi::Verdict::disagree) PMPI_Comm_call_errhandler(comm, result.error);
  if (result.error == MPI_SUCCESS) number_made(comm, *cart);
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
