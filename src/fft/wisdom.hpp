// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cartwright/fft.h"

#include <mpi.h>

#include <string>

namespace cartwright::fft {

/// The wisdom of FFTW in all precisions, as one text. learn_wisdom reads it back and throws Error{parse} for other
/// text.
std::string all_wisdom();
void learn_wisdom(const std::string& text);

/// The file in which wisdom is kept between runs: the value of CARTWRIGHT_FFT_WISDOM, or else a file in
/// ~/.cache/cartwright; "" for none (CARTWRIGHT_FFT_WISDOM=off).
std::string wisdom_path();

/// The wisdom file, used while plans are measured: plans in the file need not be measured again. Process 0 reads and
/// writes the file for all. Errors with the file cost time and nothing else.
class WisdomCache {
 public:
  /// Collective.
  WisdomCache(MPI_Comm comm, cw_fft_effort effort);
  /// Writes the file if there is new wisdom. Local.
  void save() const;

 private:
  bool writes_ = false;
  std::string known_;
};

}  // namespace cartwright::fft
