// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "grid/weighted_dims.hpp"
#include "mapping/problem.hpp"

namespace cartwright::choose {

/// Dims, and where all domains of a level are equal and the dims allow it, the cuts of every level that lead to them.
struct DimsChoice {
  grid::Coords dims;
  std::optional<grid::LevelDims> cuts;
};

/// Dims for the processes of a machine, so that the least data crosses its outermost level, then the next, ...;
/// entries of `dims` above 0 stay. Equal domains: level_dims_create. Otherwise the most compact dims are mapped by the
/// algorithm `fast`, and the data is compared that then crosses each level. Deterministic.
/// Throws Error: fixed dims that do not divide the number of processes, and what weighted_dims_create refuses.
DimsChoice choose_dims(const machine::Machine& machine, const grid::Coords& dims, const grid::Surface& surface);

/// The nearest neighbors, with weights in proportion to the data that a process of a grid of these dims sends along
/// each dimension, which is the weight of the surface times the processes that share it [Niethammer2019, slide 13].
grid::Stencil data_stencil(const grid::Coords& dims, const grid::Surface& surface);

}  // namespace cartwright::choose
