// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/boundary.hpp"
#include "base/live_handles.hpp"
#include "base/output_file.hpp"
#include "base/pages.hpp"
#include "cartwright/fft_operators.h"
#include "fft/create.hpp"
#include "fft/next_size.hpp"
#include "fft/plan.hpp"
#include "fft/wisdom.hpp"
#include "mpi/base/agreement.hpp"
#include "mpi/base/check_mpi.hpp"
#include "mpi/base/collectively.hpp"
#include "mpi/base/settings.hpp"

#include <algorithm>

// The C interface of fft.h. It checks arguments, and no exception leaves it.

struct cw_fft_plan {
  std::unique_ptr<cartwright::fft::Plan> plan;
};

namespace {

using namespace cartwright;
using namespace cartwright::fft;

using cartwright::boundary::guarded;
using cartwright::boundary::guarded_text;
using cartwright::boundary::required;
using cartwright::boundary::write_results;

using Plans = boundary::LiveHandles<cw_fft_plan>;
using Allocations = boundary::LiveHandles<void>;

Plan& alive(const cw_fft_plan* plan) { return *Plans::all().alive(plan, "plan").plan; }

void read_memory(const cw_fft_options& options, PlanRequest& request) {
  request.memory = options.memory;
  request.stream = static_cast<device::Stream*>(options.stream);
  if (options.memory == CW_FFT_MEMORY_HOST && options.stream != nullptr)
    base::fail(
        base::Status::invalid_argument,
        "stream is given and memory is CW_FFT_MEMORY_HOST: set memory to CW_FFT_MEMORY_DEVICE, or stream to NULL");
  if (options.memory != CW_FFT_MEMORY_DEVICE) return;
  if (request.method != "auto")
    base::fail(base::Status::unsupported,
               "method \"{}\" is for memory of the host: leave it NULL for memory = CW_FFT_MEMORY_DEVICE",
               request.method);
  if (options.physical_box != nullptr || options.spectral_box != nullptr)
    base::fail(base::Status::unsupported,
               "{} is given, and boxes are for memory of the host: leave them NULL for memory = CW_FFT_MEMORY_DEVICE, "
               "and use the parts of cw_fft_plan_array",
               options.physical_box != nullptr ? "physical_box" : "spectral_box");
}

PlanRequest read_request(std::size_t ndims, const cw_fft_options& options) {
  PlanRequest request;
  request.transposed = options.transposed != 0;
  request.max_seconds = transport::max_seconds(options.timeout);
  request.effort = options.effort;
  request.backend = &chosen_backend();
  request.nodes = mpi::read_settings().nodes;
  request.grid_ndims = options.grid_ndims;
  if (options.grid_ndims >= ndims)
    base::fail(base::Status::invalid_argument,
               "a process grid of {} dims for an array of {}: one axis stays whole, give at most {}",
               options.grid_ndims, ndims, ndims - 1);
  if (options.grid != nullptr) {
    if (options.grid_ndims == 0)
      base::fail(base::Status::invalid_argument, "grid is given but grid_ndims is 0: say how many dims it has");
    request.grid.assign(options.grid, options.grid + options.grid_ndims);
  }
  if (options.order != nullptr) request.order = options.order;
  if (options.method != nullptr) request.method = options.method;
  bool known = request.method == "auto";
  std::string names = "auto";
  for (const exchange::Method* method : exchange::methods()) {
    known = known || request.method == method->name;
    names += ", " + std::string(method->name);
  }
  if (!known) base::fail(base::Status::invalid_argument, "unknown method \"{}\": use {}", request.method, names);
  read_memory(options, request);
  if (options.physical_box != nullptr) request.physical_box = *options.physical_box;
  if (options.spectral_box != nullptr) request.spectral_box = *options.spectral_box;
  return request;
}

/// A plan that can begin something.
Plan& idle(cw_fft_plan* handle) {
  mpi::check_mpi();
  Plan& plan = alive(handle);
  plan.check_usable();
  if (plan.busy())
    base::fail(base::Status::invalid_argument,
               "a transform of this plan, or of one in the same work space, is open: call cw_fft_finish first");
  return plan;
}

/// Throws Error for an argument that is not an array of the plan.
void check_array(const Plan& plan, cw_fft_space space, const void* array, const char* name) {
  if (plan.array(space, plan.rank()).elements() == 0) return;
  if (array == nullptr)
    base::fail(base::Status::invalid_argument, "{} is NULL, and process {} holds elements of the array", name,
               plan.rank());
  plan.check(array, name);
}

void start(cw_fft_plan* handle, Direction direction, const void* in, void* out) {
  Plan& plan = idle(handle);
  const bool forward = direction == Direction::forward;
  plan.begin(forward ? Call::forward : Call::backward, [&] {
    check_array(plan, forward ? CW_FFT_PHYSICAL : CW_FFT_SPECTRAL, in, "in");
    check_array(plan, forward ? CW_FFT_SPECTRAL : CW_FFT_PHYSICAL, out, "out");
  });
  plan.start(direction, static_cast<const std::byte*>(in), static_cast<std::byte*>(out));
}

void check_overlap(const Plan& plan, const void* in, const void* out) {
  const Problem& problem = plan.problem();
  const auto from = reinterpret_cast<std::uintptr_t>(in);
  const auto to = reinterpret_cast<std::uintptr_t>(out);
  const auto bytes = static_cast<std::uintptr_t>(plan.array(CW_FFT_PHYSICAL, plan.rank()).elements() *
                                                 problem.physical_element() * problem.fields);
  if (from != to && std::max(from, to) - std::min(from, to) < bytes)
    base::fail(base::Status::invalid_argument, "in and out overlap: pass the same array for both, or separate ones");
}

void apply(cw_fft_plan* handle, const Operator& given, const void* in, void* out) {
  Plan& plan = idle(handle);
  plan.begin(given.all_fields ? Call::apply_fields : Call::apply, [&] {
    plan.check(given);
    check_array(plan, CW_FFT_PHYSICAL, in, "in");
    check_array(plan, CW_FFT_PHYSICAL, out, "out");
    check_overlap(plan, in, out);
  });
  plan.apply(given, static_cast<const std::byte*>(in), static_cast<std::byte*>(out));
}

void finish(cw_fft_plan* handle) {
  mpi::check_mpi();
  Plan& plan = alive(handle);
  if (!plan.open()) base::fail(base::Status::invalid_argument, "no transform of this plan is open: start one first");
  plan.finish();
}

}  // namespace

