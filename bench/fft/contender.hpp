// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "problem.hpp"
#include "report/json.hpp"

#include <memory>

namespace cartwright::bench {

/// Someone who can do what a Problem asks for. All contenders work on the same two buffers. Making one is collective
/// over MPI_COMM_WORLD, as is each of its functions that is no query, but for those that work alone.
class Contender {
 public:
  virtual ~Contender() = default;

  /// Only process 0 works, with as many threads as there are cores: the others sleep meanwhile.
  virtual bool alone() const { return false; }
  /// What this process holds.
  virtual cw_fft_array physical() const = 0;
  virtual cw_fft_array spectral() const = 0;
  /// That each of the two buffers must have on this process.
  virtual std::int64_t buffer_bytes() const = 0;

  /// Called once, before any transform: may overwrite both.
  virtual void plan(void* physical, void* spectral) = 0;
  /// Either may destroy what it transforms.
  virtual void forward(void* physical, void* spectral) = 0;
  virtual void backward(void* spectral, void* physical) = 0;

  /// Seconds that this process has spent since forget_phases(), by what they were spent on; null: not known.
  virtual report::Json phases() const;
  virtual void forget_phases() {}
  /// Further members of its result in the report, on process 0: bytes of work space, what it says of itself.
  virtual void describe(report::Json& result) const;
};

/// How Cartwright is to do it; what is empty it chooses itself.
struct CartwrightChoice {
  bool transposed = true;
  std::string method, order;
  std::vector<int> grid;
};
std::unique_ptr<Contender> make_cartwright(const Problem& problem, const CartwrightChoice& choice);

/// Throws Error{unsupported} where FFTW was not built for this MPI.
std::unique_ptr<Contender> make_fftw_mpi(const Problem& problem, bool transposed);

/// "The limit": FFTW in one process that has all cores, and no data to exchange.
std::unique_ptr<Contender> make_fftw_threads(const Problem& problem);

}  // namespace cartwright::bench
