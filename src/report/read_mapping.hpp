// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "mapping/problem.hpp"

#include <string_view>

namespace cartwright::report {

/// Parses a mapping. The contents decide the format: csv as written by write_csv() (header rank,node,old_rank); the new
/// rank of each slot, as written by write_ranks() (header new_rank); a VieM permutation (one slot per line, line i for
/// rank i); a list of nodes (one node index per line); or MPICH_RANK_ORDER (ranks in the order of slots, separated by
/// commas, "4-7" for a range). Throws Error if it does not have one entry per process, is not a permutation, or puts
/// more processes on a node than it has slots.
mapping::Order read_mapping(std::string_view text, const mapping::Problem& problem);

}  // namespace cartwright::report
