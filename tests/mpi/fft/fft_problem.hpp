// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fft_oracle.hpp"

#include <cstdint>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

/// The parameters of a plan as printable values, for all processes.
namespace fft_test {

struct Problem {
  std::vector<std::int64_t> n;
  std::vector<cw_fft_kind> kinds;
  std::vector<std::int64_t> physical;  ///< empty: not padded
  bool real = false;
  cw_fft_precision precision = CW_FFT_DOUBLE;
  std::int64_t fields = 1;
  cw_fft_scale scale = CW_FFT_SCALE_NONE;
  bool transposed = false;
  std::vector<int> grid;  ///< empty: chosen
  std::string order;      ///< empty: the default; so is the method
  std::string method;
  cw_fft_effort effort = CW_FFT_ESTIMATE;
  std::vector<cw_fft_box> physical_boxes;  ///< of each process; empty: those of the plan
  std::vector<cw_fft_box> spectral_boxes;

  std::vector<Axis> axes() const;
  std::vector<std::int64_t> sizes(cw_fft_space space) const;  ///< of the whole array
  bool is_complex(cw_fft_space space) const;
  /// The factor of the results.
  Real factor(bool forward) const;
  /// Machine epsilon of the precision.
  Real epsilon() const;
  /// The options point into this object.
  cw_fft_options options(int rank) const;
  std::string text() const;
};

/// Complex numbers on n[0] x n[1] x ..., Fourier along all axes.
Problem fourier(std::vector<std::int64_t> n, bool real = false);

/// The halved axis, if there is one: the last Fourier axis.
int halved_axis(const std::vector<cw_fft_kind>& kinds);

using Random = std::mt19937_64;

template <typename Number>
Number any(Random& random, Number low, Number high) {
  return std::uniform_int_distribution<Number>(low, high)(random);
}

template <typename Choice>
Choice any_of(Random& random, const std::vector<Choice>& choices) {
  return choices[any<std::size_t>(random, 0, choices.size() - 1)];
}

/// A number from an environment variable.
inline std::uint64_t from_environment(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

/// A problem of any kind that the interface supports, with at most `most` elements per field.
Problem random_problem(Random& random, int processes, std::int64_t most);

/// Parts that cover an array once, on processes in any order. Some may be empty.
std::vector<cw_fft_box> random_boxes(Random& random, const std::vector<std::int64_t>& sizes, int processes);

/// Numbers in [-1, 1] that every precision can represent.
Grid random_grid(std::uint64_t seed, std::vector<std::int64_t> sizes, bool complex_data);

}  // namespace fft_test
