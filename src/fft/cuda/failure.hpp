// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <exception>
#include <utility>

namespace cartwright::fft::cuda {

/// The first error of the work on a GPU. Later work is left out, but messages go on: no process waits for one that has
/// failed.
class Failure {
 public:
  template <typename Work>
  void attempt(const Work& work) noexcept {
    if (first_) return;
    try {
      work();
    } catch (...) {
      first_ = std::current_exception();
    }
  }
  /// Throws the error, and forgets it.
  void rethrow() {
    if (const std::exception_ptr first = std::exchange(first_, nullptr)) std::rethrow_exception(first);
  }

 private:
  std::exception_ptr first_;
};

}  // namespace cartwright::fft::cuda
