// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cartwright/mpix.h"
#include "mpi/base/discover.hpp"
#include "mpi/carts/cart.hpp"

#include <vector>

namespace cartwright::mpi {

/// The new rank of a process outside the grid.
inline constexpr int outside = -1;

/// The decision of process 0, broadcast as bytes.
struct Decision {
  int invalid = MPI_SUCCESS;  ///< the class of an error in the arguments that is found only when the levels are known
  bool decided = false;       ///< `dims` and `report` are set
  bool stays = true;          ///< all processes keep their ranks
  int order = 0;              ///< of choose::LocalChoice, where each process finds its own new rank
  int dims[grid::max_dims] = {};
  cw_cart_report report = {};
};

/// Chooses dims where the call leaves them open, and places the processes. `new_ranks` has an entry for each process,
/// or is empty if all keep their ranks. Writes the report that the settings request. Local to process 0. If anything
/// fails, all processes keep their ranks.
Decision decide(const CartRequest& request, const Settings& settings, const Location& location,
                std::vector<choose::RankLevel> levels, std::vector<int>& new_ranks);

}  // namespace cartwright::mpi
