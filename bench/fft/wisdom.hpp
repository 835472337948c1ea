// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fftw.hpp"

#include <string>

namespace cartwright::bench {

/// The wisdom of FFTW for one contender, in a separate file: plans are measured only once. The constructor makes FFTW
/// forget the wisdom of other contenders.
template <typename Real>
class Wisdom {
 public:
  Wisdom(const Problem& problem, const std::string& contender) {
    forget_all_wisdom();
    if (problem.wisdom.empty() || problem.effort == CW_FFT_ESTIMATE) return;
    path_ = problem.wisdom + "/" + contender + "-" + Fftw<Real>::name;
  }

  /// False if there is none, or if another FFTW has written it.
  bool read() const { return !path_.empty() && Fftw<Real>::import_wisdom_from_filename(path_.c_str()) != 0; }
  void save() const {
    if (!path_.empty()) Fftw<Real>::export_wisdom_to_filename(path_.c_str());
  }

 private:
  std::string path_;  ///< empty: wisdom is not kept
};

}  // namespace cartwright::bench
