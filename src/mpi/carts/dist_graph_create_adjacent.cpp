// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/carts/graph.hpp"

#include "mpi/base/comm.hpp"
#include "mpi/base/real.hpp"
#include "mpi/base/refused.hpp"

#include <algorithm>
#include <new>

namespace cartwright::mpi {

namespace {

/// One direction of a vertex: its neighbors and the weights of the edges to or from them.
struct Neighbors {
  int degree;
  const int* ranks;
  const int* weights;
};

int check(const Neighbors& neighbors, const char* degree, const char* ranks, int comm_size) {
  if (neighbors.degree < 0) return refused(MPI_ERR_ARG, "{} is {}: give 0 or more", degree, neighbors.degree);
  if (neighbors.degree > 0 && neighbors.ranks == nullptr)
    return refused(MPI_ERR_ARG, "{} is NULL, and {} is {}", ranks, degree, neighbors.degree);
  return check_ranks(ranks, neighbors.ranks, neighbors.degree, comm_size);
}

/// Received neighbors, which own their memory.
class Received {
 public:
  /// Collective over the reordered communicator: sends `mine` to the process of rank `to` and receives from that of
  /// rank `from`. Only this library uses the communicator, so the program's messages cannot match.
  int exchange(const Neighbors& mine, int to, int from, bool weighted, MPI_Comm comm) {
    int degree = 0;
    int error = real().Sendrecv(&mine.degree, 1, MPI_INT, to, 0, &degree, 1, MPI_INT, from, 0, comm, MPI_STATUS_IGNORE);
    if (error != MPI_SUCCESS) return error;
    ranks_.resize(degree);
    error = real().Sendrecv(mine.ranks, mine.degree, MPI_INT, to, 0, ranks_.data(), degree, MPI_INT, from, 0, comm,
                            MPI_STATUS_IGNORE);
    if (error != MPI_SUCCESS || !weighted) return error;
    weights_.resize(ranks_.size());
    return real().Sendrecv(mine.weights, mine.degree, MPI_INT, to, 0, weights_.data(), degree, MPI_INT, from, 0, comm,
                           MPI_STATUS_IGNORE);
  }

  Neighbors neighbors(bool weighted) const {
    const int* weights = !weighted ? MPI_UNWEIGHTED : ranks_.empty() ? MPI_WEIGHTS_EMPTY : weights_.data();
    return {static_cast<int>(ranks_.size()), ranks_.data(), weights};
  }

 private:
  std::vector<int> ranks_;
  std::vector<int> weights_;
};

int make_adjacent(MPI_Comm comm, const Neighbors& in, const Neighbors& out, MPI_Info info, MPI_Comm* made) {
  return real().Dist_graph_create_adjacent(comm, in.degree, in.ranks, in.weights, out.degree, out.ranks, out.weights,
                                           info, 0, made);
}

}  // namespace

GraphResult dist_graph_create_adjacent(const char* function, MPI_Comm comm, int indegree, const int sources[],
                                       const int sourceweights[], int outdegree, const int destinations[],
                                       const int destweights[], MPI_Info info, int reorder, MPI_Comm* graph) {
  const int rank = rank_in(comm);
  const int size = size_of(comm);
  const Neighbors in{indegree, sources, sourceweights};
  const Neighbors out{outdegree, destinations, destweights};
  GraphCall call{.function = function, .comm = comm, .info = info, .reorder = reorder != 0, .vertices = size};
  call.invalid = check(in, "indegree", "sources", size);
  if (call.invalid == MPI_SUCCESS) call.invalid = check(out, "outdegree", "destinations", size);
  if (call.invalid == MPI_SUCCESS) {
    const Weights of_in = kind_of(in.weights, in.degree, call.invalid);
    const Weights of_out = kind_of(out.weights, out.degree, call.invalid);
    if (of_in != Weights::no_edges && of_out != Weights::no_edges && of_in != of_out)
      call.invalid = refused(MPI_ERR_ARG, "weights are given in one direction only: give both or none");
    call.weights = std::max(of_in, of_out);
  }
  // Every edge is given at both of its ends. Process 0 gets it from the sending end.
  if (call.invalid == MPI_SUCCESS && call.reorder) try {
      call.edges.reserve(3 * static_cast<std::size_t>(outdegree));
      for (int i = 0; i < outdegree; ++i)
        call.edges.insert(call.edges.end(),
                          {rank, destinations[i], call.weights == Weights::given ? destweights[i] : 1});
    } catch (const std::bad_alloc&) {
      call.complete = false;
    }
  return create_graph(call, graph, [&](const GraphSite& site, MPI_Comm* made) {
    if (!site.moved) return make_adjacent(site.comm, in, out, info, made);
    // This process has the neighbors of vertex `rank`, its old rank. It sends them to the process that is vertex `rank`
    // now.
    Received received_in;
    Received received_out;
    int error = received_in.exchange(in, rank, site.adjacency_source, site.weighted, site.comm);
    if (error == MPI_SUCCESS) error = received_out.exchange(out, rank, site.adjacency_source, site.weighted, site.comm);
    if (error != MPI_SUCCESS) return error;
    return make_adjacent(site.comm, received_in.neighbors(site.weighted), received_out.neighbors(site.weighted), info,
                         made);
  });
}

}  // namespace cartwright::mpi
