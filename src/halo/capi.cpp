// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/checked.hpp"
#include "capi/guard_p.hpp"
#include "capi/live_handles_p.hpp"
#include "cartwright/halo.h"
#include "halo/plan.hpp"
#include "mpi/check_mpi.hpp"
#include "mpi/collectively.hpp"
#include "mpi/real.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>

// The C interface of halo.h. It checks arguments, and no exception leaves it.

struct cw_halo {
  std::unique_ptr<cartwright::halo::Plan> plan;
  std::string explanation;
};

namespace {

using namespace cartwright;
using namespace cartwright::halo;

using base::Status;
using capi::guarded;
using capi::required;
using engine::Numbers;
using engine::Pattern;
using engine::Side;

constexpr double default_timeout = 600;

using Plans = capi::LiveHandles<cw_halo>;

cw_halo& alive(cw_halo* halo) { return Plans::all().alive(halo, "halo"); }

/// The plan of an exchange that is open, or must not be.
Plan& plan_of(cw_halo* halo, bool open) {
  Plan& plan = *alive(halo).plan;
  if (plan.open() && !open)
    base::fail(Status::invalid_argument, "an exchange of this plan is open: call cw_halo_finish first");
  if (!plan.open() && open)
    base::fail(Status::invalid_argument, "no exchange of this plan is open: call cw_halo_start first");
  return plan;
}

Numbers numbers(std::size_t ndims, const std::int64_t* given, std::int64_t otherwise) {
  return given != nullptr ? Numbers(given, given + ndims) : Numbers(ndims, otherwise);
}

/// The strides of a dense row-major array of own and ghost points.
Numbers dense_strides(const engine::Field& field) {
  const char* const what = "the bytes of a field";
  Numbers strides(field.axes());
  std::int64_t stride = base::checked_mul(field.components, field.component_stride, what);
  for (std::size_t axis = field.axes(); axis-- > 0;) {
    strides[axis] = stride;
    const std::int64_t points =
        base::checked_add(base::checked_add(field.low[axis], field.high[axis], what), field.sizes[axis], what);
    stride = base::checked_mul(stride, points, what);
  }
  return strides;
}

engine::Field read_field(std::size_t ndims, std::int64_t width, const cw_halo_field& given, const std::string& name) {
  if (given.sizes == nullptr) base::fail(Status::invalid_argument, "{}: sizes is NULL", name);
  if (given.type < CW_HALO_BYTES || given.type > CW_HALO_INT64)
    base::fail(Status::invalid_argument, "{}: unknown type {}: use CW_HALO_BYTES to CW_HALO_INT64", name,
               static_cast<int>(given.type));
  engine::Field field;
  field.sizes = Numbers(given.sizes, given.sizes + ndims);
  field.low = numbers(ndims, given.low, width);
  field.high = numbers(ndims, given.high, width);
  const std::int64_t of_type = bytes_of(static_cast<engine::ValueType>(given.type));
  field.element = given.value_bytes != 0 ? given.value_bytes : of_type;
  field.components = given.components != 0 ? given.components : 1;
  field.component_stride = given.component_stride != 0 ? given.component_stride : field.element;
  field.strides = given.strides != nullptr ? Numbers(given.strides, given.strides + ndims) : dense_strides(field);
  return field;
}

std::vector<Side> read_shape(std::size_t ndims, const cw_halo_options& options) {
  switch (options.shape) {
    case CW_HALO_ALL: return engine::all_sides(ndims);
    case CW_HALO_FACES: return engine::face_sides(ndims);
    case CW_HALO_OFFSETS: break;
    default:
      base::fail(Status::invalid_argument, "unknown shape {}: use CW_HALO_ALL, CW_HALO_FACES or CW_HALO_OFFSETS",
                 static_cast<int>(options.shape));
  }
  if (options.noffsets == 0 || options.offsets == nullptr)
    base::fail(Status::invalid_argument, "the shape is CW_HALO_OFFSETS, but no offsets are given");
  std::vector<Numbers> offsets;
  for (std::size_t i = 0; i < options.noffsets; ++i)
    offsets.emplace_back(options.offsets + i * ndims, options.offsets + (i + 1) * ndims);
  return engine::sides_of(ndims, offsets);
}

Side read_side(std::size_t ndims, const int* given) {
  Side side(ndims);
  for (std::size_t axis = 0; axis < ndims; ++axis) {
    if (given[axis] < -1 || given[axis] > 1)
      base::fail(Status::invalid_argument, "side[{}] is {}: give -1, 0 or 1", axis, given[axis]);
    side[axis] = static_cast<std::int8_t>(given[axis]);
  }
  if (std::ranges::count(side, 0) == std::ssize(side))
    base::fail(Status::invalid_argument, "a side is 0 along all axes: it leads to no neighbor");
  return side;
}

/// The sides of a Cartesian communicator, and the neighbors there, in axes of the fields.
std::vector<Neighbor> neighbors_in(MPI_Comm comm, std::size_t ndims, const cw_halo_options& options) {
  int topology = MPI_UNDEFINED;
  PMPI_Topo_test(comm, &topology);
  if (topology != MPI_CART)
    base::fail(
        Status::invalid_argument,
        "the communicator is not Cartesian, and no neighbors are given: use MPI_Cart_create, or options.neighbors");
  int cart_ndims = 0;
  PMPI_Cartdim_get(comm, &cart_ndims);
  std::vector<std::size_t> axes;
  if (options.cart_axes == nullptr && static_cast<std::size_t>(cart_ndims) != ndims)
    base::fail(
        Status::invalid_argument,
        "the communicator has {} dimensions and the fields have {} axes: say in options.cart_axes which axes are "
        "divided",
        cart_ndims, ndims);
  for (int i = 0; i < cart_ndims; ++i) {
    const int axis = options.cart_axes != nullptr ? options.cart_axes[i] : i;
    if (axis < 0 || static_cast<std::size_t>(axis) >= ndims ||
        std::ranges::count(axes, static_cast<std::size_t>(axis)) > 0)
      base::fail(Status::invalid_argument, "cart_axes[{}] is {}: give different axes from 0 to {}", i, axis, ndims - 1);
    axes.push_back(axis);
  }
  // Sides that step along an axis which is not divided lead nowhere.
  std::vector<Side> in_cart;
  for (const Side& side : read_shape(ndims, options)) {
    Side kept(axes.size());
    std::size_t steps = 0;
    for (std::size_t i = 0; i < axes.size(); ++i) {
      kept[i] = side[axes[i]];
      steps += kept[i] != 0 ? 1 : 0;
    }
    if (steps > 0 && steps + std::ranges::count(side, 0) == ndims) in_cart.push_back(kept);
  }
  std::vector<Neighbor> neighbors = cart_neighbors(comm, in_cart);
  for (Neighbor& neighbor : neighbors) {
    Side side(ndims);
    for (std::size_t i = 0; i < axes.size(); ++i) side[axes[i]] = neighbor.side[i];
    neighbor.side = side;
  }
  return neighbors;
}

PlanRequest read_request(MPI_Comm comm, std::size_t ndims, std::int64_t width, const cw_halo_field* fields,
                         std::size_t nfields, const cw_halo_options& options) {
  if (ndims < 1 || ndims > engine::max_axes)
    base::fail(Status::invalid_argument, "ndims is {}: give 1 to {}", ndims, engine::max_axes);
  if (width < 0) base::fail(Status::invalid_argument, "width is {}: give 0 or more", width);
  if (nfields == 0) base::fail(Status::invalid_argument, "nfields is 0: give at least one field");
  if (options.effort != CW_HALO_ESTIMATE && options.effort != CW_HALO_MEASURE)
    base::fail(Status::invalid_argument, "unknown effort {}: use CW_HALO_ESTIMATE or CW_HALO_MEASURE",
               static_cast<int>(options.effort));
  PlanRequest request;
  const std::size_t struct_size = capi::size_of(required(fields, "fields"), "fields[0]");
  for (std::size_t i = 0; i < nfields; ++i) {
    const auto* given =
        reinterpret_cast<const cw_halo_field*>(reinterpret_cast<const std::byte*>(fields) + i * struct_size);
    const std::string name = fmt::format("fields[{}]", i);
    const cw_halo_field field = capi::known(given, cw_halo_field CW_HALO_FIELD_INIT, name.c_str());
    request.fields.push_back(read_field(ndims, width, field, fmt::format("field {}", i)));
    request.bases.push_back(static_cast<std::byte*>(field.base));
    request.types.push_back(static_cast<engine::ValueType>(field.type));
  }
  if (options.neighbors == nullptr && options.nneighbors > 0)
    base::fail(Status::invalid_argument, "options.nneighbors is {}, but options.neighbors is NULL", options.nneighbors);
  if (options.neighbors == nullptr) request.neighbors = neighbors_in(comm, ndims, options);
  const std::vector<Side> shape = read_shape(ndims, options);
  for (std::size_t i = 0; i < options.nneighbors; ++i) {
    const Side side = read_side(ndims, options.neighbors[i].side);
    request.neighbors.push_back({side, options.neighbors[i].rank, std::ranges::find(shape, side) != shape.end()});
  }
  request.measure = options.effort == CW_HALO_MEASURE;
  request.share = options.no_sharing == 0;
  request.buffered = options.buffered != 0;
  request.most_seconds = options.timeout == 0 ? default_timeout : std::max(options.timeout, 0.0);
  if (const char* pretended = std::getenv("CARTWRIGHT_NODES")) request.pretended = pretended;
  return request;
}

Pattern read_pattern(const Plan& plan, const cw_halo_part* given, Pattern::Way way) {
  const cw_halo_part part = capi::known(given, cw_halo_part CW_HALO_PART_INIT, "part");
  Pattern pattern = plan.whole(way);
  if (part.width < 0) base::fail(Status::invalid_argument, "part.width is {}: give 0 or more", part.width);
  if (part.width > 0) pattern.most = std::min(pattern.most, part.width);
  if (part.fields != nullptr) {
    std::fill(pattern.fields.begin(), pattern.fields.end(), false);
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
  Pattern pattern = read_pattern(plan, part, Pattern::Way::gather);
  pattern.combination = static_cast<engine::Combination>(operation);
  for (std::size_t i = 0; i < pattern.fields.size(); ++i)
    if (pattern.fields[i] && plan.types()[i] == engine::ValueType::bytes)
      base::fail(Status::invalid_argument, "field {} has no type, so it cannot be accumulated: give it one", i);
  return pattern;
}

}  // namespace

cw_status cw_halo_create(MPI_Comm comm, size_t ndims, int64_t width, const cw_halo_field fields[], size_t nfields,
                         const cw_halo_options* options, cw_halo** halo) {
  return guarded([&] {
    mpi::check_intracommunicator(comm);
    PlanRequest request;
    mpi::collectively(comm, [&] {
      required(halo, "halo");
      request = read_request(comm, ndims, width, fields, nfields,
                             capi::known(options, cw_halo_options CW_HALO_OPTIONS_INIT, "options"));
    });
    auto made = std::make_unique<cw_halo>();
    made->plan = std::make_unique<Plan>(comm, std::move(request));
    made->explanation = made->plan->explanation();
    Plans::all().add(made.get());
    *halo = made.release();
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
    plan.start(read_pattern(plan, part, Pattern::Way::fill));
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

const char* cw_halo_explain(const cw_halo* halo) {
  return Plans::all().has(halo) ? halo->explanation.c_str() : nullptr;
}

const char* cw_halo_last_error(void) { return capi::last_error().c_str(); }
