// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fftw.hpp"

#include <string>

namespace cartwright::bench {

/// What FFTW learned when a contender planned before, in a file of its own: planning by measurement happens once. Each
/// contender learns for itself, so making one forgets all that others have taught FFTW.
template <typename Real>
class Wisdom {
 public:
  Wisdom(const Problem& problem, const std::string& contender) {
    forget_all_wisdom();
    if (problem.wisdom.empty() || problem.effort == CW_FFT_ESTIMATE) return;
    path_ = problem.wisdom + "/" + contender + "-" + Fftw<Real>::name;
  }

  /// False where there is none, or that of another FFTW.
  bool read() const { return !path_.empty() && Fftw<Real>::import_wisdom_from_filename(path_.c_str()) != 0; }
  void save() const {
    if (!path_.empty()) Fftw<Real>::export_wisdom_to_filename(path_.c_str());
  }

 private:
  std::string path_;  ///< empty: nothing is kept
};

}  // namespace cartwright::bench
