// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "choose/result.hpp"

#include <chrono>
#include <string>

namespace cartwright::cli {

/// A progress bar for work that takes more than a second. It is shown only if standard error is a terminal and --quiet
/// is not given, and it is erased at the end.
class Progress {
 public:
  Progress(bool quiet, std::string title);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Shows that a `share` of the work, in [0, 1], is done.
  void show(double share) const;

 private:
  using Clock = std::chrono::steady_clock;
  std::string title_;
  bool wanted_;
  Clock::time_point start_ = Clock::now();
  mutable Clock::time_point last_ = start_;
  mutable bool drawn_ = false;
};

/// Calls solve() and shows a bar with the name of the mapping.
choose::Result solve_with_progress(const mapping::Problem& problem, choose::Request request,
                                   const std::vector<double>& bounds, bool quiet);

}  // namespace cartwright::cli
