// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "mpi/base/partial_rank_map.hpp"
#include "mpi/carts/decide.hpp"

namespace cartwright::mpi {

/// With more processes, the other tiers also try only orders that each process can evaluate alone, and refine them:
/// this takes minutes, and process 0 needs memory for all of them. Each process then decides alone in every tier.
inline constexpr int max_central_ranks = 200'000;

/// Whether each process could place itself: an algorithm that each can evaluate alone, and nothing above the nodes. The
/// same on all processes.
bool may_decide_locally(const CartRequest& request, const Settings& settings, const Location& location);

/// Decides together with the other processes. Nothing is gathered: the processes add up the edges between domains, and
/// each finds its own new rank. Process 0 writes the report. False if one of them cannot, or MPI fails: process 0 must
/// then decide. Collective.
bool decide_locally(const CartRequest& request, const Settings& settings, const Location& location,
                    PartialRankMap ranks, Decision& decision, int& new_rank, int& error);

}  // namespace cartwright::mpi
