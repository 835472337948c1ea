// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "grid.hpp"

#include "bind_p.hpp"
#include "grid/dims.hpp"
#include "grid/parse.hpp"

#include <algorithm>

namespace cartwright::python {

grid::Coords dims_from(const DimsArgument& dims) {
  if (const auto* text = std::get_if<std::string>(&dims)) return grid::parse_dims(*text);
  return coords_of(std::get<Integers>(dims));
}

base::FixedVector<bool, grid::max_dims> periods_from(const PeriodsArgument& periods, std::size_t ndims) {
  if (const bool* all = std::get_if<bool>(&periods)) return base::FixedVector<bool, grid::max_dims>(ndims, *all);
  base::FixedVector<bool, grid::max_dims> each;
  for (const std::int64_t period : std::get<Integers>(periods)) each.push_back(period != 0);
  if (each.size() != ndims)
    base::fail(base::Status::invalid_argument, "{} periods given for {} dimensions: give one per dimension",
               each.size(), ndims);
  return each;
}

grid::Grid grid_from(const GridArgument& grid, std::int64_t processes) {
  if (const auto* whole = std::get_if<grid::Grid>(&grid)) return *whole;
  const auto* text = std::get_if<std::string>(&grid);
  const grid::Coords dims = text != nullptr ? grid::parse_dims(*text) : coords_of(std::get<Integers>(grid));
  const bool open = std::find(dims.begin(), dims.end(), 0) != dims.end();
  return grid::Grid(open ? grid::dims_create(processes, dims) : dims);
}

namespace {

base::FixedVector<bool, grid::max_dims> periods_of(const grid::Grid& grid) {
  base::FixedVector<bool, grid::max_dims> periods;
  for (std::size_t i = 0; i < grid.ndims(); ++i) periods.push_back(grid.periodic(i));
  return periods;
}

void check_cell(const grid::Grid& grid, std::int64_t cell) {
  if (cell < 0 || cell >= grid.size())
    base::fail(base::Status::invalid_argument, "cell {} is outside 0 to {}", cell, grid.size() - 1);
}

grid::Coords cell_coords(const grid::Grid& grid, const Integers& values) {
  if (values.size() != grid.ndims())
    base::fail(base::Status::invalid_argument, "{} coordinates given for {} dimensions", values.size(), grid.ndims());
  for (std::size_t i = 0; i < values.size(); ++i)
    if (values[i] < 0 || values[i] >= grid.dim(i))
      base::fail(base::Status::invalid_argument, "coordinate {} is outside 0 to {} along dimension {}", values[i],
                 grid.dim(i) - 1, i);
  return coords_of(values);
}

std::string repr(const grid::Grid& grid) {
  std::string text = fmt::format("Grid('{}'", grid::to_string(grid.dims()));
  if (grid.any_periodic()) {
    text += ", periods=(";
    for (std::size_t i = 0; i < grid.ndims(); ++i) text += grid.periodic(i) ? "True, " : "False, ";
    text.replace(text.size() - 2, 2, grid.ndims() == 1 ? ",)" : ")");
  }
  return text + ")";
}

constexpr const char* grid_doc =
    R"(A Cartesian grid of processes, row-major: the last dimension is the fastest, as in MPI.

Args:
    dims: sizes of 1 or more, as numbers or as '50x48'; at most 16 dimensions.
    periods: whether each dimension is periodic: one value for each, or one for all.

Raises:
    InvalidArgumentError: a dim below 1, or a number of periods that differs from the number of dims.
    SizeError: more than 2**63 - 1 processes.

>>> grid = cartwright.Grid((50, 48), periods=(True, False))
>>> grid.size, grid.coords(49), grid.cell((1, 1))
(2400, (1, 1), 49)
)";

}  // namespace

void bind_grid(nb::module_& module) {
  nb::class_<grid::Grid>(module, "Grid", grid_doc)
      .def(
          "__init__",
          [](grid::Grid* self, const DimsArgument& dims, const PeriodsArgument& periods) {
            const grid::Coords sizes = dims_from(dims);
            new (self) grid::Grid(sizes, periods_from(periods, sizes.size()));
          },
          "dims"_a, "periods"_a = false)
      .def_prop_ro(
          "dims", [](const grid::Grid& grid) { return tuple_of(grid.dims()); },
          nb::sig("def dims(self) -> tuple[int, ...]"), "Processes along each dimension.")
      .def_prop_ro(
          "periods", [](const grid::Grid& grid) { return tuple_of(periods_of(grid)); },
          nb::sig("def periods(self) -> tuple[bool, ...]"), "Whether each dimension is periodic.")
      .def_prop_ro("ndims", &grid::Grid::ndims, "Number of dimensions.")
      .def_prop_ro("size", &grid::Grid::size, "Number of processes.")
      .def(
          "coords",
          [](const grid::Grid& grid, std::int64_t cell) {
            check_cell(grid, cell);
            return tuple_of(grid.coords(grid::Cell(cell)));
          },
          "cell"_a, nb::sig("def coords(self, cell: int) -> tuple[int, ...]"), "The coordinates of a row-major rank.")
      .def(
          "cell",
          [](const grid::Grid& grid, const Integers& coords) { return grid.cell(cell_coords(grid, coords)).number(); },
          "coords"_a, "The row-major rank of these coordinates.")
      .def("__repr__", repr)
      .def(
          "__eq__",
          [](const grid::Grid& a, const grid::Grid& b) {
            return a.dims() == b.dims() && periods_of(a) == periods_of(b);
          },
          nb::is_operator(), nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("__hash__", [](const grid::Grid& grid) { return nb::hash(nb::str(repr(grid).c_str())); })
      .def("__getstate__",
           [](const grid::Grid& grid) {
             const auto list = [](const auto& values) { return Integers(values.begin(), values.end()); };
             return std::pair(list(grid.dims()), list(periods_of(grid)));
           })
      .def("__setstate__", [](grid::Grid* self, const std::pair<Integers, Integers>& kept) {
        new (self) grid::Grid(coords_of(kept.first), periods_from(kept.second, kept.first.size()));
      });
}

}  // namespace cartwright::python
