// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fft/backend.hpp"

#include <mpi.h>

#include <string>

namespace cartwright::fft {

/// The wisdom of a backend in all precisions, as one text. learn_wisdom reads it back and throws Error{parse} for other
/// text. The wisdom of another library has no effect.
std::string all_wisdom(const Backend& backend);
void learn_wisdom(Backend& backend, const std::string& text);

/// The text in a file. Throws Error{io}.
std::string read_wisdom(const std::string& path);

/// The file in which wisdom is kept between runs: the value of CARTWRIGHT_FFT_WISDOM, or else a file in
/// ~/.cache/cartwright; "" for none (CARTWRIGHT_FFT_WISDOM=off).
std::string wisdom_path();

/// The wisdom file, used while plans are measured: plans in the file need not be measured again. Process 0 reads and
/// writes the file for all. Errors with the file cost time and nothing else.
class WisdomCache {
 public:
  /// Collective.
  WisdomCache(MPI_Comm comm, Backend& backend, cw_fft_effort effort);
  /// Writes the file if there is new wisdom. Local.
  void save() const;

 private:
  const Backend& backend_;
  bool writes_ = false;
  std::string known_;
};

}  // namespace cartwright::fft
