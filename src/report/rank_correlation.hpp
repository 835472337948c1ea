// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <vector>

namespace cartwright::report {

/// The rank of each value, from 1. Equal values get the mean of their ranks.
std::vector<double> ranks_of(const std::vector<double>& values);

/// Spearman's rank correlation: Pearson's correlation of the ranks. Nothing if either side is constant.
std::optional<double> rank_correlation(const std::vector<double>& x, const std::vector<double>& y);

}  // namespace cartwright::report