cw_status cw_fft_plan_create(MPI_Comm comm, size_t ndims, const int64_t n[], const cw_fft_options* options,
                             cw_fft_plan** plan) {
  return create_plan(comm, ndims, n, options, {}, plan);
}

cw_status cartwright::fft::create_plan(MPI_Comm comm, std::size_t ndims, const std::int64_t n[],
                                       const cw_fft_options* options, const PlanExtras& extras, cw_fft_plan** plan) {
  return guarded([&] {
    mpi::check_intracommunicator(comm);
    Problem problem;
    PlanRequest request;
    Plan* share = nullptr;
    mpi::collectively(comm, [&] {
      required(plan, "plan");
      const cw_fft_options known = boundary::known(options, cw_fft_options CW_FFT_OPTIONS_INIT, "options");
      problem = read_problem(ndims, n, known, extras);
      const bool on_device = known.memory == CW_FFT_MEMORY_DEVICE;
      if (on_device) check_on_device(problem);
      request = read_request(ndims, known);
      if (extras.like != nullptr) request.like = &alive(extras.like);
      if (!on_device && !request.backend->has(problem.precision))
        base::fail(base::Status::unsupported, "this {} was built without {}: use double", request.backend->name(),
                   precision_name(problem.precision));
      if (known.share != nullptr) share = &alive(known.share);
    });
    const mpi::Agreement agreement =
        mpi::agree(comm, 0, fingerprint(problem, request),
                   share != nullptr ? static_cast<std::uint64_t>(share->workspace_id()) : 0);
    if (!agreement.same_settings)
      base::fail(
          base::Status::invalid_argument,
          "the processes disagree on the plan to share work space with: share the same plan of this communicator on "
          "all of them");
    if (!agreement.same_arguments)
      base::fail(base::Status::invalid_argument,
                 "the processes disagree on the transform: sizes, options, CARTWRIGHT_FFT_BACKEND and CARTWRIGHT_NODES "
                 "must be the same on all of them");
    auto made = std::make_unique<cw_fft_plan>();
    made->plan = std::make_unique<Plan>(comm, std::move(problem), std::move(request), share);
    Plans::all().add(made.get());
    *plan = made.release();
  });
}

cw_status cw_fft_plan_free(cw_fft_plan* plan) {
  return guarded([&] {
    if (plan == nullptr) return;
    int finalized = 0;
    PMPI_Finalized(&finalized);
    if (Plan& known = alive(plan); known.open() && known.usable() && !finalized) try {
        known.finish();
      } catch (const base::Error&) {
        if (known.usable()) throw;
      }
    Plans::all().remove(plan);
    delete plan;
  });
}

cw_status cw_fft_plan_array(const cw_fft_plan* plan, cw_fft_space space, int rank, cw_fft_array* array) {
  return guarded([&] {
    const Plan& known = alive(plan);
    if (space != CW_FFT_PHYSICAL && space != CW_FFT_SPECTRAL)
      base::fail(base::Status::invalid_argument, "space is {}: give CW_FFT_PHYSICAL or CW_FFT_SPECTRAL",
                 static_cast<int>(space));
    if (rank < -1 || rank >= known.processes())
      base::fail(base::Status::invalid_argument, "rank {} of {} processes: give 0 to {}, or -1 for this one", rank,
                 known.processes(), known.processes() - 1);
    const Array part = known.array(space, rank < 0 ? known.rank() : rank);
    const Problem& problem = known.problem();
    cw_fft_array made = {};
    made.ndims = problem.ndims();
    std::copy(part.global.begin(), part.global.end(), made.global);
    std::copy(part.start.begin(), part.start.end(), made.start);
    std::copy(part.count.begin(), part.count.end(), made.count);
    std::copy(part.stride.begin(), part.stride.end(), made.stride);
    made.elements = made.field_stride = part.elements();
    const bool physical = space == CW_FFT_PHYSICAL;
    made.element_bytes = physical ? problem.physical_element() : problem.spectral_element();
    made.complex_data = physical ? problem.complex_physical() : problem.complex_spectral();
    write_results(array, made, "array");
  });
}

