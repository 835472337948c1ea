// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "halo/request.hpp"
#include "mpi/base/comm.hpp"
#include "mpi/base/succeed.hpp"

#include <algorithm>
#include <optional>

namespace cartwright::halo {

namespace {

using base::Status;
using engine::Side;

/// The ranks from which this process receives along the edges of a graph communicator, and those to which it sends.
struct GraphEdges {
  std::vector<int> sources, destinations;
};

/// None if the communicator has no graph.
std::optional<GraphEdges> graph_edges(MPI_Comm comm) {
  int topology = MPI_UNDEFINED;
  PMPI_Topo_test(comm, &topology);
  GraphEdges edges;
  if (topology == MPI_DIST_GRAPH) {
    int in = 0;
    int out = 0;
    int weighted = 0;
    mpi::succeed(PMPI_Dist_graph_neighbors_count(comm, &in, &out, &weighted));
    edges.sources.resize(in);
    edges.destinations.resize(out);
    std::vector<int> weights_in(in);
    std::vector<int> weights_out(out);
    mpi::succeed(PMPI_Dist_graph_neighbors(comm, in, edges.sources.data(), weights_in.data(), out,
                                           edges.destinations.data(), weights_out.data()));
    return edges;
  }
  if (topology != MPI_GRAPH) return std::nullopt;
  int rank = 0;
  int count = 0;
  PMPI_Comm_rank(comm, &rank);
  mpi::succeed(PMPI_Graph_neighbors_count(comm, rank, &count));
  edges.sources.resize(count);
  mpi::succeed(PMPI_Graph_neighbors(comm, rank, count, edges.sources.data()));
  edges.destinations = edges.sources;
  return edges;
}

/// The rank of neighbor i, which is to come from a graph.
int source(const std::optional<GraphEdges>& edges, std::size_t i) {
  if (!edges)
    base::fail(Status::invalid_argument,
               "neighbors[{}] takes its rank from a graph, but the communicator has none: use "
               "MPI_Dist_graph_create_adjacent, or give the rank",
               i);
  if (i >= edges->sources.size())
    base::fail(Status::invalid_argument,
               "neighbors[{}] takes its rank from the graph, where this process has {} sources", i,
               edges->sources.size());
  return edges->sources[i];
}

/// Throws unless the graph has the edges along which data goes. `gives` is true if the neighbor reads this process.
void check_edges(MPI_Comm comm, const GraphEdges& edges, const Neighbor& neighbor, bool gives) {
  const int rank = mpi::rank_in(comm);
  const auto check = [&](bool needed, const std::vector<int>& ranks, const char* what) {
    if (needed && neighbor.rank != rank && std::ranges::find(ranks, neighbor.rank) == ranks.end())
      base::fail(Status::invalid_argument, "rank {} at side {} is not a {} of rank {} in the graph of the communicator",
                 neighbor.rank, engine::describe(neighbor.side), what, rank);
  };
  check(neighbor.read, edges.sources, "source");
  check(gives, edges.destinations, "destination");
}

/// The axes of the fields that a Cartesian communicator divides, in its order.
std::vector<std::size_t> divided_axes(MPI_Comm comm, std::size_t ndims, const cw_halo_options& options) {
  int topology = MPI_UNDEFINED;
  PMPI_Topo_test(comm, &topology);
  if (topology != MPI_CART)
    base::fail(Status::invalid_argument,
               "the communicator is not Cartesian, and no neighbors are given: use MPI_Cart_create, or say in "
               "options.neighbors which neighbor is at which side");
  int cart_ndims = 0;
  PMPI_Cartdim_get(comm, &cart_ndims);
  std::vector<std::size_t> axes;
  if (options.cart_axes == nullptr && static_cast<std::size_t>(cart_ndims) != ndims)
    base::fail(
        Status::invalid_argument,
        "the communicator has {} dimensions and the fields have {} axes: say in options.cart_axes which axes are "
        "divided",
        cart_ndims, ndims);
  for (int i = 0; i < cart_ndims; ++i) {
    const int axis = options.cart_axes != nullptr ? options.cart_axes[i] : i;
    if (axis < 0 || static_cast<std::size_t>(axis) >= ndims ||
        std::ranges::count(axes, static_cast<std::size_t>(axis)) > 0)
      base::fail(Status::invalid_argument, "cart_axes[{}] is {}: give different axes from 0 to {}", i, axis, ndims - 1);
    axes.push_back(axis);
  }
  return axes;
}

/// The sides of a Cartesian communicator, and the neighbors there, in axes of the fields.
std::vector<Neighbor> neighbors_in(MPI_Comm comm, std::size_t ndims, const cw_halo_options& options) {
  const std::vector<std::size_t> axes = divided_axes(comm, ndims, options);
  // Sides that step along an axis which is not divided lead nowhere.
  std::vector<Side> in_cart;
  for (const Side& side : read_shape(ndims, options)) {
    Side kept(axes.size());
    std::size_t steps = 0;
    for (std::size_t i = 0; i < axes.size(); ++i) {
      kept[i] = side[axes[i]];
      steps += kept[i] != 0 ? 1 : 0;
    }
    if (steps > 0 && steps + std::ranges::count(side, 0) == ndims) in_cart.push_back(kept);
  }
  std::vector<Neighbor> neighbors = cart_neighbors(comm, in_cart);
  for (Neighbor& neighbor : neighbors) {
    Side side(ndims);
    for (std::size_t i = 0; i < axes.size(); ++i) side[axes[i]] = neighbor.side[i];
    neighbor.side = side;
  }
  return neighbors;
}

}  // namespace

std::vector<Neighbor> read_neighbors(MPI_Comm comm, std::size_t ndims, const cw_halo_options& options) {
  if (options.neighbors == nullptr && options.nneighbors > 0)
    base::fail(Status::invalid_argument, "options.nneighbors is {}, but options.neighbors is NULL", options.nneighbors);
  check_count(options.nneighbors, "options.nneighbors");
  if (options.neighbors == nullptr) return neighbors_in(comm, ndims, options);
  const std::vector<Side> shape = read_shape(ndims, options);
  const std::optional<GraphEdges> edges = graph_edges(comm);
  const auto needed = [&](const Side& at) { return std::ranges::find(shape, at) != shape.end(); };
  std::vector<Neighbor> neighbors;
  for (std::size_t i = 0; i < options.nneighbors; ++i) {
    const Side side = read_side(ndims, options.neighbors[i].side);
    Neighbor& neighbor = neighbors.emplace_back(side, options.neighbors[i].rank, needed(side));
    if (neighbor.rank == CW_HALO_FROM_GRAPH) neighbor.rank = source(edges, i);
    if (edges) check_edges(comm, *edges, neighbor, needed(engine::opposite(side)));
  }
  return neighbors;
}

}  // namespace cartwright::halo
