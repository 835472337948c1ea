// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/carts/cart.hpp"

#include "base/hash.hpp"
#include "mpi/base/agreement.hpp"
#include "mpi/base/comm.hpp"
#include "mpi/base/job_network.hpp"
#include "mpi/base/real.hpp"
#include "mpi/base/refused.hpp"
#include "mpi/base/report.hpp"
#include "mpi/base/uncounted.hpp"
#include "mpi/carts/call_settings.hpp"
#include "mpi/carts/cart_report.hpp"
#include "mpi/carts/decide_locally.hpp"
#include "mpi/carts/reordered.hpp"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <optional>
#include <span>
#include <string_view>

namespace cartwright::mpi {

namespace {

/// Checks dims, zeros left out: none is below `least`, and `cells`, their product, is at most the number of processes.
int check_dims(std::span<const int> dims, const char* name, int least, int processes, std::int64_t& cells) {
  cells = 1;
  for (std::size_t i = 0; i < dims.size(); ++i) {
    if (dims[i] < least) return refused(MPI_ERR_DIMS, "{}[{}] is {}: give {} or more", name, i, dims[i], least);
    if (dims[i] > 0) cells *= dims[i];
    if (cells > processes)
      return refused(MPI_ERR_DIMS, "{} {} have more cells than the communicator has processes, {}: make them smaller",
                     name, fmt::join(dims, "x"), processes);
  }
  return MPI_SUCCESS;
}

int validate(const GivenDims& given, const CartCall& call, int processes) {
  const CartRequest& request = call.request;
  if (request.ndims > 0 && (given.dims == nullptr || request.periods == nullptr))
    return refused(MPI_ERR_ARG, "{} is NULL", given.dims == nullptr ? "dims" : "periods");
  std::int64_t cells = 1;
  return check_dims({given.dims, static_cast<std::size_t>(request.ndims)}, "dims", 1, processes, cells);
}

/// Checks the limit on dimensions and the output of a call that chooses dims. MPI itself has no such limit.
int validate_output(const CartCall& call) {
  const int ndims = call.request.ndims;
  if (ndims > static_cast<int>(grid::max_dims))
    return refused(MPI_ERR_DIMS, "ndims is {}: dims are chosen for at most {}", ndims, grid::max_dims);
  return ndims > 0 && call.output.chosen_dims == nullptr ? refused(MPI_ERR_ARG, "dims is NULL") : MPI_SUCCESS;
}

int validate(const WeightedDims& given, const CartCall& call, int processes) {
  if (const int error = validate_output(call)) return error;
  const std::size_t ndims = call.request.ndims;
  for (std::size_t i = 0; given.weights != nullptr && i < ndims; ++i)
    if (!(given.weights[i] >= 0) || std::isinf(given.weights[i]))
      return refused(MPI_ERR_ARG, "dim_weights[{}] is {}: give a finite number, 0 or more", i, given.weights[i]);
  const std::span dims(given.dims, given.dims == nullptr ? 0 : ndims);
  std::int64_t cells = 1;
  if (const int error = check_dims(dims, "dims", 0, processes, cells)) return error;
  const bool open = std::ranges::count(dims, 0) > 0 || dims.size() < ndims;
  if (open ? processes % cells == 0 : processes == cells) return MPI_SUCCESS;
  return refused(MPI_ERR_DIMS,
                 "dims {} hold {} processes, the communicator has {}: change dims or pass 0 to let them "
                 "be chosen",
                 fmt::join(dims, "x"), cells, processes);
}

int validate(const GivenCuts& given, const CartCall& call, int processes) {
  if (const int error = validate_output(call)) return error;
  const std::span cuts(given.cuts,
                       static_cast<std::size_t>(call.request.ndims) * static_cast<std::size_t>(given.nlevels));
  std::int64_t cells = 1;
  if (const int error = check_dims(cuts, "dims_ml", 1, processes, cells)) return error;
  if (cells == processes) return MPI_SUCCESS;
  return refused(MPI_ERR_DIMS, "dims_ml hold {} processes, the communicator has {}", cells, processes);
}

/// The class of the error in the arguments of this process, or MPI_SUCCESS.
int validate(const CartCall& call, int processes) {
  const CartRequest& request = call.request;
  if (call.invalid != MPI_SUCCESS) return call.invalid;
  if (call.output.cart == nullptr) return refused(MPI_ERR_ARG, "the pointer to the new communicator is NULL");
  if (request.k < CartRequest::no_stencil) return refused(MPI_ERR_ARG, "k is {}: give 0 or more", request.k);
  if (request.ndims < 0) return refused(MPI_ERR_DIMS, "ndims is {}: give 0 or more", request.ndims);
  if (request.ndims > 0 && request.k > 0 && request.offsets == nullptr)
    return refused(MPI_ERR_ARG, "stencil is NULL, and k is {}", request.k);
  return std::visit([&](const auto& given) { return validate(given, call, processes); }, request.given);
}

/// A hash of all arguments on which the processes must agree.
class CallHash {
 public:
  CallHash(const CartRequest& request, const Locator& locator) : ndims_(request.ndims) {
    hash_.add(std::string_view(request.function));
    for (const int value : {request.ndims, int{request.reorder}, request.k}) add(value);
    for (const int value : locator.key) add(value);
    for (int i = 0; i < ndims_; ++i) add(request.periods != nullptr && request.periods[i] != 0);
    if (request.k > 0) add(request.offsets, std::int64_t{request.k} * ndims_);
    std::visit([this](const auto& given) { add(given); }, request.given);
  }
  std::uint64_t value() const { return hash_.value(); }

