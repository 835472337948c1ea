// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "grid/stencil.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace cartwright::grid {

/// The dimensions along which a program with transposes exchanges data within lines of its grid: "rows" is the last
/// dimension, "columns" the first, "transposes" all of them. Empty for any other name.
std::optional<std::vector<std::size_t>> line_dims(std::string_view name, std::size_t ndims);

/// The number of steps along a line that `line_stencil` follows: the whole line, or fewer when the grid would otherwise
/// have more than `max_edges` edges in one direction of one dimension.
std::int64_t line_steps(const Grid& grid, std::size_t dim, std::int64_t max_edges);

/// All-to-alls within the lines along `dims`: the offsets from a process to the other processes of its lines, at most
/// line_steps() of them on either side. Each offset has the given weight.
Stencil line_stencil(const Grid& grid, const std::vector<std::size_t>& dims, std::int64_t max_edges,
                     double weight = 1.0);

}  // namespace cartwright::grid
