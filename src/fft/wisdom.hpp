// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cartwright/fft.h"

#include <mpi.h>

#include <string>

namespace cartwright::fft {

/// What FFTW has learned in all precisions, as one text, and back. learn_wisdom throws Error{parse} for a text that is
/// none.
std::string all_wisdom();
void learn_wisdom(const std::string& text);

/// The file in which wisdom is kept between runs: what CARTWRIGHT_FFT_WISDOM says, else one in ~/.cache/cartwright; ""
/// for none (CARTWRIGHT_FFT_WISDOM=off).
std::string wisdom_path();

/// While plans are measured: what the file knows need not be measured again. Process 0 reads and writes for all.
/// Trouble with the file costs time and nothing else.
class WisdomCache {
 public:
  /// Collective.
  WisdomCache(MPI_Comm comm, cw_fft_effort effort);
  /// Writes what is new. Local.
  void save() const;

 private:
  bool writes_ = false;
  std::string known_;
};

}  // namespace cartwright::fft
