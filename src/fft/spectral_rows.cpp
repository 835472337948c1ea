// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft/spectral_rows.hpp"

#include "fft/wave_numbers.hpp"

namespace cartwright::fft {

SpectralRows::SpectralRows(const Problem& problem, const DistributedArray& array, const std::vector<std::int64_t>& grid,
                           const std::vector<std::int64_t>& coords)
    : array_(array_of(array, grid, coords)), memory_(array.memory.begin(), array.memory.end() - 1) {
  row_.count = problem.axes[0].spectral;
  row_.ndims = problem.ndims();
  row_.precision = problem.precision;
  row_.complex_data = problem.complex_spectral();
  for (std::size_t axis = 0; axis < problem.ndims(); ++axis) {
    wave_numbers_.push_back(wave_numbers(problem.axes[axis]));
    row_.n[axis] = problem.axes[axis].modes;
  }
  row_.k[0] = wave_numbers_[0].data();
}

void SpectralRows::apply(const Operator& to_apply, std::int64_t first, std::int64_t fields, std::int64_t number,
                         void** values) {
  row_.values = values[0];
  row_.field = first;
  row_.fields = fields;
  row_.values_of = values;
  row_.offset = number * row_.count;
  for (std::size_t i = memory_.size(); i-- > 0;) {
    const std::size_t axis = memory_[i];
    row_.start[axis] = array_.start[axis] + number % array_.count[axis];
    row_.k[axis] = wave_numbers_[axis].data() + row_.start[axis];
    number /= array_.count[axis];
  }
  to_apply.function(&row_, to_apply.data);
}

}  // namespace cartwright::fft
