// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/cart.hpp"

#include "base/hash.hpp"
#include "mpi/agreement.hpp"
#include "mpi/call_settings.hpp"
#include "mpi/cart_report.hpp"
#include "mpi/decide.hpp"
#include "mpi/real.hpp"
#include "mpi/reordered.hpp"
#include "mpi/report.hpp"

#include <algorithm>
#include <cmath>
#include <mutex>

namespace cartwright::mpi {

namespace {

/// The class of the error in the dims of this process, or MPI_SUCCESS. Unless they are weighted, the dims may hold
/// fewer processes than there are.
int check_dims(const CartCall& call, std::int64_t comm_size) {
  const bool exact = call.weighted || call.dims_ml != nullptr;
  std::int64_t places = 1;
  const auto multiply = [&](int dim) {
    if (dim < (call.weighted ? 0 : 1)) return false;
    if (dim > 0) places *= dim;
    return places <= comm_size;
  };
  if (call.dims != nullptr && !std::all_of(call.dims, call.dims + call.ndims, multiply)) return MPI_ERR_DIMS;
  if (call.dims_ml != nullptr &&
      !std::all_of(call.dims_ml, call.dims_ml + std::int64_t{call.ndims} * call.nlevels, multiply))
    return MPI_ERR_DIMS;
  if (!exact) return MPI_SUCCESS;
  const bool open =
      call.weighted && call.ndims > 0 && (call.dims == nullptr || std::count(call.dims, call.dims + call.ndims, 0) > 0);
  return (open ? comm_size % places : comm_size - places) == 0 ? MPI_SUCCESS : MPI_ERR_DIMS;
}

/// The class of the error in the arguments of this process, or MPI_SUCCESS.
int check(const CartCall& call, int comm_size) {
  if (call.invalid != MPI_SUCCESS) return call.invalid;
  if (call.cart == nullptr || call.k < CartCall::no_stencil) return MPI_ERR_ARG;
  if (call.ndims < 0) return MPI_ERR_DIMS;
  const bool chooses = call.weighted || call.dims_ml != nullptr;
  // Wider grids are MPI's alone, which knows no limit.
  if (chooses && call.ndims > static_cast<int>(grid::max_dims)) return MPI_ERR_DIMS;
  if (call.ndims > 0 && ((!chooses && (call.dims == nullptr || call.periods == nullptr)) ||
                         (chooses && call.chosen_dims == nullptr) || (call.k > 0 && call.offsets == nullptr)))
    return MPI_ERR_ARG;
  if (call.weights != nullptr)
    for (int i = 0; i < call.ndims; ++i)
      if (!(call.weights[i] >= 0) || std::isinf(call.weights[i])) return MPI_ERR_ARG;
  return check_dims(call, comm_size);
}

std::uint64_t hash_of(const CartCall& call) {
  base::Hash hash;
  const auto add = [&](int value) { hash.add(static_cast<std::uint64_t>(value)); };
  const auto add_all = [&](const auto* values, std::int64_t count) {
    hash.add(std::uint64_t{values != nullptr});
    if (values != nullptr) std::for_each_n(values, count, [&](auto value) { hash.add(static_cast<double>(value)); });
  };
  hash.add(std::string_view(call.function));
  for (const int value : {call.ndims, int{call.reorder}, call.k, int{call.weighted}, call.nlevels}) add(value);
  for (const int value : call.locate_key) add(value);
  add_all(call.dims, call.ndims);
  for (int i = 0; i < call.ndims; ++i) add(call.periods != nullptr && call.periods[i] != 0);
  add_all(call.weights, call.ndims);
  if (call.k > 0) add_all(call.offsets, std::int64_t{call.k} * call.ndims);
  add_all(call.dims_ml, std::int64_t{call.nlevels} * call.ndims);
  return hash.value();
}

/// What process 0 found out, on every process.
int share(const CartCall& call, const Settings& settings, Decision& decision, int& new_rank) {
  const Location location = call.locate ? call.locate() : discover(call.comm, settings.nodes);
  if (location.error != MPI_SUCCESS) return location.error;
  if (!location.remark.empty()) say_once(location.remark);
  int error = MPI_SUCCESS;
  const std::vector<choose::RankLevel> levels = gather_levels(call.comm, location, error);
  if (error != MPI_SUCCESS) return error;
  std::vector<int> new_ranks;
  if (!levels.empty()) decision = decide(call, settings, location.pretended, levels, new_ranks);
  error = real().Bcast(&decision, sizeof decision, MPI_BYTE, 0, call.comm);
  if (error != MPI_SUCCESS || decision.invalid != MPI_SUCCESS || decision.stays) return error;
  return real().Scatter(new_ranks.data(), 1, MPI_INT, &new_rank, 1, MPI_INT, 0, call.comm);
}

int make_cart(const CartCall& call, const Decision& decision, int new_rank) {
  const int* periods = call.periods;
  const std::vector<int> no_periods(static_cast<std::size_t>(call.ndims), 0);
  if (periods == nullptr) periods = no_periods.data();
  const int* dims = decision.decided ? decision.dims : call.dims;
  prepare_topologies();
  int error = MPI_SUCCESS;
  if (decision.stays) {
    error = real().Cart_create(call.comm, call.ndims, dims, periods, 0, call.cart);
  } else {
    *call.cart = MPI_COMM_NULL;
    MPI_Comm reordered = MPI_COMM_NULL;
    const int color = new_rank == outside ? MPI_UNDEFINED : 0;
    error = real().Comm_split(call.comm, color, std::max(new_rank, 0), &reordered);
    if (error != MPI_SUCCESS || reordered == MPI_COMM_NULL) return error;
    error = real().Cart_create(reordered, call.ndims, dims, periods, 0, call.cart);
    PMPI_Comm_free(&reordered);
    if (error == MPI_SUCCESS) tell_reordered({call.comm, *call.cart, call.function, {dims, dims + call.ndims}});
  }
  if (error == MPI_SUCCESS && decision.report.size > 0 && *call.cart != MPI_COMM_NULL)
    error = attach_report(*call.cart, decision.report);
  if (error == MPI_SUCCESS && call.chosen_dims != nullptr) std::copy_n(dims, call.ndims, call.chosen_dims);
  return error;
}

}  // namespace

void prepare_topologies() {
#ifdef OPEN_MPI
  static std::once_flag once;
  std::call_once(once, [] {
    MPI_Comm alone = MPI_COMM_NULL;
    if (real().Cart_create(MPI_COMM_SELF, 0, nullptr, nullptr, 0, &alone) == MPI_SUCCESS) PMPI_Comm_free(&alone);
  });
#endif
}

CartResult create_cart(const CartCall& call) {
  int rank = 0;
  int size = 0;
  PMPI_Comm_rank(call.comm, &rank);
  PMPI_Comm_size(call.comm, &size);

  auto [settings, fingerprint, remark, invalid_key] = settings_of_call(call.info);
  int invalid = check(call, size);
  if (invalid == MPI_SUCCESS) invalid = invalid_key;

  const Agreement agreement =
      agree(call.comm, invalid, invalid == MPI_SUCCESS ? hash_of(call) : 0, fingerprint, call.sent);
  if (agreement.error != MPI_SUCCESS) return {Verdict::done, agreement.error};
  if (agreement.invalid != MPI_SUCCESS)
    return {agreement.same_invalid ? Verdict::invalid : Verdict::disagree, agreement.invalid};
  if (!agreement.same_arguments) return {Verdict::disagree, MPI_ERR_ARG};

  Decision decision;
  int new_rank = outside;
  const bool chooses = call.weighted || call.dims_ml != nullptr;
  if (!agreement.same_settings) remark = "the variables CARTWRIGHT_*, or info keys, differ between processes";
  if (!remark.empty() && rank == 0) say_once(fmt::format("{}: the processes stay as they are", remark));
  if (!remark.empty()) settings.reorder = false;
  if (settings.stencil.empty() && agreement.most.in_lines > agreement.most.to_neighbors)
    settings.why_kept =
        "the program was seen to transpose: it keeps its rank order from now on; CARTWRIGHT_STENCIL changes that";
  if (chooses || (call.reorder && call.ndims > 0 && remark.empty())) {
    if (const int error = share(call, settings, decision, new_rank)) return {Verdict::done, error};
    if (decision.invalid != MPI_SUCCESS) return {Verdict::invalid, decision.invalid};
  }
  return {Verdict::done, make_cart(call, decision, new_rank)};
}

int create_cart_or_call_handler(const CartCall& call) {
  if (call.cart != nullptr) *call.cart = MPI_COMM_NULL;
  // MPI itself refuses MPI_COMM_NULL here, by the error handler that is meant for it.
  int inter = 0;
  if (const int error = PMPI_Comm_test_inter(call.comm, &inter)) return error;
  const CartResult result = inter ? CartResult{Verdict::invalid, MPI_ERR_COMM} : create_cart(call);
  if (result.verdict != Verdict::done) PMPI_Comm_call_errhandler(call.comm, result.error);
  return result.error;
}

}  // namespace cartwright::mpi
