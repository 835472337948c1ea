// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/boundary.hpp"
#include "base/live_handles.hpp"
#include "cartwright/halo.h"
#include "halo/cart.hpp"
#include "halo/plan.hpp"
#include "halo/request.hpp"
#include "halo/windows.hpp"
#include "mpi/base/check_mpi.hpp"
#include "mpi/base/collectively.hpp"
#include "mpi/base/real.hpp"

#include <algorithm>

// The C interface of halo.h. It checks arguments, and no exception leaves it.

struct cw_halo {
  std::unique_ptr<cartwright::halo::Plan> plan;
  std::vector<cartwright::halo::engine::Numbers> strides;  ///< of the arrays of cw_halo_cart_create
  mutable std::string explanation, json;                   ///< made when they are asked for
};

namespace {

using namespace cartwright;
using namespace cartwright::halo;

using base::Status;
using boundary::guarded;
using boundary::guarded_text;
using boundary::required;
using engine::Pattern;

using Plans = boundary::LiveHandles<cw_halo>;

template <typename Halo>
Halo& alive(Halo* halo) {
  return Plans::all().alive(halo, "halo");
}

/// The plan of an exchange that is open, or must not be.
Plan& plan_of(cw_halo* halo, bool open) {
  Plan& plan = *alive(halo).plan;
  if (plan.open() && !open)
    base::fail(Status::invalid_argument, "an exchange of this plan is open: call cw_halo_finish first");
  if (!plan.open() && open)
    base::fail(Status::invalid_argument, "no exchange of this plan is open: call cw_halo_start first");
  return plan;
}

Pattern read_pattern(const Plan& plan, const cw_halo_part* given, Pattern::Direction direction) {
  const cw_halo_part part = boundary::known(given, cw_halo_part CW_HALO_PART_INIT, "part");
  Pattern pattern = plan.whole(direction);
  if (part.width < 0) base::fail(Status::invalid_argument, "part.width is {}: give 0 or more", part.width);
  if (part.width > 0) pattern.most = std::min(pattern.most, part.width);
  if (part.fields != nullptr) {
    std::fill(pattern.fields.begin(), pattern.fields.end(), false);
    if (part.nfields > pattern.fields.size())
      base::fail(Status::invalid_argument, "part.nfields is {}: the plan has {} fields", part.nfields,
                 pattern.fields.size());
    for (std::size_t i = 0; i < part.nfields; ++i) {
      if (part.fields[i] >= pattern.fields.size())
        base::fail(Status::invalid_argument, "part.fields[{}] is {}: the plan has fields 0 to {}", i, part.fields[i],
                   pattern.fields.size() - 1);
      pattern.fields[part.fields[i]] = true;
    }
  }
  return pattern;
}

Pattern read_accumulation(const Plan& plan, cw_halo_operation operation, const cw_halo_part* part) {
  if (operation < CW_HALO_SUM || operation > CW_HALO_MAX)
    base::fail(Status::invalid_argument, "unknown operation {}: use CW_HALO_SUM, CW_HALO_MIN or CW_HALO_MAX",
               static_cast<int>(operation));
  Pattern pattern = read_pattern(plan, part, Pattern::Direction::gather);
  pattern.combination = static_cast<engine::Combination>(operation);
  for (std::size_t i = 0; i < pattern.fields.size(); ++i)
    if (pattern.fields[i] && plan.types()[i] == engine::ValueType::bytes)
      base::fail(Status::invalid_argument, "field {} has no type, so it cannot be accumulated: give it one", i);
  return pattern;
}

cw_halo* give_out(std::unique_ptr<Plan> plan, std::vector<engine::Numbers> strides = {}) {
  auto made = std::make_unique<cw_halo>();
  made->plan = std::move(plan);
  made->strides = std::move(strides);
  Plans::all().add(made.get());
  return made.release();
}

}  // namespace

cw_status cw_halo_create(MPI_Comm comm, size_t ndims, int64_t width, const cw_halo_field fields[], size_t nfields,
                         const cw_halo_options* options, cw_halo** halo) {
  return guarded([&] {
    mpi::check_intracommunicator(comm);
    PlanRequest request;
    mpi::collectively(comm, [&] {
      required(halo, "halo");
      request = read_request(comm, ndims, width, read_fields(fields, nfields),
                             boundary::known(options, cw_halo_options CW_HALO_OPTIONS_INIT, "options"));
    });
    *halo = give_out(std::make_unique<Plan>(comm, std::move(request)));
  });
}

