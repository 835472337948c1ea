// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "problem.hpp"

#include <fftw3.h>

namespace cartwright::bench {

/// The functions of FFTW for one type of numbers. FFTW has them under three names.
template <typename Real>
struct Fftw;

#define CW_BENCH_FFTW(REAL, NAME)                                                           \
  template <>                                                                               \
  struct Fftw<REAL> {                                                                       \
    using Plan = NAME##_plan;                                                               \
    using Complex = NAME##_complex;                                                         \
    static constexpr auto name = #NAME;                                                     \
    static constexpr auto init_threads = NAME##_init_threads;                               \
    static constexpr auto plan_with_nthreads = NAME##_plan_with_nthreads;                   \
    static constexpr auto plan_dft = NAME##_plan_dft;                                       \
    static constexpr auto plan_dft_r2c = NAME##_plan_dft_r2c;                               \
    static constexpr auto plan_dft_c2r = NAME##_plan_dft_c2r;                               \
    static constexpr auto execute_dft = NAME##_execute_dft;                                 \
    static constexpr auto execute_dft_r2c = NAME##_execute_dft_r2c;                         \
    static constexpr auto execute_dft_c2r = NAME##_execute_dft_c2r;                         \
    static constexpr auto destroy_plan = NAME##_destroy_plan;                               \
    static constexpr auto import_wisdom_from_filename = NAME##_import_wisdom_from_filename; \
    static constexpr auto export_wisdom_to_filename = NAME##_export_wisdom_to_filename;     \
  };
CW_BENCH_FFTW(float, fftwf)
CW_BENCH_FFTW(double, fftw)
CW_BENCH_FFTW(long double, fftwl)
#undef CW_BENCH_FFTW

inline void forget_all_wisdom() {
  fftwf_forget_wisdom();
  fftw_forget_wisdom();
  fftwl_forget_wisdom();
}

/// FFTW may destroy its input, which can only help it.
inline unsigned fftw_flags(cw_fft_effort effort) {
  const unsigned rigor = effort == CW_FFT_ESTIMATE  ? FFTW_ESTIMATE
                         : effort == CW_FFT_MEASURE ? FFTW_MEASURE
                                                    : FFTW_PATIENT;
  return rigor | FFTW_DESTROY_INPUT;
}

/// The array of one space of a problem in the layout of FFTW: `first_axis` is outermost and cut into blocks, the other
/// axes are whole and follow in order. `row` is the length in memory of the last axis.
inline cw_fft_array fftw_array(const Problem& problem, bool spectral, std::size_t first_axis, std::int64_t start,
                               std::int64_t count, std::int64_t row, std::int64_t field_stride) {
  const std::vector<std::int64_t> sizes = spectral ? problem.stored() : problem.n;
  cw_fft_array array = {};
  array.size = sizeof array;
  array.ndims = sizes.size();
  array.complex_data = spectral || !problem.real;
  array.element_bytes = static_cast<std::int64_t>(problem.real_bytes()) * (array.complex_data ? 2 : 1);
  array.elements = 1;
  for (std::size_t axis = 0; axis < sizes.size(); ++axis) {
    array.global[axis] = sizes[axis];
    array.start[axis] = axis == first_axis ? start : 0;
    array.count[axis] = axis == first_axis ? count : sizes[axis];
    array.elements *= array.count[axis];
  }
  const std::size_t last = sizes.size() - 1;
  std::int64_t stride = 1;
  const auto add_axis = [&](std::size_t axis) {
    array.stride[axis] = stride;
    stride *= axis == last && row > 0 ? row : array.count[axis];
  };
  for (std::size_t axis = sizes.size(); axis-- > 0;)
    if (axis != first_axis) add_axis(axis);
  add_axis(first_axis);
  array.field_stride = field_stride;
  return array;
}

}  // namespace cartwright::bench
