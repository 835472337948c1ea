// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cartwright/mpix.h"
#include "mpi/cart.hpp"

#include <vector>

namespace cartwright::mpi {

/// The new rank of a process without a place in the grid.
inline constexpr int outside = -1;

/// What process 0 decides and broadcasts, as it lies in memory.
struct Decision {
  int invalid = MPI_SUCCESS;  ///< the class of an error in the arguments that only shows once the levels are known
  bool decided = false;       ///< there are dims and a report
  bool stays = true;          ///< all processes keep their ranks
  int dims[grid::max_dims] = {};
  cw_cart_report report = {};
};

/// Chooses dims, where the call asks for it, and places the processes: `new_ranks` of all of them, unless they stay.
/// What became of it goes to the report that the settings ask for. Local to process 0. Whatever fails, the processes
/// stay.
Decision decide(const CartCall& call, const Settings& settings, bool pretended, std::vector<choose::RankLevel> levels,
                std::vector<int>& new_ranks);

}  // namespace cartwright::mpi
