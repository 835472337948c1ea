// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>

namespace cartwright::base {

/// Whether another way is so much faster than the usual one that noise does not decide.
constexpr bool clearly_faster(double other, double usual) {
  constexpr double worth = 0.97;
  return other < worth * usual;
}

/// The least time of each way, in turns: disturbances only add time. time(way) carries out a way, and returns its time.
/// Infinite for a way that has not run: none does any more as soon as goes_on() is false.
template <std::size_t ways, typename Time, typename GoesOn>
std::array<double, ways> least_times(int rounds, Time time, GoesOn goes_on) {
  std::array<double, ways> least;
  least.fill(std::numeric_limits<double>::infinity());
  for (int round = 0; round < rounds; ++round)
    for (std::size_t way = 0; way < ways; ++way) {
      if (!goes_on()) return least;
      least[way] = std::min<double>(least[way], time(way));
    }
  return least;
}
template <std::size_t ways, typename Time>
std::array<double, ways> least_times(int rounds, Time time) {
  return least_times<ways>(rounds, time, [] { return true; });
}

}  // namespace cartwright::base
