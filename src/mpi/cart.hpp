// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mpi.h>

namespace cartwright::mpi {

/// A call of MPIX_Cart_stencil_comm or MPI_Cart_create, as this process made it.
struct CartCall {
  const char* function;  ///< its name, for the report
  MPI_Comm comm;         ///< an intracommunicator
  int ndims;
  const int* dims;
  const int* periods;
  bool reorder;
  MPI_Comm* cart;
  const int* offsets = nullptr;  ///< k of them, ndims integers each
  int k = 0;
  bool environment_stencil = false;  ///< the stencil is that of CARTWRIGHT_STENCIL, not the k offsets
};

/// What became of it, the same on every process.
enum class Verdict {
  done,      ///< the communicator is made; or MPI returned `error`, after it called the error handler
  invalid,   ///< all processes have arguments that cannot be used: `error` is the class
  disagree,  ///< the processes have different arguments, or only some can be used: `error` is the class
};

struct CartResult {
  Verdict verdict = Verdict::done;
  int error = MPI_SUCCESS;
};

/// Collective over call.comm, whatever the other arguments are on each process. Whatever fails on the way
/// to a better placement, the communicator is then made with the processes as they stand.
CartResult create_cart(const CartCall& call);

}  // namespace cartwright::mpi
