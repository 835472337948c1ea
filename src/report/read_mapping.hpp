// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "mapping/problem.hpp"

#include <string_view>

namespace cartwright::report {

/// The mapping that a file holds: csv as we write it (header rank,node,old_rank); a VieM permutation (a
/// slot a line, line i for rank i); a list of nodes (a node index a line); MPICH_RANK_ORDER (ranks in the
/// order of slots, separated by commas, "4-7" for a range). What it holds decides which. Throws Error: not
/// one entry per process, not a permutation, nodes that get more processes than they have slots.
mapping::Order read_mapping(std::string_view text, const mapping::Problem& problem);

}  // namespace cartwright::report
