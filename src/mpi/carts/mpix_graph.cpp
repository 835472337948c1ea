// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "cartwright/mpix.h"
#include "mpi/base/refused.hpp"
#include "mpi/carts/graph.hpp"

using namespace cartwright::mpi;

namespace {

/// Calls `create` and handles errors as all these functions do.
template <typename Create>
int create_or_call_handler(MPI_Comm comm, MPI_Comm* graph, Create create) {
  if (graph != nullptr) *graph = MPI_COMM_NULL;
  return with_reason([&] { return or_call_handler(comm, create); });
}

}  // namespace

extern "C" int MPIX_Dist_graph_create(MPI_Comm comm_old, int n, const int sources[], const int degrees[],
                                      const int destinations[], const int weights[], MPI_Info info, int reorder,
                                      MPI_Comm* comm_dist_graph) {
  return create_or_call_handler(comm_old, comm_dist_graph, [&] {
    return dist_graph_create("MPIX_Dist_graph_create", comm_old, n, sources, degrees, destinations, weights, info,
                             reorder, comm_dist_graph);
  });
}

extern "C" int MPIX_Dist_graph_create_adjacent(MPI_Comm comm_old, int indegree, const int sources[],
                                               const int sourceweights[], int outdegree, const int destinations[],
                                               const int destweights[], MPI_Info info, int reorder,
                                               MPI_Comm* comm_dist_graph) {
  return create_or_call_handler(comm_old, comm_dist_graph, [&] {
    return dist_graph_create_adjacent("MPIX_Dist_graph_create_adjacent", comm_old, indegree, sources, sourceweights,
                                      outdegree, destinations, destweights, info, reorder, comm_dist_graph);
  });
}

extern "C" int MPIX_Graph_create(MPI_Comm comm_old, int nnodes, const int index[], const int edges[], int reorder,
                                 MPI_Comm* comm_graph) {
  return create_or_call_handler(comm_old, comm_graph, [&] {
    return graph_create("MPIX_Graph_create", comm_old, nnodes, index, edges, reorder, comm_graph);
  });
}
