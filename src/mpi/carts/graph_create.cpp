// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/carts/graph.hpp"

#include "base/hash.hpp"
#include "mpi/base/comm.hpp"
#include "mpi/base/real.hpp"
#include "mpi/base/refused.hpp"

#include <algorithm>
#include <new>

namespace cartwright::mpi {

int check_graph(int nnodes, const int index[], const int edges[], int comm_size) {
  if (nnodes < 0 || nnodes > comm_size)
    return refused(MPI_ERR_ARG, "nnodes is {}: give 0 to {}, the number of processes", nnodes, comm_size);
  if (nnodes > 0 && index == nullptr) return refused(MPI_ERR_ARG, "index is NULL, and nnodes is {}", nnodes);
  for (int i = 0; i < nnodes; ++i)
    if (const int least = i == 0 ? 0 : index[i - 1]; index[i] < least)
      return refused(MPI_ERR_ARG, "index[{}] is {}: give {} or more", i, index[i], least);
  const int count = nnodes == 0 ? 0 : index[nnodes - 1];
  if (count > 0 && edges == nullptr) return refused(MPI_ERR_ARG, "edges is NULL, and there are {}", count);
  return check_ranks("edges", edges, count, nnodes);
}

std::vector<int> edges_of_graph(int nnodes, const int index[], const int edges[]) {
  std::vector<int> list;
  for (int from = 0, edge = 0; from < nnodes; ++from)
    for (; edge < index[from]; ++edge) list.insert(list.end(), {from, edges[edge], 1});
  return list;
}

GraphResult graph_create(const char* function, MPI_Comm comm, int nnodes, const int index[], const int edges[],
                         int reorder, MPI_Comm* graph) {
  const int rank = rank_in(comm);
  const int size = size_of(comm);
  GraphCall call{
      .function = function, .comm = comm, .info = MPI_INFO_NULL, .reorder = reorder != 0, .vertices = nnodes};
  call.invalid = check_graph(nnodes, index, edges, size);
  if (call.invalid == MPI_SUCCESS && nnodes > 0) {
    base::Hash hash;
    hash.add(static_cast<std::uint64_t>(nnodes));
    for (const auto& [values, count] : {std::pair{index, nnodes}, std::pair{edges, index[nnodes - 1]}})
      std::for_each_n(values, count, [&](int value) { hash.add(static_cast<std::uint64_t>(value)); });
    call.fingerprint = hash.value();
    // Every process has the whole graph.
    if (rank == 0 && call.reorder) try {
        call.edges = edges_of_graph(nnodes, index, edges);
        call.weights = Weights::without;
      } catch (const std::bad_alloc&) {
        call.complete = false;
      }
  }
  return create_graph(call, graph, [&](const GraphSite& site, MPI_Comm* made) {
    return real().Graph_create(site.comm, nnodes, index, edges, 0, made);
  });
}

}  // namespace cartwright::mpi
