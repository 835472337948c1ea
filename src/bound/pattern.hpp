// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "grid/stencil.hpp"

namespace cartwright::bound {

/// A set of dimensions: bit i stands for dimension i.
using DimSet = std::uint32_t;

/// A grid with the offsets that join two different cells of it, each once: along a periodic dimension
/// in [0, dim), along another in (-dim, dim), never zero. What the lower bound works on.
struct Pattern {
  grid::Grid grid;
  std::vector<grid::Offset> offsets;

  DimSet dims() const { return (DimSet{1} << grid.ndims()) - 1; }
};

/// The pattern of a stencil on a grid.
Pattern reduced(const grid::Grid& grid, const grid::Stencil& stencil);

/// The fibres of the pattern along `dims`: the offsets that move along these dimensions alone.
Pattern fibre(const Pattern& pattern, DimSet dims);

/// The pattern seen along the other dimensions: the offsets that leave a fibre, projected on `dims`.
/// Its cells stand for whole fibres of `pattern` along the dimensions that are not in `dims`.
Pattern base(const Pattern& pattern, DimSet dims);

/// Weight of all directed edges of the pattern.
double total_weight(const Pattern& pattern);

}  // namespace cartwright::bound
