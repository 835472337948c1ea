// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "mpi/base/agreement.hpp"
#include "mpi/base/discover.hpp"
#include "mpi/base/settings.hpp"

#include <mpi.h>

#include <functional>
#include <variant>
#include <vector>

namespace cartwright::mpi {

/// Dims that the caller gives, 1 or more each. They may hold fewer processes than the communicator has.
struct GivenDims {
  const int* dims;
};

/// Dims are chosen, and neighbors weighted, by the amount of data that is sent along each dimension.
struct WeightedDims {
  const int* dims = nullptr;        ///< entries above 0 are kept; null: all are chosen
  const double* weights = nullptr;  ///< null: the same amount along each dimension
};

/// Cuts that the caller gives, ndims x nlevels. Their product along each dimension is its dim.
struct GivenCuts {
  const int* cuts;
  int nlevels;
};

/// The grid that a call asks for: all that decides where processes go.
struct CartRequest {
  const char* function;  ///< its name, for the report
  MPI_Comm comm;         ///< an intracommunicator
  int ndims;
  const int* periods;  ///< may be null, for no periods, unless the dims are given
  bool reorder = true;
  std::variant<GivenDims, WeightedDims, GivenCuts> given;

  /// The stencil: k offsets of ndims integers each. Without it, the stencil of the settings, or nearest neighbors.
  static constexpr int no_stencil = -1;
  const int* offsets = nullptr;
  int k = no_stencil;

  bool chooses_dims() const { return !std::holds_alternative<GivenDims>(given); }
};

struct CartOutput {
  MPI_Comm* cart;
  int* chosen_dims = nullptr;  ///< unless the dims are given
};

/// Finds the location of this process.
struct Locator {
  std::function<Location()> locate;  ///< collective; empty: by the settings
  std::vector<int> key;              ///< its arguments, on which the processes must agree
};

/// A call of a function that makes a Cartesian communicator, with the arguments of this process.
struct CartCall {
  CartRequest request;
  CartOutput output;
  MPI_Info info = MPI_INFO_NULL;
  Locator locator = {};
  int invalid = MPI_SUCCESS;  ///< the class of an error that the function itself found in its arguments

  /// Bytes that this process has sent so far. If the program has transposed data, all processes keep their ranks,
  /// unless the settings name a stencil.
  SentBytes sent = {};
};

/// The result of a call, the same on every process.
enum class Verdict {
  done,      ///< the communicator is made, or MPI returned `error` after it called the error handler
  invalid,   ///< the arguments are invalid on all processes: `error` is the class
  disagree,  ///< the processes have different arguments, or invalid ones on some: `error` is the class
};

struct CartResult {
  Verdict verdict = Verdict::done;
  int error = MPI_SUCCESS;
};

/// Collective over the communicator of the request, whatever the other arguments are on each process. If a better
/// placement fails, makes the communicator in the original rank order.
CartResult create_cart(const CartCall& call);

/// MPI_Comm_split of Cartwright's own: its messages are not counted as the program's.
int split_uncounted(MPI_Comm comm, int color, int key, MPI_Comm* made);

/// Open MPI 4.1 initializes topologies with the first one, and crashes if two threads make the first at once: call this
/// before. Does nothing with other MPIs.
void prepare_topologies();

/// The result when the processes do not agree on valid arguments. `own` is the class of the error of this process.
CartResult refused_together(const Agreement& agreement, int own);

/// For functions that call the error handler themselves and accept any communicator: checks `comm`, and runs `create`.
int or_call_handler(MPI_Comm comm, const std::function<CartResult()>& create);
int create_cart_or_call_handler(const CartCall& call);

}  // namespace cartwright::mpi
