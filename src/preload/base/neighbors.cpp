// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/base/neighbors.hpp"

namespace cartwright::preload {

namespace {

std::vector<int> cart_neighbors(MPI_Comm comm) {
  int ndims = 0;
  PMPI_Cartdim_get(comm, &ndims);
  std::vector<int> neighbors(2 * ndims);
  for (int dim = 0; dim < ndims; ++dim) {
    int* pair = &neighbors[2 * dim];
    PMPI_Cart_shift(comm, dim, 1, pair, pair + 1);
  }
  return neighbors;
}

std::vector<int> graph_neighbors(MPI_Comm comm) {
  int rank = 0;
  int count = 0;
  PMPI_Comm_rank(comm, &rank);
  PMPI_Graph_neighbors_count(comm, rank, &count);
  std::vector<int> neighbors(count);
  PMPI_Graph_neighbors(comm, rank, count, neighbors.data());
  return neighbors;
}

Neighbors dist_graph_neighbors(MPI_Comm comm) {
  int in = 0;
  int out = 0;
  int weighted = 0;
  PMPI_Dist_graph_neighbors_count(comm, &in, &out, &weighted);
  Neighbors found{std::vector<int>(in), std::vector<int>(out)};
  PMPI_Dist_graph_neighbors(comm, in, found.sources.data(), MPI_UNWEIGHTED, out, found.destinations.data(),
                            MPI_UNWEIGHTED);
  return found;
}

}  // namespace

Neighbors neighbors_of(MPI_Comm comm) {
  int topology = MPI_UNDEFINED;
  PMPI_Topo_test(comm, &topology);
  if (topology == MPI_DIST_GRAPH) return dist_graph_neighbors(comm);
  std::vector<int> both;
  if (topology == MPI_CART) both = cart_neighbors(comm);
  if (topology == MPI_GRAPH) both = graph_neighbors(comm);
  return {both, both};
}

}  // namespace cartwright::preload
