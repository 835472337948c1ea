// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "choose/local_choice.hpp"
#include "mpi/decide.hpp"

#include <optional>

namespace cartwright::mpi {

/// Nodes of one size, to which the ranks of a communicator are dealt in order.
struct RegularNodes {
  machine::Machine machine;
  choose::Deal deal;
  std::string weights_note;  ///< for the report
};

/// Whether the processes of the communicator are on such nodes, found by one reduction. Collective.
std::optional<RegularNodes> find_regular(MPI_Comm comm, const Location& location, int& error);

/// Whether each process could place itself: an algorithm that each can evaluate alone, and nothing above the nodes. The
/// same on all processes.
bool may_decide_alone(const CartCall& call, const Settings& settings, const Location& location);

/// Decides together with the other processes. Nothing is gathered: the processes add up the edges between domains, and
/// each finds its own new rank. Process 0 writes the report. False if one of them cannot, or MPI fails: process 0 must
/// then decide. Collective.
bool decide_alone(const CartCall& call, const Settings& settings, const Location& location, const RegularNodes& nodes,
                  Decision& decision, int& new_rank, int& error);

}  // namespace cartwright::mpi
