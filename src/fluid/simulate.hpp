// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fluid/transfers.hpp"

#include <functional>

namespace cartwright::fluid {

struct Simulated {
  double seconds = 0;          ///< until the last byte of the last message
  std::int64_t transfers = 0;  ///< groups of equal messages
  std::int64_t steps = 0;      ///< times at which rates were computed
};

inline constexpr double default_tolerance = 0.01;

/// Simulates one iteration over time. All resources serve their transfers at their max-min fair rates, until the next
/// transfer starts or ends. Starts and ends within `tolerance` times the seconds of the busiest resource are one step:
/// rates change at the last of them. `progress` gets the share of the transfers that have ended.
Simulated simulate(const Transfers& transfers, double tolerance = default_tolerance,
                   const std::function<void(double)>& progress = {});

}  // namespace cartwright::fluid
