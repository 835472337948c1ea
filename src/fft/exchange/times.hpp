// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>

namespace cartwright::fft::exchange {

/// Seconds spent on each kind of work.
struct Times {
  double fft = 0;
  double pack = 0;  ///< into and out of message buffers
  double copy = 0;  ///< straight out of and into the arrays of other processes
  double wait = 0;  ///< waiting for other processes, and inside MPI
};

/// Adds its lifetime to one of them.
class Stopwatch {
 public:
  explicit Stopwatch(double& seconds) : seconds_(seconds), begin_(std::chrono::steady_clock::now()) {}
  ~Stopwatch() { seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count(); }
  Stopwatch(const Stopwatch&) = delete;

 private:
  double& seconds_;
  std::chrono::steady_clock::time_point begin_;
};

}  // namespace cartwright::fft::exchange
