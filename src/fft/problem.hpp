// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cartwright/fft.h"
#include "fft/create.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace cartwright::fft {

/// The kind of transform along an axis, and its length in both spaces.
struct AxisProblem {
  cw_fft_kind kind = CW_FFT_FOURIER;
  std::int64_t physical = 1;  ///< entries in physical space
  std::int64_t spectral = 1;  ///< entries stored in spectral space
  std::int64_t modes = 1;     ///< logical size of the spectral axis: `spectral`, except for the halved axis
  bool halved = false;        ///< real on the physical side, complex on the other
  /// With other kinds than Fourier: the place of the first entry. An extended axis has `first` zeros before its
  /// entries, and a padded axis keeps coefficients from number `first` on.
  std::int64_t first = 0;
  double length = 0;  ///< of the box; 0: the default of cw_fft_options.lengths
  bool padded() const { return physical > modes; }
  /// Whether zeros follow the entries in physical space, or precede them, which are not stored.
  bool extended() const { return physical < modes; }
  /// The length of the transform.
  std::int64_t points() const { return std::max(physical, modes); }
  /// The factor by which a forward and a backward transform, one after the other, multiply.
  std::int64_t logical() const;
};

/// A transform, checked. Nothing in it depends on the processes.
struct Problem {
  std::vector<AxisProblem> axes;
  cw_fft_precision precision = CW_FFT_DOUBLE;
  bool real = false;  ///< whether physical data is real
  int halved = -1;    ///< the halved axis; -1 for none
  std::int64_t fields = 1;
  cw_fft_scale scale = CW_FFT_SCALE_NONE;

  std::size_t ndims() const { return axes.size(); }
  std::int64_t real_bytes() const;
  bool complex_physical() const { return !real; }
  bool complex_spectral() const { return !real || halved >= 0; }
  std::int64_t physical_element() const { return real_bytes() * (complex_physical() ? 2 : 1); }
  std::int64_t spectral_element() const { return real_bytes() * (complex_spectral() ? 2 : 1); }
  /// The factors that multiply results; 1 for none.
  long double forward_factor() const;
  long double backward_factor() const;
};

/// Throws Error for arguments that fft.h and `extras` forbid.
Problem read_problem(std::size_t ndims, const std::int64_t n[], const cw_fft_options& options,
                     const PlanExtras& extras = {});

/// "256x256x256 complex double"
std::string describe(const Problem& problem);
/// "fourier", "REDFT10", ...
const char* kind_name(cw_fft_kind kind);
const char* precision_name(cw_fft_precision precision);
const char* scale_name(cw_fft_scale scale);

}  // namespace cartwright::fft
