// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "record/structure.hpp"

#include <string>
#include <vector>

namespace cartwright::record {

/// The pairs of processes that send in a program, as far as a simple rule gives them.
struct Pattern {
  /// "grid", "chain", "ring", "all-to-all", "transposes" (all-to-alls within rows, columns or both), "butterfly"
  /// (recursive doubling), "dissemination" (partners 1, 2, 4, ... ranks further), "tree", "master-worker"; empty if no
  /// rule describes the traffic.
  std::string kind;
  std::string text;                    ///< the same for people: "a grid of 4x3", "transposes on 4x4"
  double explained = 0;                ///< the part of the bytes between pairs, 0 to 1
  std::optional<Structure> structure;  ///< of a grid, a chain or a ring
  std::vector<std::string> others;     ///< patterns that describe the traffic as well: which one it is, is not known
  std::vector<Structure> other_grids;  ///< those of `others` that are grids
  std::string candidates() const;      ///< "2x2x2 or 4x2"
};

/// The simplest pattern that describes the bytes between pairs: that with the fewest different amounts among those that
/// describe as much as the best one. A grid must describe clearly more than it would of a random pattern, so an
/// all-to-all is none. Grids are compared by at most `max_sampled` pairs.
Pattern find_pattern(const Pairs& pairs, std::size_t max_sampled = 20'000);

}  // namespace cartwright::record
