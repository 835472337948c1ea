// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mpi.h>

#include <tuple>

// The arguments of a collective as an object: its buffers (packing/block_arguments.hpp), and rest(), those that follow
// them.

namespace cartwright::preload {

/// Every process sends and receives.
template <typename In, typename Out>
struct Exchanged {
  In in;
  Out out;
  MPI_Comm comm;

  Exchanged(const In& sent, const Out& received, MPI_Comm over) : in(sent), out(received), comm(over) {}
  auto rest() const { return std::tuple(comm); }
};

/// Only the root has valid arguments for the whole; those of the other processes are ignored.
template <typename In, typename Out>
struct Rooted : Exchanged<In, Out> {
  int root;

  Rooted(const In& sent, const Out& received, int at, MPI_Comm over)
      : Exchanged<In, Out>(sent, received, over), root(at) {}
  auto rest() const { return std::tuple(root, this->comm); }
};

template <typename Data>
struct Broadcast {
  Data data;
  int root;
  MPI_Comm comm;

  Broadcast(const Data& user, int from, MPI_Comm over) : data(user), root(from), comm(over) {}
  auto rest() const { return std::tuple(root, comm); }
};

/// `Count` is that of all processes, or an array with one for each.
template <typename Count>
struct Reduction {
  const void* in;
  void* out;
  Count count;
  MPI_Datatype type;
  MPI_Op op;
  MPI_Comm comm;

  Reduction(const void* sent, void* received, Count n, MPI_Datatype of, MPI_Op with, MPI_Comm over)
      : in(sent), out(received), count(n), type(of), op(with), comm(over) {}
  auto rest() const { return std::tuple(in, out, count, type, op, comm); }
};

template <typename Count>
struct RootedReduction : Reduction<Count> {
  int root;

  RootedReduction(const void* sent, void* received, Count n, MPI_Datatype of, MPI_Op with, int to, MPI_Comm over)
      : Reduction<Count>(sent, received, n, of, with, over), root(to) {}
  auto rest() const { return std::tuple(this->in, this->out, this->count, this->type, this->op, root, this->comm); }
};

}  // namespace cartwright::preload
