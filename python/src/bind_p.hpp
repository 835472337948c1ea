// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "grid/grid.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <utility>
#include <vector>

namespace cartwright::python {

namespace nb = nanobind;
using namespace nb::literals;

/// Read-only arrays of numpy.
template <typename T>
using Array = nb::ndarray<nb::numpy, const T, nb::c_contig>;
template <typename T>
using Array1 = nb::ndarray<nb::numpy, const T, nb::ndim<1>, nb::c_contig>;

/// An array that owns its values.
template <typename ArrayType, typename T>
ArrayType array_of(std::vector<T> values, std::initializer_list<std::size_t> shape) {
  auto* kept = new std::vector<T>(std::move(values));
  const nb::capsule owner(kept, [](void* pointer) noexcept { delete static_cast<std::vector<T>*>(pointer); });
  return ArrayType(kept->data(), shape, owner);
}

template <typename T>
Array1<T> array_of(std::vector<T> values) {
  const std::size_t size = values.size();
  return array_of<Array1<T>>(std::move(values), {size});
}

/// A tuple of Python, for values with an entry per dimension or per name.
template <typename Range>
nb::tuple tuple_of(const Range& values) {
  nb::list list;
  for (const auto& value : values) list.append(nb::cast(value));
  return nb::tuple(list);
}

inline grid::Coords coords_of(const std::vector<std::int64_t>& values) { return {values.begin(), values.end()}; }

// Each in the file of its name. The order matters: a signature names classes that are bound before.
void bind_errors(nb::module_& module);
void bind_grid(nb::module_& module);
void bind_dims(nb::module_& module);
void bind_stencil(nb::module_& module);
void bind_machine(nb::module_& module);
void bind_mapping(nb::module_& module);
void bind_comparison(nb::module_& module);
void bind_place(nb::module_& module);
void bind_network(nb::module_& module);
void bind_job(nb::module_& module);
void bind_layout(nb::module_& module);

}  // namespace cartwright::python
