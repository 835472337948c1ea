// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "grid/integer_weights.hpp"

#include <optional>
#include <vector>

namespace cartwright::grid {

/// What it costs to divide a grid of data [Niethammer2019, slides 13 and 19]: n_i parts along dimension i have n_i - 1
/// boundaries, n_i where the dimension is a ring (but none for a single part), and each carries the weight w_i. With
/// no rings the sum over the dimensions is the slides' sum of n_i w_i less a constant.
class Surface {
 public:
  /// Empty weights are equal ones, empty periods no rings. Throws Error as integer_weights does, or when there are
  /// other numbers of them than ndims.
  Surface(std::size_t ndims, std::span<const double> weights, const base::FixedVector<bool, max_dims>& periods = {});

  __extension__ using Cost = unsigned __int128;
  std::size_t ndims() const { return weights_.size(); }
  std::int64_t weight(std::size_t i) const { return weights_[i]; }
  const base::FixedVector<bool, max_dims>& periods() const { return periods_; }
  std::int64_t boundaries(std::size_t i, std::int64_t parts) const;
  Cost cost(std::size_t i, std::int64_t parts) const;
  Cost cost(const Coords& parts) const;

 private:
  IntegerWeights weights_;
  base::FixedVector<bool, max_dims> periods_;
};

/// Dims of the least cost over all factorizations of nprocs; entries above 0 stay. Of equal costs: the least sum of
/// squares, which is the most even, then the lexicographically largest. Exact, for any number of processes.
/// Throws Error: nprocs below 1, a negative dim, fixed dims that do not divide nprocs, as dims_create does; a number
/// with so many factorizations that the search would take minutes.
Coords weighted_dims_create(std::int64_t nprocs, const Coords& dims, const Surface& surface);

/// For every level, outermost first, into how many parts its domains are cut along each dimension.
using LevelDims = std::vector<Coords>;

/// Cuts for levels of sizes[l] domains in each domain of the level before, least cost outermost first ([Niethammer2019], slides
/// 18 to 20): at level l the cost is that of the products up to level l. Of cuts with equal costs at all levels the one
/// that the rule above prefers at the outermost level, then the next, ...; but where all dims are fixed, first those
/// that leave the fewest edges between neighboring processes in different domains, outermost first. Entries of `dims`
/// above 0 are products that must come out. Of more than 4096 cuts of equal cost at one level, the lexicographically
/// largest are followed. Nothing when the fixed dims cannot be had from these sizes, or not within a bounded search.
/// Throws Error: no level, a size below 1, a product past 63 bits.
std::optional<LevelDims> level_dims_create(const std::vector<std::int64_t>& sizes, const Coords& dims,
                                           const Surface& surface);

/// The dims that cuts lead to. Throws Error: a cut below 1, a product past 63 bits.
Coords product(const LevelDims& levels);

}  // namespace cartwright::grid
