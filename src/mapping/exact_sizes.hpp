// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "machine/sizes.hpp"
#include "mapping/refine.hpp"

namespace cartwright::mapping {

/// Gives every part its exact size: vertices move from parts that are too large to parts that are too small. The next
/// vertex is always the one whose move adds least to the cut.
Labels with_exact_sizes(const CellGraph& graph, Labels labels, const machine::Sizes& sizes);

}  // namespace cartwright::mapping
