// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "mapping/problem.hpp"

namespace cartwright::cost {

/// The edges between different domains of one level, as sums of directed weights [Hunold2020, II]. Sums are exact if
/// the weights are integers.
struct LevelCut {
  std::string level;
  double j_sum = 0;                ///< all edges between different domains
  double j_max = 0;                ///< the maximum of per_domain
  std::vector<double> per_domain;  ///< edges that leave each domain
  double weight = 0;               ///< of the level (machine/machine.hpp)
};

/// The cut of a level from the edges that leave each of its domains.
LevelCut cut_of_domains(const machine::Level& level, std::vector<double> per_domain);

/// The domain of every cell at one level.
base::IndexVector<grid::Cell, std::int64_t> domains_of(const machine::Sizes& sizes, const mapping::Order& order);

/// The cut at every level of the machine, outermost first. O(p k) time for k offsets; O(p) memory.
std::vector<LevelCut> edge_cut(const mapping::Problem& problem, const mapping::Order& order);

/// The same for the node level alone.
LevelCut node_cut(const mapping::Problem& problem, const mapping::Order& order);

/// The score by which orders are compared. If levels have weights: the sum of J_sum times weight. Then J_sum and J_max
/// of every level, outermost first.
std::vector<double> score(const std::vector<LevelCut>& cuts);

}  // namespace cartwright::cost
