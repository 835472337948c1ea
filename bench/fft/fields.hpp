// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "problem.hpp"

namespace cartwright::bench {

// What contenders transform, and whether they did so rightly. All of it is local, and works on the part of the fields
// that `array` says this process holds.

/// Numbers in [-0.5, 0.5) that follow from their global index alone.
void fill_noise(const Problem& problem, const cw_fft_array& array, void* physical);

/// How far at most the same numbers, multiplied by `factor`, are from what is there now, as a multiple of `factor`.
double noise_error(const Problem& problem, const cw_fft_array& array, const void* physical, double factor);

/// A plane wave along another direction than any axis, of amplitude f + 1 in field f; its real part where data is real.
void fill_wave(const Problem& problem, const cw_fft_array& array, void* physical);

/// How far at most its spectrum, N times the amplitude at its wave number (for real data half of that there and at the
/// opposite one) and zero elsewhere, is from what is there, as a multiple of N.
double wave_error(const Problem& problem, const cw_fft_array& array, const void* spectral);

/// What errors may be at most: ten times those that FFTs have in theory.
double tolerance(const Problem& problem);

}  // namespace cartwright::bench
