// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mpi.h>

#include <string>
#include <vector>

namespace cartwright::mpi {

/// A communicator whose ranks differ from those of the communicator that it was made from.
struct Reordered {
  MPI_Comm from;
  MPI_Comm comm;
  std::string function;   ///< the function that made it
  std::vector<int> dims;  ///< of a Cartesian communicator
};

/// Called on every process of such a communicator as soon as it exists. It must not throw.
using ReorderedListener = void (*)(const Reordered&);

/// Sets the only listener. Call before any communicator is made.
void listen_to_reordered(ReorderedListener listener);

/// Calls the listener, if there is one.
void notify_reordered(const Reordered& made);

}  // namespace cartwright::mpi
