// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "problem.hpp"
#include "report/json.hpp"

#include <memory>

namespace cartwright::bench {

/// An implementation that can solve a Problem. All contenders work on the same two buffers. Construction is collective
/// over MPI_COMM_WORLD, and so are plan(), forward() and backward(), unless the contender works alone.
class Contender {
 public:
  virtual ~Contender() = default;

  /// Whether only process 0 works, with as many threads as there are cores, while the others sleep.
  virtual bool alone() const { return false; }
  /// The arrays of this process.
  virtual cw_fft_array physical() const = 0;
  virtual cw_fft_array spectral() const = 0;
  /// The size of each of the two buffers on this process.
  virtual std::int64_t buffer_bytes() const = 0;

  /// Called once, before any transform. May overwrite both buffers.
  virtual void plan(void* physical, void* spectral) = 0;
  /// Both may destroy their input.
  virtual void forward(void* physical, void* spectral) = 0;
  virtual void backward(void* spectral, void* physical) = 0;

  /// Seconds that this process has spent in each phase since forget_phases(); null if not known.
  virtual report::Json phases() const;
  virtual void forget_phases() {}
  /// Adds members to its result in the report, on process 0: bytes of work space, explanations.
  virtual void describe(report::Json& result) const;
};

/// Options for Cartwright, which chooses those that are empty.
struct CartwrightChoice {
  bool transposed = true;
  std::string method, order;
  std::vector<int> grid;
};
std::unique_ptr<Contender> make_cartwright(const Problem& problem, const CartwrightChoice& choice);

/// Throws Error{unsupported} if FFTW was not built for this MPI.
std::unique_ptr<Contender> make_fftw_mpi(const Problem& problem, bool transposed);

/// "The limit": FFTW in one process that uses all cores and exchanges no data.
std::unique_ptr<Contender> make_fftw_threads(const Problem& problem);

}  // namespace cartwright::bench
