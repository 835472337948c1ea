// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "grid/weighted_dims.hpp"
#include "mapping/problem.hpp"

namespace cartwright::choose {

/// Dims, and the cuts of every level that give them, if all domains of a level are equal and the dims allow it.
struct DimsChoice {
  grid::Coords dims;
  std::optional<grid::LevelDims> cuts;
};

/// Dims for the processes of a machine that minimize the data across its outermost level, then the next, ...; entries
/// of `dims` above 0 stay. With equal domains, level_dims_create decides. Otherwise the algorithm `fast` maps the most
/// compact dims, and the data across each level decides. Deterministic.
/// Throws Error: fixed dims that do not divide the number of processes; the errors of weighted_dims_create.
DimsChoice choose_dims(const machine::Machine& machine, const grid::Coords& dims, const grid::Surface& surface);

/// The nearest-neighbor stencil whose weights are proportional to the data that a process sends along each dimension
/// [Niethammer2019, slide 13]: p / n_i processes share a boundary of weight w_i, so the weights are w_i n_i.
grid::Stencil data_stencil(const grid::Coords& dims, const grid::Surface& surface);

}  // namespace cartwright::choose
