// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "halo/sizes.hpp"

#include <functional>
#include <istream>
#include <stdexcept>

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

/// Reads the next experiment; the end of the input gives method 0. `ask` is called with each question before its answer
/// is read. Throws InputError with a message of one line.
Experiment read_experiment(std::istream& in, const std::function<void(const char*)>& ask = [](const char*) {});

}  // namespace cartwright::bench
