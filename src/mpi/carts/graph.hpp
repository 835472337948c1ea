// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "mpi/carts/cart.hpp"

#include <mpi.h>

#include <cstdint>
#include <functional>
#include <vector>

namespace cartwright::mpi {

/// Whether a process with edges gave them weights.
enum class Weights { no_edges, without, given };

/// The kind of `weights` for `count` edges. Sets `invalid` to MPI_ERR_ARG if they are missing or negative.
Weights kind_of(const int* weights, std::int64_t count, int& invalid);

/// A call of a function that makes a graph communicator, with the arguments of this process.
struct GraphCall {
  const char* function;  ///< its name, for the report
  MPI_Comm comm;         ///< an intracommunicator
  MPI_Info info;
  bool reorder;
  int vertices;                         ///< at most as many as processes
  Weights weights = Weights::no_edges;  ///< of this process's edges
  std::vector<int> edges = {};          ///< of this process: from, to, weight, from, to, weight, ...
  bool complete = true;                 ///< false if some edges are missing, as there are too many to gather: then all
                                        ///< keep their ranks
  std::uint64_t fingerprint = 0;        ///< a hash of the arguments on which all processes must agree
  int invalid = MPI_SUCCESS;            ///< the class of an error in the arguments of this process
};

/// The communicator in which to make the graph communicator.
struct GraphSite {
  MPI_Comm comm;          ///< the old communicator, or its processes by their new ranks
  bool moved = false;     ///< `comm` has the new ranks
  bool weighted = false;  ///< set only if `moved`
  /// If `moved`: the rank in `comm` of the process that was given the neighbors of this process's vertex. A process
  /// with old rank a and new rank b is vertex b, whose neighbors were given to the process with old rank b.
  int adjacency_source = 0;
};

using GraphResult = CartResult;

/// Collective over call.comm, whatever the other arguments are on each process. Places the processes and lets `make`
/// create the communicator without reordering. If a better placement fails, all processes keep their ranks.
GraphResult create_graph(const GraphCall& call, MPI_Comm* graph,
                         const std::function<int(const GraphSite&, MPI_Comm*)>& make);

// The three functions are collective over `comm`, an intracommunicator. They never let MPI itself reorder.
GraphResult dist_graph_create(const char* function, MPI_Comm comm, int n, const int sources[], const int degrees[],
                              const int destinations[], const int weights[], MPI_Info info, int reorder,
                              MPI_Comm* graph);
GraphResult dist_graph_create_adjacent(const char* function, MPI_Comm comm, int indegree, const int sources[],
                                       const int sourceweights[], int outdegree, const int destinations[],
                                       const int destweights[], MPI_Info info, int reorder, MPI_Comm* graph);
GraphResult graph_create(const char* function, MPI_Comm comm, int nnodes, const int index[], const int edges[],
                         int reorder, MPI_Comm* graph);

/// MPI_ERR_ARG unless `count` numbers are from 0 to size - 1.
int check_ranks(const char* name, const int* ranks, std::int64_t count, int size);

/// The error class of MPI_Graph_create's arguments, or MPI_SUCCESS.
int check_graph(int nnodes, const int index[], const int edges[], int comm_size);

/// The edges in the form of GraphCall::edges.
std::vector<int> edges_of_graph(int nnodes, const int index[], const int edges[]);

}  // namespace cartwright::mpi
