// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/base/interpose.hpp"
#include "preload/traffic/reordered.hpp"

using namespace cartwright;
using namespace cartwright::preload;

// Calls that ask a communicator for ranks or coordinates. For a reordered communicator this is recorded.

namespace {

void note_query(MPI_Comm comm, std::atomic<bool> ReorderedComm::* what) {
  if (!watched()) return;
  if (const Origin* origin = origin_of(comm)) (origin->reordered.get()->*what).store(true, std::memory_order_relaxed);
}

}  // namespace

/// `flag` is the member of ReorderedComm that this function sets. The parameters are passed on as arguments.
#define QUERY(name, flag, parameters, arguments) \
  CW_MPI(name) parameters {                      \
    note_query(comm, &ReorderedComm::flag);      \
    return mpi::real().name arguments;           \
  }

QUERY(Comm_rank, asked, (MPI_Comm comm, int* rank), (comm, rank))
QUERY(Comm_group, grouped, (MPI_Comm comm, MPI_Group* group), (comm, group))
QUERY(Cart_get, asked, (MPI_Comm comm, int maxdims, int dims[], int periods[], int coords[]),
      (comm, maxdims, dims, periods, coords))
QUERY(Cart_coords, asked, (MPI_Comm comm, int rank, int maxdims, int coords[]), (comm, rank, maxdims, coords))
QUERY(Cart_rank, asked, (MPI_Comm comm, const int coords[], int* rank), (comm, coords, rank))
QUERY(Cart_shift, asked, (MPI_Comm comm, int direction, int displacement, int* source, int* dest),
      (comm, direction, displacement, source, dest))
QUERY(Graph_neighbors, asked, (MPI_Comm comm, int rank, int most, int neighbors[]), (comm, rank, most, neighbors))
QUERY(Dist_graph_neighbors, asked,
      (MPI_Comm comm, int max_in, int sources[], int source_weights[], int max_out, int destinations[],
       int destination_weights[]),
      (comm, max_in, sources, source_weights, max_out, destinations, destination_weights))
