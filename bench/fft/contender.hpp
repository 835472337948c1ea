// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "report/json.hpp"

#include <cartwright/fft.h>

#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string>
#include <vector>

namespace cartwright::bench {

/// The transform that every contender runs, forward and backward, out of place, and unscaled.
struct Problem {
  std::vector<std::int64_t> n;
  bool real = false;
  cw_fft_precision precision = CW_FFT_DOUBLE;
  std::int64_t fields = 1;
  cw_fft_effort effort = CW_FFT_MEASURE;
  std::string wisdom;  ///< folder where contenders keep the wisdom of FFTW; empty: nowhere

  double points() const { return std::accumulate(n.begin(), n.end(), 1.0, std::multiplies<>()); }
  /// Operations of one forward and one backward transform: by convention 5 N log2 N each, and half of that for real
  /// data.
  double flops() const { return static_cast<double>(fields) * 2 * (real ? 2.5 : 5.0) * points() * std::log2(points()); }
  /// Sizes of the spectral array as stored: half of it for real data.
  std::vector<std::int64_t> stored() const {
    std::vector<std::int64_t> sizes = n;
    if (real) sizes.back() = sizes.back() / 2 + 1;
    return sizes;
  }
  std::size_t real_bytes() const {
    return precision == CW_FFT_FLOAT    ? sizeof(float)
           : precision == CW_FFT_DOUBLE ? sizeof(double)
                                        : sizeof(long double);
  }
};

/// Calls `use` with a value of the type of numbers in this precision.
template <typename Use>
auto with_precision(cw_fft_precision precision, const Use& use) {
  switch (precision) {
    case CW_FFT_FLOAT: return use(0.0F);
    case CW_FFT_LONG_DOUBLE: return use(0.0L);
    default: return use(0.0);
  }
}

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
  virtual report::Json phases() const { return {}; }
  virtual void forget_phases() {}
  /// Adds members to its result in the report, on process 0: bytes of work space, explanations.
  virtual void describe(report::Json& /*result*/) const {}
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
