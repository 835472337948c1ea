// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fft/choice/cost_model.hpp"
#include "fft/choice/places.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace cartwright::fft::choice {

/// An array whose axes a process grid of dims (p_0, ..., p_{k-1}) cuts: axis i by grid dim i. Its transposes begin with
/// the last grid dim: that of grid dim i gathers axis i and cuts axis i + 1 in its place.
struct GridArray {
  std::vector<std::int64_t> n;
  std::int64_t element_bytes = 16;
};

/// What the transposes of one transform move when the process of rank r stands in cell cells[r] of the grid: one entry
/// per grid dim. Every byte is counted, blocks of unequal lengths as they are. O(processes * dims * levels).
std::vector<TransposeLoad> grid_loads(const GridArray& array, std::span<const std::int64_t> dims,
                                      std::span<const std::int64_t> cells, const Places& places);

/// Seconds of the transposes, each by its quickest method.
double transposes_seconds(std::span<const TransposeLoad> loads);

/// Seconds of the 1-D transforms of the process that has most to do: 5 n log2(n) operations for each.
double transforms_seconds(const GridArray& array, std::span<const std::int64_t> dims);

/// Processes that hold nothing at one stage of a transform or another.
std::int64_t processes_without_data(const GridArray& array, std::span<const std::int64_t> dims);

}  // namespace cartwright::fft::choice
