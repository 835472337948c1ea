// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fft/array.hpp"
#include "fft/backend.hpp"
#include "fft/exchange/times.hpp"
#include "fft/spectral_rows.hpp"

#include <cstddef>

namespace cartwright::fft {

/// Carries out the transforms of a plan, in one kind of memory.
class Runner {
 public:
  virtual ~Runner() = default;

  /// The arrays of a rank.
  virtual Array physical(int rank) const = 0;
  virtual Array spectral(int rank) const = 0;

  /// Throws Error{invalid_argument} for an array of this process that is in memory of another kind. `name` is the
  /// argument. Local.
  virtual void check(const void* array, const char* name) const = 0;

  /// Runs the first step of a transform of all fields, and the other steps. Collective.
  virtual void start(Direction direction, const std::byte* in, std::byte* out) = 0;
  virtual void finish() = 0;
  /// A forward transform of all fields, an operator, and a backward transform. Collective. Throws Error{unsupported}
  /// where there are no operators.
  virtual void apply(const Operator& to_apply, const std::byte* in, std::byte* out) = 0;

  virtual const exchange::Times& times() const = 0;
  virtual void reset_times() = 0;
};

}  // namespace cartwright::fft