cw_status cw_halo_cart_create(MPI_Comm comm, size_t ndims, const int64_t sizes[], const int periods[], int64_t width,
                              cw_halo_field fields[], size_t nfields, const cw_halo_options* options,
                              cw_halo_block* block, MPI_Comm* cart, cw_halo** halo) {
  return guarded([&] {
    mpi::check_intracommunicator(comm);
    CartRequest request;
    mpi::collectively(comm, [&] {
      required(halo, "halo");
      required(cart, "cart");
      check_axes(ndims, width);
      request.sizes = engine::Numbers(&required(sizes, "sizes"), sizes + ndims);
      request.periods = periods != nullptr ? std::vector(periods, periods + ndims) : std::vector(ndims, 0);
      request.width = width;
      request.fields = read_fields(fields, nfields);
      request.options = boundary::known(options, cw_halo_options CW_HALO_OPTIONS_INIT, "options");
      boundary::size_of(required(block, "block"), "block");
      request.dims.assign(block->dims, block->dims + ndims);
      check(request);
    });
    Cart made = make_cart(comm, request);
    cw_halo_block result = CW_HALO_BLOCK_INIT;
    std::ranges::copy(made.dims, result.dims);
    std::ranges::copy(made.coords, result.coords);
    std::ranges::copy(made.start, result.start);
    std::ranges::copy(made.sizes, result.sizes);
    boundary::write_results(block, result, "block");
    *halo = give_out(std::move(made.plan), std::move(made.strides));
    for (std::size_t i = 0; i < nfields; ++i) {
      auto* const field = reinterpret_cast<cw_halo_field*>(reinterpret_cast<std::byte*>(fields) + i * fields->size);
      field->base = made.bases[i];
      field->strides = (*halo)->strides[i].begin();
    }
    *cart = made.comm;
  });
}

cw_status cw_halo_free(cw_halo* halo) {
  return guarded([&] {
    if (halo == nullptr) return;
    alive(halo);
    Plans::all().remove(halo);
    delete halo;
  });
}

cw_status cw_halo_start_part(cw_halo* halo, const cw_halo_part* part) {
  return guarded([&] {
    Plan& plan = plan_of(halo, false);
    plan.start(read_pattern(plan, part, Pattern::Direction::fill));
  });
}

cw_status cw_halo_start(cw_halo* halo) { return cw_halo_start_part(halo, nullptr); }

cw_status cw_halo_test(cw_halo* halo, int* done) {
  return guarded([&] { required(done, "done") = plan_of(halo, true).test() ? 1 : 0; });
}

cw_status cw_halo_finish_side(cw_halo* halo, const int side[]) {
  return guarded([&] {
    Plan& plan = plan_of(halo, true);
    plan.finish_side(read_side(plan.axes(), &required(side, "side")));
  });
}

cw_status cw_halo_finish(cw_halo* halo) {
  return guarded([&] { plan_of(halo, true).finish(); });
}

cw_status cw_halo_exchange(cw_halo* halo) {
  return guarded([&] {
    Plan& plan = plan_of(halo, false);
    plan.start(plan.whole());
    plan.finish();
  });
}

cw_status cw_halo_accumulate_start(cw_halo* halo, cw_halo_operation operation, const cw_halo_part* part) {
  return guarded([&] {
    Plan& plan = plan_of(halo, false);
    plan.start(read_accumulation(plan, operation, part));
  });
}

cw_status cw_halo_accumulate(cw_halo* halo, cw_halo_operation operation) {
  return guarded([&] {
    Plan& plan = plan_of(halo, false);
    plan.start(read_accumulation(plan, operation, nullptr));
    plan.finish();
  });
}

cw_status cw_halo_alloc(int64_t bytes, void** array) {
  return guarded([&] {
    required(array, "array");
    if (bytes < 0) base::fail(Status::invalid_argument, "bytes is {}: give 0 or more", bytes);
    void* const made = engine::allocate_array(bytes);
    if (made == nullptr)
      base::fail(Status::no_memory, "no memory for an array of {} bytes that processes share", bytes);
    *array = made;
  });
}

cw_status cw_halo_dealloc(void* array) {
  return guarded([&] {
    if (array != nullptr && !engine::free_array(array))
      base::fail(Status::invalid_argument, "{} was not allocated by cw_halo_alloc, or was already freed", array);
  });
}

cw_status cw_halo_share_window(MPI_Comm comm, MPI_Win win) {
  return guarded([&] {
    mpi::check_intracommunicator(comm);
    mpi::collectively(comm, [&] {
      if (win == MPI_WIN_NULL) base::fail(Status::invalid_argument, "the window is MPI_WIN_NULL");
      check_window(win);
    });
    share_window(comm, win);
  });
}

const char* cw_halo_explain(const cw_halo* halo) {
  return guarded_text([&]() -> const std::string& {
    const cw_halo& known = alive(halo);
    return known.explanation = known.plan->explanation();
  });
}

const char* cw_halo_explain_json(const cw_halo* halo) {
  return guarded_text([&]() -> const std::string& {
    const cw_halo& known = alive(halo);
    return known.json = known.plan->explanation_json();
  });
}

const char* cw_halo_last_error(void) { return cw_last_error(); }
