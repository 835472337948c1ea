// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fft/backend.hpp"
#include "fft/problem.hpp"

namespace cartwright::fft {

/// The kind of transform in this direction: `kind` forward, its inverse backward.
cw_fft_kind kind_towards(cw_fft_kind kind, Direction direction);

/// Cuts coefficients off, or fills missing ones with zero (the 3/2 rule), in `rows` sequences. On the physical side a
/// sequence has full_length(axis) coefficients, and sequences are `physical_pitch` elements apart. On the spectral side
/// it has the `spectral` coefficients of lowest frequency from `first` on, and sequences are `spectral_pitch` apart. An
/// element has `reals` reals. See fft.h on the coefficient at n/2.
void cut(const AxisProblem& axis, cw_fft_precision precision, std::int64_t reals, std::int64_t rows, const void* full,
         std::int64_t physical_pitch, void* kept, std::int64_t spectral_pitch);
void fill(const AxisProblem& axis, cw_fft_precision precision, std::int64_t reals, std::int64_t rows, const void* kept,
          std::int64_t spectral_pitch, void* full, std::int64_t physical_pitch);

/// Entries of an axis after its forward transform, before any are cut off.
std::int64_t full_length(const AxisProblem& axis);

/// Multiplies `count` reals.
void scale(cw_fft_precision precision, void* data, std::int64_t count, long double factor);

}  // namespace cartwright::fft
