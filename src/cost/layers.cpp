// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "cost/layers.hpp"

#include <algorithm>
#include <limits>

namespace cartwright {

std::vector<double> most_in_layers(std::span<const double> along, std::span<const double> across, std::int64_t cells) {
  constexpr double impossible = -std::numeric_limits<double>::infinity();
  const auto n = static_cast<std::size_t>(cells);
  const std::size_t longest = std::min(along.size() - 1, n);
  const std::size_t widest = std::min(across.size() - 1, n);

  // After layer t, row k holds for each m the best stack of t layers with m cells whose last layer has
  // k fibres or more. Layer t can only have n / t fibres: the sum over t makes the logarithm.
  const std::size_t stride = n + 1;
  std::vector<double> stack((widest + 2) * stride, impossible);
  for (std::size_t k = 0; k <= widest; ++k) stack[k * stride] = 0;
  std::vector<double> most(stride, impossible);
  most[0] = 0;
  for (std::size_t t = 1; t <= longest; ++t) {
    const double rise = along[t] - along[t - 1];
    const std::size_t room = std::min(widest, n / t);
    std::fill_n(&stack[(room + 1) * stride], stride, impossible);
    for (std::size_t k = room; k > 0; --k) {
      double* row = &stack[k * stride];
      const double* wider = row + stride;
      const double gain = across[k] + rise * static_cast<double>(k);
      for (std::size_t m = n; m >= k; --m) row[m] = std::max(wider[m], row[m - k] + gain);
      std::copy_n(wider, k, row);
    }
    for (std::size_t m = 1; m <= n; ++m) most[m] = std::max(most[m], stack[stride + m]);
  }
  return most;
}

}  // namespace cartwright
