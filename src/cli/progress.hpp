// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "choose/result.hpp"

#include <chrono>
#include <string>

namespace cartwright::cli {

/// A bar on the terminal for work that takes over a second; nothing where standard error is no
/// terminal or the user asked for quiet. It is wiped out at the end.
class Progress {
 public:
  Progress(bool quiet, std::string what);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// `share` of the work is done, in [0, 1].
  void show(double share) const;

 private:
  using Clock = std::chrono::steady_clock;
  std::string what_;
  bool wanted_;
  Clock::time_point start_ = Clock::now();
  mutable Clock::time_point last_ = start_;
  mutable bool drawn_ = false;
};

/// solve() under a bar that bears the name of the mapping.
choose::Result solve_with_progress(const mapping::Problem& problem, choose::Request request, const std::vector<double>& bounds, bool quiet);

}  // namespace cartwright::cli
