// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fft/problem.hpp"
#include "fft/spectral_rows.hpp"

namespace cartwright::fft {

/// Throws Error for an operator that fft_operators.h does not allow. `transposed`: the plan has its spectral array in
/// transposed order, without boxes; `holds`: this process holds a part of it. Local.
void check_operator(const Operator& given, const Problem& problem, bool transposed, bool holds);

}  // namespace cartwright::fft
