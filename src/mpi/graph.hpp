// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "mpi/cart.hpp"

#include <mpi.h>

#include <cstdint>
#include <functional>
#include <vector>

namespace cartwright::mpi {

/// Whether a process that has edges gave them weights.
enum class Weights { no_edges, without, given };

/// What `weights` is for `count` edges; MPI_ERR_ARG in `invalid` for none where there should be some, or negative ones.
Weights kind_of(const int* weights, std::int64_t count, int& invalid);

/// A call of one of the functions that make a graph communicator, as this process made it.
struct GraphCall {
  const char* function;  ///< its name, for the report
  MPI_Comm comm;         ///< an intracommunicator
  MPI_Info info;
  bool reorder;
  int places;                           ///< number of vertices, at most that of the processes
  Weights weights = Weights::no_edges;  ///< of this process's edges
  std::vector<int> edges = {};          ///< of this process: from, to, weight, from, to, weight, ...
  bool complete = true;                 ///< all of them; otherwise they are too many to gather, and nobody moves
  std::uint64_t fingerprint = 0;        ///< a hash of the arguments about which all processes must agree
  int invalid = MPI_SUCCESS;            ///< the class of an error in the arguments of this process
};

/// Where to make the graph communicator.
struct GraphSite {
  MPI_Comm comm;          ///< the old one, or its processes by their new ranks
  bool moved = false;     ///< it is the latter
  bool weighted = false;  ///< known where the processes have moved
  int lists_at = 0;       ///< there, the new rank of the process that had this process's new rank before
};

using GraphResult = CartResult;

/// Collective over call.comm, whatever the other arguments are on each process. Places the processes and lets `make`
/// create the communicator from what it is given, which includes a reorder of 0. Whatever fails on the way to a better
/// placement, the processes stay as they stand.
GraphResult create_graph(const GraphCall& call, MPI_Comm* graph,
                         const std::function<int(const GraphSite&, MPI_Comm*)>& make);

// The three functions. Collective over `comm`, which is an intracommunicator, and never with reordering by MPI itself.
GraphResult dist_graph_create(const char* function, MPI_Comm comm, int n, const int sources[], const int degrees[],
                              const int destinations[], const int weights[], MPI_Info info, int reorder,
                              MPI_Comm* graph);
GraphResult dist_graph_create_adjacent(const char* function, MPI_Comm comm, int indegree, const int sources[],
                                       const int sourceweights[], int outdegree, const int destinations[],
                                       const int destweights[], MPI_Info info, int reorder, MPI_Comm* graph);
GraphResult graph_create(const char* function, MPI_Comm comm, int nnodes, const int index[], const int edges[],
                         int reorder, MPI_Comm* graph);

/// MPI_Graph_create's arguments: the class of what is wrong with them, or MPI_SUCCESS.
int check_graph(int nnodes, const int index[], const int edges[], int comm_size);

/// The same as GraphCall::edges.
std::vector<int> edges_of_graph(int nnodes, const int index[], const int edges[]);

}  // namespace cartwright::mpi
