// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "grid/stencil.hpp"

namespace cartwright::bound {

/// A set of dimensions: bit i stands for dimension i.
using DimSet = std::uint32_t;

/// A grid with the offsets that join two different cells, each once: in [0, dim) along a periodic dimension, in
/// (-dim, dim) along another, never zero. The lower bound works on patterns.
struct Pattern {
  grid::Grid grid;
  std::vector<grid::Offset> offsets;

  DimSet dims() const { return (DimSet{1} << grid.ndims()) - 1; }
};

/// The pattern of a stencil on a grid.
Pattern reduced(const grid::Grid& grid, const grid::Stencil& stencil);

/// The fibres of the pattern along `dims`: the offsets that move along these dimensions only.
Pattern fibre(const Pattern& pattern, DimSet dims);

/// The base of the pattern: the offsets that leave a fibre, projected on `dims`. A cell of it stands for a whole fibre
/// of `pattern` along the dimensions that are not in `dims`.
Pattern base(const Pattern& pattern, DimSet dims);

/// Weight of all directed edges of the pattern.
double total_weight(const Pattern& pattern);

}  // namespace cartwright::bound
