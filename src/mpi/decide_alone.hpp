// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "choose/rank_table.hpp"
#include "mpi/decide.hpp"

#include <optional>

namespace cartwright::mpi {

/// With more processes, the other tiers also try only orders that each process can evaluate alone, and refine them: this
/// takes minutes, and process 0 needs memory for all of them. Each process then decides alone in every tier.
inline constexpr int most_together = 200'000;

/// The nodes of the communicator and the levels inside them, if the ranks are dealt to them in order: found by one
/// reduction if all domains of a level are equal. Otherwise, the first process of each domain tells its size, so each
/// process gets an entry for each domain. Call it only if sizes_known(). Collective.
std::optional<choose::DealtRanks> find_regular(MPI_Comm comm, const Location& location, int& error);

/// Whether the sizes of the domains at all levels are known, and the nodes are the outermost level. The same on all
/// processes.
bool sizes_known(const Location& location);

/// Whether each process could place itself: an algorithm that each can evaluate alone, and nothing above the nodes. The
/// same on all processes.
bool may_decide_alone(const CartCall& call, const Settings& settings, const Location& location);

/// Decides together with the other processes. Nothing is gathered: the processes add up the edges between domains, and
/// each finds its own new rank. Process 0 writes the report. False if one of them cannot, or MPI fails: process 0 must
/// then decide. Collective.
bool decide_alone(const CartCall& call, const Settings& settings, const Location& location, choose::DealtRanks nodes,
                  Decision& decision, int& new_rank, int& error);

}  // namespace cartwright::mpi
