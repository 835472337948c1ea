// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cartwright/fft_operators.h"
#include "fft/array.hpp"
#include "fft/problem.hpp"

#include <cstdint>
#include <vector>

namespace cartwright::fft {

/// An operator on coefficients, and its argument.
struct Operator {
  cw_fft_operator function = nullptr;
  void* data = nullptr;
  bool all_fields = false;  ///< it takes a row of all fields at once
};

/// The rows along axis 0 of the spectral array in transposed order, where that axis is the innermost: those that a
/// forward transform computes last. Rows are numbered in memory order.
class SpectralRows {
 public:
  /// `array` is in transposed order. `grid` and `coords` are the dims of the process grid and the coordinates of this
  /// process.
  SpectralRows(const Problem& problem, const DistributedArray& array, const std::vector<std::int64_t>& grid,
               const std::vector<std::int64_t>& coords);

  /// Calls the operator with a row of `fields` fields from `first` on, at these addresses.
  void apply(const Operator& to_apply, std::int64_t first, std::int64_t fields, std::int64_t number, void** values);

 private:
  Array array_;                      ///< the part of this process
  std::vector<std::size_t> memory_;  ///< axes in memory order, outermost first, without axis 0
  std::vector<std::vector<double>> wave_numbers_;
  cw_fft_row row_ = {};
};

}  // namespace cartwright::fft