cw_status cw_fft_plan_buffer_bytes(const cw_fft_plan* plan, int64_t* bytes) {
  return guarded([&] {
    const Plan& known = alive(plan);
    const Problem& problem = known.problem();
    required(bytes, "bytes") =
        problem.fields * std::max(known.array(CW_FFT_PHYSICAL, known.rank()).elements() * problem.physical_element(),
                                  known.array(CW_FFT_SPECTRAL, known.rank()).elements() * problem.spectral_element());
  });
}

cw_status cw_fft_plan_work_bytes(const cw_fft_plan* plan, int64_t* bytes) {
  return guarded([&] { required(bytes, "bytes") = alive(plan).work_bytes(); });
}

cw_status cw_fft_alloc(int64_t bytes, void** memory) {
  return guarded([&] {
    if (bytes < 0) base::fail(base::Status::invalid_argument, "{} bytes: give 0 or more", bytes);
    required(memory, "memory");
    void* const made = base::allocate_pages(bytes);
    if (made == nullptr) base::fail(base::Status::no_memory, "no memory for {} bytes", bytes);
    Allocations::all().add(made);
    *memory = made;
  });
}

cw_status cw_fft_dealloc(void* memory) {
  return guarded([&] {
    if (memory != nullptr && !Allocations::all().remove(memory))
      base::fail(base::Status::invalid_argument, "{} was not allocated by cw_fft_alloc, or was already freed", memory);
    base::free_pages(memory);
  });
}

cw_status cw_fft_forward_start(cw_fft_plan* plan, const void* in, void* out) {
  return guarded([&] { start(plan, Direction::forward, in, out); });
}

cw_status cw_fft_backward_start(cw_fft_plan* plan, const void* in, void* out) {
  return guarded([&] { start(plan, Direction::backward, in, out); });
}

cw_status cw_fft_finish(cw_fft_plan* plan) {
  return guarded([&] { finish(plan); });
}

cw_status cw_fft_barrier(cw_fft_plan* plan) {
  return guarded([&] { idle(plan).barrier(); });
}

cw_status cw_fft_forward(cw_fft_plan* plan, const void* in, void* out) {
  return guarded([&] {
    start(plan, Direction::forward, in, out);
    finish(plan);
  });
}

cw_status cw_fft_backward(cw_fft_plan* plan, const void* in, void* out) {
  return guarded([&] {
    start(plan, Direction::backward, in, out);
    finish(plan);
  });
}

cw_status cw_fft_apply(cw_fft_plan* plan, cw_fft_operator function, void* data, const void* in, void* out) {
  return guarded([&] { apply(plan, {function, data}, in, out); });
}

cw_status cw_fft_apply_fields(cw_fft_plan* plan, cw_fft_operator function, void* data, const void* in, void* out) {
  return guarded([&] { apply(plan, {.function = function, .data = data, .all_fields = true}, in, out); });
}

const char* cw_fft_explain(const cw_fft_plan* plan) {
  return guarded_text([&]() -> const std::string& { return alive(plan).explanation(); });
}

const char* cw_fft_explain_json(const cw_fft_plan* plan) {
  return guarded_text([&]() -> const std::string& { return alive(plan).explanation_json(); });
}

cw_status cw_fft_plan_times(const cw_fft_plan* plan, cw_fft_times* times) {
  return guarded([&] {
    const Plan::Counts counts = alive(plan).counts();
    cw_fft_times made = {};
    made.forward = counts.forward;
    made.backward = counts.backward;
    made.total = counts.total;
    made.fft = counts.times.fft;
    made.pack = counts.times.pack;
    made.copy = counts.times.copy;
    made.wait = counts.times.wait;
    write_results(times, made, "times");
  });
}

cw_status cw_fft_reset_times(cw_fft_plan* plan) {
  return guarded([&] { alive(plan).reset_counts(); });
}

cw_status cw_fft_wisdom_save(const char* path) {
  return guarded(
      [&] { base::write_file(&required(path, "path"), all_wisdom(chosen_backend()), base::Existing::replace); });
}

cw_status cw_fft_wisdom_load(const char* path) {
  return guarded([&] { learn_wisdom(chosen_backend(), read_wisdom(&required(path, "path"))); });
}

cw_status cw_fft_next_size(int64_t n, int64_t* size) {
  return guarded([&] {
    if (n < 1 || n > largest_size)
      base::fail(base::Status::invalid_argument, "n is {}: give a size from 1 to 2^62 = {}", n, largest_size);
    required(size, "size") = next_size(n);
  });
}

const char* cw_fft_last_error(void) { return cw_last_error(); }
