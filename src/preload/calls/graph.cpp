// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/carts/graph.hpp"

#include "choose/place_graph.hpp"
#include "mpi/base/comm.hpp"
#include "mpi/carts/graph_decide.hpp"
#include "preload/base/check_all_interposed.hpp"
#include "preload/base/comm_number.hpp"
#include "preload/base/interpose.hpp"
#include "preload/base/world.hpp"
#include "preload/traffic/reordered.hpp"

#include <algorithm>

using namespace cartwright;
using namespace cartwright::preload;

namespace {

/// Returns the result of `create`, or of `plain` where MPI itself should answer: unless all processes want to be
/// reordered, and when the arguments are wrong on every process. If some processes would wait forever for others, all
/// get the error.
template <typename Create, typename Plain>
int answer(MPI_Comm comm, int reorder, MPI_Comm* graph, Create&& create, Plain&& plain) try {
  const auto inherited = [&](int error) {
    if (error == MPI_SUCCESS) number_made(comm, *graph);
    if (error == MPI_SUCCESS && watched()) inherit_origin(comm, *graph);
    return error;
  };
  if (!is_intracommunicator(comm) || !all_interposed(comm)) return inherited(plain(reorder));
  if (!all_want_reordering(comm, reorder)) return inherited(plain(0));
  const mpi::GraphResult result = create();
  if (result.verdict == mpi::Verdict::invalid) return inherited(plain(0));
  if (result.verdict == mpi::Verdict::disagree) PMPI_Comm_call_errhandler(comm, result.error);
  return inherited(result.error);
} catch (...) {
  return MPI_ERR_INTERN;
}

/// The new rank of this process, without communication. Throws Error whenever MPI itself should answer.
int map_vertex(MPI_Comm comm, int nnodes, const int index[], const int edges[]) {
  using namespace cartwright;
  const int rank = mpi::rank_in(comm);
  const int size = mpi::size_of(comm);
  if (world() == nullptr || nnodes < 1 || mpi::check_graph(nnodes, index, edges, size) != MPI_SUCCESS)
    base::fail(base::Status::unsupported, "not for Cartwright");
  const std::vector<choose::RankLevel> levels = levels_of(comm, nnodes, *world());
  if (levels.empty() || world()->location.wired) base::fail(base::Status::unsupported, "not for Cartwright");

  // Every process computes the whole mapping on its own, so it must not depend on the clock.
  choose::PlaceOptions options = world()->settings.place;
  options.tier = std::min(options.tier, choose::Tier::balanced);
  options.reorder = world()->settings.reorder;
  const mapping::Graph graph = mpi::graph_of(nnodes, mpi::edges_of_graph(nnodes, index, edges));
  const choose::RankPlacement placement = choose::place(graph, choose::RankLocations(levels), options).placement;
  if (rank >= nnodes) return MPI_UNDEFINED;
  return placement.new_rank.empty() ? rank : placement.new_rank[choose::Rank(rank)];
}

}  // namespace

CW_MPI(Dist_graph_create)(MPI_Comm comm, int n, const int sources[], const int degrees[], const int destinations[],
                          const int weights[], MPI_Info info, int reorder, MPI_Comm* graph) {
  return answer(
      comm, reorder, graph,
      [&] {
        return mpi::dist_graph_create("MPI_Dist_graph_create", comm, n, sources, degrees, destinations, weights, info,
                                      reorder, graph);
      },
      [&](int flag) {
        return mpi::real().Dist_graph_create(comm, n, sources, degrees, destinations, weights, info, flag, graph);
      });
}

CW_MPI(Dist_graph_create_adjacent)(MPI_Comm comm, int indegree, const int sources[], const int sourceweights[],
                                   int outdegree, const int destinations[], const int destweights[], MPI_Info info,
                                   int reorder, MPI_Comm* graph) {
  return answer(
      comm, reorder, graph,
      [&] {
        return mpi::dist_graph_create_adjacent("MPI_Dist_graph_create_adjacent", comm, indegree, sources, sourceweights,
                                               outdegree, destinations, destweights, info, reorder, graph);
      },
      [&](int flag) {
        return mpi::real().Dist_graph_create_adjacent(comm, indegree, sources, sourceweights, outdegree, destinations,
                                                      destweights, info, flag, graph);
      });
}

CW_MPI(Graph_create)(MPI_Comm comm, int nnodes, const int index[], const int edges[], int reorder, MPI_Comm* graph) {
  return answer(
      comm, reorder, graph,
      [&] { return mpi::graph_create("MPI_Graph_create", comm, nnodes, index, edges, reorder, graph); },
      [&](int flag) { return mpi::real().Graph_create(comm, nnodes, index, edges, flag, graph); });
}

CW_MPI(Graph_map)(MPI_Comm comm, int nnodes, const int index[], const int edges[], int* newrank) {
  if (!mpi::switched_off() && newrank != nullptr && is_intracommunicator(comm)) try {
      *newrank = map_vertex(comm, nnodes, index, edges);
      return MPI_SUCCESS;
    } catch (const std::exception&) {
      // MPI answers below.
    }
  return mpi::real().Graph_map(comm, nnodes, index, edges, newrank);
}
