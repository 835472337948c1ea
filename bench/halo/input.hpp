// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "halo/sizes.hpp"

#include <istream>
#include <stdexcept>
#include <string>

namespace cartwright::bench {

/// The layout of the floats of a halo in memory: `blocklength` together, the next ones `stride` further on. 0:
/// contiguous.
struct Blocks {
  std::int64_t blocklength = 0;
  std::int64_t stride = 0;
  bool contiguous() const { return stride == 0 || stride == blocklength; }
};

/// One line of input [Niethammer2019, slide 26]. A plain value that can be broadcast as bytes.
struct Experiment {
  static constexpr int max_levels = 8;
  int method = 0;  ///< 1 to 5; 0: no more experiments
  Triple start{};  ///< of the grid
  std::array<Blocks, 3> blocks{};
  std::array<double, 3> weights{};                    ///< of method 4
  int levels = 0;                                     ///< of method 5
  std::array<std::array<int, max_levels>, 3> cuts{};  ///< of method 5: dims_ml[3][levels]
};

struct InputError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

[[noreturn]] inline void refuse(const std::string& what, const std::string& found) {
  throw InputError("the input has '" + found + "' where " + what + " is expected");
}

template <typename Number>
Number next(std::istream& in, const char* what, Number least, Number most) {
  std::string word;
  if (!(in >> word)) throw InputError(std::string("the input ends where ") + what + " is expected");
  Number number{};
  const char* const end = word.data() + word.size();
  const auto [stop, error] = std::from_chars(word.data(), end, number);
  if (error != std::errc() || stop != end || !(number >= least && number <= most)) refuse(what, word.substr(0, 40));
  return number;
}

/// Reads the next experiment; the end of the input gives method 0. Throws InputError with a message of one line.
inline Experiment read_experiment(std::istream& in) {
  // With these limits, no size of the tenth grid passes 63 bits, and every count fits MPI's int.
  constexpr std::int64_t largest_start = 4096, largest_stride = 1 << 30;
  Experiment experiment;
  if ((in >> std::ws).eof()) return experiment;
  experiment.method = next(in, "a cart_method of 0 to 5", 0, 5);
  if (experiment.method == 0) return experiment;
  for (std::int64_t& size : experiment.start) size = next<std::int64_t>(in, "a start grid size", 1, largest_start);
  for (Blocks& blocks : experiment.blocks) {
    blocks.blocklength = next<std::int64_t>(in, "a blocklength", 0, largest_stride);
    blocks.stride = next<std::int64_t>(in, "a stride", 0, largest_stride);
    if (blocks.stride > 0 && (blocks.blocklength < 1 || blocks.blocklength > blocks.stride))
      refuse("a blocklength of 1 to the stride", std::to_string(blocks.blocklength));
  }
  if (experiment.method == 4) {
    for (double& weight : experiment.weights) weight = next(in, "a weight of 0 or more", 0.0, 1e300);
  }
  if (experiment.method == 5) {
    experiment.levels = next(in, "a number of hardware levels from 1 to 8", 1, Experiment::max_levels);
    for (auto& cuts : experiment.cuts)
      for (int l = 0; l < experiment.levels; ++l) cuts[l] = next(in, "a part of dims_ml", 1, 1 << 30);
  }
  return experiment;
}

}  // namespace cartwright::bench
