// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "grid/integer_weights.hpp"

#include <optional>
#include <vector>

namespace cartwright::grid {

/// The cost of dividing a grid of data [Niethammer2019, slides 13 and 19]: n_i parts along dimension i have n_i - 1
/// boundaries, or n_i if the dimension is periodic (0 for a single part), and each boundary costs the weight w_i.
/// Without periodic dimensions, the sum is the sum of n_i w_i on the slides less a constant.
class Surface {
 public:
  /// Empty weights mean equal weights; empty periods mean not periodic. Throws Error as integer_weights does, or when
  /// the number of periods is not ndims.
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

/// Dims of the least cost over all factorizations of nprocs; entries above 0 stay. Among equal costs: the least sum of
/// squares (the most even dims), then the lexicographically largest. Exact for any number of processes.
/// Throws Error: the errors of dims_create; a number with so many factorizations that the search would take minutes.
Coords weighted_dims_create(std::int64_t nprocs, const Coords& dims, const Surface& surface);

/// The cuts of every level, outermost first: the number of parts along each dimension.
using LevelDims = std::vector<Coords>;

/// Cuts for levels of sizes[l] domains in each domain of the level before [Niethammer2019, slides 18 to 20]. The
/// outermost level has the least cost, then the next, ...; the cost at level l is that of the products up to level l.
/// Among cuts of equal cost at all levels, the rule of weighted_dims_create decides, outermost level first. If all dims
/// are fixed, the fewest edges between neighboring processes in different domains decide before that, outermost level
/// first. Entries of `dims` above 0 are fixed products. If one level has more than 4096 cuts of equal cost, only the
/// lexicographically largest are followed. Returns nothing when the sizes do not allow the fixed dims, or when the
/// bounded search does not find such cuts. Throws Error: no level, a size below 1, a product past 63 bits.
std::optional<LevelDims> level_dims_create(const std::vector<std::int64_t>& sizes, const Coords& dims,
                                           const Surface& surface);

/// The dims that result from the cuts. Throws Error: a cut below 1, a product past 63 bits.
Coords product(const LevelDims& levels);

}  // namespace cartwright::grid
