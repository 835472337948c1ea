// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fft/choice/cost_model.hpp"
#include "fft/choice/rank_domains.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace cartwright::fft::choice {

/// An array that a process grid of dims (p_0, ..., p_{k-1}) cuts: grid dim i cuts axis i. Transposes begin with the
/// last grid dim. The transpose of grid dim i gathers axis i and cuts axis i + 1 in its place.
struct GridArray {
  std::vector<std::int64_t> n;
  std::int64_t element_bytes = 16;
};

/// The loads of the transposes of one transform, per grid dim, when rank r has cell cells[r] of the grid. Every byte is
/// counted, also with blocks of unequal lengths. O(processes * dims * levels).
std::vector<TransposeLoad> grid_loads(const GridArray& array, std::span<const std::int64_t> dims,
                                      std::span<const std::int64_t> cells, const RankDomains& domains);

/// Seconds of the transposes, each by its quickest method.
double transposes_seconds(const CostModel& model, std::span<const TransposeLoad> loads);

/// Seconds of the 1-D transforms of the busiest process, with 5 n log2(n) operations for each.
double transforms_seconds(const CostModel& model, const GridArray& array, std::span<const std::int64_t> dims);

/// The number of processes that hold no data at some stage of a transform.
std::int64_t processes_without_data(const GridArray& array, std::span<const std::int64_t> dims);

}  // namespace cartwright::fft::choice
