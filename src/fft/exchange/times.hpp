// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>

namespace cartwright::fft::exchange {

/// Seconds spent on each kind of work. Between begin() and the end of the last phase, all time counts as some kind.
struct Times {
  double fft = 0;
  double pack = 0;                             ///< into and out of message buffers
  double copy = 0;                             ///< straight out of and into the arrays of other processes
  double wait = 0;                             ///< waiting for other processes, and inside MPI
  std::chrono::steady_clock::time_point last;  ///< the end of the last phase

  void begin() { last = std::chrono::steady_clock::now(); }
};

/// A phase of one kind, from the end of the last one to its own end. Reading the clock takes as long as copying a few
/// rows of a tile, so the clock is only read at the end.
class Phase {
 public:
  Phase(Times& times, double Times::* kind) : times_(times), kind_(kind) {}
  ~Phase() {
    const auto before = times_.last;
    times_.begin();
    times_.*kind_ += std::chrono::duration<double>(times_.last - before).count();
  }
  Phase(const Phase&) = delete;

 private:
  Times& times_;
  double Times::* kind_;
};

/// Adds its lifetime.
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
