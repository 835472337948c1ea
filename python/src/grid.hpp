// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "grid/stencil.hpp"

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace cartwright::python {

/// A stencil and its name in reports.
struct NamedStencil {
  grid::Stencil stencil;
  std::string text;
};

using Integers = std::vector<std::int64_t>;

/// Arguments for dims, for a grid and for a stencil.
using DimsArgument = std::variant<Integers, std::string>;
using GridArgument = std::variant<grid::Grid, Integers, std::string>;
using StencilArgument = std::variant<NamedStencil, std::string, std::vector<Integers>>;
using PeriodsArgument = std::variant<bool, Integers>;

grid::Coords dims_from(const DimsArgument& dims);
/// Chooses dims of 0 for `processes`.
grid::Grid grid_from(const GridArgument& grid, std::int64_t processes);
NamedStencil stencil_from(const StencilArgument& stencil, std::size_t ndims);
base::FixedVector<bool, grid::max_dims> periods_from(const PeriodsArgument& periods, std::size_t ndims);

}  // namespace cartwright::python
