// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "mpi/agreement.hpp"
#include "mpi/discover.hpp"
#include "mpi/settings.hpp"

#include <mpi.h>

#include <functional>

namespace cartwright::mpi {

/// A call of one of the functions that make a Cartesian communicator, as this process made it.
struct CartCall {
  const char* function;  ///< its name, for the report
  MPI_Comm comm;         ///< an intracommunicator
  int ndims;
  const int* periods;
  MPI_Comm* cart;
  MPI_Info info = MPI_INFO_NULL;
  bool reorder = true;

  const int* dims = nullptr;   ///< given, 1 or more each; for `weighted` those above 0 stay; null: all are chosen
  int* chosen_dims = nullptr;  ///< where the dims go that were chosen

  /// Along which the processes communicate: k offsets of ndims integers each, else the stencil of the settings, else
  /// the nearest neighbours.
  static constexpr int no_stencil = -1;
  const int* offsets = nullptr;
  int k = no_stencil;

  /// Dims are chosen, and neighbours weighted, by what there is to send along each dimension; null: equally much.
  bool weighted = false;
  const double* weights = nullptr;

  /// Cuts that are to be taken as they are, ndims x nlevels.
  const int* dims_ml = nullptr;
  int nlevels = 0;

  /// Where this process is. Collective. Empty: discover().
  std::function<Location()> locate = {};
  /// What locate depends on, which the processes must agree about.
  std::vector<int> locate_key = {};
  int invalid = MPI_SUCCESS;  ///< what the function itself found wrong with its arguments

  /// Bytes that this process has sent so far. Unless the settings name a stencil, all processes keep
  /// their ranks if it was seen to transpose.
  SentBytes sent = {};
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

/// Open MPI 4.1 prepares for topologies when the first is made, and crashes when two threads make the first at once: to
/// be called before. Does nothing elsewhere.
void prepare_topologies();

/// create_cart for a function that calls the error handler itself, and that may be called with any communicator.
int create_cart_or_call_handler(const CartCall& call);

}  // namespace cartwright::mpi
