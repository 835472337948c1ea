// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "grid/dims.hpp"

#include "bind_p.hpp"
#include "grid.hpp"
#include "grid/weighted_dims.hpp"

#include <optional>

namespace cartwright::python {

namespace {

/// The number of dimensions, or dims in which zeros are chosen.
using OpenDims = std::variant<std::int64_t, Integers>;
using Weights = std::optional<std::vector<double>>;

grid::Coords open_dims(const OpenDims& dims) {
  if (const auto* given = std::get_if<Integers>(&dims)) return coords_of(*given);
  const std::int64_t ndims = std::get<std::int64_t>(dims);
  if (ndims < 0) base::fail(base::Status::invalid_argument, "{} dimensions are not possible: give 0 or more", ndims);
  return grid::Coords(ndims);
}

grid::Surface surface_of(std::size_t ndims, const Weights& weights, const PeriodsArgument& periods) {
  return {ndims, weights ? std::span<const double>(*weights) : std::span<const double>{}, periods_from(periods, ndims)};
}

nb::tuple create(std::int64_t processes, const OpenDims& dims, const Weights& weights, const PeriodsArgument& periods) {
  const grid::Coords open = open_dims(dims);
  if (!weights) return tuple_of(grid::dims_create(processes, open));
  const grid::Surface surface = surface_of(open.size(), weights, periods);
  grid::Coords chosen;
  {
    const nb::gil_scoped_release unlocked;
    chosen = grid::weighted_dims_create(processes, open, surface);
  }
  return tuple_of(chosen);
}

nb::object create_levels(const Integers& sizes, const OpenDims& dims, const Weights& weights,
                         const PeriodsArgument& periods) {
  const grid::Coords open = open_dims(dims);
  const grid::Surface surface = surface_of(open.size(), weights, periods);
  std::optional<grid::LevelDims> cuts;
  {
    const nb::gil_scoped_release unlocked;
    cuts = grid::level_dims_create(sizes, open, surface);
  }
  if (!cuts) return nb::none();
  nb::list levels;
  for (const grid::Coords& cut : *cuts) levels.append(tuple_of(cut));
  return nb::tuple(levels);
}

constexpr const char* create_doc =
    R"(Chooses the dims of a grid.

Without weights dims are as close to each other as possible, as MPI_Dims_create promises.
With weights they have the least sum(weights[i] * dims[i]) over all factorizations: the least data for a process to
send, when weights[i] is the cost of all communication along dimension i. A halo of width h[i] on g[i] elements has the
weight h[i] / g[i].

Args:
    processes: number of processes, 1 or more.
    dims: the number of dimensions, or dims: values above 0 are kept, zeros are chosen.
    weights: a weight for each dimension, 0 or more, in any unit.
    periods: only with weights: a periodic dimension of n > 1 parts has n boundaries, another has n - 1.

Returns:
    The dims; their product is `processes`.

Raises:
    InvalidArgumentError: the fixed dims do not divide `processes`, or a weight is negative, infinite or NaN.

>>> cartwright.dims_create(2400, 2)
(50, 48)
>>> cartwright.dims_create(2400, (0, 10, 0))
(16, 10, 15)
>>> cartwright.dims_create(12, 2, weights=[1 / 1800, 1 / 580])
(6, 2)
)";

constexpr const char* create_levels_doc =
    R"(Divides a grid at every level of a machine: the least data crosses nodes, then sockets, and so on.

Args:
    sizes: nodes, sockets in a node, cores in a socket, ...: their product is the number of processes.
    dims, weights, periods: as for `dims_create`; dims above 0 are the products over the levels.

Returns:
    For every level, outermost first, the number of parts of each dimension; the dims of the grid are the products. None
    when no parts of these sizes give the fixed dims.

>>> cartwright.dims_create_levels([25, 24], 2)
((5, 5), (6, 4))
)";

}  // namespace

void bind_dims(nb::module_& module) {
  module.def("dims_create", create, "processes"_a, "dims"_a, "weights"_a = nb::none(), "periods"_a = false,
             nb::sig("def dims_create(processes: int, dims: int | collections.abc.Sequence[int], "
                     "weights: collections.abc.Sequence[float] | None = None, "
                     "periods: bool | collections.abc.Sequence[int] = False) -> tuple[int, ...]"),
             create_doc);
  module.def("dims_create_levels", create_levels, "sizes"_a, "dims"_a, "weights"_a = nb::none(), "periods"_a = false,
             nb::sig("def dims_create_levels(sizes: collections.abc.Sequence[int], "
                     "dims: int | collections.abc.Sequence[int], "
                     "weights: collections.abc.Sequence[float] | None = None, "
                     "periods: bool | collections.abc.Sequence[int] = False) -> tuple[tuple[int, ...], ...] | None"),
             create_levels_doc);
}

}  // namespace cartwright::python
