// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "machine/sizes.hpp"
#include "mapping/refine.hpp"

namespace cartwright::mapping {

/// Gives every part its size: vertices leave the parts that are too large for those that are too small, always the
/// one next whose move adds least to the cut. A node has room for so many processes and no more.
Labels with_exact_sizes(const CellGraph& graph, Labels labels, const machine::Sizes& sizes);

}  // namespace cartwright::mapping
