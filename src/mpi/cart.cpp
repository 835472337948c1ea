// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/cart.hpp"

#include "base/hash.hpp"
#include "mpi/agreement.hpp"
#include "mpi/call_settings.hpp"
#include "mpi/cart_report.hpp"
#include "mpi/decide_alone.hpp"
#include "mpi/job_network.hpp"
#include "mpi/real.hpp"
#include "mpi/reordered.hpp"
#include "mpi/report.hpp"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <optional>
#include <span>
#include <string_view>

namespace cartwright::mpi {

namespace {

/// The number of cells in a grid with these dims, zeros left out. None if a dim is less than `least`, or if there are
/// more cells than processes.
std::optional<std::int64_t> cells_of(std::span<const int> dims, int least, int processes) {
  std::int64_t cells = 1;
  for (const int dim : dims) {
    if (dim < least) return std::nullopt;
    if (dim > 0) cells *= dim;
    if (cells > processes) return std::nullopt;
  }
  return cells;
}

int validate(const GivenDims& given, const CartCall& call, int processes) {
  if (call.ndims > 0 && (given.dims == nullptr || call.periods == nullptr)) return MPI_ERR_ARG;
  const std::span dims(given.dims, call.ndims);
  return cells_of(dims, 1, processes) ? MPI_SUCCESS : MPI_ERR_DIMS;
}

/// Checks the limit on dimensions and the output of a call that chooses dims. MPI itself has no such limit.
int validate_output(const CartCall& call) {
  if (call.ndims > static_cast<int>(grid::max_dims)) return MPI_ERR_DIMS;
  return call.ndims > 0 && call.chosen_dims == nullptr ? MPI_ERR_ARG : MPI_SUCCESS;
}

int validate(const WeightedDims& given, const CartCall& call, int processes) {
  if (const int error = validate_output(call)) return error;
  const std::size_t ndims = call.ndims;
  const auto bad = [](double weight) { return !(weight >= 0) || std::isinf(weight); };
  if (given.weights != nullptr && std::any_of(given.weights, given.weights + ndims, bad)) return MPI_ERR_ARG;
  const std::span dims(given.dims, given.dims == nullptr ? 0 : ndims);
  const std::optional<std::int64_t> cells = cells_of(dims, 0, processes);
  if (!cells) return MPI_ERR_DIMS;
  const bool open = std::ranges::count(dims, 0) > 0 || dims.size() < ndims;
  return (open ? processes % *cells == 0 : processes == *cells) ? MPI_SUCCESS : MPI_ERR_DIMS;
}

int validate(const GivenCuts& given, const CartCall& call, int processes) {
  if (const int error = validate_output(call)) return error;
  const std::span cuts(given.cuts, static_cast<std::size_t>(call.ndims) * static_cast<std::size_t>(given.nlevels));
  return cells_of(cuts, 1, processes) == processes ? MPI_SUCCESS : MPI_ERR_DIMS;
}

/// The class of the error in the arguments of this process, or MPI_SUCCESS.
int validate(const CartCall& call, int processes) {
  if (call.invalid != MPI_SUCCESS) return call.invalid;
  if (call.cart == nullptr || call.k < CartCall::no_stencil) return MPI_ERR_ARG;
  if (call.ndims < 0) return MPI_ERR_DIMS;
  if (call.ndims > 0 && call.k > 0 && call.offsets == nullptr) return MPI_ERR_ARG;
  return std::visit([&](const auto& given) { return validate(given, call, processes); }, call.given);
}

/// A hash of all arguments on which the processes must agree.
class CallHash {
 public:
  explicit CallHash(const CartCall& call) : ndims_(call.ndims) {
    hash_.add(std::string_view(call.function));
    for (const int value : {call.ndims, int{call.reorder}, call.k}) add(value);
    for (const int value : call.locate_key) add(value);
    for (int i = 0; i < ndims_; ++i) add(call.periods != nullptr && call.periods[i] != 0);
    if (call.k > 0) add(call.offsets, std::int64_t{call.k} * ndims_);
    std::visit([this](const auto& given) { add(given); }, call.given);
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
int share(const CartCall& call, const Settings& settings, Decision& decision, int& new_rank) {
  const Location location = call.locate ? call.locate() : locate(call.comm, settings);
  if (location.error != MPI_SUCCESS) return location.error;
  if (!location.remark.empty()) say_once(location.remark);
  int error = MPI_SUCCESS;
  if (may_decide_alone(call, settings, location)) {
    std::optional<Standing> standing = find_standing(call.comm, location, error);
    if (standing && decide_alone(call, settings, location, std::move(*standing), decision, new_rank, error))
      return error;
    if (error != MPI_SUCCESS) return error;
  }
  const std::vector<choose::RankLevel> levels = gather_levels(call.comm, location, error);
  if (error != MPI_SUCCESS) return error;
  std::vector<int> new_ranks;
  if (!levels.empty()) decision = decide(call, settings, location, levels, new_ranks);
  error = real().Bcast(&decision, sizeof decision, MPI_BYTE, 0, call.comm);
  if (error != MPI_SUCCESS || decision.invalid != MPI_SUCCESS || decision.stays) return error;
  return real().Scatter(new_ranks.data(), 1, MPI_INT, &new_rank, 1, MPI_INT, 0, call.comm);
}

int make_cart(const CartCall& call, const Decision& decision, int new_rank) {
  const int* periods = call.periods;
  const std::vector<int> no_periods(call.ndims, 0);
  if (periods == nullptr) periods = no_periods.data();
  const int* dims = decision.decided ? decision.dims : std::get<GivenDims>(call.given).dims;
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
    if (error == MPI_SUCCESS) notify_reordered({call.comm, *call.cart, call.function, {dims, dims + call.ndims}});
  }
  if (error == MPI_SUCCESS && decision.report.size > 0 && *call.cart != MPI_COMM_NULL)
    error = attach_report(*call.cart, decision.report);
  if (error == MPI_SUCCESS && call.chooses_dims()) std::copy_n(dims, call.ndims, call.chosen_dims);
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
  int invalid = validate(call, size);
  if (invalid == MPI_SUCCESS) invalid = invalid_key;

  const Agreement agreement =
      agree(call.comm, invalid, invalid == MPI_SUCCESS ? CallHash(call).value() : 0, fingerprint, call.sent);
  if (agreement.error != MPI_SUCCESS) return {Verdict::done, agreement.error};
  if (agreement.invalid != MPI_SUCCESS)
    return {agreement.same_invalid ? Verdict::invalid : Verdict::disagree, agreement.invalid};
  if (!agreement.same_arguments) return {Verdict::disagree, MPI_ERR_ARG};

  Decision decision;
  int new_rank = outside;
  // The processes may not agree on a file to share.
  if (!agreement.same_settings) settings.measured.clear();
  if (!agreement.same_settings) remark = "the variables CARTWRIGHT_*, or info keys, differ between processes";
  if (!remark.empty() && rank == 0) say_once(fmt::format("{}: all processes keep their ranks", remark));
  if (!remark.empty()) settings.reorder = false;
  if (settings.stencil.empty() && agreement.most.in_lines > agreement.most.to_neighbors)
    settings.keep_reason =
        "the program has transposed data: it keeps its rank order from now on; set CARTWRIGHT_STENCIL to change that";
  if (call.chooses_dims() || (call.reorder && call.ndims > 0 && remark.empty())) {
    if (const int error = share(call, settings, decision, new_rank)) return {Verdict::done, error};
    if (decision.invalid != MPI_SUCCESS) return {Verdict::invalid, decision.invalid};
  }
  return {Verdict::done, make_cart(call, decision, new_rank)};
}

int create_cart_or_call_handler(const CartCall& call) {
  if (call.cart != nullptr) *call.cart = MPI_COMM_NULL;
  // MPI itself refuses MPI_COMM_NULL here, with the proper error handler.
  int inter = 0;
  if (const int error = PMPI_Comm_test_inter(call.comm, &inter)) return error;
  const CartResult result = inter ? CartResult{Verdict::invalid, MPI_ERR_COMM} : create_cart(call);
  if (result.verdict != Verdict::done) PMPI_Comm_call_errhandler(call.comm, result.error);
  return result.error;
}

}  // namespace cartwright::mpi
