// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "problem.hpp"

namespace cartwright::bench {

// The input of contenders, and the error of their results. All functions are local, and work on the part of the fields
// that this process holds according to `array`.

/// Fills an array with numbers in [-0.5, 0.5) that depend only on their global index.
void fill_noise(const Problem& problem, const cw_fft_array& array, void* physical);

/// The largest difference between the array and the same numbers multiplied by `factor`, relative to `factor`.
double noise_error(const Problem& problem, const cw_fft_array& array, const void* physical, double factor);

/// Fills an array with a plane wave that is not parallel to any axis, of amplitude f + 1 in field f; real data gets its
/// real part.
void fill_wave(const Problem& problem, const cw_fft_array& array, void* physical);

/// The largest difference between the array and the spectrum of the wave, relative to N. The spectrum is N times the
/// amplitude at the wave number, and zero elsewhere. For real data it is half of that, also at the opposite wave
/// number.
double wave_error(const Problem& problem, const cw_fft_array& array, const void* spectral);

/// The largest acceptable error: ten times the theoretical error of FFTs.
double tolerance(const Problem& problem);

}  // namespace cartwright::bench
