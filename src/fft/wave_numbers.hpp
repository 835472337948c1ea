// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fft/problem.hpp"

#include <vector>

namespace cartwright::fft {

/// The wave number of each coefficient along an axis (cw_fft_row.k).
std::vector<double> wave_numbers(const AxisProblem& axis);

}  // namespace cartwright::fft
