// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mpi.h>

#include <string>
#include <vector>

namespace cartwright::mpi {

/// A communicator whose ranks are others than those of the communicator that it was made from.
struct Reordered {
  MPI_Comm from;
  MPI_Comm comm;
  std::string function;   ///< that made it
  std::vector<int> dims;  ///< of a Cartesian one
};

/// Called on every process of such a communicator as soon as it is made. It must not throw.
using ReorderedListener = void (*)(const Reordered&);

/// Sets the only listener there is. Before any communicator is made.
void listen_to_reordered(ReorderedListener listener);

/// Tells the listener, if there is one.
void tell_reordered(const Reordered& made);

}  // namespace cartwright::mpi
