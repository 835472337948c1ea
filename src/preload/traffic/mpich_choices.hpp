// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "record/mpich_tables.hpp"

#include <mpi.h>

#include <optional>
#include <vector>

// The algorithms that MPICH selects: its tables are texts in its library, and its parameters are read with MPI_T.

namespace cartwright::preload {

/// A blocking collective by the name of its function, with its arguments that the number of bytes does not show.
/// Without a name, another one, whose algorithm is not looked up.
struct Selected {
  const char* kind = nullptr;
  MPI_Op op = MPI_OP_NULL;
  const void* buffer = nullptr;  ///< MPI_IN_PLACE may make a difference
};

/// Finds the tables, and the nodes that the MPI sees. Collective over program_world(), after MPI_Init. With other MPIs
/// nothing.
void find_mpich_choices();

/// What this process sends in a call over `comm`, by ranks there; none if the algorithm is unknown. Thread safe.
std::optional<std::vector<record::ModelSend>> selected_sends(MPI_Comm comm, const Selected& selected,
                                                             record::MpichCall call);

}  // namespace cartwright::preload
