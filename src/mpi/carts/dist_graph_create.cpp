// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/carts/graph.hpp"

#include "mpi/base/comm.hpp"
#include "mpi/base/real.hpp"
#include "mpi/base/refused.hpp"

#include <limits>
#include <new>
#include <numeric>

namespace cartwright::mpi {

namespace {

/// The number of edges of the process, or -1 and the error class in `invalid`.
std::int64_t count_edges(int comm_size, int n, const int sources[], const int degrees[], const int destinations[],
                         int& invalid) {
  invalid = MPI_ERR_ARG;
  if (n < 0) return refused(-1, "n is {}: give 0 or more", n);
  if (n > 0 && (sources == nullptr || degrees == nullptr))
    return refused(-1, "{} is NULL, and n is {}", sources == nullptr ? "sources" : "degrees", n);
  for (int i = 0; i < n; ++i)
    if (degrees[i] < 0) return refused(-1, "degrees[{}] is {}: give 0 or more", i, degrees[i]);
  const std::int64_t count = std::accumulate(degrees, degrees + n, std::int64_t{0});
  if (count > 0 && destinations == nullptr) return refused(-1, "destinations is NULL, and there are {} edges", count);
  if (check_ranks("sources", sources, n, comm_size) || check_ranks("destinations", destinations, count, comm_size))
    return -1;
  invalid = MPI_SUCCESS;
  return count;
}

}  // namespace

GraphResult dist_graph_create(const char* function, MPI_Comm comm, int n, const int sources[], const int degrees[],
                              const int destinations[], const int weights[], MPI_Info info, int reorder,
                              MPI_Comm* graph) {
  const int size = size_of(comm);
  GraphCall call{.function = function, .comm = comm, .info = info, .reorder = reorder != 0, .vertices = size};
  const std::int64_t count = count_edges(size, n, sources, degrees, destinations, call.invalid);
  call.weights = kind_of(weights, count, call.invalid);
  call.complete = count <= std::numeric_limits<int>::max();
  if (call.invalid == MPI_SUCCESS && call.reorder && call.complete) try {
      call.edges.reserve(3 * static_cast<std::size_t>(count));
      for (std::int64_t i = 0, edge = 0; i < n; ++i)
        for (const std::int64_t last = edge + degrees[i]; edge < last; ++edge)
          call.edges.insert(call.edges.end(),
                            {sources[i], destinations[edge], call.weights == Weights::given ? weights[edge] : 1});
    } catch (const std::bad_alloc&) {
      call.complete = false;
    }
  return create_graph(call, graph, [&](const GraphSite& site, MPI_Comm* made) {
    // Vertex numbers are new ranks already, in the arguments of every process.
    const int* passed = weights;
    if (site.moved && call.weights == Weights::no_edges) passed = site.weighted ? MPI_WEIGHTS_EMPTY : MPI_UNWEIGHTED;
    return real().Dist_graph_create(site.comm, n, sources, degrees, destinations, passed, info, 0, made);
  });
}

}  // namespace cartwright::mpi
