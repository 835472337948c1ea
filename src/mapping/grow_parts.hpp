// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "machine/sizes.hpp"
#include "mapping/refine.hpp"

namespace cartwright::mapping {

/// Cartwright's own partition of a graph into parts of exactly the given sizes, by recursive bisection: a substitute
/// for Scotch, and a comparison for it. One half grows from a vertex at the rim, always by the vertex with the most
/// weight into the half and the least out of it. Then both halves are refined. On irregular graphs it cuts about a
/// fifth more than Scotch.
Labels grow_parts(const CellGraph& graph, const machine::Sizes& sizes, std::uint64_t seed);

}  // namespace cartwright::mapping
