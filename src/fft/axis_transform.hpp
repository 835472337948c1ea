// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fft/backend.hpp"
#include "fft/problem.hpp"

namespace cartwright::fft {

/// The kind that goes this way along an axis: backward the inverse of what is named.
cw_fft_kind kind_towards(cw_fft_kind kind, Direction direction);

/// Cuts coefficients off, or fills the missing with zero (the 3/2 rule). `rows` sequences; on the physical side each of
/// those that an axis has in full, `physical_pitch` elements apart, on the other its `spectral` first in order of
/// frequency, `spectral_pitch` apart. Elements of `reals` reals each. See fft.h on the coefficient at n/2.
void cut(const AxisProblem& axis, cw_fft_precision precision, std::int64_t reals, std::int64_t rows, const void* full,
         std::int64_t physical_pitch, void* kept, std::int64_t spectral_pitch);
void fill(const AxisProblem& axis, cw_fft_precision precision, std::int64_t reals, std::int64_t rows, const void* kept,
          std::int64_t spectral_pitch, void* full, std::int64_t physical_pitch);

/// Entries of an axis after its forward transform, before any are cut off.
std::int64_t full_length(const AxisProblem& axis);

/// Multiplies `count` reals.
void scale(cw_fft_precision precision, void* data, std::int64_t count, long double factor);

}  // namespace cartwright::fft
