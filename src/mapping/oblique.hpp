// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "machine/sizes.hpp"
#include "mapping/refine.hpp"

namespace cartwright::mapping {

/// Directions across which a stencil with oblique offsets, such as (1, 1) and (1, 2), moves less than along an axis.
///
/// A plane of cells with equal f . x, for an integer vector f, is crossed by |f . delta| times the weight of each
/// offset delta: the fewer, the better is a cut along it. The vectors with small sums are a reduced basis of the
/// lattice that is dual to the one of the offsets. For (1, 1) and (1, 2) they are (1, -1) and (2, -1), across which the
/// stencil moves as the nearest neighbors do. Empty if no vector has a smaller sum than the worst of its axes: boxes
/// suit the stencil.
std::vector<grid::Coords> oblique_directions(const grid::Stencil& stencil);

/// Parts of the given sizes from connected components: a component that fits into a part stays whole, and is packed by
/// best fit, the largest first. The others are cut along a walk over them. For chains of cells, as of a stencil with a
/// single offset, this leaves few cuts, or none.
Labels walk(const CellGraph& graph, const machine::Sizes& sizes);

}  // namespace cartwright::mapping
