// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "halo/cart.hpp"

#include "base/error.hpp"
#include "grid/weighted_dims.hpp"
#include "halo/request.hpp"
#include "mpi/base/collectively.hpp"
#include "mpi/base/comm.hpp"
#include "mpi/carts/cart.hpp"

#include <algorithm>
#include <functional>
#include <tuple>
#include <utility>

namespace cartwright::halo {

namespace {

using base::Status;
using engine::Numbers;

/// Points along one axis that a field has beyond those of the grid. The last process along the axis holds them.
std::int64_t staggered(const CartRequest& request, const cw_halo_field& field, std::size_t axis) {
  return field.sizes == nullptr ? 0 : field.sizes[axis] - request.sizes[axis];
}

/// The first of n points that part c of d parts has.
std::int64_t first_point(std::int64_t n, std::int64_t c, std::int64_t d) { return n / d * c + std::min(n % d, c); }

/// The most processes along each axis with which all blocks have the points that their neighbors need.
Numbers most_processes(const CartRequest& request) {
  Numbers most = request.sizes;
  for (std::size_t i = 0; i < request.fields.size(); ++i) {
    cw_halo_field whole = request.fields[i];
    if (whole.sizes == nullptr) whole.sizes = request.sizes.begin();
    const engine::Field field = read_field(most.size(), request.width, whole, fmt::format("field {}", i));
    for (std::size_t axis = 0; axis < most.size(); ++axis) {
      const std::int64_t widest = std::max({field.low[axis], field.high[axis], std::int64_t{1}});
      most[axis] = std::min(most[axis], request.sizes[axis] / widest);
    }
  }
  return most;
}

/// The dims of the least surface with at most `most` processes along each axis; entries of `dims` above 0 stay. Empty
/// if there are none.
std::vector<int> fitting_dims(std::vector<int> dims, const Numbers& most, const grid::Surface& surface,
                              std::int64_t processes) {
  std::vector<int> best;
  grid::Surface::Cost least = 0;
  const std::vector<int> given = dims;
  const auto extend = [&](const auto& self, std::size_t axis, std::int64_t left) -> void {
    if (axis == dims.size()) {
      if (left != 1) return;
      const grid::Surface::Cost cost = surface.cost(grid::Coords(dims.begin(), dims.end()));
      if (best.empty() || cost < least) std::tie(best, least) = std::pair(dims, cost);
      return;
    }
    for (std::int64_t d = 1; d <= std::min(most[axis], left); ++d) {
      if (left % d != 0 || (given[axis] > 0 && given[axis] != d)) continue;
      dims[axis] = static_cast<int>(d);
      self(self, axis + 1, left / d);
    }
  };
  extend(extend, 0, processes);
  return best;
}

void choose_dims_and_place(MPI_Comm comm, const CartRequest& request, Cart& cart) {
  const std::size_t ndims = request.sizes.size();
  const std::vector<double> weights = cut_weights(request);
  std::vector<int> dims;
  const auto create = [&](const std::vector<int>& given) {
    dims = given;
    return mpi::create_cart({.request = {.function = "cw_halo_cart_create",
                                         .comm = comm,
                                         .ndims = static_cast<int>(ndims),
                                         .periods = request.periods.data(),
                                         .given = mpi::WeightedDims{given.data(), weights.data()}},
                             .output = {.cart = &cart.comm, .chosen_dims = dims.data()}});
  };
  mpi::CartResult result = create(request.dims);
  // With a part of a small grid on each node, blocks may be thinner than their halo.
  const Numbers most = most_processes(request);
  if (result.error == MPI_SUCCESS && !std::ranges::equal(dims, most, std::less_equal<>())) {
    base::FixedVector<bool, grid::max_dims> periodic(ndims, false);
    for (std::size_t axis = 0; axis < ndims; ++axis) periodic[axis] = request.periods[axis] != 0;
    const std::vector<int> fitting =
        fitting_dims(request.dims, most, grid::Surface(ndims, weights, periodic), mpi::size_of(comm));
    if (!fitting.empty()) {
      PMPI_Comm_free(&cart.comm);
      result = create(fitting);
    }
  }
  if (result.verdict == mpi::Verdict::disagree)
    base::fail(Status::invalid_argument, "the processes disagree: sizes, periods, widths and dims must be the same");
  const int processes = mpi::size_of(comm);
  if (result.error == MPI_ERR_DIMS)
    base::fail(Status::invalid_argument,
               "dims {} do not divide the {} processes of the communicator: pass 0 to let them be chosen",
               fmt::join(request.dims, "x"), processes);
  if (result.error != MPI_SUCCESS) base::fail(Status::internal, "MPI did not make the Cartesian communicator");
  const int rank = mpi::rank_in(cart.comm);
  std::vector<int> coords(ndims);
  PMPI_Cart_coords(cart.comm, rank, static_cast<int>(ndims), coords.data());
  cart.dims = Numbers(dims.begin(), dims.end());
  cart.coords = Numbers(coords.begin(), coords.end());
}

/// The block of this process. All processes find the same error.
void divide(const CartRequest& request, Cart& cart) {
  cart.start = cart.sizes = Numbers(request.sizes.size());
  for (std::size_t axis = 0; axis < request.sizes.size(); ++axis) {
    const std::int64_t points = request.sizes[axis];
    if (points < cart.dims[axis])
      base::fail(Status::invalid_argument, "axis {} has {} points for {} processes: fix dims, or use fewer processes",
                 axis, points, cart.dims[axis]);
    cart.start[axis] = first_point(points, cart.coords[axis], cart.dims[axis]);
    cart.sizes[axis] = first_point(points, cart.coords[axis] + 1, cart.dims[axis]) - cart.start[axis];
  }
}

/// Adds an array to the cart. `field` gets the numbers of the block; `numbers` keeps them.
void add_array(const CartRequest& request, cw_halo_field& field, engine::Field& numbers, const std::string& name,
               Cart& cart) {
  Numbers sizes = cart.sizes;
  for (std::size_t axis = 0; axis < sizes.size(); ++axis)
    if (cart.coords[axis] + 1 == cart.dims[axis]) sizes[axis] += staggered(request, field, axis);
  field.sizes = sizes.begin();
  numbers = read_field(sizes.size(), request.width, field, name);
  set_dense_strides(numbers, request.options.column_major != 0);
  engine::check(numbers, name);
  const engine::Span span = span_of(numbers);
  auto* const array = static_cast<std::byte*>(engine::allocate_array(span.last - span.first));
  if (array == nullptr)
    base::fail(Status::no_memory, "{}: no memory for an array of {} bytes that processes share", name,
               span.last - span.first);
  field.base = array - span.first;
  field.sizes = numbers.sizes.begin();
  field.strides = numbers.strides.begin();
  cart.bases.push_back(field.base);
  cart.strides.push_back(numbers.strides);
}

}  // namespace

void check(const CartRequest& request) {
  for (std::size_t axis = 0; axis < request.sizes.size(); ++axis) {
    if (request.sizes[axis] < 1)
      base::fail(Status::invalid_argument, "sizes[{}] is {}: give 1 or more", axis, request.sizes[axis]);
    for (std::size_t i = 0; i < request.fields.size(); ++i) {
      const cw_halo_field& field = request.fields[i];
      if (staggered(request, field, axis) < 0)
        base::fail(Status::invalid_argument, "field {} has {} points along axis {}, fewer than the grid, which has {}",
                   i, field.sizes[axis], axis, request.sizes[axis]);
    }
  }
  for (std::size_t i = 0; i < request.fields.size(); ++i)
    if (request.fields[i].base != nullptr || request.fields[i].strides != nullptr)
      base::fail(Status::invalid_argument,
                 "field {} has an address or strides: leave them NULL, its array is allocated here", i);
  if (request.options.cart_axes != nullptr || request.options.neighbors != nullptr)
    base::fail(Status::invalid_argument, "cart_axes and neighbors are for cw_halo_create: leave them NULL");
}

std::vector<double> cut_weights(const CartRequest& request) {
  const std::size_t ndims = request.sizes.size();
  const std::vector<engine::Side> shape = read_shape(ndims, request.options);
  std::vector<double> weights(ndims, 0.0);
  for (std::size_t axis = 0; axis < ndims; ++axis)
    for (std::size_t i = 0; i < request.fields.size(); ++i) {
      cw_halo_field whole = request.fields[i];
      if (whole.sizes == nullptr) whole.sizes = request.sizes.begin();
      const engine::Field field = read_field(ndims, request.width, whole, fmt::format("field {}", i));
      for (const std::int8_t step : {std::int8_t{-1}, std::int8_t{1}}) {
        engine::Side face(ndims);
        face[axis] = step;
        if (std::ranges::find(shape, face) == shape.end()) continue;
        const auto width = static_cast<double>(step < 0 ? field.low[axis] : field.high[axis]);
        weights[axis] +=
            width * static_cast<double>(field.components * field.element) / static_cast<double>(request.sizes[axis]);
      }
    }
  return weights;
}

Cart make_cart(MPI_Comm comm, const CartRequest& request) {
  Cart cart;
  try {
    choose_dims_and_place(comm, request, cart);
    divide(request, cart);
    PlanRequest plan;
    mpi::collectively(cart.comm, [&] {
      std::vector<cw_halo_field> fields = request.fields;
      std::vector<engine::Field> numbers(fields.size());
      for (std::size_t i = 0; i < fields.size(); ++i)
        add_array(request, fields[i], numbers[i], fmt::format("field {}", i), cart);
      plan = read_request(cart.comm, request.sizes.size(), request.width, fields, request.options);
    });
    cart.plan = std::make_unique<Plan>(cart.comm, std::move(plan));
  } catch (...) {
    for (void* const base : cart.bases) engine::free_array(base);
    if (cart.comm != MPI_COMM_NULL) PMPI_Comm_free(&cart.comm);
    throw;
  }
  return cart;
}

}  // namespace cartwright::halo
