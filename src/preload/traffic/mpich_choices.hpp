// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "record/mpich_tables.hpp"

#include <mpi.h>

#include <optional>
#include <vector>

// The algorithms that MPICH selects: its tables are texts in its library, and its parameters are read with MPI_T.

namespace cartwright::preload {

/// A collective by the name of its blocking function, with its arguments that the number of bytes does not show.
struct Selected {
  const char* kind;
  MPI_Op op = MPI_OP_NULL;
  const void* buffer = nullptr;              ///< MPI_IN_PLACE may make a difference
  bool nonblocking = false;                  ///< or persistent
  bool commutative = true, built_in = true;  ///< where `op` is null, because it may be freed by now
  std::int64_t item_bytes = 0;               ///< of a datatype that may be freed by now: MPI_BYTE stands for it
};

/// As it is kept for the starts of a persistent collective: without `op`.
Selected kept(Selected selected);

/// Finds the tables, and the nodes that the MPI sees. Collective over program_world(), after MPI_Init. With other MPIs
/// nothing.
void find_mpich_choices();

/// What this process sends in a call over `comm`, by ranks there; none if the algorithm is unknown. Thread safe.
std::optional<std::vector<record::ModelSend>> selected_sends(MPI_Comm comm, const Selected& selected,
                                                             record::MpichCall call);

}  // namespace cartwright::preload