 private:
  void add(int value) { hash_.add(static_cast<std::uint64_t>(value)); }
  template <typename T>
  void add(const T* values, std::int64_t count) {
    add(values != nullptr);
    if (values != nullptr) std::for_each_n(values, count, [&](T value) { hash_.add(static_cast<double>(value)); });
  }
  void add(const GivenDims& given) { add(given.dims, ndims_); }
  void add(const WeightedDims& given) {
    add(given.dims, ndims_);
    add(given.weights, ndims_);
  }
  void add(const GivenCuts& given) {
    add(given.nlevels);
    add(given.cuts, std::int64_t{given.nlevels} * ndims_);
  }

  int ndims_;
  base::Hash hash_;
};

/// Collective: the processes decide together where each can place itself; otherwise process 0 decides, and shares the
/// decision.
int share(const CartRequest& request, const Locator& locator, const Settings& settings, Decision& decision,
          int& new_rank) {
  const Location location = locator.locate ? locator.locate() : locate(request.comm, settings);
  if (location.error != MPI_SUCCESS) return location.error;
  if (!location.remark.empty()) warn_once(location.remark);
  int error = MPI_SUCCESS;
  if (may_decide_locally(request, settings, location)) {
    std::optional<PartialRankMap> ranks = find_rank_map(request.comm, location, error);
    if (ranks && decide_locally(request, settings, location, std::move(*ranks), decision, new_rank, error))
      return error;
    if (error != MPI_SUCCESS) return error;
  }
  const std::vector<choose::RankLevel> levels = gather_levels(request.comm, location, error);
  if (error != MPI_SUCCESS) return error;
  std::vector<int> new_ranks;
  if (!levels.empty()) decision = decide(request, settings, location, levels, new_ranks);
  error = real().Bcast(&decision, sizeof decision, MPI_BYTE, 0, request.comm);
  if (error != MPI_SUCCESS || decision.invalid != MPI_SUCCESS || decision.stays) return error;
  return real().Scatter(new_ranks.data(), 1, MPI_INT, &new_rank, 1, MPI_INT, 0, request.comm);
}

int make_cart(const CartRequest& request, const CartOutput& output, const Decision& decision, int new_rank) {
  const int* periods = request.periods;
  const std::vector<int> no_periods(request.ndims, 0);
  if (periods == nullptr) periods = no_periods.data();
  const int* dims = decision.decided ? decision.dims : std::get<GivenDims>(request.given).dims;
  prepare_topologies();
  int error = MPI_SUCCESS;
  if (decision.stays) {
    error = real().Cart_create(request.comm, request.ndims, dims, periods, 0, output.cart);
  } else {
    *output.cart = MPI_COMM_NULL;
    MPI_Comm reordered = MPI_COMM_NULL;
    const int color = new_rank == outside ? MPI_UNDEFINED : 0;
    error = split_uncounted(request.comm, color, std::max(new_rank, 0), &reordered);
    if (error != MPI_SUCCESS || reordered == MPI_COMM_NULL) return error;
    error = real().Cart_create(reordered, request.ndims, dims, periods, 0, output.cart);
    PMPI_Comm_free(&reordered);
    if (error == MPI_SUCCESS)
      notify_reordered({request.comm, *output.cart, request.function, {dims, dims + request.ndims}});
  }
  if (error == MPI_SUCCESS && decision.report.size > 0 && *output.cart != MPI_COMM_NULL)
    error = attach_report(*output.cart, decision.report);
  if (error == MPI_SUCCESS && request.chooses_dims()) std::copy_n(dims, request.ndims, output.chosen_dims);
  return error;
}

}  // namespace

int split_uncounted(MPI_Comm comm, int color, int key, MPI_Comm* made) {
  const Uncounted own;
  return real().Comm_split(comm, color, key, made);
}

void prepare_topologies() {
#ifdef OPEN_MPI
  static std::once_flag once;
  std::call_once(once, [] {
    MPI_Comm alone = MPI_COMM_NULL;
    if (real().Cart_create(MPI_COMM_SELF, 0, nullptr, nullptr, 0, &alone) == MPI_SUCCESS) PMPI_Comm_free(&alone);
  });
#endif
}

CartResult refused_together(const Agreement& agreement, int own) {
  if (agreement.invalid == MPI_SUCCESS)
    return {Verdict::disagree,
            refused(MPI_ERR_ARG, "the processes disagree: sizes, weights and options must be the same on all of them")};
  if (own == MPI_SUCCESS)
    refused(agreement.invalid, "the arguments of another process are invalid: its cw_last_error() says why");
  return {agreement.same_invalid ? Verdict::invalid : Verdict::disagree, agreement.invalid};
}

CartResult create_cart(const CartCall& call) {
  const CartRequest& request = call.request;
  std::optional<Uncounted> own(std::in_place);
  const int rank = rank_in(request.comm);
  const int size = size_of(request.comm);

  auto [settings, fingerprint, remark, invalid_key] = settings_of_call(call.info);
  int invalid = validate(call, size);
  if (invalid == MPI_SUCCESS) invalid = invalid_key;

  const Agreement agreement =
      agree(request.comm, invalid, invalid == MPI_SUCCESS ? CallHash(request, call.locator).value() : 0, fingerprint,
            call.sent);
  if (agreement.error != MPI_SUCCESS) return {Verdict::done, agreement.error};
  if (agreement.invalid != MPI_SUCCESS || !agreement.same_arguments) return refused_together(agreement, invalid);

  Decision decision;
  int new_rank = outside;
  // The processes may not agree on a file to share.
  if (!agreement.same_settings) settings.measured.clear();
  if (!agreement.same_settings) remark = "the variables CARTWRIGHT_*, or info keys, differ between processes";
  if (!remark.empty() && rank == 0) warn_once(fmt::format("{}: all processes keep their ranks", remark));
  if (!remark.empty()) settings.reorder = false;
  if (settings.stencil.empty() && agreement.most.in_lines > agreement.most.to_neighbors)
    settings.keep_reason =
        "the program has transposed data: it keeps its rank order from now on; set CARTWRIGHT_STENCIL to change that";
  if (request.chooses_dims() || (request.reorder && request.ndims > 0 && remark.empty())) {
    if (const int error = share(request, call.locator, settings, decision, new_rank)) return {Verdict::done, error};
    if (decision.invalid != MPI_SUCCESS && rank != 0)
      refused(decision.invalid, "process 0 could not choose the dims: its cw_last_error() says why");
    if (decision.invalid != MPI_SUCCESS) return {Verdict::invalid, decision.invalid};
  }
  own.reset();  // what MPI sends to make the grid is the program's
  return {Verdict::done, make_cart(request, call.output, decision, new_rank)};
}

int or_call_handler(MPI_Comm comm, const std::function<CartResult()>& create) {
  // MPI itself refuses MPI_COMM_NULL here, with the proper error handler.
  int inter = 0;
  if (const int error = PMPI_Comm_test_inter(comm, &inter)) return error;
  if (inter)
    return refused_by(comm, MPI_ERR_COMM,
                      "the communicator is an intercommunicator: merge it with MPI_Intercomm_merge");
  const CartResult result = create();
  if (result.verdict != Verdict::done) PMPI_Comm_call_errhandler(comm, result.error);
  return result.error;
}

int create_cart_or_call_handler(const CartCall& call) {
  if (call.output.cart != nullptr) *call.output.cart = MPI_COMM_NULL;
  return or_call_handler(call.request.comm, [&] { return create_cart(call); });
}

}  // namespace cartwright::mpi
