// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/cart.hpp"

#include "grid/parse.hpp"
#include "mpi/agreement.hpp"
#include "mpi/discover.hpp"
#include "mpi/hash.hpp"
#include "mpi/place.hpp"
#include "mpi/report.hpp"

#include <algorithm>
#include <new>

namespace cartwright::mpi {

namespace {

// What process 0 tells a process instead of its new rank.
constexpr int stays = -2;    // all processes keep their ranks
constexpr int outside = -1;  // no place in the grid for this one

/// The class of the error in the arguments of this process, or MPI_SUCCESS.
int check(const CartCall& call, int comm_size) {
  if (call.cart == nullptr || call.k < 0) return MPI_ERR_ARG;
  if (call.ndims < 0) return MPI_ERR_DIMS;
  if (call.ndims == 0) return MPI_SUCCESS;
  if (call.dims == nullptr || call.periods == nullptr || (call.k > 0 && call.offsets == nullptr)) return MPI_ERR_ARG;
  std::int64_t places = 1;
  for (int i = 0; i < call.ndims; ++i) {
    if (call.dims[i] < 1) return MPI_ERR_DIMS;
    places *= call.dims[i];
    if (places > comm_size) return MPI_ERR_DIMS;
  }
  return MPI_SUCCESS;
}

std::uint64_t hash_of(const CartCall& call) {
  Hash hash;
  const auto add = [&](int value) { hash.add(static_cast<std::uint64_t>(value)); };
  hash.add(std::string_view(call.function));
  add(call.ndims);
  add(call.reorder);
  add(call.k);
  std::for_each_n(call.dims, call.ndims, add);
  std::for_each_n(call.periods, call.ndims, [&](int period) { add(period != 0); });
  if (call.ndims > 0)
    std::for_each_n(call.offsets, static_cast<std::size_t>(call.k) * static_cast<std::size_t>(call.ndims), add);
  return hash.value();
}

Grid grid_of(const CartCall& call) {
  FixedVector<bool, max_dims> periods;
  for (int i = 0; i < call.ndims; ++i) periods.push_back(call.periods[i] != 0);
  return Grid(Coords(call.dims, call.dims + call.ndims), periods);
}

Stencil stencil_of(const CartCall& call, const Settings& settings) {
  const auto ndims = static_cast<std::size_t>(call.ndims);
  if (call.environment_stencil) return parse_stencil(settings.stencil, ndims);
  std::vector<Offset> offsets;
  for (const int* delta = call.offsets; offsets.size() < static_cast<std::size_t>(call.k); delta += ndims)
    offsets.push_back({Coords(delta, delta + ndims)});
  return Stencil(ndims, std::move(offsets));
}

/// The part of process 0: replaces the node of every rank by its new rank.
void place_all(const CartCall& call, const Settings& settings, bool pretended, std::vector<int>& table) try {
  const double start = PMPI_Wtime();
  const Grid grid = grid_of(call);
  const auto places = static_cast<std::size_t>(grid.size());
  const Nodes nodes = number_nodes(std::vector<int>(table.begin(), table.begin() + grid.size()));
  const Placement placement = place(grid, stencil_of(call, settings), nodes, settings);
  if (placement.new_rank.empty()) {
    std::ranges::fill(table, stays);
  } else {
    std::ranges::fill(table, outside);
    std::copy_n(placement.new_rank.begin(), places, table.begin());
  }
  report_cart({.function = call.function,
               .stencil = call.environment_stencil ? settings.stencil : fmt::format("{} offsets", call.k),
               .grid = grid,
               .nodes = nodes.count,
               .pretended = pretended,
               .seconds = PMPI_Wtime() - start,
               .placement = placement},
              settings);
} catch (const std::exception& error) {
  std::ranges::fill(table, stays);
  say(fmt::format("{}: the processes stay as they are: {}", call.function, error.what()));
}

/// The new rank of this process, `stays`, or `outside`. Collective.
int find_new_rank(const CartCall& call, const Settings& settings, std::vector<int>& table, int& new_rank) {
  const NodeId node = discover_node(call.comm, settings.nodes);
  if (node.error != MPI_SUCCESS) return node.error;
  if (!node.remark.empty()) say_once(node.remark);
  if (const int error = PMPI_Gather(&node.id, 1, MPI_INT, table.data(), 1, MPI_INT, 0, call.comm)) return error;
  if (!table.empty()) place_all(call, settings, node.pretended, table);
  return PMPI_Scatter(table.data(), 1, MPI_INT, &new_rank, 1, MPI_INT, 0, call.comm);
}

int make_cart(const CartCall& call, int new_rank) {
  if (new_rank == stays) return PMPI_Cart_create(call.comm, call.ndims, call.dims, call.periods, 0, call.cart);
  *call.cart = MPI_COMM_NULL;
  MPI_Comm reordered = MPI_COMM_NULL;
  const int color = new_rank == outside ? MPI_UNDEFINED : 0;
  int error = PMPI_Comm_split(call.comm, color, std::max(new_rank, 0), &reordered);
  if (error != MPI_SUCCESS || reordered == MPI_COMM_NULL) return error;
  error = PMPI_Cart_create(reordered, call.ndims, call.dims, call.periods, 0, call.cart);
  PMPI_Comm_free(&reordered);
  return error;
}

/// The settings, and their hash; a variable that cannot be understood is said in `remark`.
Settings settings_of_process(std::uint64_t& fingerprint, std::string& remark) try {
  Settings settings = read_settings();
  fingerprint = settings.fingerprint();
  return settings;
} catch (const Error& error) {
  remark = error.what();
  Hash hash;
  hash.add(std::string_view(remark));
  fingerprint = hash.value();
  return {};
}

}  // namespace

CartResult create_cart(const CartCall& call) {
  int rank = 0;
  int size = 0;
  PMPI_Comm_rank(call.comm, &rank);
  PMPI_Comm_size(call.comm, &size);

  int invalid = check(call, size);
  std::vector<int> table;  // of process 0: allocated before the others wait for what is in it
  try {
    if (rank == 0) table.resize(static_cast<std::size_t>(size));
  } catch (const std::bad_alloc&) {
    invalid = MPI_ERR_NO_MEM;
  }
  std::uint64_t fingerprint = 0;
  std::string remark;
  const Settings settings = settings_of_process(fingerprint, remark);

  const Agreement agreement = agree(call.comm, invalid, invalid == MPI_SUCCESS ? hash_of(call) : 0, fingerprint);
  if (agreement.error != MPI_SUCCESS) return {Verdict::done, agreement.error};
  if (agreement.invalid != MPI_SUCCESS)
    return {agreement.same_invalid ? Verdict::invalid : Verdict::disagree, agreement.invalid};
  if (!agreement.same_arguments) return {Verdict::disagree, MPI_ERR_ARG};

  int new_rank = stays;
  if (call.reorder && call.ndims > 0) {
    if (!agreement.same_settings) remark = "the variables CARTWRIGHT_* differ between processes";
    if (remark.empty()) {
      if (const int error = find_new_rank(call, settings, table, new_rank)) return {Verdict::done, error};
    } else if (rank == 0) {
      say_once(fmt::format("{}: the processes stay as they are", remark));
    }
  }
  return {Verdict::done, make_cart(call, new_rank)};
}

}  // namespace cartwright::mpi
