// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace cartwright {

/// most[m], m = 0 ... cells: the largest value of
///     sum over fibres x of along[l_x]  +  sum over layers t of across[k_t]
/// where the numbers l_x > 0 add up to m and k_t is how many of them are at least t
/// (docs/lower-bound.md, section 1). Fibres hold at most along.size() - 1 cells and layers at most
/// across.size() - 1 fibres; along[0] = across[0] = 0. Minus infinity where m cells do not fit.
/// O(cells^2 log cells) time at most.
std::vector<double> most_in_layers(std::span<const double> along, std::span<const double> across, std::int64_t cells);

}  // namespace cartwright
